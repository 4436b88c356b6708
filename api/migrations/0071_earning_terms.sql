-- Commission rate and target of a team or agent from a day on, so that a statement of March uses
-- March's rate after a change in May. The terms of today are also on the team or account.
create table earning_terms (
  portfolio_id uuid not null references portfolios,
  earner_id uuid not null,
  from_day date not null,
  commission_rate_percent numeric(7, 4) check (commission_rate_percent between 0 and 100),
  monthly_target_minor bigint check (monthly_target_minor >= 0),
  primary key (portfolio_id, earner_id, from_day)
);
revoke delete on earning_terms from bursar_app;

-- Adds the first terms of a new team or account; they apply from the first possible day. A change
-- of terms adds a row that applies from the day of the change.
create function begin_earning_terms() returns trigger language plpgsql as $$
begin
  insert into earning_terms (portfolio_id, earner_id, from_day, commission_rate_percent,
    monthly_target_minor)
  select portfolio_id, id, date '0001-01-01', commission_rate_percent, monthly_target_minor
  from inserted where portfolio_id is not null;
  return null;
end $$;
create trigger teams_begin_terms after insert on teams
  referencing new table as inserted for each statement execute function begin_earning_terms();
create trigger accounts_begin_terms after insert on accounts
  referencing new table as inserted for each statement execute function begin_earning_terms();

insert into earning_terms (portfolio_id, earner_id, from_day, commission_rate_percent,
  monthly_target_minor)
select portfolio_id, id, date '0001-01-01', commission_rate_percent, monthly_target_minor from teams
union all
select portfolio_id, id, date '0001-01-01', commission_rate_percent, monthly_target_minor
from accounts where portfolio_id is not null;
