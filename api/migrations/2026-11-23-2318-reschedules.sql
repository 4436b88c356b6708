-- Reschedules of the rest of a loan, and their undos: docs/decisions/0048.
insert into loan_arrows (from_status, event, to_status) values
  ('active', 'reschedule', 'active'), ('active', 'undo-reschedule', 'active');

create table loan_reschedules (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  event text not null check (event in ('reschedule-loan', 'undo-reschedule')),
  undoes_id uuid,
  -- The schedule version that the reschedule or its undo made.
  version smallint not null check (version > 1),
  value_date date not null,
  -- The new rate; for an undo, the rate that the loan has again.
  annual_rate_percent numeric(10, 6) not null check (annual_rate_percent between 0 and 1000),
  former_rate_percent numeric(10, 6) not null check (former_rate_percent between 0 and 1000),
  instalment_count smallint check (instalment_count between 1 and 600),
  first_due_on date,
  principal_minor bigint not null check (principal_minor >= 0),
  reason text not null check (length(trim(reason)) between 1 and 500),
  made_by uuid not null references accounts,
  made_at timestamptz not null,
  number bigint not null default nextval('event_numbers'),
  primary key (portfolio_id, id),
  unique (portfolio_id, loan_id, version),
  unique (portfolio_id, undoes_id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  foreign key (portfolio_id, undoes_id) references loan_reschedules (portfolio_id, id),
  check ((event = 'undo-reschedule') = (undoes_id is not null)),
  check ((event = 'reschedule-loan') = (instalment_count is not null and first_due_on is not null)),
  check (first_due_on > value_date)
);
create index loan_reschedules_by_day on loan_reschedules (portfolio_id, value_date);
create trigger loan_reschedules_append_only before update or delete or truncate on loan_reschedules
  for each statement execute function refuse_change();
revoke update, delete on loan_reschedules from bursar_app;

-- Reschedules that were not undone.
create view standing_reschedules as
select made.portfolio_id, made.id, made.loan_id, made.version, made.value_date,
  made.former_rate_percent, made.number
from loan_reschedules made
where made.event = 'reschedule-loan' and not exists (
  select from loan_reschedules undo
  where undo.portfolio_id = made.portfolio_id and undo.undoes_id = made.id
);
