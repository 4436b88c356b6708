-- A record of the office features is private to its owner or shared with the portfolio.
-- Administrators have no portfolio and share theirs with each other. The reach `colleagues`
-- notifies everyone who can see such a record.
alter table changes drop constraint changes_reach_check;
alter table changes add constraint changes_reach_check
  check (reach in ('holders', 'accounts', 'colleagues', 'everyone'));

create table calendar_events (
  id uuid primary key,
  portfolio_id uuid references portfolios (id),
  owner_id uuid not null references accounts (id),
  is_shared boolean not null,
  title text not null check (length(trim(title)) between 1 and 200),
  place text not null check (length(place) <= 200),
  details text not null check (length(details) <= 4000),
  colour text not null check (colour in ('lapis', 'sky', 'teal', 'ochre', 'violet', 'slate')),
  -- An event has either a first and last day, or a start and end time.
  first_day date,
  last_day date,
  starts_at timestamptz,
  ends_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  check (num_nonnulls(first_day, last_day) in (0, 2)),
  check (num_nonnulls(starts_at, ends_at) in (0, 2)),
  check ((first_day is null) <> (starts_at is null)),
  check (first_day <= last_day),
  check (starts_at <= ends_at)
);
create index calendar_events_by_owner on calendar_events (owner_id);
create index calendar_events_shared on calendar_events (portfolio_id) where is_shared;
