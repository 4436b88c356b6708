-- Four eyes: a command that a second person must approve waits here, as it was sent and checked.

create table approvals (
  portfolio_id uuid not null references portfolios,
  -- The command's own id, made by the client: sent again it is the same request.
  id uuid not null,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$' and length(kind) <= 60),
  -- What is to be changed: while a request waits there is no second one for the same.
  subject_id uuid not null,
  -- Its name for readers: a loan's reference, a holder.
  subject text not null,
  -- Where the request is about one loan, whoever reaches the loan may reach the request.
  loan_id uuid,
  loans integer,
  amount_minor bigint,
  currency text,
  command jsonb not null,
  -- What a decision is made on: facts by name, as they were and as they would be.
  before jsonb not null,
  after jsonb not null,
  reason text not null,
  requested_by uuid not null references accounts,
  requested_at timestamptz not null,
  state text not null default 'waiting' check (
    state in ('waiting', 'approved', 'declined', 'withdrawn', 'failed')
  ),
  decided_by uuid references accounts,
  decided_at timestamptz,
  decision_reason text not null default '',
  -- Why the command could not run when it was approved.
  failure jsonb,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'waiting') = (decided_by is null)),
  check ((state = 'failed') = (failure is not null)),
  -- Nobody approves their own, whatever the application says; only its author takes it back.
  check (state not in ('approved', 'declined', 'failed') or decided_by <> requested_by),
  check (state <> 'withdrawn' or decided_by = requested_by)
);
create unique index approvals_waiting_once on approvals (portfolio_id, kind, subject_id)
  where state = 'waiting';
create index approvals_newest on approvals (portfolio_id, requested_at desc, id desc);
create index approvals_by_author on approvals (requested_by, requested_at desc);

-- What an administrator changed of the rules that a portfolio has by default.
create table approval_rules (
  portfolio_id uuid not null references portfolios,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$' and length(kind) <= 60),
  required boolean not null,
  -- Where a kind has a limit: up to so many loans one person is enough.
  limit_loans integer check (limit_loans between 0 and 1000000),
  changed_by uuid not null references accounts,
  changed_at timestamptz not null,
  primary key (portfolio_id, kind)
);
