import type { ProductTerms } from '@bursar/contracts/product-terms';
import type { Schedule } from '@bursar/loan-maths';
import { uuidv7 } from 'uuidv7';
import { anyOf } from '../../platform/conditions.ts';
import type { Transaction } from '../../platform/database.ts';
import { linesOf } from '../ledger/ledger-entry.ts';
import { bookOpposites, entriesBooked } from '../ledger/ledger.store.ts';
import { doneOnLoan } from '../loans/done-on-loan.store.ts';
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

/** Writes the loan with its schedule, its state and what its disbursement moves in the books. */
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
  // Before the state, whose arrival lists the loan with what its instalments make due.
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

/** Where no instalment is level, the largest one stands for it. */
function levelOf({ instalmentMinor, rows }: Schedule): number {
  return instalmentMinor > 0
    ? instalmentMinor
    : Math.max(...rows.map(({ totalMinor }) => totalMinor));
}

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

/** Whether anything was done on the loan that would be lost with it, or hang on nothing; holds the loan. */
export async function isWorkedOn(
  transaction: Transaction,
  { portfolioId, loanId }: LoanKey,
): Promise<boolean> {
  const sql = transaction;
  await sql`
    select from loan_state where portfolio_id = ${portfolioId} and loan_id = ${loanId} for update`;
  const { 'charge-open': _ownOnesAreOpen, 'party-added': _ownOnesStand, ...done } = doneOnLoan;
  const [row] = await sql<{ isWorkedOn: boolean }[]>`
    select ${anyOf(
      sql,
      Object.values(done).map((isDone) => isDone(sql)),
    )}
      -- Fees of its instalments were charged before the event of its disbursement was drawn.
      or exists (
        select from charges later
        join application_events paid_out
          on paid_out.portfolio_id = later.portfolio_id and paid_out.id = loan.id
        where later.portfolio_id = loan.portfolio_id and later.loan_id = loan.id
          and later.number > paid_out.number)
      -- Whoever asked for it stands on it since it was paid out.
      or exists (
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
              and application.loan_id = loan.id)) as is_worked_on
    from loans loan where loan.portfolio_id = ${portfolioId} and loan.id = ${loanId}`;
  return row?.isWorkedOn ?? true;
}

/** Its entries get their opposite; its rows stay, since ledger and audit trail name them. */
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
