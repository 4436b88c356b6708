-- What teams and agents see in finance, so that they need not read every instalment and line of the
-- loans that they hold: docs/decisions/0095-finance-by-day.md. A holder is a team or an agent. A loan
-- counts for both.

-- The holders under which a stored schedule is in the sums.
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

-- The version before stores schedules without their holders. It tries again until it has ended, and
-- readers take the marked loans as they are.
create function need_holders_of_dues() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('bursar.stores_holders', true), '') <> 'on' then
    raise exception 'this version does not store the holders of schedules' using errcode = '55P03';
  end if;
  return null;
end $$;
create trigger loan_dues_need_holders before insert or delete on loan_dues
  for each statement execute function need_holders_of_dues();
