-- What somebody has done on a day is counted from these; handing a queue over is written down.

create index promises_by_maker on promises (portfolio_id, made_on, made_by);
create index payments_by_agent on payments (portfolio_id, agent_id, value_date)
  where agent_id is not null;

-- An agent's loans in other hands for a while: the batches moved them, the return takes back what
-- is still where they put it.
create table handovers (
  portfolio_id uuid not null,
  id uuid not null,
  team_id uuid not null,
  from_agent_id uuid not null,
  from_on date not null,
  until_on date not null,
  reason text not null default '' check (length(reason) <= 500),
  made_by uuid not null references accounts,
  made_at timestamptz not null,
  -- When the loans went over; null before the first day.
  begun_at timestamptz,
  ended_at timestamptz,
  ended_by uuid references accounts,
  returned_count integer check (returned_count >= 0),
  primary key (portfolio_id, id),
  foreign key (portfolio_id, team_id) references teams (portfolio_id, id),
  foreign key (portfolio_id, from_agent_id) references accounts (portfolio_id, id),
  check (until_on >= from_on)
);
create unique index handovers_open on handovers (portfolio_id, from_agent_id)
  where ended_at is null;
create index handovers_waiting on handovers (from_on) where begun_at is null and ended_at is null;
create index handovers_running on handovers (until_on)
  where begun_at is not null and ended_at is null;

create table handover_stand_ins (
  portfolio_id uuid not null,
  handover_id uuid not null,
  agent_id uuid not null,
  -- The assignment that moved this one's share; null until the first day, or where none was left.
  batch_id uuid,
  loan_count integer not null default 0 check (loan_count >= 0),
  primary key (portfolio_id, handover_id, agent_id),
  foreign key (portfolio_id, handover_id) references handovers (portfolio_id, id),
  foreign key (portfolio_id, agent_id) references accounts (portfolio_id, id),
  foreign key (portfolio_id, batch_id) references assignment_batches (portfolio_id, id)
);
