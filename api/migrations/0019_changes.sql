-- Word of what changed, for the browsers that show it: kept for minutes, so that one whose
-- connection broke hears what it missed. docs/decisions/0006-live-updates.md

create table changes (
  number bigint generated always as identity primary key,
  -- Every transaction before it had ended when the change was written: as word travels in the
  -- order of commits, who has heard of this change has heard of all of theirs.
  horizon xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  transaction_id xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  -- No foreign keys: the audit row or the notices beside it have them, and this is gone soon.
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
