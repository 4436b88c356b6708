-- Notifications in the header of the web app, links that set a password, outgoing mails and missing
-- translations.

create table notices (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  account_id uuid not null references accounts,
  kind text not null check (kind in ('notification', 'message')),
  event text not null check (event in ('loans-assigned', 'assignment-message', 'import-booked')),
  sender_id uuid references accounts,
  message text not null default '',
  count integer,
  amount_minor bigint,
  currency text,
  subject text,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (portfolio_id, id)
);
create index notices_newest on notices (account_id, kind, created_at desc);
create index notices_unread on notices (account_id, kind) where read_at is null;

create table password_links (
  id uuid primary key,
  account_id uuid not null references accounts,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_links_by_account on password_links (account_id, created_at desc);

-- A mail is added in the transaction that causes it and is sent after the commit, so no mail is
-- about a change that was rolled back. Without an SMTP server, mails stay in this table.
create table outgoing_mails (
  id uuid primary key,
  to_address text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  sent_at timestamptz,
  last_failure text
);
create index outgoing_mails_waiting on outgoing_mails (next_attempt_at) where sent_at is null;

create table missing_translations (
  language text not null check (length(language) <= 20),
  namespace text not null check (length(namespace) <= 60),
  key text not null check (length(key) <= 200),
  times integer not null default 1,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (language, namespace, key)
);
