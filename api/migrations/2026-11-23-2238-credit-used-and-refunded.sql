-- The credit of a borrower pays what the loan owes or is refunded: docs/decisions/0052.
alter table payments
  drop constraint payments_method_check,
  add constraint payments_method_check check (method in
    ('bank-transfer', 'card', 'cash', 'cheque', 'credit', 'direct-debit', 'other'));
create index payments_of_credit on payments (portfolio_id, value_date)
  where beyond_due = 'credit' or method = 'credit';

create table credit_refunds (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  event text not null check (event in ('refund-credit', 'undo-refund')),
  undoes_id uuid,
  amount_minor bigint not null check (amount_minor > 0),
  method text not null check (method in
    ('bank-transfer', 'card', 'cash', 'cheque', 'direct-debit', 'other')),
  value_date date not null,
  reason text not null check (length(trim(reason)) between 1 and 500),
  made_by uuid not null references accounts,
  made_at timestamptz not null,
  number bigint not null default nextval('event_numbers'),
  primary key (portfolio_id, id),
  unique (portfolio_id, undoes_id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  foreign key (portfolio_id, undoes_id) references credit_refunds (portfolio_id, id),
  check ((event = 'undo-refund') = (undoes_id is not null))
);
create index credit_refunds_by_loan on credit_refunds (portfolio_id, loan_id, number);
create trigger credit_refunds_append_only before update or delete or truncate on credit_refunds
  for each statement execute function refuse_change();
revoke update, delete on credit_refunds from bursar_app;

alter table ledger_events
  drop constraint ledger_events_kind_check,
  add constraint ledger_events_kind_check check (kind in
    ('disbursement', 'opening', 'payment', 'charge', 'loss', 'refund'));
insert into ledger_events (name, kind) values ('refund-credit', 'refund'), ('undo-refund', 'refund');
