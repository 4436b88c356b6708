import type { ImportSummary } from '@bursar/contracts/intake/imports';
import type { ComparedKind, ComparedLoan } from '@bursar/contracts/intake/tape-comparison';
import { copyRows, type CopyColumns } from '../../../../platform/copy-rows.ts';
import { joinedWhole, type Queryable, type Transaction } from '../../../../platform/database.ts';
import { loanReference } from '../../../servicing/loan-lists/loans.store.ts';
import type { ImportKey } from '../imports.store.ts';
import type { FactChanges } from './compare-loan.ts';
import type { TapePayment } from './plan-tape-payment.ts';
import type { MoveRecords } from '../../../records/borrowers/borrower-merges.store.ts';

/** The payment that booking a row posts; its id is generated once and reused on a retry. */
export type BookedPayment = TapePayment & { readonly id: string };

export type Comparison = {
  readonly kind: 'changed' | 'same';
  readonly row: number;
  readonly externalId: string;
  readonly loanId: string;
  readonly borrowerId: string;
  readonly facts: FactChanges;
  readonly payment: BookedPayment | null;
};

export async function storeComparisons(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
  comparisons: readonly Comparison[],
): Promise<void> {
  const columns: CopyColumns<Comparison> = {
    portfolio_id: () => portfolioId,
    import_id: () => importId,
    number: ({ row }) => row,
    kind: ({ kind }) => kind,
    row_number: ({ row }) => row,
    external_id: ({ externalId }) => externalId,
    loan_id: ({ loanId }) => loanId,
    borrower_id: ({ borrowerId }) => borrowerId,
    facts: ({ facts }) => JSON.stringify(facts),
    payment: ({ payment }) => payment && JSON.stringify(payment),
  };
  await copyRows(transaction, { table: 'import_comparisons', columns }, comparisons);
}

/** Larger than any row number, so that loans without a row sort last. */
const AFTER_ROWS = 10_000_000;

/**
 * Stores the rows with new loans, and the missing loans: active loans that this tape does not
 * contain, from earlier tapes that share a loan with it.
 */
export async function storeNewAndMissing(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<void> {
  await transaction`
    insert into import_comparisons
      (portfolio_id, import_id, number, kind, row_number, external_id)
    select portfolio_id, import_id, row_number, 'new', row_number, external_id
    from import_rows
    where portfolio_id = ${portfolioId} and import_id = ${importId} and loan is not null
      and loan_id is null and external_id is not null`;
  await joinedWhole(
    transaction,
    () => transaction`
    insert into import_comparisons
      (portfolio_id, import_id, number, kind, external_id, loan_id, borrower_id)
    select loan.portfolio_id, ${importId}, ${AFTER_ROWS} + row_number() over (
      order by loan.reference_number), 'missing', loan.external_id, loan.id, loan.borrower_id
    from loans loan
    join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
    where loan.portfolio_id = ${portfolioId} and loan.withdrawn_at is null
      and loan.external_id is not null and state.status = 'active'
      and loan.import_id in (
        select named.import_id from import_rows staged
        join loans named
          on named.portfolio_id = staged.portfolio_id and named.id = staged.loan_id
        where staged.portfolio_id = ${portfolioId} and staged.import_id = ${importId})
      and not exists (
        select from import_rows staged
        where staged.portfolio_id = ${portfolioId} and staged.import_id = ${importId}
          and staged.loan_id = loan.id)`,
  );
}

export async function sumComparisons(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
): Promise<NonNullable<ImportSummary['comparison']>> {
  const [sums] = await sql<NonNullable<ImportSummary['comparison']>[]>`
    select count(*) filter (where kind = 'changed')::int as changed,
      count(*) filter (where kind = 'new')::int as new,
      count(*) filter (where kind = 'same')::int as same,
      count(*) filter (where kind = 'missing')::int as missing,
      count(payment)::int as payments,
      coalesce(sum((payment ->> 'amountMinor')::bigint), 0)::bigint as paid_minor
    from import_comparisons
    where portfolio_id = ${portfolioId} and import_id = ${importId}`;
  return sums ?? { changed: 0, new: 0, same: 0, missing: 0, payments: 0, paidMinor: 0 };
}

export type ComparisonRow = {
  readonly number: number;
  readonly kind: ComparedKind;
  readonly row: number | null;
  readonly externalId: string;
  readonly loanId: string | null;
  readonly reference: string | null;
  readonly borrowerId: string | null;
  readonly facts: Partial<FactChanges>;
  readonly payment: BookedPayment | null;
};

type Page = {
  readonly kind: ComparedLoan['kind'];
  readonly afterNumber: number;
  readonly limit: number;
};

export async function listComparisons(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
  { kind, afterNumber, limit }: Page,
): Promise<ComparisonRow[]> {
  const rows = await sql<(Omit<ComparisonRow, 'reference'> & { referenceNumber: number | null })[]>`
    select compared.number, compared.kind, compared.row_number as row, compared.external_id,
      compared.loan_id, compared.borrower_id, loan.reference_number, compared.facts,
      compared.payment
    from import_comparisons compared
    left join loans loan
      on loan.portfolio_id = compared.portfolio_id and loan.id = compared.loan_id
    where compared.portfolio_id = ${portfolioId} and compared.import_id = ${importId}
      and compared.kind = ${kind} and compared.number > ${afterNumber}::bigint
    order by compared.number
    limit ${limit}`;
  return rows.map(({ referenceNumber, ...row }) => ({
    ...row,
    reference: referenceNumber === null ? null : loanReference(referenceNumber),
  }));
}

/** Reads the comparisons that the dry run showed for these rows, by row. */
export async function listComparisonsOfRows(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
  rows: readonly number[],
): Promise<ReadonlyMap<number, Pick<Comparison, 'facts' | 'payment'>>> {
  const shown = await sql<(Pick<Comparison, 'facts' | 'payment'> & { row: number })[]>`
    select row_number as row, facts, payment from import_comparisons
    where portfolio_id = ${portfolioId} and import_id = ${importId}
      and kind in ('same', 'changed') and row_number = any(${[...rows]}::int[])`;
  return new Map(shown.map(({ row, ...one }) => [row, one]));
}

/**
 * Refers the compared rows of these loans to their new borrower, for tapes that wait for booking or
 * may be undone.
 */
export const moveComparedLoans: MoveRecords = async (
  transaction,
  { portfolioId, survivorId, loanIds },
) => {
  await transaction`
    update import_comparisons set borrower_id = ${survivorId}
    where portfolio_id = ${portfolioId} and kind = 'changed' and loan_id = any(${[...loanIds]}::uuid[])`;
};
