-- The plan for a list of loans depends on its length, so PostgreSQL plans it for each call. Nearly
-- all lists have one loan, for which this function uses a cached plan.
alter function recount_dues(uuid, uuid[]) rename to recount_dues_of_many;

create function recount_dues_of_one(of_portfolio uuid, of_loan uuid)
returns void language plpgsql as $$
begin
  -- Locked first: what is reckoned by the next statement then sees whatever was waited for.
  perform from listed_loans where portfolio_id = of_portfolio and loan_id = of_loan for update;
  update listed_loans listed
  set due_minor = dues.due_minor, arrears_minor = dues.arrears_minor,
    dues_hold_until = dues.hold_until
  from listed_loans reckoned
  cross join lateral dues_of(of_portfolio, of_loan, reckoned.dues_counted_on) dues
  where reckoned.portfolio_id = of_portfolio and reckoned.loan_id = of_loan
    and reckoned.status = 'active'
    and listed.portfolio_id = of_portfolio and listed.loan_id = of_loan
    and (listed.due_minor, listed.arrears_minor, listed.dues_hold_until)
      is distinct from (dues.due_minor, dues.arrears_minor, dues.hold_until);
end $$;

create function recount_dues(of_portfolio uuid, of_loans uuid[])
returns void language plpgsql as $$
begin
  if cardinality(of_loans) = 1 then
    perform recount_dues_of_one(of_portfolio, of_loans[1]);
  else
    perform recount_dues_of_many(of_portfolio, of_loans);
  end if;
end $$;
