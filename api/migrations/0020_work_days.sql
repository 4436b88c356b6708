-- Indexes that count what a user did on a day, and handovers of an absent agent's loans.

create index promises_by_maker on promises (portfolio_id, made_on, made_by);
create index payments_by_agent on payments (portfolio_id, agent_id, value_date)
  where agent_id is not null;

-- A handover gives an agent's loans to other agents for some days. Batches assign the loans; at the
-- end, the loans that are still with the stand-ins go back to the agent.
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
  -- When the loans were assigned to the stand-ins; null before the first day.
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
  -- The batch that assigned loans to this stand-in; null until the first day, or if there were no
  -- loans to assign.
  batch_id uuid,
  loan_count integer not null default 0 check (loan_count >= 0),
  primary key (portfolio_id, handover_id, agent_id),
  foreign key (portfolio_id, handover_id) references handovers (portfolio_id, id),
  foreign key (portfolio_id, agent_id) references accounts (portfolio_id, id),
  foreign key (portfolio_id, batch_id) references assignment_batches (portfolio_id, id)
);
