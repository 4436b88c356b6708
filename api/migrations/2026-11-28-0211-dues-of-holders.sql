-- Sums for the finance reports of teams and agents, so that these need not read every instalment
-- and line of the loans that they hold: docs/decisions/0095-finance-by-day.md. A holder is a team
-- or an agent. A loan counts for both.

-- The team and agent in whose sums the stored schedule is counted.
alter table loan_dues
  add column team_id uuid,
  add column agent_id uuid;

create table held_due_sums (
  portfolio_id uuid not null references portfolios,
  holder_id uuid not null,
  due_on date not null,
  currency text not null,
  expected_minor bigint not null,
  expected_dues bigint not null,
  principal_minor bigint not null,
  interest_minor bigint not null,
  charges_minor bigint not null,
  dues bigint not null,
  primary key (portfolio_id, holder_id, due_on, currency)
) with (fillfactor = 70);

-- The previous version of Bursar stores schedules without their holders. The trigger refuses its
-- writes, so it retries until it is stopped, and readers use the current schedules of marked loans.
create function need_holders_of_dues() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('bursar.stores_holders', true), '') <> 'on' then
    raise exception 'this version does not store the holders of schedules' using errcode = '55P03';
  end if;
  return null;
end $$;
create trigger loan_dues_need_holders before insert or delete on loan_dues
  for each statement execute function need_holders_of_dues();
