import { createHash } from 'node:crypto';
import type { FailureOf } from '@bursar/contracts/endpoint';
import type { AssignLoans } from '@bursar/contracts/distribution/assignments';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { refuse, type Outcome } from '../../../platform/outcome.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { SelectedLoan } from './selected-loans.store.ts';
import { findLastMovers } from './last-movers.ts';

/** Reads the last event number. Read it before the loans, so that no later assignment is missed. */
export async function readHistoryEnd(sql: Queryable): Promise<number> {
  const [row] = await sql<{ end: number }[]>`
    select case when is_called then last_value else 0 end as end from event_numbers`;
  return row?.end ?? 0;
}

/** Encodes which loans the user saw, with which holders, and the last event number at that time. */
export function seenOf(loans: readonly SelectedLoan[], historyEnd: number): string {
  return `${historyEnd}.${digestOfHolders(loans)}`;
}

/** Returns the same digest for the same loans and holders in any order. */
export function digestOfHolders(loans: readonly SelectedLoan[]): string {
  const lines = loans.map(({ loanId, teamId, agentId }) => `${loanId} ${teamId} ${agentId}`);
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('base64url');
}

type SelectionCheck = {
  readonly seen: string | undefined;
  readonly selected: readonly SelectedLoan[];
  readonly scope: Scope;
};

/**
 * Refuses if loans moved since the user saw them, with the new holder and who moved them. Needs the
 * locks on the loans.
 */
export async function refuseMovedMeanwhile(
  transaction: Transaction,
  { seen, selected, scope }: SelectionCheck,
): Promise<(Outcome<never, FailureOf<AssignLoans>> & { ok: false }) | null> {
  if (seen === undefined) return null;
  const now = seenOf(selected, await readHistoryEnd(transaction));
  const [lookedAt = '', digest] = seen.split('.');
  if (digest === now.split('.')[1]) return null;
  const loanIds = selected.map(({ loanId }) => loanId);
  const since = Number.parseInt(lookedAt, 10) || 0;
  const moved = await findLastMovers(transaction, { scope, loanIds, since });
  return moved
    ? refuse('loans_moved_meanwhile', { details: { ...moved, seen: now } })
    : refuse('selection_changed', { details: { count: selected.length, seen: now } });
}
