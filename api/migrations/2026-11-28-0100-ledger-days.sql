-- Sums of the ledger by day and account, so that a trial balance need not read every line:
-- docs/decisions/0095-finance-by-day.md.
create table ledger_days (
  portfolio_id uuid not null references portfolios,
  day date not null,
  account text not null,
  currency text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  lines bigint not null,
  primary key (portfolio_id, day, account, currency)
) with (fillfactor = 70);

-- Amounts of entries that are not yet in the sums of ledger_days. Each statement adds separate
-- rows, so that payments of one day never wait for each other.
create table ledger_day_changes (
  id bigint generated always as identity primary key,
  portfolio_id uuid not null,
  day date not null,
  account text not null,
  currency text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  lines bigint not null
);

-- PostgreSQL plans the function once per connection, maybe while the ledger is empty, and uses the
-- plan for a large tape after that, so the plan must find entries by their key.
create or replace function ledger_lines_must_balance() returns trigger language plpgsql
  set enable_seqscan to off
as $$
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
  insert into ledger_day_changes
    (portfolio_id, day, account, currency, debit_minor, credit_minor, lines)
  select line.portfolio_id, entry.value_date, line.account, line.currency, sum(line.debit_minor),
    sum(line.credit_minor), count(*)
  from inserted line
  cross join lateral (
    select booked.value_date from ledger_transactions booked
    where booked.portfolio_id = line.portfolio_id and booked.id = line.transaction_id
    offset 0
  ) entry
  group by 1, 2, 3, 4;
  return null;
end $$;
