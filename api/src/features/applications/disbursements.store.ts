import type { ProductTerms } from '@bursar/contracts/product-terms';
import type { Schedule } from '@bursar/loan-maths';
import { uuidv7 } from 'uuidv7';
import type { Transaction } from '../../platform/database.ts';
import type { FoundCharge } from '../charges/charges.store.ts';
import { linesOf } from '../ledger/ledger-entry.ts';
import { bookOpposites, entriesBooked } from '../ledger/ledger.store.ts';
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

/** Whether anything was done on the loan that would be lost with it, or hang on nothing. */
export async function isWorkedOn(
  transaction: Transaction,
  { portfolioId, loanId }: LoanKey,
): Promise<boolean> {
  const sql = transaction;
  const ofLoan = sql`done.portfolio_id = ${portfolioId} and done.loan_id = ${loanId}`;
  await sql`
    select from loan_state where portfolio_id = ${portfolioId} and loan_id = ${loanId} for update`;
  const [row] = await sql<{ isWorkedOn: boolean }[]>`
    select exists (select from loan_state done where ${ofLoan}
        and (done.team_id is not null or done.status <> 'active'))
      or exists (select from standing_payments done where ${ofLoan} and done.reversal_id is null)
      or exists (select from loan_write_offs done where ${ofLoan})
      or exists (select from contacts done where ${ofLoan})
      or exists (select from promises done where ${ofLoan})
      or exists (select from notes done where ${ofLoan} and not exists (
        select from note_strikes strike
        where strike.portfolio_id = done.portfolio_id and strike.note_id = done.id))
      or exists (select from documents done where ${ofLoan} and done.withdrawn_at is null)
      or exists (select from charges done where ${ofLoan} and done.posted_at > (
        select made_at from application_events event
        where event.portfolio_id = ${portfolioId} and event.id = ${loanId}))
      as is_worked_on`;
  return row?.isWorkedOn ?? true;
}

type OpenCharge = Pick<FoundCharge, 'id' | 'portion' | 'instalmentNumber' | 'openMinor'>;

/** Nothing of them is paid. */
export function listOpenCharges(
  transaction: Transaction,
  { portfolioId, loanId }: LoanKey,
): Promise<readonly OpenCharge[]> {
  return transaction<OpenCharge[]>`
    select charge.id, charge.portion, charge.instalment_number,
      charge.amount_minor - coalesce((
        select sum(case waiver.event when 'waive-charge' then waiver.amount_minor
          else -waiver.amount_minor end)
        from charge_waivers waiver
        where waiver.portfolio_id = charge.portfolio_id and waiver.charge_id = charge.id
      ), 0)::bigint as open_minor
    from charges charge
    where charge.portfolio_id = ${portfolioId} and charge.loan_id = ${loanId}
    order by charge.number`;
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
