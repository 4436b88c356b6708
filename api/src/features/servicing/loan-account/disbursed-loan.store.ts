import type { ProductTerms } from '@bursar/contracts/servicing/product-terms';
import type { Schedule } from '@bursar/loan-maths';
import { uuidv7 } from 'uuidv7';
import type { Transaction } from '../../../platform/database.ts';
import { linesOf } from '../ledger/ledger-entry.ts';
import { bookEntries } from '../ledger/ledger.store.ts';

type DisbursedLoan = {
  readonly portfolioId: string;
  readonly id: string;
  readonly referenceNumber: number;
  readonly application: AppliedTerms;
  readonly terms: ProductTerms;
  readonly schedule: Schedule;
  readonly disbursedOn: string;
  readonly firstDueOn: string;
  readonly by: string;
  readonly at: string;
};

type AppliedTerms = {
  readonly borrowerId: string;
  readonly productId: string;
  readonly productVersionId: string;
  readonly purpose: string;
  readonly currency: string;
  readonly principalMinor: number;
  readonly annualRatePercent: string;
};

/** Inserts the loan with its schedule, its state and the ledger entry of its disbursement. */
export async function insertDisbursedLoan(
  transaction: Transaction,
  made: DisbursedLoan,
): Promise<void> {
  const { portfolioId, id, application, terms, schedule, disbursedOn, by, at } = made;
  const { rows } = schedule;
  const feeMinor: number = schedule.disbursementFeeMinor;
  const { principalMinor, currency } = application;
  await transaction`
    insert into loans (portfolio_id, id, reference_number, borrower_id, product_id,
      product_version_id, purpose, currency, principal_minor, annual_rate_percent,
      instalment_count, frequency_unit, frequency_every, schedule_method, day_count,
      instalment_rounding, instalment_minor, disbursed_on, first_due_on, created_at)
    values (${portfolioId}, ${id}, ${made.referenceNumber}, ${application.borrowerId},
      ${application.productId}, ${application.productVersionId}, ${application.purpose},
      ${currency}, ${principalMinor}, ${application.annualRatePercent}, ${rows.length},
      ${terms.frequencyUnit}, ${terms.frequencyEvery}, ${terms.scheduleMethod}, ${terms.dayCount},
      ${terms.instalmentRounding}, ${levelOf(schedule)}, ${disbursedOn}, ${made.firstDueOn}, ${at})`;
  const dues = rows.map(({ number, dueDate: due, principalMinor: principal, interestMinor }) => {
    return { number, due, principal, interest: interestMinor };
  });
  // Insert instalments before the state, because inserting the state calculates the due amounts
  // shown in lists.
  await transaction`
    insert into instalments (portfolio_id, loan_id, number, due_on, principal_minor, interest_minor)
    select ${portfolioId}, ${id}, number, due, principal, interest
    from jsonb_to_recordset(${transaction.json(dues)}) as instalment(
      number smallint, due date, principal bigint, interest bigint)`;
  const first = rows.find((row) => row.principalMinor + row.interestMinor > 0);
  const entry = {
    id: uuidv7(),
    loanId: id,
    currency,
    event: 'disburse-loan' as const,
    sourceId: id,
    valueDate: disbursedOn,
    lines: linesOf([
      ['loans-receivable', principalMinor],
      ['cash', feeMinor - principalMinor],
      ['origination-fees', -feeMinor],
    ]),
  };
  await transaction`
    with ${bookEntries(transaction, { portfolioId, postedBy: by, postedAt: at }, [entry])}
    insert into loan_state (portfolio_id, loan_id, status, outstanding_principal_minor,
      oldest_unpaid_due_on, oldest_unpaid_minor)
    values (${portfolioId}, ${id}, 'active', ${principalMinor}, ${first?.dueDate ?? null},
      ${first ? first.principalMinor + first.interestMinor : 0})`;
}

/** Returns the level instalment, or the largest one if the instalments are not level. */
function levelOf({ instalmentMinor, rows }: Schedule): number {
  return instalmentMinor > 0
    ? instalmentMinor
    : Math.max(...rows.map(({ totalMinor }) => totalMinor));
}
