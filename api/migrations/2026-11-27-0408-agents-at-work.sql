-- The working hours of a portfolio, in its time zone. An agent without activity by work_starts_by
-- starts late; one without activity for an hour in between is idle.
alter table portfolios
  add column work_starts_by time not null default '09:00',
  add column work_ends_at time not null default '17:00',
  add constraint portfolios_working_hours_check check (work_starts_by < work_ends_at);

-- The amount that an agent has to collect in a month. A row applies until a later month has a row,
-- and a null amount ends the target.
create table collection_targets (
  portfolio_id uuid not null references portfolios (id),
  agent_id uuid not null,
  month date not null check (extract(day from month) = 1),
  amount_minor bigint check (amount_minor > 0),
  set_by uuid not null references accounts (id),
  set_at timestamptz not null,
  primary key (portfolio_id, agent_id, month),
  foreign key (portfolio_id, agent_id) references accounts (portfolio_id, id)
);
