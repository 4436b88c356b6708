-- The loan of an instalment must exist. A foreign key checks each row, which took more than half of
-- the time to insert the schedules of a tape. The triggers below look up the loans of a statement
-- together, and refuse to remove a loan or to change the keys: docs/decisions/0034.
alter table instalments drop constraint instalments_portfolio_id_loan_id_fkey;

create function take_new_instalments() returns trigger language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare of_portfolio uuid; of_loans uuid[]; missing uuid;
begin
  for of_portfolio, of_loans in
    select portfolio_id, array_agg(loan_id)
    from (select distinct portfolio_id, loan_id from inserted) named group by portfolio_id
  loop
    select named.loan_id into missing from unnest(of_loans) named (loan_id)
    where not exists (
      select from loans where portfolio_id = of_portfolio and id = named.loan_id)
    limit 1;
    if missing is not null then
      raise exception 'an instalment belongs to loan %, which is not there', missing
        using errcode = '23503';
    end if;
    -- Loans on their way into the books are listed after their schedules, with what these make due.
    if exists (
      select from listed_loans where portfolio_id = of_portfolio and loan_id = any(of_loans)
    ) then
      perform recount_dues(of_portfolio, of_loans);
    end if;
  end loop;
  return null;
end $$;

drop trigger instalments_list_new on instalments;
create trigger instalments_taken after insert on instalments
  referencing new table as inserted for each statement execute function take_new_instalments();
create trigger instalments_stay_with_their_loan before update of portfolio_id, loan_id on instalments
  for each statement execute function refuse_change();

create trigger loans_never_removed before delete or truncate on loans
  for each statement execute function refuse_change();
create trigger loans_keep_their_keys before update of portfolio_id, id on loans
  for each statement execute function refuse_change();

-- The figures are the same as before. PostgreSQL makes a function that returns a table part of the
-- calling statement, but starts a function that returns one record for each loan.
drop function dues_of(uuid, uuid, date);

create function dues_of(of_portfolio uuid, of_loan uuid, on_day date)
returns table (due_minor bigint, arrears_minor bigint, hold_until date)
language sql stable rows 1 as $$
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

-- In the transaction that books a tape, the statistics still describe small tables, and a plan
-- cached for the first rows reads the whole of `loan_state` for each batch. This setting plans the
-- statement for the current size of the tables. It only applies to statements with a variable,
-- hence `moment`.
create or replace function list_new_loans() returns trigger language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare moment timestamptz := now();
begin
  insert into listed_loans (portfolio_id, loan_id, product_id, reference_number, principal_minor,
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
  join loans_to_list loan
    on loan.portfolio_id = inserted.portfolio_id and loan.loan_id = inserted.loan_id
  join portfolios portfolio on portfolio.id = loan.portfolio_id
  cross join lateral (select (moment at time zone portfolio.time_zone)::date as today) guessed
  left join lateral dues_of(loan.portfolio_id, loan.loan_id, guessed.today) dues
    on loan.status = 'active';
  return null;
end $$;
