import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';

/**
 * Selects, by day, the amounts that moves of loans subtract from the sums of former holders and add
 * to those of present holders. Only entries with a lower number than the move count; later entries
 * were booked for the new holder.
 */
export const movedLedgerDays = (sql: Queryable, moves: Fragment): Fragment => sql`
  select move.portfolio_id, part.holder_id, entry.value_date as day, line.account, line.currency,
    part.sign * line.debit_minor as debit_minor, part.sign * line.credit_minor as credit_minor,
    part.sign as lines
  from ${moves} move
  cross join lateral (values
    (move.from_team_id, -1), (move.from_agent_id, -1), (move.to_team_id, 1), (move.to_agent_id, 1)
  ) part (holder_id, sign)
  cross join lateral (
    select entry.id, entry.value_date from ledger_transactions entry
    where entry.portfolio_id = move.portfolio_id and entry.loan_id = move.loan_id
      and entry.number < move.number
    offset 0
  ) entry
  cross join lateral (
    select line.account, line.currency, line.debit_minor, line.credit_minor
    from ledger_lines line
    where line.portfolio_id = move.portfolio_id and line.transaction_id = entry.id
    offset 0
  ) line
  where part.holder_id is not null`;
