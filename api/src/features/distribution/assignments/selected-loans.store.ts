import type { LoanSelection } from '@bursar/contracts/distribution/assignments';
import { allOf } from '../../../platform/conditions.ts';
import {
  joinedWhole,
  plannedByValues,
  readByValues,
  type Queryable,
  type Transaction,
} from '../../../platform/database.ts';
import { inPortfolios, inScope, type Viewer, type Scope } from '../../../platform/scope.ts';
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
  const loanIds = await listLoansOf(sql, selected.scope, picked);
  const all = await sql<SelectedLoan[]>`
    select ${selectedColumns(sql)}, false as is_picked
    ${selectionTables(sql)} where ${areNamed(sql, selected.scope, loanIds)}`;
  return [...picked, ...withoutPicked(all, picked)];
}

type OfBorrower = Pick<SelectedLoan, 'loanId' | 'borrowerId'>;

/**
 * Lists all loans of the borrowers from one table. In a portfolio without statistics the planner
 * expects one loan, and a join here would compare every loan with every loan three times over.
 */
async function listLoansOf(
  sql: Queryable,
  scope: Scope,
  picked: readonly OfBorrower[],
): Promise<readonly string[]> {
  const borrowerIds = [...new Set(picked.map(({ borrowerId }) => borrowerId))];
  const rows = await sql<{ id: string }[]>`
    select loan.id from loans loan
    where ${inPortfolios(sql, scope, sql`loan.portfolio_id`)}
      and loan.borrower_id = any(${borrowerIds}::uuid[])`;
  return rows.map(({ id }) => id);
}

/** Names the loans on both sides of the join, so that each side is found by its own index. */
function areNamed(sql: Queryable, scope: Scope, loanIds: readonly string[]) {
  return sql`${inScope(sql, scope, 'state')}
    and state.loan_id = any(${[...loanIds]}::uuid[])
    and listed.loan_id = any(${[...loanIds]}::uuid[])`;
}

function withoutPicked(all: readonly SelectedLoan[], picked: readonly OfBorrower[]) {
  const ids = new Set(picked.map(({ loanId }) => loanId));
  return all.filter(({ loanId }) => !ids.has(loanId));
}

/**
 * Locks the loans in one fixed order, so that bulk actions wait for each other and never deadlock.
 * All states are locked before the first list row: an import locks in this order too. Reads again
 * under the locks which of the loans are selected.
 */
export async function lockSelection(
  transaction: Transaction,
  { withOthers, ...selected }: Selected,
): Promise<readonly SelectedLoan[]> {
  if (withOthers) return lockWithOthers(transaction, selected);
  const find = () => transaction<{ loanId: string }[]>`
    select state.loan_id
    ${selectionTables(transaction)} where ${matchesSelection(transaction, selected)}
    order by state.loan_id for update of state`;
  const isByFilter = selected.selection.filter !== undefined;
  const found = await (isByFilter ? readByValues(transaction, find) : find());
  const loanIds = found.map(({ loanId }) => loanId);
  const read = () => transaction<SelectedLoan[]>`
    select ${selectedColumns(transaction)}, true as is_picked
    ${selectionTables(transaction)} where ${matchesSelection(transaction, selected)}
      and state.loan_id = any(${loanIds}::uuid[])
    order by state.loan_id for update of listed`;
  return isByFilter ? readByValues(transaction, read) : read();
}

/**
 * Locks all loans of the borrowers in one step, because two steps could deadlock with another bulk
 * action.
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
  const loanIds = await listLoansOf(transaction, selected.scope, found);
  await transaction`
    select from loan_state state
    where ${inScope(transaction, selected.scope, 'state')}
      and state.loan_id = any(${[...loanIds]}::uuid[])
    order by state.loan_id for update`;
  const locked = await joinedWhole(
    transaction,
    () => transaction<SelectedLoan[]>`
      select ${selectedColumns(transaction)}, false as is_picked
      ${selectionTables(transaction)} where ${areNamed(transaction, selected.scope, loanIds)}
      order by state.loan_id for update of listed`,
  );
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
