-- End of day of a portfolio: what it did, what it skipped, and the day's figures at the time of the
-- run. It does not store what follows from due dates and payments: docs/decisions/0051.
create table closings (
  portfolio_id uuid not null references portfolios,
  day date not null,
  id uuid not null unique,
  state text not null default 'running' check (state in ('running', 'closed')),
  -- The user who started the run; null if the schedule started it.
  started_by uuid references accounts,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- When an attempt last stopped before it was finished.
  failed_at timestamptz,
  primary key (portfolio_id, day),
  check ((state = 'closed') = (ended_at is not null))
);
create unique index closings_run_one_by_one on closings (portfolio_id) where state = 'running';

-- Open work of a running end of day. A process locks a row, does its work and deletes the row in
-- one transaction.
create table closing_chunks (
  portfolio_id uuid not null,
  day date not null,
  number integer not null check (number > 0),
  promise_ids uuid[] not null,
  primary key (portfolio_id, day, number),
  foreign key (portfolio_id, day) references closings
);

create table closing_promises (
  portfolio_id uuid not null,
  promise_id uuid not null,
  day date not null,
  state text not null check (state in ('kept', 'partly-kept', 'broken')),
  received_minor bigint not null check (received_minor >= 0),
  primary key (portfolio_id, promise_id),
  foreign key (portfolio_id, day) references closings,
  foreign key (portfolio_id, promise_id) references promises (portfolio_id, id)
);
create index closing_promises_by_day on closing_promises (portfolio_id, day);

-- Loans that end of day skipped; they need manual attention.
create table closing_exceptions (
  portfolio_id uuid not null,
  day date not null,
  loan_id uuid not null,
  reason text not null check (reason in ('unexpected')),
  primary key (portfolio_id, day, loan_id),
  foreign key (portfolio_id, day) references closings,
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id)
);

create table closing_sums (
  portfolio_id uuid not null,
  day date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  due_instalments integer not null check (due_instalments >= 0),
  due_minor bigint not null check (due_minor >= 0),
  due_open_minor bigint not null check (due_open_minor between 0 and due_minor),
  payments integer not null check (payments >= 0),
  received_minor bigint not null check (received_minor >= 0),
  primary key (portfolio_id, day, currency),
  foreign key (portfolio_id, day) references closings
);

create table closing_buckets (
  portfolio_id uuid not null,
  day date not null,
  currency text not null,
  bucket text not null,
  loans integer not null check (loans >= 0),
  outstanding_minor bigint not null check (outstanding_minor >= 0),
  primary key (portfolio_id, day, currency, bucket),
  foreign key (portfolio_id, day, currency) references closing_sums
);

create trigger closing_promises_append_only before update or delete or truncate on closing_promises
  for each statement execute function refuse_change();
create trigger closing_exceptions_append_only before update or delete or truncate on closing_exceptions
  for each statement execute function refuse_change();
create trigger closing_sums_append_only before update or delete or truncate on closing_sums
  for each statement execute function refuse_change();
create trigger closing_buckets_append_only before update or delete or truncate on closing_buckets
  for each statement execute function refuse_change();
revoke update, delete on closing_promises, closing_exceptions, closing_sums, closing_buckets
  from bursar_app;
revoke delete on closings from bursar_app;

-- Finds the instalments that are due on a day without reading the others. The many equal entries of
-- a day share one place in the index.
create index instalments_by_due on instalments (portfolio_id, due_on);

select pgboss.create_queue('close-days', '{"policy": "short", "retryLimit": 0}');
