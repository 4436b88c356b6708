-- Days on which an office is closed; due dates of its products move off them. Removed days stay, so
-- that the days off at the time explain the schedule of a loan.
create table holidays (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  day date not null,
  name text not null check (length(trim(name)) between 1 and 80),
  set_by uuid not null references accounts,
  set_at timestamptz not null,
  removed_by uuid references accounts,
  removed_at timestamptz,
  primary key (portfolio_id, id),
  check ((removed_by is null) = (removed_at is null)),
  check (removed_at >= set_at)
);
create unique index holidays_once on holidays (portfolio_id, day) where removed_at is null;
revoke delete on holidays from bursar_app;

-- The latest row applies. Without a row, Saturday and Sunday are off. 1 is Monday.
create table weekly_days_off (
  portfolio_id uuid not null references portfolios,
  number bigint generated always as identity,
  weekdays smallint[] not null
    check (weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[] and cardinality(weekdays) <= 4),
  set_by uuid not null references accounts,
  set_at timestamptz not null,
  primary key (portfolio_id, number)
);
create trigger weekly_days_off_append_only before update or delete or truncate on weekly_days_off
  for each statement execute function refuse_change();
revoke update, delete on weekly_days_off from bursar_app;
