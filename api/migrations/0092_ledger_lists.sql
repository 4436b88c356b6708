-- Accounts and events of the ledger as rows instead of lists in a check: docs/decisions/0004.
create table ledger_accounts (
  name text primary key
);
insert into ledger_accounts (name) values
  ('cash'), ('loans-receivable'), ('opening-balances'), ('interest-income'), ('fee-income'),
  ('penalty-income'), ('write-off-expense'), ('recoveries'), ('borrower-credit');

create table ledger_events (
  name text primary key
);
insert into ledger_events (name) values
  ('disburse-loan'), ('board-loan'), ('write-off-loan'), ('post-payment'), ('undo-import'),
  ('reverse-payment'), ('reallocate-payment');

-- Accounts and events never change, so the check of a line when it is inserted stays valid.
create trigger ledger_accounts_append_only before update or delete or truncate on ledger_accounts
  for each statement execute function refuse_change();
create trigger ledger_events_append_only before update or delete or truncate on ledger_events
  for each statement execute function refuse_change();
revoke insert, update, delete on ledger_accounts, ledger_events from bursar_app;

create or replace function ledger_lines_must_balance() returns trigger
language plpgsql as $$
declare
  broken uuid;
  unknown text;
begin
  select account into unknown from inserted
  where not exists (select from ledger_accounts known where known.name = inserted.account)
  limit 1;
  if unknown is not null then
    raise exception 'the ledger has no account %', unknown using errcode = '23503';
  end if;
  select transaction_id into broken
  from inserted
  group by portfolio_id, transaction_id, currency
  having sum(debit_minor) <> sum(credit_minor) or count(*) < 2
  limit 1;
  if broken is not null then
    raise exception 'ledger transaction % does not balance', broken using errcode = '23514';
  end if;
  return null;
end $$;

create function ledger_transactions_must_name_events() returns trigger
language plpgsql as $$
declare unknown text;
begin
  select event into unknown from inserted
  where not exists (select from ledger_events known where known.name = inserted.event)
  limit 1;
  if unknown is not null then
    raise exception 'the ledger has no event %', unknown using errcode = '23503';
  end if;
  return null;
end $$;
create trigger ledger_transactions_name_events after insert on ledger_transactions
  referencing new table as inserted
  for each statement execute function ledger_transactions_must_name_events();

alter table ledger_lines drop constraint ledger_lines_account_check;
alter table ledger_transactions drop constraint ledger_transactions_event_check;
