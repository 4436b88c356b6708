-- If the payment behind refunded credit is reversed, the borrower owes the refund again:
-- docs/decisions/0052. Each claim is a row of the schedule, due on the day of the claim, with
-- principal that bears no interest.
create table refund_claims (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  instalment_number smallint not null check (instalment_number > 0),
  amount_minor bigint not null check (amount_minor > 0),
  value_date date not null,
  -- The reversal or other event that removed the refunded credit.
  source_id uuid not null,
  -- The schedule version to which the row was added.
  schedule_version smallint not null check (schedule_version > 0),
  -- Null if end of day made the claim.
  made_by uuid references accounts,
  made_at timestamptz not null,
  number bigint not null default nextval('event_numbers'),
  primary key (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id)
);
create index refund_claims_by_loan on refund_claims (portfolio_id, loan_id, instalment_number);
create trigger refund_claims_append_only before update or delete or truncate on refund_claims
  for each statement execute function refuse_change();
revoke update, delete on refund_claims from bursar_app;

insert into ledger_events (name, kind) values ('claim-refund', 'refund');

alter table ledger_transactions drop constraint ledger_transactions_by_close,
  add constraint ledger_transactions_by_close
    check (posted_by is not null or event in ('add-charge', 'reallocate-payment', 'claim-refund'));
