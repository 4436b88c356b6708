-- Rules that assign loans to agents; the first one that matches a loan decides.
create table distribution_rules (
  portfolio_id uuid not null references portfolios (id),
  position smallint not null check (position >= 1),
  name text not null check (length(trim(name)) between 1 and 120),
  buckets text[] not null default '{}',
  min_outstanding_minor bigint check (min_outstanding_minor >= 0),
  max_outstanding_minor bigint check (max_outstanding_minor >= 0),
  language text check (language in ('en', 'ae')),
  team_id uuid,
  skill text check (length(trim(skill)) between 1 and 60),
  speaks_language boolean not null default false,
  keeps_agent boolean not null default true,
  takes_held boolean not null default false,
  primary key (portfolio_id, position),
  foreign key (portfolio_id, team_id) references teams (portfolio_id, id)
);

create table distribution_settings (
  portfolio_id uuid primary key references portfolios (id),
  runs_daily boolean not null,
  version integer not null check (version >= 1),
  changed_by uuid not null references accounts (id),
  changed_at timestamptz not null,
  -- The last business day on which end of day ran the rules.
  last_run_on date
);

-- The languages an agent speaks and the agent's skills, for the rules.
create table agent_skills (
  portfolio_id uuid not null references portfolios (id),
  agent_id uuid not null,
  languages text[] not null check (languages <@ array['en', 'ae']),
  skills text[] not null,
  changed_by uuid not null references accounts (id),
  changed_at timestamptz not null,
  primary key (portfolio_id, agent_id),
  foreign key (portfolio_id, agent_id) references accounts (portfolio_id, id)
);
