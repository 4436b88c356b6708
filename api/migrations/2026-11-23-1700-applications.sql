-- Loan applications: what was requested and how it was decided. The loan is added at disbursement:
-- docs/decisions/0050.
alter table portfolios add column last_application_number bigint not null default 0
  check (last_application_number >= 0);

create table loan_applications (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  number bigint not null check (number > 0),
  borrower_id uuid not null,
  product_id uuid not null,
  product_version_id uuid not null,
  purpose text not null check (length(purpose) <= 200),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  principal_minor bigint not null check (principal_minor > 0),
  annual_rate_percent numeric(10, 6) not null check (annual_rate_percent between 0 and 1000),
  instalment_count smallint not null check (instalment_count between 1 and 600),
  disburse_on date not null,
  first_due_on date not null check (first_due_on >= disburse_on),
  status text not null check (status in ('submitted', 'approved', 'rejected', 'withdrawn', 'active')),
  -- The loan that was made from the application; null again after the disbursement is undone.
  loan_id uuid,
  submitted_by uuid not null references accounts,
  submitted_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (portfolio_id, id),
  unique (portfolio_id, number),
  unique (portfolio_id, loan_id),
  foreign key (portfolio_id, borrower_id) references borrowers (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  foreign key (portfolio_id, product_id, product_version_id)
    references product_versions (portfolio_id, product_id, id),
  check ((status = 'active') = (loan_id is not null))
);
create index loan_applications_by_status on loan_applications (portfolio_id, status, number desc);
create index loan_applications_by_borrower on loan_applications (portfolio_id, borrower_id);
create trigger loan_applications_follow_arrows before update of status on loan_applications
  for each row when (old.status is distinct from new.status) execute function refuse_stray_status();
create trigger loan_applications_never_removed before delete or truncate on loan_applications
  for each statement execute function refuse_change();
revoke delete on loan_applications from bursar_app;

-- Events of an application after its submission. A correction is another, opposite event.
create table application_events (
  portfolio_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  event text not null check (event in (
    'approve', 'reject', 'withdraw', 'undo-approval', 'disburse', 'undo-disbursement'
  )),
  reason text not null check (length(reason) <= 500),
  -- The loan of a disbursement or of its undo. The three columns below are set for disbursements
  -- only.
  loan_id uuid,
  day date,
  first_due_on date,
  fee_minor bigint check (fee_minor >= 0),
  made_by uuid not null references accounts,
  made_at timestamptz not null,
  number bigint not null default nextval('event_numbers'),
  primary key (portfolio_id, id),
  foreign key (portfolio_id, application_id) references loan_applications (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  check ((event in ('disburse', 'undo-disbursement')) = (loan_id is not null)),
  check ((event = 'disburse') = (num_nonnulls(day, first_due_on, fee_minor) = 3)),
  check (num_nonnulls(day, first_due_on, fee_minor) in (0, 3))
);
create index application_events_by_application on application_events (portfolio_id, application_id, number);
create trigger application_events_append_only before update or delete or truncate on application_events
  for each statement execute function refuse_change();
revoke update, delete on application_events from bursar_app;

-- A fee that is withheld at disbursement is income of the lender, but not of a team or agent.
insert into ledger_accounts (name, code, kind) values ('origination-fees', '4250', 'income');
insert into ledger_events (name, kind) values ('undo-disbursement', 'disbursement');
