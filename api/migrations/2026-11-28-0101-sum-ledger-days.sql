-- Sums the entries that were booked before migration 2026-11-28-0100 made the trigger record
-- changes. A transaction that was open at that time has recorded none, so this waits for its end
-- without blocking anyone. After 5 seconds it fails as if a lock were not available, and the
-- migrator tries again.
do $$
declare
  writing text[];
  give_up_at timestamptz := clock_timestamp() + interval '5 seconds';
begin
  select array_agg(virtualtransaction) into writing from pg_locks
  where relation = 'ledger_lines'::regclass and mode = 'RowExclusiveLock'
    and database = (select oid from pg_database where datname = current_database())
    and pid <> pg_backend_pid();
  while exists (
    select from pg_locks
    where relation = 'ledger_lines'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())
      and virtualtransaction = any(writing)
  ) loop
    if clock_timestamp() > give_up_at then
      raise exception 'the ledger is being written' using errcode = '55P03';
    end if;
    perform pg_sleep(0.02);
  end loop;
end $$;

-- All parts of the statement see one snapshot, so the changes that it removes are those of lines
-- that it sums.
with counted as (
  delete from ledger_day_changes
)
insert into ledger_days (portfolio_id, day, account, currency, debit_minor, credit_minor, lines)
select line.portfolio_id, entry.value_date, line.account, line.currency, sum(line.debit_minor),
  sum(line.credit_minor), count(*)
from ledger_lines line
join ledger_transactions entry
  on entry.portfolio_id = line.portfolio_id and entry.id = line.transaction_id
group by 1, 2, 3, 4;
