-- Queues that a manager or a desk makes from a view of the loan list, for the agents to work.
create table view_queues (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  -- The team whose agents see the queue; null for all agents of the portfolio.
  team_id uuid,
  name text not null check (length(name) between 1 and 60),
  -- The filter of the loan list, as its contract describes it.
  filter jsonb not null check (jsonb_typeof(filter) = 'object'),
  -- A sort of the loan list; null for the most urgent loan first.
  sort text,
  direction text not null check (direction in ('asc', 'desc')),
  created_by uuid not null references accounts,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, team_id) references teams (portfolio_id, id)
);

create unique index view_queues_name_once on view_queues (portfolio_id, team_id, lower(name))
  nulls not distinct where removed_at is null;
