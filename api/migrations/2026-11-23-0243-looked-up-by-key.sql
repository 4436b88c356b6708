-- Each inserted row looks up its loan and portfolio by their whole key. In a join, the planner has
-- no statistics of rows from the same transaction: it took any index that begins with the portfolio
-- and read all its loans for each row. `offset 0` stops the planner from making a join.
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
  return null;
end $$;

create or replace function take_new_instalments() returns trigger language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare of_portfolio uuid; of_loans uuid[]; missing uuid;
begin
  for of_portfolio, of_loans in
    select portfolio_id, array_agg(loan_id)
    from (select distinct portfolio_id, loan_id from inserted) named group by portfolio_id
  loop
    select named.loan_id into missing
    from unnest(of_loans) named (loan_id)
    left join lateral (
      select true as is_there from loans
      where portfolio_id = of_portfolio and id = named.loan_id
      offset 0
    ) known on true
    where known.is_there is null
    limit 1;
    if missing is not null then
      raise exception 'an instalment belongs to loan %, which is not there', missing
        using errcode = '23503';
    end if;
    -- Loans on their way into the books are listed after their schedules, with what these make due.
    if exists (
      select from unnest(of_loans) named (loan_id)
      cross join lateral (
        select from listed_loans
        where portfolio_id = of_portfolio and loan_id = named.loan_id
        offset 0
      ) listed
    ) then
      perform recount_dues(of_portfolio, of_loans);
    end if;
  end loop;
  return null;
end $$;
