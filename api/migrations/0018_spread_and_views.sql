-- A batch may assign loans to several holders. Then spread has the rule, and assignments has the
-- holder of each loan.
alter table assignment_batches
  add column spread jsonb,
  add constraint assignment_batches_spread_has_no_single_holder
    check (spread is null or (to_team_id is null and to_agent_id is null));
-- For lists of the loans that a team or agent got or lost, newest first.
create index assignments_to_team on assignments (portfolio_id, to_team_id, made_at desc);
create index assignments_from_team on assignments (portfolio_id, from_team_id, made_at desc);
create index assignments_to_agent on assignments (portfolio_id, to_agent_id, made_at desc);
create index assignments_from_agent on assignments (portfolio_id, from_agent_id, made_at desc);

-- A view of a list that a user saved: its filters, order and columns, as in the query of the page's
-- address.
create table saved_views (
  account_id uuid not null references accounts,
  id uuid not null,
  list text not null check (length(list) between 1 and 60),
  name text not null check (length(trim(name)) between 1 and 60),
  search text not null check (length(search) <= 2000),
  is_default boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index saved_views_name_once on saved_views (account_id, list, lower(name));
create unique index saved_views_one_default on saved_views (account_id, list) where is_default;
