import type { AssignmentBatch } from '@bursar/contracts/distribution/assignments';
import { allOf } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable } from '../../../platform/database.ts';
import { inScope, type PortfolioScope } from '../../../platform/scope.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { canUndo, formerHolders } from './holder-moves.store.ts';

type Asked = {
  readonly scope: PortfolioScope;
  readonly page: { readonly after?: string | undefined; readonly limit: number };
};

type BatchRow = Omit<AssignmentBatch, 'undo' | 'undone' | 'loan'> & {
  readonly loanId: string | null;
  readonly referenceNumber: number | null;
  readonly isReached: boolean;
  readonly undoHolders: (string | null)[] | null;
  readonly undoneBy: string | null;
  readonly undoneAt: string | null;
};

/**
 * Lists the batches in which the caller sees at least one loan, newest first, each with the loan if
 * it is the only one, its undo if it was undone, and the former holders if the caller can still undo
 * it.
 */
export async function listBatches(sql: Queryable, { scope, page }: Asked) {
  const cursor = readCursor(page.after, 'instant');
  const { portfolioId } = scope;
  const rows = await sql<BatchRow[]>`
    with move as (
      select batch.*, batch.id as batch_id, ${loansSeen(sql, scope)} as seen
      from assignment_batches batch
      where ${allOf(sql, [
        sql`batch.portfolio_id = ${portfolioId} and batch.kind <> 'undo'`,
        ...(scope.role === 'user' ? [] : [sql`${loansSeen(sql, scope)} > 0`]),
        ...(cursor
          ? [
              sql`(batch.made_at, batch.id)
                < (${cursor.value}::timestamptz, ${cursor.id}::uuid)`,
            ]
          : []),
      ])}
      order by batch.made_at desc, batch.id desc limit ${page.limit + 1}
    )
    select move.id, move.kind, move.seen as loans, loan.id as loan_id, loan.reference_number,
      coalesce(${inScope(sql, scope, 'state')}, false) as is_reached, coalesce(agent.name, team.name) as holder,
      coalesce(jsonb_array_length(move.spread -> 'ids'), 0) as spread_over, move.reason,
      maker.name as made_by, move.made_at, undoer.name as undone_by, undo.made_at as undone_at,
      case when ${canUndo(sql, { portfolioId, scope, mayUndo: true })}
        then ${formerHolders(sql, portfolioId)} end as undo_holders
    from move
    join accounts maker on maker.id = move.made_by
    left join accounts agent on agent.id = move.to_agent_id
    left join teams team on team.portfolio_id = move.portfolio_id and team.id = move.to_team_id
    left join assignment_batches undo
      on undo.portfolio_id = move.portfolio_id and undo.undoes_batch_id = move.id
    left join accounts undoer on undoer.id = undo.made_by
    left join assignments seen
      on move.seen = 1 and seen.portfolio_id = move.portfolio_id and seen.batch_id = move.id
        and ${isSeen(sql, scope)}
    left join loans loan on loan.portfolio_id = seen.portfolio_id and loan.id = seen.loan_id
    left join loan_state state
      on state.portfolio_id = seen.portfolio_id and state.loan_id = seen.loan_id
    order by move.made_at desc, move.id desc`;
  const { page: shown, nextCursor } = pageOf(rows, {
    limit: page.limit,
    valueOf: (row) => row.madeAt,
  });
  return { batches: shown.map(toBatch), nextCursor };
}

function loansSeen(sql: Queryable, scope: PortfolioScope) {
  if (scope.role === 'user') return sql`batch.loan_count`;
  return sql`(select count(*) from assignments seen
    where seen.portfolio_id = batch.portfolio_id and seen.batch_id = batch.id
      and ${isSeen(sql, scope)})`;
}

/** SQL condition, for the alias `seen`: the move of one loan is shown to the caller. */
function isSeen(sql: Queryable, scope: PortfolioScope) {
  if (scope.role === 'user') return sql`true`;
  return scope.role === 'team'
    ? sql`${scope.teamId} in (seen.from_team_id, seen.to_team_id)`
    : sql`${scope.accountId} in (seen.from_agent_id, seen.to_agent_id)`;
}

function toBatch(row: BatchRow): AssignmentBatch {
  const { loanId, referenceNumber, isReached, undoHolders, undoneBy, undoneAt, ...batch } = row;
  return {
    ...batch,
    loan:
      referenceNumber === null
        ? null
        : { id: isReached ? loanId : null, reference: loanReference(referenceNumber) },
    undone: undoneBy !== null && undoneAt !== null ? { by: undoneBy, at: undoneAt } : null,
    undo: undoHolders && { holders: undoHolders },
  };
}
