import type { FactValues } from '@bursar/contracts/fact-kinds';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import type { AllocationOrder, Rounding } from '@bursar/loan-maths';
import type { LoanStatus } from '@bursar/contracts/choices';
import { mapFacts } from '@bursar/contracts/fact-kinds';
import { joinedWhole, type Queryable, type Transaction } from '../../../../platform/database.ts';
import { factColumns, plainRates } from '../../../../platform/facts.ts';
import { readCharges, type LoanCharges } from '../../../servicing/loan-account/charges.store.ts';
import { changesSchedule } from '@bursar/contracts/servicing/loan-to-replay';
import {
  listInstalmentsOf,
  type InstalmentRow,
} from '../../../servicing/loan-account/instalments.store.ts';
import {
  listAgreedDues,
  type Due,
} from '../../../servicing/loan-account/schedule-versions.store.ts';
import { loanReference } from '../../../servicing/loan-lists/loans.store.ts';
import {
  listEffectivePayments,
  type EffectivePayment,
} from '../../../servicing/loan-account/reversals.store.ts';
import type { ImportKey } from '../imports.store.ts';
import type { TapeLoan } from '../read/tape-loan.ts';
import type { Paid } from './plan-tape-payment.ts';
import { productOfLoan, waysOfLoan } from '../../../servicing/products/products.store.ts';

export type LoanInBooks = FactValues<typeof loanFacts> & {
  readonly loanId: string;
  readonly reference: string;
  readonly borrowerId: string;
  readonly borrowerExternalId: string | null;
  /** External ids of records that were merged into the borrower. */
  readonly formerExternalIds: readonly string[];
  readonly borrower: FactValues<typeof borrowerFacts>;
  /**
   * Borrower fields that users have changed, also on records that were merged into the borrower.
   */
  readonly changedHere: readonly string[];
  /** Stored phone numbers and e-mail addresses, including retired ones. */
  readonly reachedBy: readonly string[];
  readonly status: LoanStatus;
  readonly creditMinor: number;
  readonly allocationOrder: AllocationOrder;
  readonly instalmentRounding: Rounding | null;
  readonly instalmentMultipleMinor: number | null;
  readonly scheduleMethod: string;
  readonly dayCount: string;
  readonly cutOffOn: string;
  /** Paid up to the cut-off day; later payments are not on the tape. */
  readonly paid: Paid;
  readonly instalments: readonly InstalmentRow[];
  readonly effectivePayments: readonly EffectivePayment[];
  readonly charged: LoanCharges;
  /** The agreed dues of the instalments, if a prepayment has created another schedule. */
  readonly agreed: ReadonlyMap<number, Due>;
};

export type KnownRow = {
  readonly row: number;
  readonly tape: TapeLoan;
  readonly books: LoanInBooks;
};

/** Links each row to its booked loan; returns whether any row has one. */
export async function linkKnownLoans(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<boolean> {
  const linked = await joinedWhole(
    transaction,
    () => transaction`
    update import_rows staged set loan_id = loan.id
    from loans loan
    where staged.portfolio_id = ${portfolioId} and staged.import_id = ${importId}
      and loan.portfolio_id = staged.portfolio_id and loan.external_id = staged.external_id
      and loan.withdrawn_at is null`,
  );
  return linked.count > 0;
}

type Row = FactValues<typeof loanFacts> &
  FactValues<typeof borrowerFacts> & {
    readonly row: number;
    readonly tape: TapeLoan;
    readonly loanId: string;
    readonly referenceNumber: number;
    readonly borrowerId: string;
    readonly borrowerExternalId: string | null;
    readonly formerExternalIds: string[];
    readonly changedHere: string[];
    readonly reachedBy: string[];
    readonly status: LoanStatus;
    readonly allocationOrder: AllocationOrder;
    readonly instalmentRounding: Rounding | null;
    readonly instalmentMultipleMinor: number | null;
    readonly scheduleMethod: string;
    readonly dayCount: string;
    readonly lastPaymentOn: string | null;
    readonly creditMinor: number;
    readonly principalPaidMinor: number;
    readonly interestPaidMinor: number;
    readonly penaltiesPaidMinor: number;
    readonly laterPrincipalMinor: number;
    readonly laterInterestMinor: number;
    readonly laterPenaltiesMinor: number;
  };

type Reading = { readonly cutOffOn: string; readonly batchSize: number };

/** Reads the rows of booked loans in file order, in batches. */
export async function* readKnownRows(
  transaction: Transaction,
  key: ImportKey,
  { cutOffOn, batchSize }: Reading,
): AsyncGenerator<readonly KnownRow[]> {
  let after = 0;
  while (true) {
    const rows = await selectKnownRows(transaction, key, { after, cutOffOn, batchSize });
    const last = rows.at(-1);
    if (!last) return;
    const loanIds = rows.map(({ loanId }) => loanId);
    const instalments = await listInstalmentsOf(transaction, key.portfolioId, loanIds);
    const known: KnownRow[] = [];
    for (const row of rows) {
      const { portfolioId } = key;
      const { loanId } = row;
      // Most loans on a tape have no payments in Bursar, so this avoids the query.
      const effectivePayments =
        row.lastPaymentOn === null
          ? []
          : await listEffectivePayments(transaction, { portfolioId, loanId });
      const schedule = instalments.get(loanId) ?? [];
      const charged = await readCharges(transaction, { portfolioId, loanId }, schedule);
      const agreed: LoanInBooks['agreed'] = effectivePayments.some(changesSchedule)
        ? await listAgreedDues(transaction, { portfolioId, loanId })
        : new Map();
      const rest = { cutOffOn, effectivePayments, charged, agreed, instalments: schedule };
      known.push({ row: row.row, tape: row.tape, books: inBooks(row, rest) });
    }
    yield known;
    after = last.row;
  }
}

function inBooks(
  row: Row,
  rest: Pick<LoanInBooks, 'cutOffOn' | 'effectivePayments' | 'instalments' | 'charged' | 'agreed'>,
): LoanInBooks {
  const { loanId, borrowerId, borrowerExternalId, formerExternalIds } = row;
  const { changedHere, reachedBy } = row;
  const { status, creditMinor, allocationOrder, scheduleMethod, dayCount } = row;
  const { instalmentRounding, instalmentMultipleMinor } = row;
  return {
    ...plainRates(
      loanFacts,
      // Each field has the key under which the query selected it.
      mapFacts(loanFacts, (_, name) => row[name]),
    ),
    borrower: plainRates(
      borrowerFacts,
      mapFacts(borrowerFacts, (_, name) => row[name]),
    ),
    reference: loanReference(row.referenceNumber),
    loanId,
    borrowerId,
    borrowerExternalId,
    formerExternalIds,
    changedHere,
    reachedBy,
    status,
    creditMinor,
    allocationOrder,
    instalmentRounding,
    instalmentMultipleMinor,
    scheduleMethod,
    dayCount,
    paid: {
      principalMinor: row.principalPaidMinor - row.laterPrincipalMinor,
      interestMinor: row.interestPaidMinor - row.laterInterestMinor,
      penaltyMinor: row.penaltiesPaidMinor - row.laterPenaltiesMinor,
    },
    ...rest,
  };
}

type Page = Reading & { readonly after: number };

function selectKnownRows(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
  { after, cutOffOn, batchSize }: Page,
): Promise<Row[]> {
  return transaction<Row[]>`
    select staged.row, staged.tape, known.*
    from (
      select row_number as row, loan as tape, loan_id as known_id from import_rows
      where portfolio_id = ${portfolioId} and import_id = ${importId} and loan is not null
        and loan_id is not null and row_number > ${after}
      order by row_number
      limit ${batchSize}
    ) staged
    cross join lateral (
      select loan.id as loan_id, loan.reference_number, loan.borrower_id,
        borrower.external_id as borrower_external_id,
        ${factColumns(transaction, loanFacts, { alias: 'loan', reader: 'books' })},
        ${factColumns(transaction, borrowerFacts, { alias: 'borrower', reader: 'books' })},
        array(
          select distinct fact from audit_events event, jsonb_object_keys(event.after) fact
          where event.portfolio_id = ${portfolioId} and event.subject = 'borrower'
            and event.subject_id in (select borrower.id union all select unnest(merged.ids))
            and event.event in ('change-borrower', 'merge-borrowers')) as changed_here,
        merged.external_ids as former_external_ids,
        array(
          select contact.value from borrower_contacts contact
          where contact.portfolio_id = ${portfolioId} and contact.borrower_id = borrower.id
        ) as reached_by,
        state.status, ${waysOfLoan(transaction)}, loan.schedule_method, loan.day_count, state.last_payment_on,
        state.credit_minor,
        state.principal_paid_minor, state.interest_paid_minor, state.penalties_paid_minor,
        later.principal as later_principal_minor, later.interest as later_interest_minor,
        later.penalties as later_penalties_minor
      from loans loan
      ${productOfLoan(transaction)}
      cross join lateral (
        select * from borrowers debtor
        where debtor.portfolio_id = loan.portfolio_id and debtor.id = loan.borrower_id
        offset 0
      ) borrower
      join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
      cross join lateral (
        select coalesce(array_agg(former.id), '{}') as ids,
          coalesce(array_agg(former.external_id) filter (where former.external_id is not null), '{}')
            as external_ids
        from borrowers former
        where former.portfolio_id = ${portfolioId} and former.merged_into = borrower.id
      ) merged
      cross join lateral (
        select coalesce(sum(payment.principal_minor), 0)::bigint as principal,
          coalesce(sum(payment.interest_minor), 0)::bigint as interest,
          coalesce(sum(payment.penalties_minor), 0)::bigint as penalties
        from effective_payments payment
        where payment.portfolio_id = ${portfolioId} and payment.loan_id = loan.id
          and payment.reversal_id is null and payment.value_date > ${cutOffOn}
      ) later
      where loan.portfolio_id = ${portfolioId} and loan.id = staged.known_id
      -- "offset 0" forces a look-up per loan: statistics do not know the rows inserted a moment ago.
      offset 0
    ) known
    order by staged.row`;
}

/** Excludes rows that contradict the books. */
export async function refuseRows(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
  rows: readonly number[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update import_rows set loan = null
    where portfolio_id = ${portfolioId} and import_id = ${importId}
      and row_number = any(${[...rows]}::int[])`;
}
