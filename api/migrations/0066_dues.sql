-- Amounts due and in arrears of each listed loan. Both depend on the day: they were calculated for
-- the day in dues_counted_on and are right up to dues_hold_until. After that, readers calculate
-- them from the instalments, and a job updates the rows.

-- Returns the amounts due and in arrears of a loan. Due is what is unpaid up to the day or, if no
-- unpaid instalment is due by then, up to the next due date.
create function dues_of(
  of_portfolio uuid, of_loan uuid, on_day date,
  out due_minor bigint, out arrears_minor bigint, out hold_until date
) language sql stable as $$
  select coalesce(sum(open_minor) filter (where due_on <= greatest(on_day, oldest_on)), 0)::bigint,
    coalesce(sum(open_minor) filter (where due_on < on_day), 0)::bigint,
    case
      -- What is due today is in arrears tomorrow.
      when bool_or(due_on = on_day) then on_day
      when min(due_on) > on_day then min(due_on)
      else coalesce(min(due_on) filter (where due_on > on_day) - 1, '9999-12-31')
    end
  from (
    select due_on, open_minor, min(due_on) over () as oldest_on
    from (
      select due_on, principal_minor - principal_paid_minor + interest_minor - interest_paid_minor
        + fees_minor - fees_paid_minor + penalties_minor - penalties_paid_minor as open_minor
      from instalments
      where portfolio_id = of_portfolio and loan_id = of_loan
    ) instalment
    where open_minor > 0
  ) unpaid
$$;

alter table listed_loans
  add column due_minor bigint not null default 0,
  add column arrears_minor bigint not null default 0,
  add column dues_counted_on date not null default '-infinity',
  add column dues_hold_until date not null default '9999-12-31';

-- Calculates the dues of active loans again, for the same day as before. Other loans have no dues.
create function recount_dues(of_portfolio uuid, of_loans uuid[]) returns void language plpgsql as $$
begin
  -- Locked first: what is reckoned by the next statement then sees whatever was waited for.
  perform from listed_loans
  where portfolio_id = of_portfolio and loan_id = any(of_loans) order by loan_id for update;
  update listed_loans listed
  set due_minor = dues.due_minor, arrears_minor = dues.arrears_minor,
    dues_hold_until = dues.hold_until
  from listed_loans reckoned
  cross join lateral dues_of(reckoned.portfolio_id, reckoned.loan_id, reckoned.dues_counted_on) dues
  where reckoned.portfolio_id = of_portfolio and reckoned.loan_id = any(of_loans)
    and reckoned.status = 'active'
    and listed.portfolio_id = reckoned.portfolio_id and listed.loan_id = reckoned.loan_id
    and (listed.due_minor, listed.arrears_minor, listed.dues_hold_until)
      is distinct from (dues.due_minor, dues.arrears_minor, dues.hold_until);
end $$;

create function list_instalment_changes() returns trigger language plpgsql as $$
declare changed_portfolio uuid; changed_loans uuid[];
begin
  for changed_portfolio, changed_loans in
    select portfolio_id, array_agg(distinct loan_id) from changed group by portfolio_id
  loop
    perform recount_dues(changed_portfolio, changed_loans);
  end loop;
  return null;
end $$;
create trigger instalments_list_new after insert on instalments
  referencing new table as changed for each statement execute function list_instalment_changes();
create trigger instalments_list_changes after update on instalments
  referencing new table as changed for each statement execute function list_instalment_changes();
create trigger instalments_list_gone after delete on instalments
  referencing old table as changed for each statement execute function list_instalment_changes();

-- The day comes from the database's clock and may be wrong. A wrong day costs time, because readers
-- calculate the dues again, but no reader gets a wrong figure.
create or replace function list_new_loans() returns trigger language plpgsql as $$
begin
  insert into listed_loans (portfolio_id, loan_id, product_id, reference_number, principal_minor,
    outstanding_principal_minor, disbursed_on, next_due_on, annual_rate_percent, status, currency,
    borrower_name, search_text, team_id, agent_id, import_id, due_minor, arrears_minor,
    dues_counted_on, dues_hold_until)
  select loan.portfolio_id, loan.loan_id, loan.product_id, loan.reference_number,
    loan.principal_minor, loan.outstanding_principal_minor, loan.disbursed_on, loan.next_due_on,
    loan.annual_rate_percent, loan.status, loan.currency, loan.borrower_name, loan.search_text,
    loan.team_id, loan.agent_id, loan.import_id, coalesce(dues.due_minor, 0),
    coalesce(dues.arrears_minor, 0), guessed.today, coalesce(dues.hold_until, '9999-12-31')
  from inserted
  join loans_to_list loan
    on loan.portfolio_id = inserted.portfolio_id and loan.loan_id = inserted.loan_id
  join portfolios portfolio on portfolio.id = loan.portfolio_id
  cross join lateral (select (now() at time zone portfolio.time_zone)::date as today) guessed
  left join lateral dues_of(loan.portfolio_id, loan.loan_id, guessed.today) dues
    on loan.status = 'active';
  return null;
end $$;

-- The dues of a loan that becomes active again are marked as outdated, so they are calculated again
-- before they are read.
create or replace function list_state_changes() returns trigger language plpgsql as $$
begin
  update listed_loans listed
  set status = state.status, team_id = state.team_id, agent_id = state.agent_id,
    outstanding_principal_minor = state.outstanding_principal_minor,
    next_due_on = next_due_of(state.status, state.oldest_unpaid_due_on),
    due_minor = case state.status when 'active' then listed.due_minor else 0 end,
    arrears_minor = case state.status when 'active' then listed.arrears_minor else 0 end,
    dues_hold_until = case when state.status <> 'active' then '9999-12-31'
      when listed.status <> 'active' then '-infinity' else listed.dues_hold_until end
  from changed state
  where listed.portfolio_id = state.portfolio_id and listed.loan_id = state.loan_id
    and (listed.status, listed.team_id, listed.agent_id, listed.outstanding_principal_minor,
      listed.next_due_on) is distinct from (state.status, state.team_id, state.agent_id,
      state.outstanding_principal_minor, next_due_of(state.status, state.oldest_unpaid_due_on));
  return null;
end $$;

update listed_loans listed
set dues_counted_on = (now() at time zone portfolio.time_zone)::date
from portfolios portfolio where portfolio.id = listed.portfolio_id;
update listed_loans listed
set due_minor = dues.due_minor, arrears_minor = dues.arrears_minor,
  dues_hold_until = dues.hold_until
from listed_loans reckoned
cross join lateral dues_of(reckoned.portfolio_id, reckoned.loan_id, reckoned.dues_counted_on) dues
where reckoned.status = 'active'
  and listed.portfolio_id = reckoned.portfolio_id and listed.loan_id = reckoned.loan_id;
alter table listed_loans
  alter column due_minor drop default, alter column arrears_minor drop default,
  alter column dues_counted_on drop default, alter column dues_hold_until drop default;

create index listed_loans_by_dues on listed_loans (dues_hold_until) where status = 'active';
