import type { AllocationOrder, Rounding } from '@bursar/loan-maths';
import type { BeyondDueChoice, LoanStatus } from '@bursar/contracts/choices';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ListPayments, Payment } from '@bursar/contracts/servicing/payments';
import type { Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursorOf } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { inScope, type Scope } from '../../../platform/scope.ts';
import { statusAfterIn } from '../loan-account/loan-can.ts';
import {
  columnsOf,
  fundedBy,
  insertChargePortions,
  moneyMoved,
  portionRows,
  sumOfCharges,
  type Movement,
  type Moving,
  type MovingLoan,
} from '../loan-account/movements.store.ts';
import { sumPortions } from '@bursar/loan-maths/portions';
import type { ChargePortion } from '../loan-account/place-on-charges.ts';
import type { Portion } from '../loan-account/reckon-payments.ts';
import { productOfLoan, waysOfLoan } from '../products/products.store.ts';

export type LockedLoan = {
  readonly portfolioId: string;
  readonly referenceNumber: number;
  readonly status: LoanStatus;
  readonly scheduleVersion: number;
  readonly currency: string;
  readonly annualRatePercent: string;
  readonly frequencyUnit: 'days' | 'weeks' | 'months';
  readonly frequencyEvery: number;
  readonly scheduleMethod: string;
  readonly dayCount: string;
  readonly disbursedOn: string;
  readonly lastPaymentOn: string | null;
  /** The day of the reschedule that it lives by, and what came before it of events of that day. */
  readonly rescheduledOn: string | null;
  readonly rescheduleNumber: number | null;
  readonly outstandingPrincipalMinor: number;
  /** Kept for the borrower. */
  readonly creditMinor: number;
  readonly teamId: string | null;
  readonly agentId: string | null;
  readonly allocationOrder: AllocationOrder;
  /** Of its product; null where it came by a tape. */
  readonly instalmentRounding: Rounding | null;
  readonly instalmentMultipleMinor: number | null;
  readonly gracePrincipal: number | null;
  readonly graceInterest: number | null;
};

/** Holds the loan until the transaction ends: two payments on it come one after the other. */
export async function lockLoan(
  transaction: Transaction,
  { scope, loanId }: { scope: Scope; loanId: string },
): Promise<LockedLoan | null> {
  const one = transaction`state.loan_id = ${loanId}`;
  const locked = await selectLocked(transaction, { scope, are: one });
  return locked.get(loanId) ?? null;
}

/** The same of a loan that nothing is done to: others may move it meanwhile. */
export async function readLoanToPay(
  sql: Queryable,
  { scope, loanId }: { scope: Scope; loanId: string },
): Promise<LockedLoan | null> {
  const one = sql`state.loan_id = ${loanId}`;
  const [loan] = await sql<LockedLoan[]>`${loansToPay(sql, { scope, are: one })}`;
  return loan ?? null;
}

/** The same for several, in the order in which all that hold many take them. */
export function lockLoans(
  transaction: Transaction,
  { scope, loanIds }: { scope: Scope; loanIds: readonly string[] },
): Promise<ReadonlyMap<string, LockedLoan>> {
  const are = transaction`state.loan_id = any(${[...loanIds]}::uuid[])`;
  return selectLocked(transaction, { scope, are });
}

async function selectLocked(
  transaction: Transaction,
  { scope, are }: { scope: Scope; are: Fragment },
): Promise<ReadonlyMap<string, LockedLoan>> {
  // Read by a statement of its own, sent along: one that waited for the lock sees other tables as they were before.
  const [, loans] = await Promise.all([
    transaction`
      select from loan_state state where ${inScope(transaction, scope, 'state')} and ${are}
      order by state.loan_id
      for update`,
    transaction<(LockedLoan & { loanId: string })[]>`${loansToPay(transaction, { scope, are })}`,
  ]);
  return new Map(loans.map(({ loanId, ...loan }) => [loanId, loan]));
}

function loansToPay(sql: Queryable, { scope, are }: { scope: Scope; are: Fragment }): Fragment {
  return sql`
    select state.loan_id, state.portfolio_id, loan.reference_number, state.status,
      state.schedule_version, loan.currency, loan.annual_rate_percent::text, loan.frequency_unit,
      loan.frequency_every, loan.schedule_method, loan.day_count, loan.disbursed_on,
      state.last_payment_on, state.outstanding_principal_minor, state.credit_minor, state.team_id, state.agent_id,
      rescheduled.value_date as rescheduled_on, rescheduled.number as reschedule_number,
      ${waysOfLoan(sql)}
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    ${productOfLoan(sql)}
    left join lateral (
      select value_date, number from standing_reschedules made
      where made.portfolio_id = state.portfolio_id and made.loan_id = state.loan_id
      order by made.version desc limit 1
    ) rescheduled on state.schedule_version > 1
    where ${inScope(sql, scope, 'state')} and ${are}`;
}

export type PaymentRow = Omit<Payment, 'reversal'> & {
  readonly loanId: string;
  readonly reversalId: string | null;
  readonly reason: string;
  readonly reversedBy: string;
  readonly reversedAt: string;
};

function selectPayments(sql: Queryable, further = sql``) {
  return sql`
    select ${further} payment.id, payment.loan_id, payment.amount_minor, payment.principal_minor,
      payment.interest_minor, payment.fees_minor as fee_minor,
      payment.penalties_minor as penalty_minor, payment.recovered_minor, payment.beyond_due,
      payment.credit_minor, payment.currency,
      payment.value_date, payment.method, payment.note, payment.posted_at,
      poster.name as posted_by, payment.posted_by as posted_by_id, team.name as team, agent.name as agent,
      coalesce(payment.reallocations, 0) as reallocations, payment.reversal_id, reversal.reason,
      request.id as reversal_request_id, reverser.name as reversed_by, reversal.reversed_at
    from standing_payments payment
    join accounts poster on poster.id = payment.posted_by
    left join payment_reversals reversal
      on reversal.portfolio_id = payment.portfolio_id and reversal.id = payment.reversal_id
    left join accounts reverser on reverser.id = reversal.reversed_by
    left join approvals request
      on request.portfolio_id = payment.portfolio_id and request.kind = 'reverse-payment'
      and request.subject_id = payment.id and request.state = 'waiting'
    left join teams team on team.portfolio_id = payment.portfolio_id and team.id = payment.team_id
    left join accounts agent on agent.id = payment.agent_id`;
}

export async function findPayment(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<PaymentRow | null> {
  const [row] = await sql<PaymentRow[]>`
    ${selectPayments(sql)} where payment.portfolio_id = ${portfolioId} and payment.id = ${id}`;
  return row ?? null;
}

/** The latest payment that stands on the loan and that a second posting of it would look like. */
export async function findTwin(
  sql: Queryable,
  payment: Pick<NewPayment, 'loanId' | 'amountMinor' | 'valueDate' | 'method'> & {
    readonly portfolioId: string;
  },
): Promise<PaymentRow | null> {
  const { portfolioId } = payment;
  const [twin] = await sql<{ id: string }[]>`
    select payment.id from payments payment
    where payment.portfolio_id = ${portfolioId} and payment.loan_id = ${payment.loanId}
      and payment.amount_minor = ${payment.amountMinor}
      and payment.value_date = ${payment.valueDate} and payment.method = ${payment.method}
      and ${isNotReversed(sql)}
    order by payment.posted_at desc, payment.id desc
    limit 1`;
  return twin ? findPayment(sql, { portfolioId, id: twin.id }) : null;
}

/** To be put beside `payments payment`, where nothing is asked that a reallocation would say otherwise. */
const isNotReversed = (sql: Queryable): Fragment => sql`not exists (
  select from payment_reversals reversal
  where reversal.portfolio_id = payment.portfolio_id and reversal.payment_id = payment.id)`;

type AskedPayments = InputOf<ListPayments>['query'] & {
  readonly portfolioId: string;
  readonly loanId: string;
  readonly limit: number;
};

/** A page that ends with a payment tells every posting and reversal that is newer than that one's last. */
export async function listPaymentsOfLoan(
  sql: Queryable,
  { portfolioId, loanId, after, limit }: AskedPayments,
): Promise<AnswerOf<ListPayments>> {
  const cursor = readCursorOf(after, ['instant', 'integer']);
  const [touchedAt = '', number = 0] = cursor?.values ?? [];
  const touched = sql`coalesce(reversal.reversed_at, payment.posted_at)`;
  const rows = await sql<(PaymentRow & { touchedAt: string; number: number })[]>`
    select found.* from (
      ${selectPayments(sql, sql`${touched} as touched_at, payment.number,`)}
      where payment.portfolio_id = ${portfolioId} and payment.loan_id = ${loanId}
        ${cursor ? sql`and (${touched}, payment.number, payment.id) < (${touchedAt}::timestamptz, ${number}, ${cursor.id}::uuid)` : sql``}
    ) found order by touched_at desc, number desc, id desc limit ${limit + 1}`;
  const { page, nextCursor } = pageOf(rows, {
    limit,
    valueOf: (row) => [row.touchedAt, row.number],
  });
  return { payments: page.map(toPayment), nextCursor };
}

/** The contract's payment: the loan is in its address already. */
export function toPayment(row: PaymentRow): Payment {
  const { id, amountMinor, principalMinor, interestMinor, feeMinor, penaltyMinor, recoveredMinor } =
    row;
  const { beyondDue, creditMinor } = row;
  const { currency, valueDate, method, note, postedAt, postedBy, postedById, team, agent } = row;
  const { reallocations, reversalId, reason, reversedBy, reversedAt, reversalRequestId } = row;
  return {
    id,
    amountMinor,
    principalMinor,
    interestMinor,
    feeMinor,
    penaltyMinor,
    recoveredMinor,
    beyondDue,
    creditMinor,
    currency,
    valueDate,
    method,
    note,
    postedAt,
    postedBy,
    postedById,
    team,
    agent,
    reallocations,
    reversal: reversalId === null ? null : { id: reversalId, reason, reversedBy, reversedAt },
    reversalRequestId,
  };
}

export type NewPayment = MovingLoan & {
  readonly id: string;
  readonly amountMinor: number;
  readonly valueDate: string;
  readonly method: Payment['method'];
  readonly note: string;
  readonly teamId: string | null;
  readonly agentId: string | null;
  /** Up to when it brings interest where it settles the loan. */
  readonly interestUntil: 'date' | 'maturity';
  readonly beyondDue: BeyondDueChoice;
  readonly creditMinor: number;
  /** One a row of the schedule that gets money, in its version. */
  readonly portions: readonly Portion[];
  readonly charges: readonly ChargePortion[];
  readonly scheduleVersion: number;
  readonly recoveredMinor: number;
};

type PaymentsToInsert = {
  readonly made: readonly NewPayment[];
  /** What later payments of the same loans move, allocated again for these. */
  readonly reallocated: readonly Movement[];
};

/** Writes whole events in one statement: payments, their portions, and the money they move. */
export async function insertPayments(
  transaction: Transaction,
  moving: Moving,
  { made: payments, reallocated }: PaymentsToInsert,
): Promise<void> {
  const { portfolioId, madeBy, madeAt } = moving;
  const rows = payments.map(({ portions, charges: _charges, ...payment }) => {
    return { ...payment, ...columnsOf(sumPortions(portions)) };
  });
  const movements = payments.map((payment): Movement => ({
    event: payment.recoveredMinor > 0 ? 'recover-loan' : 'post-payment',
    loanId: payment.loanId,
    currency: payment.currency,
    sourceId: payment.id,
    stamp: payment,
    payments: 1,
    ...fundedBy(payment),
    portions: payment.portions,
    scheduleVersion: payment.scheduleVersion,
    charged: sumOfCharges(payment.charges),
    recoveredMinor: payment.recoveredMinor,
  }));
  await transaction`
    with payment as (
      insert into payments (portfolio_id, id, loan_id, currency, amount_minor, principal_minor,
        interest_minor, fees_minor, penalties_minor, recovered_minor, value_date, method, note,
        team_id, agent_id, posted_by, posted_at, interest_until, beyond_due, credit_minor)
      select ${portfolioId}, id, "loanId", currency, "amountMinor", principal, interest, fees,
        penalties, "recoveredMinor", "valueDate", method, note, "teamId", "agentId", ${madeBy},
        ${madeAt}, "interestUntil", "beyondDue", "creditMinor"
      from jsonb_to_recordset(${transaction.json(rows)}) as made(id uuid, "loanId" uuid,
        currency text, "amountMinor" bigint, principal bigint, interest bigint, fees bigint,
        penalties bigint, "recoveredMinor" bigint, "valueDate" date, method text, note text,
        "teamId" uuid, "agentId" uuid, "interestUntil" text, "beyondDue" text,
        "creditMinor" bigint)
    ), portions as (
      insert into payment_portions (portfolio_id, payment_id, instalment_number, schedule_version,
        principal_minor, interest_minor, fees_minor, penalties_minor)
      select ${portfolioId}, source, number, version, principal, interest, fees, penalties
      from ${portionRows(transaction, movements)}
    ), ${moneyMoved(transaction, moving, [...reallocated, ...movements])}`;
  await insertChargePortions(
    transaction,
    portfolioId,
    payments.map(({ id, charges }) => ({ placedBy: id, paymentId: id, charges })),
  );
}

export type LoanStanding = {
  readonly status: LoanStatus;
  readonly outstandingPrincipalMinor: number;
};

type Restated = LoanStanding & {
  /** Whether anything was ever promised on it. */
  readonly hasPromises: boolean;
};

/** What loans' states say of their instalments and payments, computed again from their rows. */
export async function restateLoans(
  transaction: Transaction,
  { portfolioId, loanIds }: { portfolioId: string; loanIds: readonly string[] },
): Promise<ReadonlyMap<string, Restated>> {
  const status = transaction`state.status`;
  const [first, ...others] = loanIds;
  // How long an array is decides its plan, which would be made anew each time: one loan needs none.
  const named =
    others.length === 0
      ? transaction`(values (${first ?? null}::uuid))`
      : transaction`unnest(${[...loanIds]}::uuid[])`;
  const restated = await transaction<(Restated & { loanId: string })[]>`
    update loan_state state set
      status = case when oldest.due_on is null
        then ${statusAfterIn(transaction, 'settle', status)}
        else ${statusAfterIn(transaction, 'reverse-payment', status)} end,
      oldest_unpaid_due_on = oldest.due_on,
      oldest_unpaid_minor = coalesce(oldest.open_minor, 0),
      last_payment_on = (
        select max(payment.value_date) from payments payment
        where payment.portfolio_id = ${portfolioId} and payment.loan_id = named.loan_id
          and ${isNotReversed(transaction)}
      ),
      version = state.version + 1
    from ${named} named(loan_id)
    left join lateral (
      select due_on, open_minor
      from instalments
      cross join lateral (select principal_minor - principal_paid_minor + interest_minor
        - interest_paid_minor + fees_minor - fees_paid_minor + penalties_minor
        - penalties_paid_minor as open_minor) open
      where portfolio_id = ${portfolioId} and loan_id = named.loan_id and open_minor > 0
      order by due_on, number limit 1
    ) oldest on true
    where state.portfolio_id = ${portfolioId} and state.loan_id = named.loan_id
    returning state.loan_id, state.status, state.outstanding_principal_minor, exists (
      select from promises promise
      where promise.portfolio_id = ${portfolioId} and promise.loan_id = named.loan_id
    ) as has_promises`;
  return new Map(restated.map(({ loanId, ...standing }) => [loanId, standing]));
}

export async function restateLoan(
  transaction: Transaction,
  { portfolioId, loanId }: { portfolioId: string; loanId: string },
): Promise<LoanStanding> {
  const restated = await restateLoans(transaction, { portfolioId, loanIds: [loanId] });
  return standingIn(restated, loanId);
}

export function standingIn(
  standings: ReadonlyMap<string, LoanStanding>,
  loanId: string,
): LoanStanding {
  const standing = standings.get(loanId);
  if (!standing) throw new Error(`loan ${loanId} has no state to restate`);
  return standing;
}
