import type { LoanSelection } from '@bursar/contracts/distribution/assignments';
import { allOf } from '../../../platform/conditions.ts';
import {
  plannedByValues,
  readByValues,
  type Queryable,
  type Transaction,
} from '../../../platform/database.ts';
import { inScope, type Look, type Scope } from '../../../platform/scope.ts';
import { isActiveIn } from '../../servicing/loan-account/arrears.ts';
import { matchesFilter } from '../../servicing/loan-lists/loan-filter.ts';

/** Named rows, all of a filter less some, or named rows that must still match their filter. */
export function matchesSelection(
  sql: Queryable,
  { selection, ...look }: Look & { selection: LoanSelection },
) {
  const { loanIds, filter, exceptLoanIds } = selection;
  return allOf(sql, [
    inScope(sql, look.scope, 'state'),
    ...(loanIds ? [sql`state.loan_id = any(${loanIds}::uuid[])`] : []),
    ...(filter ? [matchesFilter(sql, { ...look, filter })] : []),
    ...(exceptLoanIds ? [sql`state.loan_id <> all(${exceptLoanIds}::uuid[])`] : []),
  ]);
}

export function selectionTables(sql: Queryable) {
  return sql`
    from loan_state state
    join listed_loans listed
      on listed.portfolio_id = state.portfolio_id and listed.loan_id = state.loan_id`;
}

export type SelectedLoan = {
  readonly loanId: string;
  readonly borrowerId: string;
  /** Whether it was selected itself; the others only go along with a loan of their borrower. */
  readonly isPicked: boolean;
  readonly outstandingMinor: number;
  readonly teamId: string | null;
  readonly agentId: string | null;
  readonly isActive: boolean;
};

type Selected = Look & {
  readonly selection: LoanSelection;
  /** Whether the other loans of the same borrowers that are in the caller's scope go along. */
  readonly withOthers: boolean;
};

/** The rows as they are now, for a preview. */
export async function readSelection(
  database: Queryable,
  { withOthers, ...selected }: Selected,
): Promise<readonly SelectedLoan[]> {
  const sql = selected.selection.filter ? plannedByValues(database) : database;
  const picked = await sql<SelectedLoan[]>`
    select ${selectedColumns(sql)}, true as is_picked
    ${selectionTables(sql)} where ${matchesSelection(sql, selected)}`;
  if (!withOthers || picked.length === 0) return picked;
  const all = await sql<SelectedLoan[]>`
    select ${selectedColumns(sql)}, false as is_picked
    ${selectionTables(sql)} where ${ofBorrowers(sql, selected.scope, picked)}`;
  return [...picked, ...withoutPicked(all, picked)];
}

type OfBorrower = Pick<SelectedLoan, 'loanId' | 'borrowerId'>;

function ofBorrowers(sql: Queryable, scope: Scope, picked: readonly OfBorrower[]) {
  const borrowerIds = [...new Set(picked.map(({ borrowerId }) => borrowerId))];
  return sql`${inScope(sql, scope, 'state')} and state.loan_id in (
    select loan.id from unnest(${borrowerIds}::uuid[]) as wanted(borrower_id)
    join loans loan on loan.borrower_id = wanted.borrower_id
    where ${scope.role === 'admin' ? sql`true` : sql`loan.portfolio_id = ${scope.portfolioId}`})`;
}

function withoutPicked(all: readonly SelectedLoan[], picked: readonly OfBorrower[]) {
  const ids = new Set(picked.map(({ loanId }) => loanId));
  return all.filter(({ loanId }) => !ids.has(loanId));
}

/**
 * Locks the rows in one fixed order, so that two bulk actions wait for each other, never deadlock.
 * Both tables are locked: only what is locked is looked at anew after waiting.
 */
export async function lockSelection(
  transaction: Transaction,
  { withOthers, ...selected }: Selected,
): Promise<readonly SelectedLoan[]> {
  if (withOthers) return lockWithOthers(transaction, selected);
  const read = () => transaction<SelectedLoan[]>`
    select ${selectedColumns(transaction)}, true as is_picked
    ${selectionTables(transaction)} where ${matchesSelection(transaction, selected)}
    order by state.loan_id for update of state, listed`;
  return selected.selection.filter ? readByValues(transaction, read) : read();
}

/**
 * All loans of the borrowers are locked at once, since two steps could deadlock with another bulk
 * action. Which of them are selected is read again under the locks.
 */
async function lockWithOthers(
  transaction: Transaction,
  selected: Look & { selection: LoanSelection },
): Promise<readonly SelectedLoan[]> {
  const find = () => transaction<OfBorrower[]>`
    select state.loan_id, listed.borrower_id
    ${selectionTables(transaction)} where ${matchesSelection(transaction, selected)}`;
  const findNow = () => (selected.selection.filter ? readByValues(transaction, find) : find());
  const found = await findNow();
  if (found.length === 0) return [];
  const locked = await transaction<SelectedLoan[]>`
    select ${selectedColumns(transaction)}, false as is_picked
    ${selectionTables(transaction)} where ${ofBorrowers(transaction, selected.scope, found)}
    order by state.loan_id for update of state, listed`;
  const picked = new Set((await findNow()).map(({ loanId }) => loanId));
  const marked = locked.map((loan) => ({ ...loan, isPicked: picked.has(loan.loanId) }));
  // While this waited, the only selected loan of a borrower may have left the selection.
  const borrowers = new Set(marked.filter((loan) => loan.isPicked).map((loan) => loan.borrowerId));
  return marked.filter(({ borrowerId }) => borrowers.has(borrowerId));
}

function selectedColumns(sql: Queryable) {
  return sql`
    state.loan_id, listed.borrower_id, state.outstanding_principal_minor as outstanding_minor,
    state.team_id, state.agent_id, ${isActiveIn(sql, 'state')} as is_active`;
}
