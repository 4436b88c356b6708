-- Commands that a second person must approve wait here, as they were sent and checked.

create table approvals (
  portfolio_id uuid not null references portfolios,
  -- The id of the command, made by the client; a repeated command is the same request.
  id uuid not null,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$' and length(kind) <= 60),
  -- The record that the command changes. While a request waits, a second one of its kind for the
  -- same record is refused.
  subject_id uuid not null,
  -- The name of this record for readers, such as a loan's reference or the name of a holder.
  subject text not null,
  -- The loan, if the request is about one loan: users with access to the loan have access to the
  -- request.
  loan_id uuid,
  loans integer,
  amount_minor bigint,
  currency text,
  command jsonb not null,
  -- The facts on which a decision is based, by name, without and with the change.
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
  -- Why the command failed when it was approved.
  failure jsonb,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'waiting') = (decided_by is null)),
  check ((state = 'failed') = (failure is not null)),
  -- The database refuses an approval by the requester, whatever the application checks. Only the
  -- requester can withdraw the request.
  check (state not in ('approved', 'declined', 'failed') or decided_by <> requested_by),
  check (state <> 'withdrawn' or decided_by = requested_by)
);
create unique index approvals_waiting_once on approvals (portfolio_id, kind, subject_id)
  where state = 'waiting';
create index approvals_newest on approvals (portfolio_id, requested_at desc, id desc);
create index approvals_by_author on approvals (requested_by, requested_at desc);

-- Changes by an administrator to the default approval rules of a portfolio.
create table approval_rules (
  portfolio_id uuid not null references portfolios,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$' and length(kind) <= 60),
  required boolean not null,
  -- For kinds of commands with a limit: the number of loans up to which one person is enough.
  limit_loans integer check (limit_loans between 0 and 1000000),
  changed_by uuid not null references accounts,
  changed_at timestamptz not null,
  primary key (portfolio_id, kind)
);
