-- Changes of which browsers are notified. They are stored for minutes, so that a browser whose
-- connection broke can read the changes that it missed: docs/decisions/0006-live-updates.md.

create table changes (
  number bigint generated always as identity primary key,
  -- All transactions with an id below the horizon had ended when the change was written.
  -- Notifications follow the order of commits, so a browser that received this change has received
  -- all changes of those transactions.
  horizon xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  transaction_id xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  -- No foreign keys: the audit event or the notifications of the same change have them, and these
  -- rows are deleted soon.
  portfolio_id uuid,
  event text not null,
  subject text not null,
  subject_id uuid not null,
  loan_id uuid,
  reach text not null check (reach in ('holders', 'accounts', 'everyone')),
  team_ids uuid[] not null default '{}',
  account_ids uuid[] not null default '{}'
);
create index changes_by_transaction on changes (transaction_id);
create index changes_by_age on changes (at);
