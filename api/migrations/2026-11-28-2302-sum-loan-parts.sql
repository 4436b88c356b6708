-- Sums the loans that were listed before migration 2026-11-28-2301 made the trigger record changes.
-- A transaction that was open at that time has recorded none, so this waits for its end without
-- blocking anyone, as in 2026-11-28-0101. The migrator tries again after a lock that is not
-- available.
do $$
declare
  writing text[];
  give_up_at timestamptz := clock_timestamp() + interval '5 seconds';
begin
  select array_agg(virtualtransaction) into writing from pg_locks
  where relation = 'loan_list_rows'::regclass and mode = 'RowExclusiveLock'
    and database = (select oid from pg_database where datname = current_database())
    and pid <> pg_backend_pid();
  while exists (
    select from pg_locks
    where relation = 'loan_list_rows'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())
      and virtualtransaction = any(writing)
  ) loop
    if clock_timestamp() > give_up_at then
      raise exception 'loans are being written' using errcode = '55P03';
    end if;
    perform pg_sleep(0.02);
  end loop;
end $$;

-- All parts of the statement see one snapshot, so the changes that it removes are those of loans
-- that it sums.
with counted as (
  delete from loan_part_changes
)
insert into loan_part_sums
  (portfolio_id, kind, part, team_id, agent_id, currency, loans, amount_minor)
select listed.portfolio_id, part.kind, part.part, listed.team_id, listed.agent_id, listed.currency,
  count(*), sum(part.amount_minor)
from loan_list_rows listed
cross join lateral parts_of_loan(listed.status, listed.next_due_on, listed.disbursed_on,
  listed.import_id, listed.principal_minor, listed.outstanding_principal_minor, listed.purpose,
  listed.grade) part
group by 1, 2, 3, 4, 5, 6;
