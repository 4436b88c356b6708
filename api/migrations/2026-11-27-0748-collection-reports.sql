-- The files of a waiting mail. They are deleted once the mail is sent.
create table outbox_attachments (
  mail_id uuid not null references outbox on delete cascade,
  position smallint not null check (position >= 1),
  name text not null check (length(name) between 1 and 200),
  content_type text not null,
  content bytea not null,
  primary key (mail_id, position)
);

-- Accounts that receive the collection report of a portfolio by mail.
create table collection_report_recipients (
  portfolio_id uuid not null references portfolios,
  account_id uuid not null references accounts,
  set_by uuid not null references accounts,
  set_at timestamptz not null,
  primary key (portfolio_id, account_id)
);

-- One row for each report that was mailed, so that it is mailed once.
create table collection_reports (
  portfolio_id uuid not null references portfolios,
  period text not null check (period in ('week', 'month')),
  -- The day of the mail, which is the day after the period.
  due_on date not null,
  recipients int not null,
  made_at timestamptz not null,
  primary key (portfolio_id, period, due_on)
);
