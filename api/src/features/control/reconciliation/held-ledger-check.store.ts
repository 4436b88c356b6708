import { movedLedgerDays } from '../../servicing/ledger/moved-ledger-days.store.ts';
import type { ReconciliationCheck } from './reconciliation-check.store.ts';

export const heldLedgerCheck: ReconciliationCheck = {
  id: 'held-ledger-days',
  holds: 'the sums of the ledger of each team and agent equal the lines of the loans it holds',
  differences: (sql) => sql`
    select 'holder ' || holder_id || ', ' || day || ', ' || account || ' in ' || currency as subject,
      concat_ws(' / ', sum(debit_minor) filter (where is_line),
        sum(credit_minor) filter (where is_line), sum(lines) filter (where is_line)) as expected,
      concat_ws(' / ', sum(debit_minor) filter (where not is_line),
        sum(credit_minor) filter (where not is_line), sum(lines) filter (where not is_line)) as found
    from (
      select true as is_line, entry.portfolio_id, holder.id as holder_id, entry.value_date as day,
        line.account, line.currency, sum(line.debit_minor) as debit_minor,
        sum(line.credit_minor) as credit_minor, count(*) as lines
      from ledger_transactions entry
      join ledger_lines line
        on line.portfolio_id = entry.portfolio_id and line.transaction_id = entry.id
      join loan_state state
        on state.portfolio_id = entry.portfolio_id and state.loan_id = entry.loan_id
      cross join lateral (values (state.team_id), (state.agent_id)) holder (id)
      where holder.id is not null
      group by 2, 3, 4, 5, 6
      union all
      select false, portfolio_id, holder_id, day, account, currency, debit_minor, credit_minor,
        lines
      from held_ledger_days
      union all
      select false, portfolio_id, holder_id, day, account, currency, debit_minor, credit_minor,
        lines
      from held_ledger_day_changes
      union all
      select false, moved.* from (${movedLedgerDays(sql, sql`loan_moves`)}) moved
    ) part
    group by portfolio_id, holder_id, day, account, currency
    having sum(case when is_line then debit_minor else -debit_minor end) <> 0
      or sum(case when is_line then credit_minor else -credit_minor end) <> 0
      or sum(case when is_line then lines else -lines end) <> 0`,
};
