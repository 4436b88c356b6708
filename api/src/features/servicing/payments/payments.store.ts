import type { OverpaymentChoice } from '@bursar/contracts/choices';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ListPayments, Payment } from '@bursar/contracts/servicing/payments';

import { pageOf, readCursorOf } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { isNotReversed } from '../loan-account/loan-state.store.ts';
import {
  columnsOf,
  fundedBy,
  insertChargeAllocations,
  postMovements,
  allocationRows,
  sumOfCharges,
  type Movement,
  type Moving,
  type MovingLoan,
} from '../loan-account/movements.store.ts';
import { sumAllocations } from '@bursar/loan-maths/allocated-amounts';
import type { ChargeAllocation } from '../loan-account/allocate-to-charges.ts';
import type { InstalmentAllocation } from '../loan-account/replay-payments.ts';

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
      payment.penalties_minor as penalty_minor, payment.recovered_minor, payment.overpayment_treatment,
      payment.credit_minor, payment.currency,
      payment.value_date, payment.method, payment.note, origin.payer,
      origin.external_reference, origin.split_id, payment.posted_at,
      poster.name as posted_by, payment.posted_by as posted_by_id, team.name as team, agent.name as agent,
      coalesce(payment.reallocations, 0) as reallocations, payment.reversal_id, reversal.reason,
      request.id as reversal_request_id, reverser.name as reversed_by, reversal.reversed_at
    from effective_payments payment
    join payments origin
      on origin.portfolio_id = payment.portfolio_id and origin.id = payment.id
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

/** The team and agent who earned a payment's income. */
export type PaymentEarner = { readonly teamId: string | null; readonly agentId: string | null };

type Posting = PaymentEarner &
  Pick<NewPayment, 'interestUntil'> & {
    /** The penalties that are no longer justified but stay charged. */
    readonly retainPenalties: readonly string[];
  };

/** Finds how a payment was posted, to post it again in the same way. */
export async function findPostingOf(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<Posting | null> {
  const [row] = await sql<Posting[]>`
    select team_id, agent_id, interest_until, array(
      select retained.charge_id from retained_penalties retained
      where retained.portfolio_id = payment.portfolio_id and retained.payment_id = payment.id
    ) as retain_penalties
    from payments payment where portfolio_id = ${portfolioId} and id = ${id}`;
  return row ?? null;
}

/** Lists the ids of the payments into which one payment was split over several loans. */
export async function listIdsOfSplit(
  sql: Queryable,
  { portfolioId, splitId }: { portfolioId: string; splitId: string },
): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from payments where portfolio_id = ${portfolioId} and split_id = ${splitId}`;
  return rows.map(({ id }) => id);
}

type Compared = Pick<NewPayment, 'loanId' | 'amountMinor' | 'valueDate' | 'method'> & {
  readonly portfolioId: string;
};

/**
 * Lists the effective payments on the loan with the same amount, value date and method, which the
 * new payment may duplicate, latest first.
 */
export async function listPossibleDuplicates(
  sql: Queryable,
  { portfolioId, loanId, amountMinor, valueDate, method }: Compared,
): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    select payment.id from payments payment
    where payment.portfolio_id = ${portfolioId} and payment.loan_id = ${loanId}
      and payment.amount_minor = ${amountMinor} and payment.value_date = ${valueDate}
      and payment.method = ${method} and ${isNotReversed(sql)}
    order by payment.posted_at desc, payment.id desc`;
  return rows.map(({ id }) => id);
}

/** Finds the latest payment that the new one may duplicate. */
export async function findPossibleDuplicate(
  sql: Queryable,
  payment: Compared,
): Promise<PaymentRow | null> {
  const [id] = await listPossibleDuplicates(sql, payment);
  return id === undefined ? null : findPayment(sql, { portfolioId: payment.portfolioId, id });
}

type AskedPayments = InputOf<ListPayments>['query'] & {
  readonly portfolioId: string;
  readonly loanId: string;
  readonly limit: number;
};

/**
 * Lists a page of a loan's payments by their last event, newest first. So the first page includes
 * every posting and reversal that is newer than the last event of its last payment.
 */
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

/**
 * Maps a row to the payment of the API contract. The loan id is left out because the path has it.
 */
export function toPayment(row: PaymentRow): Payment {
  const { id, amountMinor, principalMinor, interestMinor, feeMinor, penaltyMinor, recoveredMinor } =
    row;
  const { overpaymentTreatment, creditMinor, payer, externalReference } = row;
  const { currency, valueDate, method, note, postedAt, postedBy, postedById, team, agent } = row;
  const { reallocations, splitId, reversalId, reason, reversedBy, reversedAt, reversalRequestId } =
    row;
  return {
    id,
    amountMinor,
    principalMinor,
    interestMinor,
    feeMinor,
    penaltyMinor,
    recoveredMinor,
    overpaymentTreatment,
    creditMinor,
    currency,
    valueDate,
    method,
    payer,
    externalReference,
    note,
    postedAt,
    postedBy,
    postedById,
    team,
    agent,
    splitId,
    reallocations,
    reversal: reversalId === null ? null : { id: reversalId, reason, reversedBy, reversedAt },
    reversalRequestId,
  };
}

type SentPayment = Pick<
  PaymentRow,
  'loanId' | 'amountMinor' | 'currency' | 'valueDate' | 'method' | 'note'
> & {
  readonly payer?: string | undefined;
  readonly externalReference?: string | undefined;
  readonly splitId?: string | undefined;
  readonly overpaymentTreatment?: OverpaymentChoice | undefined;
};

/** Returns whether a stored payment has the content of a request with its id. */
export function hasSameContent(earlier: PaymentRow, command: SentPayment): boolean {
  return (
    earlier.loanId === command.loanId &&
    earlier.amountMinor === command.amountMinor &&
    earlier.currency === command.currency &&
    earlier.valueDate === command.valueDate &&
    earlier.method === command.method &&
    earlier.overpaymentTreatment === (command.overpaymentTreatment ?? 'next-instalments') &&
    earlier.payer === (command.payer ?? '') &&
    earlier.externalReference === (command.externalReference ?? '') &&
    earlier.splitId === (command.splitId ?? null) &&
    earlier.note === command.note
  );
}

export type NewPayment = MovingLoan & {
  readonly id: string;
  readonly amountMinor: number;
  readonly valueDate: string;
  readonly method: Payment['method'];
  readonly payer: string;
  readonly externalReference: string;
  readonly splitId: string | null;
  readonly note: string;
  readonly teamId: string | null;
  readonly agentId: string | null;
  /**
   * The day up to which a payment that settles the loan owes interest: its value date or maturity.
   */
  readonly interestUntil: 'date' | 'maturity';
  readonly overpaymentTreatment: OverpaymentChoice;
  readonly creditMinor: number;
  /** One allocation per instalment that receives money, in the version `scheduleVersion`. */
  readonly allocations: readonly InstalmentAllocation[];
  readonly charges: readonly ChargeAllocation[];
  readonly scheduleVersion: number;
  readonly recoveredMinor: number;
};

type PaymentsToInsert = {
  readonly made: readonly NewPayment[];
  /** Movements of the later payments that are allocated again on the same loans. */
  readonly reallocated: readonly Movement[];
};

/**
 * Inserts payments, their allocations to instalments and their money movements in one statement,
 * then their allocations to charges.
 */
export async function insertPayments(
  transaction: Transaction,
  moving: Moving,
  { made: payments, reallocated }: PaymentsToInsert,
): Promise<void> {
  const { portfolioId, madeBy, madeAt } = moving;
  const rows = payments.map(({ allocations, charges: _charges, ...payment }) => {
    return { ...payment, ...columnsOf(sumAllocations(allocations)) };
  });
  const movements = payments.map((payment): Movement => ({
    event: payment.recoveredMinor > 0 ? 'recover-loan' : 'post-payment',
    loanId: payment.loanId,
    currency: payment.currency,
    sourceId: payment.id,
    stamp: payment,
    payments: 1,
    ...fundedBy(payment),
    allocations: payment.allocations,
    scheduleVersion: payment.scheduleVersion,
    charged: sumOfCharges(payment.charges),
    recoveredMinor: payment.recoveredMinor,
  }));
  await transaction`
    with payment as (
      insert into payments (portfolio_id, id, loan_id, currency, amount_minor, principal_minor,
        interest_minor, fees_minor, penalties_minor, recovered_minor, value_date, method, note,
        payer, external_reference, split_id, team_id, agent_id, posted_by, posted_at, interest_until, overpayment_treatment, credit_minor)
      select ${portfolioId}, id, "loanId", currency, "amountMinor", principal, interest, fees,
        penalties, "recoveredMinor", "valueDate", method, note,
        payer, "externalReference", "splitId", "teamId", "agentId", ${madeBy},
        ${madeAt}, "interestUntil", "overpaymentTreatment", "creditMinor"
      from jsonb_to_recordset(${transaction.json(rows)}) as made(id uuid, "loanId" uuid,
        currency text, "amountMinor" bigint, principal bigint, interest bigint, fees bigint,
        penalties bigint, "recoveredMinor" bigint, "valueDate" date, method text, note text,
        payer text, "externalReference" text, "splitId" uuid,
        "teamId" uuid, "agentId" uuid, "interestUntil" text, "overpaymentTreatment" text,
        "creditMinor" bigint)
    ), allocations as (
      insert into payment_allocations (portfolio_id, payment_id, instalment_number, schedule_version,
        principal_minor, interest_minor, fees_minor, penalties_minor)
      select ${portfolioId}, source, number, version, principal, interest, fees, penalties
      from ${allocationRows(transaction, movements)}
    ), ${postMovements(transaction, moving, [...reallocated, ...movements])}`;
  await insertChargeAllocations(
    transaction,
    portfolioId,
    payments.map(({ id, charges }) => ({ placedBy: id, paymentId: id, charges })),
  );
}
