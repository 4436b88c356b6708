import type { Transaction } from '../../../../platform/database.ts';
import { columnOf } from '@bursar/contracts/fact-kinds';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import type { Fragment } from '../../../../platform/conditions.ts';
import { factColumns, factUpdate } from '../../../../platform/facts.ts';
import { loanReference } from '../../../servicing/loan-lists/loans.store.ts';
import type { Recharged } from '../check/plan-tape-payment.ts';
import type { ImportKey } from '../imports.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };
type Values = Readonly<Record<string, string | number | null>>;

/**
 * Locks all loans of the tape that are already booked, because the update is calculated from their
 * present state.
 */
export async function lockKnownLoans(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<void> {
  await transaction`
    select from loan_state state
    where state.portfolio_id = ${portfolioId} and state.loan_id in (
      select loan_id from import_rows
      where portfolio_id = ${portfolioId} and import_id = ${importId} and loan is not null)
    order by state.loan_id
    for update of state`;
}

type GoneRow = { readonly row: number; readonly externalId: string; readonly reference: string };

/** Lists rows whose loan was withdrawn when its import was undone. */
export async function listRowsOfGoneLoans(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<GoneRow[]> {
  const rows = await transaction<(Omit<GoneRow, 'reference'> & { referenceNumber: number })[]>`
    select staged.row_number as row, staged.external_id, gone.reference_number
    from import_rows staged
    cross join lateral (
      select reference_number from loans loan
      where loan.portfolio_id = ${portfolioId} and loan.id = staged.loan_id
        and loan.withdrawn_at is not null
      -- Looked up loan by loan: a join as a whole is a guess about rows that came a moment ago.
      offset 0
    ) gone
    where staged.portfolio_id = ${portfolioId} and staged.import_id = ${importId}
      and staged.loan is not null and staged.loan_id is not null
    order by staged.row_number`;
  return rows.map(({ referenceNumber, ...row }) => {
    return { ...row, reference: loanReference(referenceNumber) };
  });
}

type FactUpdate = { readonly id: string; readonly values: Values };

export function updateBorrowersFacts(
  transaction: Transaction,
  portfolioId: string,
  updates: readonly FactUpdate[],
): Promise<void> {
  const versioned = transaction`, version = kept.version + 1`;
  return updateFacts(transaction, { table: 'borrowers', portfolioId, versioned }, updates);
}

export function updateLoansFacts(
  transaction: Transaction,
  portfolioId: string,
  updates: readonly FactUpdate[],
): Promise<void> {
  const versioned = transaction``;
  return updateFacts(transaction, { table: 'loans', portfolioId, versioned }, updates);
}

type FactTable = {
  readonly table: 'borrowers' | 'loans';
  readonly portfolioId: string;
  readonly versioned: Fragment;
};

/** Updates all rows that change the same fields in one statement. */
async function updateFacts(
  transaction: Transaction,
  { table, portfolioId, versioned }: FactTable,
  updates: readonly FactUpdate[],
): Promise<void> {
  const byFacts = new Map<string, FactUpdate[]>();
  for (const update of updates) {
    const facts = Object.keys(update.values).toSorted().join(' ');
    if (facts !== '') byFacts.set(facts, [...(byFacts.get(facts) ?? []), update]);
  }
  for (const [facts, alike] of byFacts) {
    const set = facts
      .split(' ')
      .map((key) => transaction(columnOf(key)))
      .map((column) => transaction`${column} = told.${column}`)
      .reduce((all, one) => transaction`${all}, ${one}`);
    const rows = alike.map(({ id, values }) => ({ id, ...factUpdate(values) }));
    // Reading the values as rows of the table gives each its column's type.
    await transaction`
      update ${transaction(table)} kept
      set ${set} ${versioned}
      from jsonb_populate_recordset(null::${transaction(table)}, ${transaction.json(rows)}) told
      where kept.portfolio_id = ${portfolioId} and kept.id = told.id`;
  }
}

type Charge = Pick<Recharged, 'number' | 'interestMinor' | 'penaltyMinor'>;

/** Sets what instalments charge: the figures of a newer tape, or the former ones. */
export async function rechargeInstalments(
  transaction: Transaction,
  portfolioId: string,
  loans: readonly { readonly loanId: string; readonly charges: readonly Charge[] }[],
): Promise<void> {
  const rows = loans.flatMap(({ loanId, charges }) =>
    charges.map(({ number, interestMinor, penaltyMinor }) => {
      return { loanId, number, interestMinor, penaltyMinor };
    }),
  );
  if (rows.length === 0) return;
  await transaction`
    update instalments instalment set interest_minor = charged."interestMinor",
      penalties_minor = charged."penaltyMinor"
    from jsonb_to_recordset(${transaction.json(rows)}) as charged(
      "loanId" uuid, number smallint, "interestMinor" bigint, "penaltyMinor" bigint)
    where instalment.portfolio_id = ${portfolioId} and instalment.loan_id = charged."loanId"
      and instalment.number = charged.number`;
}

type Subject = LoanKey & { readonly borrowerId: string };
type FactsNow = Readonly<Record<'borrower' | 'loan', Readonly<Record<string, unknown>>>>;

/** Reads the current data of a loan and its borrower, by key. */
export async function listFactsNow(
  transaction: Transaction,
  { portfolioId, loanId, borrowerId }: Subject,
): Promise<FactsNow> {
  const [borrower] = await transaction<Record<string, unknown>[]>`
    select ${factColumns(transaction, borrowerFacts, { alias: 'borrower', reader: 'books' })}
    from borrowers borrower
    where borrower.portfolio_id = ${portfolioId} and borrower.id = ${borrowerId}`;
  const [loan] = await transaction<Record<string, unknown>[]>`
    select ${factColumns(transaction, loanFacts, { alias: 'loan', reader: 'books' })}
    from loans loan where loan.portfolio_id = ${portfolioId} and loan.id = ${loanId}`;
  return { borrower: borrower ?? {}, loan: loan ?? {} };
}
