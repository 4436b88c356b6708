-- A payment changed the list row of its loan three times, for its dues, its balance and its next
-- due date, and each time wrote every index of the list. All three are known once the instalments
-- have changed, so the row changes once. The later update of loan_state finds nothing left to
-- change, and copies the next due date only if the date or the status changed in loan_state.
drop function dues_of(uuid, uuid, date);

create function dues_of(of_portfolio uuid, of_loan uuid, on_day date)
returns table (due_minor bigint, arrears_minor bigint, hold_until date, oldest_unpaid_on date)
language sql stable rows 1 as $$
  select coalesce(sum(open_minor) filter (where due_on <= greatest(on_day, oldest_on)), 0)::bigint,
    coalesce(sum(open_minor) filter (where due_on < on_day), 0)::bigint,
    case
      -- What is due today is in arrears tomorrow.
      when bool_or(due_on = on_day) then on_day
      when min(due_on) > on_day then min(due_on)
      else coalesce(min(due_on) filter (where due_on > on_day) - 1, '9999-12-31')
    end,
    min(due_on)
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

create or replace function recount_dues_of_many(of_portfolio uuid, of_loans uuid[])
returns void language plpgsql as $$
begin
  -- Locked first: what is reckoned by the next statement then sees whatever was waited for.
  perform from listed_loans
  where portfolio_id = of_portfolio and loan_id = any(of_loans) order by loan_id for update;
  update listed_loans listed
  set due_minor = dues.due_minor, arrears_minor = dues.arrears_minor,
    dues_hold_until = dues.hold_until,
    outstanding_principal_minor = state.outstanding_principal_minor,
    -- A loan without anything unpaid is about to be closed, which its state says.
    next_due_on = coalesce(dues.oldest_unpaid_on, listed.next_due_on)
  from listed_loans reckoned
  join loan_state state
    on state.portfolio_id = reckoned.portfolio_id and state.loan_id = reckoned.loan_id
  cross join lateral dues_of(reckoned.portfolio_id, reckoned.loan_id, reckoned.dues_counted_on) dues
  where reckoned.portfolio_id = of_portfolio and reckoned.loan_id = any(of_loans)
    and reckoned.status = 'active'
    and listed.portfolio_id = reckoned.portfolio_id and listed.loan_id = reckoned.loan_id
    and (listed.due_minor, listed.arrears_minor, listed.dues_hold_until,
      listed.outstanding_principal_minor, listed.next_due_on)
      is distinct from (dues.due_minor, dues.arrears_minor, dues.hold_until,
      state.outstanding_principal_minor, coalesce(dues.oldest_unpaid_on, listed.next_due_on));
end $$;

create or replace function recount_dues_of_one(of_portfolio uuid, of_loan uuid)
returns void language plpgsql as $$
begin
  -- Locked first: what is reckoned by the next statement then sees whatever was waited for.
  perform from listed_loans where portfolio_id = of_portfolio and loan_id = of_loan for update;
  update listed_loans listed
  set due_minor = dues.due_minor, arrears_minor = dues.arrears_minor,
    dues_hold_until = dues.hold_until,
    outstanding_principal_minor = state.outstanding_principal_minor,
    next_due_on = coalesce(dues.oldest_unpaid_on, listed.next_due_on)
  from listed_loans reckoned
  join loan_state state
    on state.portfolio_id = reckoned.portfolio_id and state.loan_id = reckoned.loan_id
  cross join lateral dues_of(of_portfolio, of_loan, reckoned.dues_counted_on) dues
  where reckoned.portfolio_id = of_portfolio and reckoned.loan_id = of_loan
    and reckoned.status = 'active'
    and listed.portfolio_id = of_portfolio and listed.loan_id = of_loan
    and (listed.due_minor, listed.arrears_minor, listed.dues_hold_until,
      listed.outstanding_principal_minor, listed.next_due_on)
      is distinct from (dues.due_minor, dues.arrears_minor, dues.hold_until,
      state.outstanding_principal_minor, coalesce(dues.oldest_unpaid_on, listed.next_due_on));
end $$;

drop trigger loan_state_lists_changes on loan_state;

create or replace function list_state_changes() returns trigger language plpgsql as $$
begin
  update listed_loans listed
  set status = state.status, team_id = state.team_id, agent_id = state.agent_id,
    outstanding_principal_minor = state.outstanding_principal_minor,
    next_due_on = case when state.is_due_anew then state.next_due_on else listed.next_due_on end,
    due_minor = case state.status when 'active' then listed.due_minor else 0 end,
    arrears_minor = case state.status when 'active' then listed.arrears_minor else 0 end,
    dues_hold_until = case when state.status <> 'active' then '9999-12-31'
      when listed.status <> 'active' then '-infinity' else listed.dues_hold_until end
  from (
    -- Grouped, not joined: a plan that is kept from one loan has to do for a hundred thousand.
    select portfolio_id, loan_id,
      (array_agg(status) filter (where is_new))[1] as status,
      (array_agg(team_id) filter (where is_new))[1] as team_id,
      (array_agg(agent_id) filter (where is_new))[1] as agent_id,
      (array_agg(outstanding_principal_minor) filter (where is_new))[1]
        as outstanding_principal_minor,
      (array_agg(next_due_on) filter (where is_new))[1] as next_due_on,
      min(status) <> max(status) or min(next_due_on) <> max(next_due_on) as is_due_anew
    from (
      select true as is_new, portfolio_id, loan_id, status, team_id, agent_id,
        outstanding_principal_minor, next_due_of(status, oldest_unpaid_due_on) as next_due_on
      from changed
      union all
      select false, portfolio_id, loan_id, status, null, null, null,
        next_due_of(status, oldest_unpaid_due_on)
      from before_change
    ) both_times
    group by portfolio_id, loan_id
  ) state
  where listed.portfolio_id = state.portfolio_id and listed.loan_id = state.loan_id
    and ((listed.status, listed.team_id, listed.agent_id, listed.outstanding_principal_minor)
        is distinct from (state.status, state.team_id, state.agent_id,
          state.outstanding_principal_minor)
      or state.is_due_anew and listed.next_due_on <> state.next_due_on);
  return null;
end $$;

create trigger loan_state_lists_changes after update on loan_state
referencing old table as before_change new table as changed
for each statement execute function list_state_changes();
