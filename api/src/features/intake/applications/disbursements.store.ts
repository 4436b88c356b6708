import type { ImportObstacle } from '@bursar/contracts/choices';
import type { ProductTerms } from '@bursar/contracts/servicing/product-terms';
import type { Schedule } from '@bursar/loan-maths';
import { uuidv7 } from 'uuidv7';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { linesOf } from '../../servicing/ledger/ledger-entry.ts';
import { bookOpposites, entriesBooked } from '../../servicing/ledger/ledger.store.ts';
import { doneOnLoan, isChargeOpen } from '../../servicing/loans/done-on-loan.store.ts';
import type { LockedApplication } from './applications.store.ts';

type Posting = { readonly by: string; readonly at: string };

type DisbursedLoan = Posting & {
  readonly portfolioId: string;
  readonly id: string;
  readonly referenceNumber: number;
  readonly application: LockedApplication;
  readonly terms: ProductTerms;
  readonly schedule: Schedule;
  readonly disbursedOn: string;
  readonly firstDueOn: string;
};

/** Inserts the loan with its schedule, its state and the ledger entries of its disbursement. */
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
    with ${entriesBooked(transaction, { portfolioId, postedBy: by, postedAt: at }, [entry])}
    insert into loan_state (portfolio_id, loan_id, status, outstanding_principal_minor,
      oldest_unpaid_due_on, oldest_unpaid_minor)
    values (${portfolioId}, ${id}, 'active', ${principalMinor}, ${first?.dueDate ?? null},
      ${first ? first.principalMinor + first.interestMinor : 0})`;
}

/** If instalments are not level, the largest one represents them. */
function levelOf({ instalmentMinor, rows }: Schedule): number {
  return instalmentMinor > 0
    ? instalmentMinor
    : Math.max(...rows.map(({ totalMinor }) => totalMinor));
}

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

/**
 * Lists what users did on the loan since its disbursement and must undo first; locks the loan.
 * Charges from end-of-day are no obstacle, because they are waived with the loan.
 */
export async function listObstacles(
  transaction: Transaction,
  { portfolioId, loanId }: LoanKey,
): Promise<readonly ImportObstacle[]> {
  const sql = transaction;
  await sql`
    select from loan_state where portfolio_id = ${portfolioId} and loan_id = ${loanId} for update`;
  const obstacles = Object.entries<(sql: Queryable) => Fragment>({
    ...doneOnLoan,
    'charge-open': chargedSincePayout,
    'party-added': partyAddedSincePayout,
  });
  const marks = obstacles.flatMap(([name, isDone], index) => [
    ...(index > 0 ? [sql`,`] : []),
    sql`case when ${isDone(sql)} then ${name}::text end`,
  ]);
  const [row] = await sql<{ obstacles: ImportObstacle[] }[]>`
    select array_remove(array[${marks}], null) as obstacles
    from loans loan where loan.portfolio_id = ${portfolioId} and loan.id = ${loanId}`;
  if (!row) throw new Error(`loan ${loanId} is not there`);
  return row.obstacles;
}

/**
 * SQL condition: a user charged the loan after its disbursement. Instalment fees have lower numbers
 * than the disbursement event.
 */
function chargedSincePayout(sql: Queryable): Fragment {
  return sql`exists (
    select from charges done
    join application_events paid_out
      on paid_out.portfolio_id = done.portfolio_id and paid_out.id = loan.id
    where done.portfolio_id = loan.portfolio_id and done.loan_id = loan.id
      and done.number > paid_out.number and done.posted_by is not null and ${isChargeOpen(sql)})`;
}

/** SQL condition: a party was added after the disbursement, other than the application's co-borrowers. */
function partyAddedSincePayout(sql: Queryable): Fragment {
  return sql`exists (
    select from loan_parties later
    where later.portfolio_id = loan.portfolio_id and later.loan_id = loan.id
      and later.ended_at is null
      and (later.role, later.borrower_id) not in (
        select 'co-borrower', coalesce(sent.merged_into, sent.id)
        from loan_applications application
        join application_co_borrowers asking on asking.portfolio_id = application.portfolio_id
          and asking.application_id = application.id
        join borrowers sent
          on sent.portfolio_id = asking.portfolio_id and sent.id = asking.borrower_id
        where application.portfolio_id = loan.portfolio_id
          and application.loan_id = loan.id))`;
}

/** Reverses the loan's ledger entries. Its rows remain, because the ledger and audit trail refer to them. */
export async function withdrawDisbursedLoan(
  transaction: Transaction,
  { portfolioId, loanId, by, at }: LoanKey & Posting,
): Promise<void> {
  await bookOpposites(transaction, {
    portfolioId,
    loans: transaction`select ${loanId}::uuid`,
    sourceId: loanId,
    event: 'undo-disbursement',
    postedBy: by,
    postedAt: at,
  });
  await transaction`
    delete from instalments where portfolio_id = ${portfolioId} and loan_id = ${loanId}`;
  await transaction`
    delete from loan_state where portfolio_id = ${portfolioId} and loan_id = ${loanId}`;
  await transaction`
    update loans set withdrawn_at = ${at} where portfolio_id = ${portfolioId} and id = ${loanId}`;
}
