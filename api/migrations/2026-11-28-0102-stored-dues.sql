-- Scheduled amounts by due day, so that cash flow and forecast need not read every instalment:
-- docs/decisions/0095-finance-by-day.md.

-- The schedule with which each loan is in the sums.
create table loan_dues (
  portfolio_id uuid not null,
  loan_id uuid not null,
  currency text not null,
  -- An instalment was expected if it was due after entered_on and not after gone_on.
  entered_on date not null,
  gone_on date not null,
  is_active boolean not null,
  due_on date[] not null,
  principal_minor bigint[] not null,
  interest_minor bigint[] not null,
  -- Null if the loan has no fees or penalties.
  charges_minor bigint[],
  primary key (portfolio_id, loan_id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id)
);

create table due_sums (
  portfolio_id uuid not null references portfolios,
  due_on date not null,
  currency text not null,
  expected_minor bigint not null,
  expected_dues bigint not null,
  -- Scheduled amounts of active loans, whether paid or not.
  principal_minor bigint not null,
  interest_minor bigint not null,
  charges_minor bigint not null,
  dues bigint not null,
  primary key (portfolio_id, due_on, currency)
) with (fillfactor = 70);

-- Loans whose schedule in the sums may be out of date. Each change adds a row, as in month_end_marks.
create table due_marks (
  id bigint generated always as identity primary key,
  portfolio_id uuid not null,
  loan_id uuid not null
);
create index due_marks_by_loan on due_marks (portfolio_id, loan_id);

-- Finds instalments that were paid before they are due. A forecast subtracts these payments from
-- the scheduled amounts.
create index if not exists instalments_by_due_paid
  on instalments (portfolio_id, due_on, loan_id, number)
  where principal_paid_minor + interest_paid_minor + fees_paid_minor + penalties_paid_minor > 0;

create function mark_dues() returns trigger language plpgsql as $$
begin
  insert into due_marks (portfolio_id, loan_id) values (new.portfolio_id, new.loan_id);
  return null;
end $$;
create trigger loan_state_marks_dues after update on loan_state for each row
  when (old.status <> new.status or old.schedule_version <> new.schedule_version
    or (new.status = 'closed' and old.last_payment_on is distinct from new.last_payment_on))
  execute function mark_dues();
create trigger instalments_mark_dues after update on instalments for each row
  when ((old.due_on, old.principal_minor, old.interest_minor, old.fees_minor, old.penalties_minor)
    is distinct from (new.due_on, new.principal_minor, new.interest_minor, new.fees_minor, new.penalties_minor))
  execute function mark_dues();
create trigger loan_write_offs_mark_dues after insert on loan_write_offs
  for each row execute function mark_dues();
create trigger refund_claims_mark_dues after insert on refund_claims
  for each row execute function mark_dues();
create trigger charges_mark_dues after insert on charges
  for each row execute function mark_dues();

create function mark_dues_of_loan() returns trigger language plpgsql as $$
begin
  insert into due_marks (portfolio_id, loan_id) values (new.portfolio_id, new.id);
  return null;
end $$;
create trigger loans_mark_dues after update on loans for each row
  when ((old.disbursed_on, old.currency, old.import_id)
    is distinct from (new.disbursed_on, new.currency, new.import_id))
  execute function mark_dues_of_loan();

create function mark_dues_of_import() returns trigger language plpgsql as $$
begin
  insert into due_marks (portfolio_id, loan_id)
  select portfolio_id, id from loans where portfolio_id = new.portfolio_id and import_id = new.id;
  return null;
end $$;
create trigger imports_mark_dues after update on imports for each row
  when ((old.cut_off_on, old.booked_at) is distinct from (new.cut_off_on, new.booked_at))
  execute function mark_dues_of_import();

-- The time zone decides on which day a tape without a cut-off day enters the books.
create function mark_dues_of_portfolio() returns trigger language plpgsql as $$
begin
  insert into due_marks (portfolio_id, loan_id)
  select portfolio_id, loan_id from loan_state where portfolio_id = new.id;
  return null;
end $$;
create trigger portfolios_mark_dues after update on portfolios for each row
  when (old.time_zone <> new.time_zone) execute function mark_dues_of_portfolio();

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
  insert into due_marks (portfolio_id, loan_id) select portfolio_id, loan_id from inserted;
  return null;
end $$;

create or replace function unlist_loans() returns trigger language plpgsql as $$
begin
  delete from loan_list_rows listed using gone
  where listed.portfolio_id = gone.portfolio_id and listed.loan_id = gone.loan_id;
  insert into month_end_marks (portfolio_id, loan_id) select portfolio_id, loan_id from gone;
  insert into due_marks (portfolio_id, loan_id) select portfolio_id, loan_id from gone;
  return null;
end $$;
