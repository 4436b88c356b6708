-- Orders the entries of a day as lists show them, so that a page need not read all entries of the
-- day.
create index if not exists ledger_transactions_by_value_date on ledger_transactions
  (portfolio_id, value_date, id);
drop index ledger_transactions_by_day;
alter index ledger_transactions_by_value_date rename to ledger_transactions_by_day;
