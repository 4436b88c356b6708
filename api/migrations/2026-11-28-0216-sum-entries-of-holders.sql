-- Sums the entries that were booked before migration 2026-11-28-0215 made the trigger record
-- changes for holders. A transaction that was open at that time has recorded none, so this waits
-- for its end without blocking anyone, as in 2026-11-28-0101. The migrator tries again after a lock
-- that is not available.
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

-- All parts of the statement see one snapshot, so the changes and moves that it removes are in what
-- it sums.
with counted as (
  delete from held_ledger_day_changes
), moved as (
  delete from loan_moves
)
insert into held_ledger_days
  (portfolio_id, holder_id, day, account, currency, debit_minor, credit_minor, lines)
select line.portfolio_id, holder.id, entry.value_date, line.account, line.currency,
  sum(line.debit_minor), sum(line.credit_minor), count(*)
from ledger_lines line
join ledger_transactions entry
  on entry.portfolio_id = line.portfolio_id and entry.id = line.transaction_id
join loan_state state
  on state.portfolio_id = entry.portfolio_id and state.loan_id = entry.loan_id
cross join lateral (values (state.team_id), (state.agent_id)) holder (id)
where holder.id is not null
group by 1, 2, 3, 4, 5;

-- Marks all held loans, so that their schedules are stored with the holders. The marks are of
-- moves, so the sums of portfolios are valid in the meantime.
insert into due_marks (portfolio_id, loan_id, is_move)
select portfolio_id, loan_id, true from loan_state where team_id is not null;
