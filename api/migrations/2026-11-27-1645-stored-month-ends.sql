-- Days past due and outstanding principal of each loan at past month ends, and their sums, so that
-- analytics need not replay every loan: docs/decisions/0090-stored-month-ends.md.

-- Portfolios whose month ends are stored; stored_until is the last of them.
create table month_end_books (
  portfolio_id uuid primary key references portfolios,
  stored_until date not null
);

create table loan_month_ends (
  portfolio_id uuid not null,
  loan_id uuid not null,
  currency text not null,
  -- The month of disbursement.
  vintage date not null,
  stored_until date not null,
  -- One value for each of the thirteen month ends up to stored_until: null while the loan is not in the
  -- books, -1 at the first month end after it left them.
  days_past_due integer[] not null check (cardinality(days_past_due) = 13),
  outstanding_minor bigint[] not null check (cardinality(outstanding_minor) = 13),
  is_active boolean not null,
  -- True if the loan is active and was current at the last month end, or if it left the books
  -- before that day.
  is_plain boolean not null,
  primary key (portfolio_id, loan_id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id)
);
create index loan_month_ends_changed on loan_month_ends (portfolio_id, loan_id) where not is_plain;

create table month_end_sums (
  portfolio_id uuid not null references portfolios,
  "on" date not null,
  currency text not null,
  bucket text not null,
  -- The bucket at the month end before; null if the loan was not in the books.
  was text,
  -- The month of disbursement, only for loans that are more than 30 days late.
  vintage date,
  loans integer not null,
  outstanding_minor bigint not null,
  formerly_minor bigint not null,
  unique nulls not distinct (portfolio_id, "on", currency, bucket, was, vintage)
) with (fillfactor = 70);

-- Loans whose stored month ends may be out of date. Each change adds a row, so that a change whose
-- transaction is still open keeps its row when others are removed.
create table month_end_marks (
  id bigint generated always as identity primary key,
  portfolio_id uuid not null,
  loan_id uuid not null
);
create index month_end_marks_by_loan on month_end_marks (portfolio_id, loan_id);

create function mark_month_ends() returns trigger language plpgsql as $$
begin
  insert into month_end_marks (portfolio_id, loan_id) values (new.portfolio_id, new.loan_id);
  return null;
end $$;

-- A payment of the due amount does not change the sum of outstanding, written-off and paid
-- principal, and it does not change past month ends, so it adds no mark.
create trigger loan_state_marks_month_ends after update on loan_state for each row
  when (old.status <> new.status
    or old.outstanding_principal_minor + old.written_off_principal_minor + old.principal_paid_minor
      <> new.outstanding_principal_minor + new.written_off_principal_minor + new.principal_paid_minor
    or old.schedule_version <> new.schedule_version
    or (new.status = 'closed' and old.last_payment_on is distinct from new.last_payment_on))
  execute function mark_month_ends();
create trigger instalments_mark_month_ends after update on instalments for each row
  when ((old.due_on, old.principal_minor, old.interest_minor, old.fees_minor, old.penalties_minor)
    is distinct from (new.due_on, new.principal_minor, new.interest_minor, new.fees_minor, new.penalties_minor))
  execute function mark_month_ends();
-- The condition uses the month of a day later, because a portfolio's month ends up to 14 hours
-- before or 12 hours after UTC's, and a payment of the last day may be stored after the month was
-- closed.
create trigger payments_mark_month_ends after insert on payments for each row
  when (new.value_date
    < date_trunc('month', (new.posted_at at time zone 'UTC') + interval '1 day')::date)
  execute function mark_month_ends();
create trigger payment_reversals_mark_month_ends after insert on payment_reversals
  for each row execute function mark_month_ends();
create trigger loan_reschedules_mark_month_ends after insert on loan_reschedules
  for each row execute function mark_month_ends();
create trigger loan_write_offs_mark_month_ends after insert on loan_write_offs
  for each row execute function mark_month_ends();
create trigger refund_claims_mark_month_ends after insert on refund_claims
  for each row execute function mark_month_ends();
create trigger charges_mark_month_ends after insert on charges
  for each row execute function mark_month_ends();

create function mark_month_ends_of_loan() returns trigger language plpgsql as $$
begin
  insert into month_end_marks (portfolio_id, loan_id) values (new.portfolio_id, new.id);
  return null;
end $$;
create trigger loans_mark_month_ends after update on loans for each row
  when ((old.disbursed_on, old.currency, old.import_id)
    is distinct from (new.disbursed_on, new.currency, new.import_id))
  execute function mark_month_ends_of_loan();

create function mark_month_ends_of_payment() returns trigger language plpgsql as $$
begin
  insert into month_end_marks (portfolio_id, loan_id)
  select portfolio_id, loan_id from payments
  where portfolio_id = new.portfolio_id and id = new.payment_id;
  return null;
end $$;
create trigger payment_reallocations_mark_month_ends after insert on payment_reallocations
  for each row execute function mark_month_ends_of_payment();

create function mark_month_ends_of_import() returns trigger language plpgsql as $$
begin
  insert into month_end_marks (portfolio_id, loan_id)
  select portfolio_id, id from loans where portfolio_id = new.portfolio_id and import_id = new.id;
  return null;
end $$;
create trigger imports_mark_month_ends after update on imports for each row
  when ((old.cut_off_on, old.booked_at) is distinct from (new.cut_off_on, new.booked_at))
  execute function mark_month_ends_of_import();

-- Month ends are days of the portfolio's time zone, so they are calculated again if the time zone
-- changes.
create function forget_month_ends() returns trigger language plpgsql as $$
begin
  delete from month_end_books where portfolio_id = new.id;
  return null;
end $$;
create trigger portfolios_forget_month_ends after update on portfolios for each row
  when (old.time_zone <> new.time_zone) execute function forget_month_ends();

-- These functions add and remove the list rows of loans, so they also mark new and removed loans.
create or replace function list_new_loans() returns trigger language plpgsql
  set plan_cache_mode to 'force_custom_plan'
as $$
declare moment timestamptz := now();
begin
  insert into loan_list_rows (portfolio_id, loan_id, product_id, reference_number, principal_minor,
    outstanding_principal_minor, disbursed_on, next_due_on, annual_rate_percent, status, currency,
    borrower_name, search_text, team_id, agent_id, import_id, borrower_id, external_id, purpose,
    grade, borrower_shown, facts, due_minor, arrears_minor, dues_counted_on, dues_hold_until)
  select loan.portfolio_id, loan.loan_id, loan.product_id, loan.reference_number,
    loan.principal_minor, loan.outstanding_principal_minor, loan.disbursed_on, loan.next_due_on,
    loan.annual_rate_percent, loan.status, loan.currency, loan.borrower_name, loan.search_text,
    loan.team_id, loan.agent_id, loan.import_id, loan.borrower_id, loan.external_id, loan.purpose,
    loan.grade, loan.borrower_shown, loan.facts, coalesce(dues.due_minor, 0),
    coalesce(dues.arrears_minor, 0), guessed.today, coalesce(dues.hold_until, '9999-12-31')
  from inserted
  cross join lateral (
    select * from loans_to_list listing
    where listing.portfolio_id = inserted.portfolio_id and listing.loan_id = inserted.loan_id
    offset 0
  ) loan
  cross join lateral (
    select (moment at time zone portfolio.time_zone)::date as today
    from portfolios portfolio where portfolio.id = inserted.portfolio_id
    offset 0
  ) guessed
  left join lateral dues_of(loan.portfolio_id, loan.loan_id, guessed.today) dues
    on loan.status = 'active';
  insert into month_end_marks (portfolio_id, loan_id) select portfolio_id, loan_id from inserted;
  return null;
end $$;

create or replace function unlist_loans() returns trigger language plpgsql as $$
begin
  delete from loan_list_rows listed using gone
  where listed.portfolio_id = gone.portfolio_id and listed.loan_id = gone.loan_id;
  insert into month_end_marks (portfolio_id, loan_id) select portfolio_id, loan_id from gone;
  return null;
end $$;
