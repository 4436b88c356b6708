import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { HolderMove, ListTeamMoves } from '@bursar/contracts/distribution/assignments';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable } from '../../../platform/database.ts';
import { inPortfolios, inScope, peopleInScope, type Scope } from '../../../platform/scope.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { cameFromGone, movedSince } from './assignments.store.ts';

type Reader = {
  readonly scope: Scope;
  /** Whether the reader may move loans, and so undo a move. */
  readonly mayUndo: boolean;
};

type Asked = Reader & {
  readonly page: { readonly after?: string | undefined; readonly limit: number };
};

type Moves = AnswerOf<ListTeamMoves>;

/**
 * Lists the moves of an agent's loans; null for an account outside the caller's scope, or one that
 * is not an agent.
 */
export async function listMovesOfAgent(
  sql: Queryable,
  { accountId, ...asked }: Asked & { accountId: string },
): Promise<Moves | null> {
  const [agent] = await sql<{ portfolioId: string }[]>`
    select account.portfolio_id from accounts account
    where ${peopleInScope(sql, asked.scope)} and account.id = ${accountId}
      and account.role = 'agent'`;
  if (!agent) return null;
  return listMoves(sql, { ...asked, ...agent, id: accountId, holder: 'agent' });
}

export async function listMovesOfTeam(
  sql: Queryable,
  { teamId, ...asked }: Asked & { teamId: string },
): Promise<Moves | null> {
  const { scope } = asked;
  if (scope.role === 'agent' || (scope.role === 'team' && scope.teamId !== teamId)) return null;
  const [team] = await sql<{ portfolioId: string }[]>`
    select portfolio_id from teams where id = ${teamId}
      and ${inPortfolios(sql, scope, sql`portfolio_id`)}`;
  return team ? listMoves(sql, { ...asked, ...team, id: teamId, holder: 'team' }) : null;
}

type Holder = {
  readonly portfolioId: string;
  readonly id: string;
  readonly holder: 'team' | 'agent';
};

type MoveRow = Omit<HolderMove, 'loan' | 'undo'> & {
  readonly loanId: string | null;
  readonly referenceNumber: number | null;
  readonly isReached: boolean;
  readonly undoLoans: number;
  readonly undoHolders: (string | null)[] | null;
};

async function listMoves(
  sql: Queryable,
  { portfolioId, id, holder, page, ...reader }: Asked & Holder,
): Promise<Moves> {
  const [to, from] = [sql(`to_${holder}_id`), sql(`from_${holder}_id`)];
  const cursor = readCursor(page.after, 'instant');
  const rows = await sql<MoveRow[]>`
    with part as (
      select batch_id, loan_id, 1 as received, 0 as gave_up from assignments
      where portfolio_id = ${portfolioId} and ${to} = ${id} and ${from} is distinct from ${to}
      union all
      select batch_id, loan_id, 0, 1 from assignments
      where portfolio_id = ${portfolioId} and ${from} = ${id} and ${from} is distinct from ${to}
    ), move as (
      select batch.id as batch_id, batch.kind, batch.reason, batch.made_at, batch.made_by,
        batch.loan_count, sum(part.received)::int as received, sum(part.gave_up)::int as gave_up,
        case when count(*) = 1 then (array_agg(part.loan_id))[1] end as loan_id
      from part
      join assignment_batches batch
        on batch.portfolio_id = ${portfolioId} and batch.id = part.batch_id
      ${
        cursor
          ? sql`where (batch.made_at, batch.id)
              < (${cursor.value}::timestamptz, ${cursor.id}::uuid)`
          : sql``
      }
      group by batch.id, batch.kind, batch.reason, batch.made_at, batch.made_by, batch.loan_count
      order by batch.made_at desc, batch.id desc limit ${page.limit + 1}
    )
    select move.batch_id, move.kind, move.reason, move.made_at, maker.name as made_by,
      move.received, move.gave_up, move.loan_id, loan.reference_number,
      coalesce(${inScope(sql, reader.scope, 'state')}, false) as is_reached,
      move.loan_count as undo_loans,
      case when ${canUndo(sql, { portfolioId, ...reader })}
        then ${formerHolders(sql, portfolioId)} end as undo_holders
    from move
    join accounts maker on maker.id = move.made_by
    left join loans loan on loan.portfolio_id = ${portfolioId} and loan.id = move.loan_id
    left join loan_state state
      on state.portfolio_id = ${portfolioId} and state.loan_id = move.loan_id
    order by move.made_at desc, move.batch_id desc`;
  const keyed = rows.map((row) => ({ ...row, id: row.batchId }));
  const { page: shown, nextCursor } = pageOf(keyed, {
    limit: page.limit,
    valueOf: (row) => row.madeAt,
  });
  return { moves: shown.map(toMove), nextCursor };
}

/** Selects the names of the former holders of `move`; a null entry means unassigned. */
export function formerHolders(sql: Queryable, portfolioId: string) {
  return sql`(
    select jsonb_agg(distinct coalesce(former_agent.name, former_team.name))
    from assignments made
    left join accounts former_agent on former_agent.id = made.from_agent_id
    left join teams former_team
      on former_team.portfolio_id = ${portfolioId} and former_team.id = made.from_team_id
    where made.portfolio_id = ${portfolioId} and made.batch_id = move.batch_id)`;
}

/**
 * SQL condition with the same rule as `undoAssignment`, for the alias `move`: the batch is in the
 * reader's reach, not undone, no loan has moved since, and its former holders can still hold loans.
 */
export function canUndo(
  sql: Queryable,
  { portfolioId, scope, mayUndo }: Reader & { portfolioId: string },
) {
  if (!mayUndo || (scope.role !== 'user' && scope.role !== 'team')) return sql`false`;
  return sql`move.kind <> 'undo'
    ${scope.role === 'team' ? sql`and move.made_by = ${scope.accountId}` : sql``}
    and not exists (
      select from assignments assignment
      where assignment.portfolio_id = ${portfolioId} and assignment.batch_id = move.batch_id
        and (${movedSince(sql)} or ${cameFromGone(sql)})
    )`;
}

function toMove(row: MoveRow): HolderMove {
  const { batchId, kind, received, gaveUp, reason, madeBy, madeAt } = row;
  const { loanId, referenceNumber, isReached, undoHolders } = row;
  return {
    batchId,
    kind,
    received,
    gaveUp,
    loan:
      referenceNumber === null
        ? null
        : { id: isReached ? loanId : null, reference: loanReference(referenceNumber) },
    reason,
    madeBy,
    madeAt,
    undo: undoHolders && { loans: row.undoLoans, holders: undoHolders },
  };
}
