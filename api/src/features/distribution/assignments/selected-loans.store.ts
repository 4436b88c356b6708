import type { LoanSelection } from '@bursar/contracts/distribution/assignments';
import { allOf } from '../../../platform/conditions.ts';
import {
  plannedByValues,
  readByValues,
  type Queryable,
  type Transaction,
} from '../../../platform/database.ts';
import { inScope, type Viewer, type Scope } from '../../../platform/scope.ts';
import { isActiveIn } from '../../servicing/loan-account/arrears.ts';
import { matchesFilter } from '../../servicing/loan-lists/loan-filter.ts';

/**
 * SQL condition for a selection: named loans, a filter without its exceptions, or named loans that
 * still match the filter.
 */
export function matchesSelection(
  sql: Queryable,
  { selection, ...viewer }: Viewer & { selection: LoanSelection },
) {
  const { loanIds, filter, exceptLoanIds } = selection;
  return allOf(sql, [
    inScope(sql, viewer.scope, 'state'),
    ...(loanIds ? [sql`state.loan_id = any(${loanIds}::uuid[])`] : []),
    ...(filter ? [matchesFilter(sql, { ...viewer, filter })] : []),
    ...(exceptLoanIds ? [sql`state.loan_id <> all(${exceptLoanIds}::uuid[])`] : []),
  ]);
}

export function selectionTables(sql: Queryable) {
  return sql`
    from loan_state state
    join loan_list_rows listed
      on listed.portfolio_id = state.portfolio_id and listed.loan_id = state.loan_id`;
}

export type SelectedLoan = {
  readonly loanId: string;
  readonly borrowerId: string;
  /** True if the loan itself was selected; other loans only follow their borrower. */
  readonly isPicked: boolean;
  readonly outstandingMinor: number;
  readonly teamId: string | null;
  readonly agentId: string | null;
  readonly isActive: boolean;
};

type Selected = Viewer & {
  readonly selection: LoanSelection;
  /** Whether the borrowers' other loans in the caller's scope move too. */
  readonly withOthers: boolean;
};

/** Reads the selected loans without locks, for a preview. */
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
 * Locks the loans in one fixed order, so that bulk actions wait for each other and never deadlock.
 * Locks both tables, because PostgreSQL re-evaluates only locked rows after waiting.
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
 * Locks all loans of the borrowers in one step, because two steps could deadlock with another bulk
 * action. Reads again under the locks which of them are selected.
 */
async function lockWithOthers(
  transaction: Transaction,
  selected: Viewer & { selection: LoanSelection },
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
  // A borrower's only selected loan may have left the selection during the wait for the locks.
  const borrowers = new Set(marked.filter((loan) => loan.isPicked).map((loan) => loan.borrowerId));
  return marked.filter(({ borrowerId }) => borrowers.has(borrowerId));
}

function selectedColumns(sql: Queryable) {
  return sql`
    state.loan_id, listed.borrower_id, state.outstanding_principal_minor as outstanding_minor,
    state.team_id, state.agent_id, ${isActiveIn(sql, 'state')} as is_active`;
}
