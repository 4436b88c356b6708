-- Codes and kinds of ledger accounts, and kinds of ledger events: docs/decisions/0046.
alter table ledger_accounts
  add column code text unique check (code ~ '^[1-5][0-9]{3}$'),
  add column kind text check (kind in ('asset', 'liability', 'equity', 'income', 'expense')),
  add column normal_side text generated always as (
    case when kind in ('asset', 'expense') then 'debit' else 'credit' end) stored,
  add constraint ledger_accounts_name_check check (name ~ '^[a-z]+(-[a-z]+)*$' and length(name) <= 60);
alter table ledger_events
  add column kind text check (kind in ('disbursement', 'opening', 'payment', 'charge', 'loss')),
  add constraint ledger_events_name_check check (name ~ '^[a-z]+(-[a-z]+)*$' and length(name) <= 60);

alter table ledger_accounts disable trigger ledger_accounts_append_only;
update ledger_accounts account set code = told.code, kind = told.kind
from (values
  ('cash', '1000', 'asset'),
  ('loans-receivable', '1100', 'asset'),
  ('borrower-credit', '2100', 'liability'),
  ('opening-balances', '3000', 'equity'),
  ('interest-income', '4100', 'income'),
  ('fee-income', '4200', 'income'),
  ('penalty-income', '4300', 'income'),
  ('recoveries', '4400', 'income'),
  ('write-off-expense', '5100', 'expense')
) told (name, code, kind)
where account.name = told.name;
alter table ledger_accounts enable trigger ledger_accounts_append_only;

alter table ledger_events disable trigger ledger_events_append_only;
update ledger_events event set kind = told.kind
from (values
  ('disburse-loan', 'disbursement'),
  ('board-loan', 'opening'), ('undo-import', 'opening'),
  ('post-payment', 'payment'), ('reverse-payment', 'payment'), ('reallocate-payment', 'payment'),
  ('recover-loan', 'payment'),
  ('write-off-loan', 'loss'), ('undo-write-off', 'loss')
) told (name, kind)
where event.name = told.name;
alter table ledger_events enable trigger ledger_events_append_only;

alter table ledger_accounts alter column code set not null, alter column kind set not null;
alter table ledger_events alter column kind set not null;
