-- Receipts of an invoice without a loan, and their reversals: docs/decisions/0059.
create table invoice_receipts (
  portfolio_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  -- In the invoice's currency.
  amount_minor bigint not null check (amount_minor > 0),
  value_date date not null,
  method text not null
    check (method in ('bank-transfer', 'direct-debit', 'card', 'cash', 'cheque', 'other')),
  reference text not null check (length(reference) <= 200),
  recorded_by uuid not null references accounts,
  recorded_at timestamptz not null,
  number bigint not null default nextval('event_numbers'),
  primary key (portfolio_id, id),
  foreign key (portfolio_id, invoice_id) references invoices (portfolio_id, id)
);
create index invoice_receipts_by_invoice on invoice_receipts (portfolio_id, invoice_id);
create trigger invoice_receipts_append_only before update or delete or truncate on invoice_receipts
  for each statement execute function refuse_change();
revoke update, delete on invoice_receipts from bursar_app;

create table invoice_receipt_reversals (
  portfolio_id uuid not null,
  id uuid not null,
  receipt_id uuid not null,
  reason text not null check (length(trim(reason)) between 1 and 500),
  reversed_by uuid not null references accounts,
  reversed_at timestamptz not null,
  primary key (portfolio_id, id),
  unique (portfolio_id, receipt_id),
  foreign key (portfolio_id, receipt_id) references invoice_receipts (portfolio_id, id)
);
create trigger invoice_receipt_reversals_append_only
  before update or delete or truncate on invoice_receipt_reversals
  for each statement execute function refuse_change();
revoke update, delete on invoice_receipt_reversals from bursar_app;
