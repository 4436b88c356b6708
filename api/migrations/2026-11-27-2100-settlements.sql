-- Promises in full settlement: once every line is fulfilled, end of day writes off the rest of the
-- loan.
create table settlements (
  portfolio_id uuid not null,
  -- The id of the promise.
  id uuid not null,
  loan_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- The payoff on the day of the agreement.
  payoff_minor bigint not null,
  agreed_on date not null,
  agreed_by text not null
    check (agreed_by in ('call', 'sms', 'email', 'whatsapp', 'visit', 'letter')),
  reason text not null check (length(trim(reason)) between 1 and 500),
  approved_by uuid not null references accounts,
  approved_at timestamptz not null,
  -- The day on which the settlement was completed after every line was fulfilled; null before.
  completed_on date,
  -- Null if nothing could be written off, because the loan was paid in full or written off before.
  write_off_id uuid,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  foreign key (portfolio_id, id) references promises (portfolio_id, id),
  foreign key (portfolio_id, write_off_id) references loan_write_offs (portfolio_id, id),
  check (amount_minor < payoff_minor),
  check (write_off_id is null or completed_on is not null)
);
create index settlements_by_loan on settlements (portfolio_id, loan_id);
create index settlements_open on settlements (portfolio_id) where completed_on is null;
revoke delete on settlements from bursar_app;
