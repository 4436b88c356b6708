-- Tables for users, borrowers, loans, payments and the ledger. Each table of a portfolio has
-- portfolio_id as the first column of its keys, so that one condition limits rows to the portfolio
-- and the tables can be partitioned by it.

create table portfolios (
  id uuid primary key,
  name text not null check (length(trim(name)) between 1 and 120),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null,
  -- The last loan number that was given out; number 123 is shown as L-000123. A transaction takes
  -- all numbers that it needs at once, under a lock on this row.
  last_loan_number bigint not null default 0 check (last_loan_number >= 0),
  created_at timestamptz not null default now()
);

create table teams (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  name text not null check (length(trim(name)) between 1 and 120),
  created_at timestamptz not null default now(),
  primary key (portfolio_id, id)
);
create unique index teams_name_once on teams (portfolio_id, lower(name));

create table accounts (
  id uuid primary key,
  portfolio_id uuid references portfolios,
  team_id uuid,
  role text not null check (role in ('admin', 'user', 'team', 'agent')),
  email text not null check (length(email) <= 254 and position('@' in email) > 1),
  name text not null check (length(trim(name)) between 1 and 120),
  password_hash text,
  status text not null default 'active' check (status in ('invited', 'active', 'suspended')),
  created_at timestamptz not null default now(),
  check ((role = 'admin') = (portfolio_id is null)),
  check (role <> 'team' or team_id is not null),
  check (team_id is null or role in ('team', 'agent')),
  foreign key (portfolio_id, team_id) references teams (portfolio_id, id)
);
create unique index accounts_email_once on accounts (lower(email));
create unique index accounts_in_portfolio on accounts (portfolio_id, id);
create index accounts_by_team on accounts (portfolio_id, team_id, role);

create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts,
  token_hash bytea not null unique check (length(token_hash) = 32),
  binding_hash bytea not null check (length(binding_hash) = 32),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  user_agent text not null default '',
  address text not null default ''
);
create index sessions_open_by_binding on sessions (binding_hash) where ended_at is null;
create index sessions_open_by_account on sessions (account_id) where ended_at is null;

create table borrowers (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  external_id text,
  name text,
  phone text,
  email text,
  employment_title text,
  employment_years smallint,
  region text,
  home_ownership text,
  annual_income_minor bigint check (annual_income_minor >= 0),
  income_verification text,
  debt_to_income_percent numeric(9, 2),
  created_at timestamptz not null default now(),
  primary key (portfolio_id, id)
);
create unique index borrowers_external_id_once on borrowers (portfolio_id, external_id)
  where external_id is not null;

create table products (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  name text not null,
  allocation_order text not null default 'penalties_fees_interest_principal' check (allocation_order in (
    'penalties_fees_interest_principal', 'interest_principal_penalties_fees', 'principal_first'
  )),
  created_at timestamptz not null default now(),
  primary key (portfolio_id, id)
);
create unique index products_name_once on products (portfolio_id, lower(name));

create table imports (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  file_name text not null,
  file_bytes bigint not null default 0,
  file_sha256 bytea,
  state text not null check (
    state in ('checking', 'checked', 'booking', 'booked', 'undone', 'cancelled', 'failed')
  ),
  rows_read integer not null default 0,
  rows_booked integer not null default 0,
  -- The result of the dry run; its amounts are integers of minor units. The contract of imports
  -- describes it.
  summary jsonb,
  failure jsonb,
  cancel_requested boolean not null default false,
  created_by uuid not null references accounts,
  created_at timestamptz not null,
  booked_by uuid references accounts,
  booked_at timestamptz,
  undone_by uuid references accounts,
  undone_at timestamptz,
  primary key (portfolio_id, id)
);
create index imports_newest on imports (portfolio_id, created_at desc);

-- Rows of a tape between the dry run and the booking. They are deleted once the import is booked or
-- cancelled.
create table import_rows (
  portfolio_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  -- Also filled for rows with errors, whose loan is null, so that an id that occurs twice is found
  -- in all rows.
  external_id text,
  loan jsonb,
  primary key (portfolio_id, import_id, row_number),
  foreign key (portfolio_id, import_id) references imports (portfolio_id, id)
);

create table import_findings (
  portfolio_id uuid not null,
  import_id uuid not null,
  number integer not null,
  row_number integer,
  column_name text,
  severity text not null check (severity in ('error', 'warning')),
  code text not null,
  value text,
  details jsonb not null default '{}',
  primary key (portfolio_id, import_id, number),
  foreign key (portfolio_id, import_id) references imports (portfolio_id, id)
);

create table loans (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  reference_number bigint not null check (reference_number > 0),
  borrower_id uuid not null,
  product_id uuid not null,
  purpose text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  principal_minor bigint not null check (principal_minor > 0),
  annual_rate_percent numeric(10, 6) not null check (annual_rate_percent between 0 and 1000),
  instalment_count smallint not null check (instalment_count between 1 and 600),
  frequency_unit text not null check (frequency_unit in ('days', 'weeks', 'months')),
  frequency_every smallint not null check (frequency_every > 0),
  schedule_method text not null,
  day_count text not null,
  instalment_rounding text not null,
  instalment_minor bigint not null check (instalment_minor > 0),
  disbursed_on date not null,
  first_due_on date not null check (first_due_on >= disbursed_on),
  external_id text,
  grade text,
  sub_grade text,
  application_type text,
  disbursement_method text,
  import_id uuid,
  created_at timestamptz not null,
  -- When the import that brought the loan was undone. The row stays, because ledger transactions
  -- refer to it.
  withdrawn_at timestamptz,
  primary key (portfolio_id, id),
  unique (portfolio_id, reference_number),
  foreign key (portfolio_id, borrower_id) references borrowers (portfolio_id, id),
  foreign key (portfolio_id, product_id) references products (portfolio_id, id),
  foreign key (portfolio_id, import_id) references imports (portfolio_id, id)
);
create unique index loans_external_id_once on loans (portfolio_id, external_id)
  where external_id is not null and withdrawn_at is null;
create index loans_by_borrower on loans (portfolio_id, borrower_id);
create index loans_by_import on loans (portfolio_id, import_id) where import_id is not null;

-- The columns of a loan that change during servicing. The table is narrow, so that an update does
-- not rewrite the wide row of loans. Days past due and the bucket follow from oldest_unpaid_due_on
-- and the day, so they are not stored.
create table loan_state (
  portfolio_id uuid not null,
  loan_id uuid not null,
  status text not null check (
    status in ('submitted', 'approved', 'rejected', 'withdrawn', 'active', 'closed', 'written_off')
  ),
  team_id uuid,
  agent_id uuid,
  outstanding_principal_minor bigint not null check (outstanding_principal_minor >= 0),
  principal_paid_minor bigint not null default 0 check (principal_paid_minor >= 0),
  interest_paid_minor bigint not null default 0 check (interest_paid_minor >= 0),
  fees_paid_minor bigint not null default 0 check (fees_paid_minor >= 0),
  penalties_paid_minor bigint not null default 0 check (penalties_paid_minor >= 0),
  written_off_principal_minor bigint not null default 0 check (written_off_principal_minor >= 0),
  oldest_unpaid_due_on date,
  oldest_unpaid_minor bigint not null default 0 check (oldest_unpaid_minor >= 0),
  last_payment_on date,
  version integer not null default 1,
  primary key (portfolio_id, loan_id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  foreign key (portfolio_id, team_id) references teams (portfolio_id, id),
  foreign key (portfolio_id, agent_id) references accounts (portfolio_id, id),
  check (agent_id is null or team_id is not null),
  check (status <> 'active' or oldest_unpaid_due_on is not null)
) with (fillfactor = 70);
create index loan_state_by_holder on loan_state (portfolio_id, team_id, agent_id, status);
create index loan_state_by_agent on loan_state (portfolio_id, agent_id) where agent_id is not null;
create index loan_state_by_due on loan_state (portfolio_id, oldest_unpaid_due_on);

create table instalments (
  portfolio_id uuid not null,
  loan_id uuid not null,
  number smallint not null check (number > 0),
  due_on date not null,
  principal_minor bigint not null check (principal_minor >= 0),
  interest_minor bigint not null check (interest_minor >= 0),
  fees_minor bigint not null default 0 check (fees_minor >= 0),
  penalties_minor bigint not null default 0 check (penalties_minor >= 0),
  principal_paid_minor bigint not null default 0,
  interest_paid_minor bigint not null default 0,
  fees_paid_minor bigint not null default 0,
  penalties_paid_minor bigint not null default 0,
  primary key (portfolio_id, loan_id, number),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  check (principal_paid_minor between 0 and principal_minor),
  check (interest_paid_minor between 0 and interest_minor),
  check (fees_paid_minor between 0 and fees_minor),
  check (penalties_paid_minor between 0 and penalties_minor)
) with (fillfactor = 80);

create table assignment_batches (
  portfolio_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('assign', 'take-back', 'undo')),
  to_team_id uuid,
  to_agent_id uuid,
  reason text not null default '',
  loan_count integer not null check (loan_count >= 0),
  outstanding_minor bigint not null check (outstanding_minor >= 0),
  undoes_batch_id uuid,
  made_by uuid not null references accounts,
  made_at timestamptz not null,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, undoes_batch_id) references assignment_batches (portfolio_id, id),
  unique (portfolio_id, undoes_batch_id)
);

create table assignments (
  portfolio_id uuid not null,
  batch_id uuid not null,
  loan_id uuid not null,
  from_team_id uuid,
  from_agent_id uuid,
  to_team_id uuid,
  to_agent_id uuid,
  made_at timestamptz not null,
  primary key (portfolio_id, batch_id, loan_id),
  foreign key (portfolio_id, batch_id) references assignment_batches (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id)
);
create index assignments_by_loan on assignments (portfolio_id, loan_id, made_at);

create table payments (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  principal_minor bigint not null check (principal_minor >= 0),
  interest_minor bigint not null check (interest_minor >= 0),
  fees_minor bigint not null check (fees_minor >= 0),
  penalties_minor bigint not null check (penalties_minor >= 0),
  value_date date not null,
  method text not null check (method in ('bank-transfer', 'card', 'cash', 'cheque', 'direct-debit', 'other')),
  note text not null default '',
  -- The holders of the loan when the payment was posted, so that reassigning the loan later does
  -- not move income of the past.
  team_id uuid,
  agent_id uuid,
  posted_by uuid not null references accounts,
  posted_at timestamptz not null,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  check (amount_minor = principal_minor + interest_minor + fees_minor + penalties_minor)
);
create index payments_by_loan on payments (portfolio_id, loan_id, posted_at);
create index payments_by_day on payments (portfolio_id, value_date, team_id, agent_id);

create table payment_portions (
  portfolio_id uuid not null,
  payment_id uuid not null,
  instalment_number smallint not null,
  principal_minor bigint not null check (principal_minor >= 0),
  interest_minor bigint not null check (interest_minor >= 0),
  fees_minor bigint not null check (fees_minor >= 0),
  penalties_minor bigint not null check (penalties_minor >= 0),
  primary key (portfolio_id, payment_id, instalment_number),
  foreign key (portfolio_id, payment_id) references payments (portfolio_id, id)
);

create table ledger_transactions (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  event text not null check (event in (
    'disburse-loan', 'board-loan', 'write-off-loan', 'post-payment', 'undo-import'
  )),
  -- The payment or import for which the transaction was posted.
  source_id uuid not null,
  value_date date not null,
  posted_by uuid not null references accounts,
  posted_at timestamptz not null,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id)
);
create index ledger_transactions_by_loan on ledger_transactions (portfolio_id, loan_id, posted_at);
create index ledger_transactions_by_day on ledger_transactions (portfolio_id, value_date);

create table ledger_lines (
  portfolio_id uuid not null,
  transaction_id uuid not null,
  number smallint not null check (number > 0),
  account text not null check (account in (
    'cash', 'loans-receivable', 'opening-balances', 'interest-income', 'fee-income',
    'penalty-income', 'write-off-expense', 'recoveries', 'borrower-credit'
  )),
  currency text not null,
  debit_minor bigint not null default 0 check (debit_minor >= 0),
  credit_minor bigint not null default 0 check (credit_minor >= 0),
  primary key (portfolio_id, transaction_id, number),
  foreign key (portfolio_id, transaction_id) references ledger_transactions (portfolio_id, id),
  check ((debit_minor = 0) <> (credit_minor = 0))
);

-- Income received by day and holder, updated in the transaction of each payment.
create table income_days (
  portfolio_id uuid not null references portfolios,
  day date not null,
  team_id uuid,
  agent_id uuid,
  interest_minor bigint not null default 0,
  fees_minor bigint not null default 0,
  penalties_minor bigint not null default 0,
  payments integer not null default 0,
  unique nulls not distinct (portfolio_id, day, team_id, agent_id)
) with (fillfactor = 70);

create table audit_events (
  id uuid primary key,
  portfolio_id uuid references portfolios,
  actor_id uuid references accounts,
  event text not null,
  subject text not null,
  subject_id uuid not null,
  before jsonb,
  after jsonb,
  request_id text,
  at timestamptz not null
);
create index audit_events_by_subject on audit_events (subject_id, at);
create index audit_events_newest on audit_events (portfolio_id, at desc);

-- All lines of a transaction are inserted by one statement, so this trigger checks them once per
-- statement, also for a COPY of many thousands of lines.
create function ledger_lines_must_balance() returns trigger language plpgsql as $$
declare broken uuid;
begin
  select transaction_id into broken
  from inserted
  group by portfolio_id, transaction_id, currency
  having sum(debit_minor) <> sum(credit_minor) or count(*) < 2
  limit 1;
  if broken is not null then
    raise exception 'ledger transaction % does not balance', broken using errcode = '23514';
  end if;
  return null;
end $$;
create trigger ledger_lines_balance after insert on ledger_lines
  referencing new table as inserted
  for each statement execute function ledger_lines_must_balance();

-- Lines that are added later must balance in themselves, so they cannot unbalance the transaction.
-- A transaction without lines would be a money event that is missing from the ledger.
create function ledger_transaction_must_have_lines() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_lines
    where portfolio_id = new.portfolio_id and transaction_id = new.id
  ) then
    raise exception 'ledger transaction % has no lines', new.id using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger ledger_transactions_have_lines after insert on ledger_transactions
  deferrable initially deferred
  for each row execute function ledger_transaction_must_have_lines();

-- Money events and audit rows are only ever added. Corrections are new, opposite events.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or removed', tg_table_name using errcode = '42501';
end $$;
create trigger payments_append_only before update or delete or truncate on payments
  for each statement execute function refuse_change();
create trigger payment_portions_append_only before update or delete or truncate on payment_portions
  for each statement execute function refuse_change();
create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_change();
create trigger ledger_lines_append_only before update or delete or truncate on ledger_lines
  for each statement execute function refuse_change();
create trigger audit_events_append_only before update or delete or truncate on audit_events
  for each statement execute function refuse_change();
create trigger assignments_append_only before update or delete or truncate on assignments
  for each statement execute function refuse_change();

-- The application connects as the role bursar_app, which the migration runner creates. The role may
-- change data, but not update or delete rows of append-only tables. The triggers above refuse such
-- changes to every role.
grant usage on schema public to bursar_app;
grant select, insert, update, delete on all tables in schema public to bursar_app;
alter default privileges in schema public
  grant select, insert, update, delete on tables to bursar_app;
revoke insert, update, delete on schema_migrations from bursar_app;
revoke update, delete on payments, payment_portions, ledger_transactions, ledger_lines,
  audit_events, assignments from bursar_app;
