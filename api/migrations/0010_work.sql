-- Daily work on loans: contacts, promises and next actions.

-- Number of days after the promised day on which a payment still fulfils a promise. Each promise
-- copies the number when it is made, so that a change does not affect older promises.
alter table portfolios
  add column promise_grace_days smallint not null default 0 check (promise_grace_days between 0 and 30);

create table contacts (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  channel text not null check (
    channel in ('call', 'sms', 'email', 'whatsapp', 'visit', 'letter')
  ),
  outcome text not null check (outcome in (
    'answered', 'no-response', 'promised', 'disputed', 'paid', 'refused', 'unreachable'
  )),
  note text not null default '' check (length(note) <= 2000),
  contacted_at timestamptz not null,
  logged_by uuid not null references accounts,
  logged_at timestamptz not null,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  check (contacted_at <= logged_at)
);
create index contacts_by_loan on contacts (portfolio_id, loan_id, contacted_at desc);
create index contacts_by_day on contacts (portfolio_id, contacted_at, logged_by);
create trigger contacts_append_only before update or delete or truncate on contacts
  for each statement execute function refuse_change();
revoke update, delete on contacts from bursar_app;

create table promises (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  contact_id uuid,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor > 0),
  promised_on date not null,
  grace_days smallint not null check (grace_days >= 0),
  made_on date not null,
  made_by uuid not null references accounts,
  made_at timestamptz not null,
  -- The moment and the day on which a newer promise replaced this one.
  replaced_at timestamptz,
  replaced_on date,
  -- The result that promiseOutcome of loan-maths calculates from the payments, stored so that lists
  -- can filter by it.
  state text not null default 'waiting' check (
    state in ('waiting', 'kept', 'partly-kept', 'broken', 'replaced')
  ),
  received_minor bigint not null default 0 check (received_minor >= 0),
  -- When the loan's agent was notified that the promised day has come.
  due_told_at timestamptz,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  foreign key (portfolio_id, contact_id) references contacts (portfolio_id, id),
  check (promised_on >= made_on),
  check ((replaced_at is null) = (replaced_on is null)),
  check (state <> 'waiting' or replaced_at is null)
) with (fillfactor = 80);
create unique index promises_newest on promises (portfolio_id, loan_id) where replaced_at is null;
create index promises_by_loan on promises (portfolio_id, loan_id, made_at desc);
create index promises_waiting on promises (portfolio_id, promised_on) where state = 'waiting';
create index promises_by_day on promises (portfolio_id, promised_on);

-- More columns of a loan for the work queue; only loans that were worked have a row.
create table loan_work (
  portfolio_id uuid not null,
  loan_id uuid not null,
  last_contact_at timestamptz,
  last_contact_on date,
  next_action text check (length(trim(next_action)) between 1 and 200),
  next_action_on date,
  remind_at timestamptz,
  next_action_by uuid references accounts,
  snoozed_until date,
  primary key (portfolio_id, loan_id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  check ((next_action is null) = (next_action_on is null)),
  check ((next_action is null) = (next_action_by is null)),
  check (remind_at is null or next_action is not null)
) with (fillfactor = 70);
create index loan_work_reminders on loan_work (remind_at) where remind_at is not null;
