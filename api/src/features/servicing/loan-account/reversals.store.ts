import type { PaymentSource } from '@bursar/contracts/choices';
import { uuidv7 } from 'uuidv7';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import {
  columnsOf,
  fundedBy,
  insertChargeAllocations,
  postMovements,
  sumOfCharges,
  type Movement,
  type Moving,
  type MovingLoan,
} from './movements.store.ts';
import { sumAllocations } from '@bursar/loan-maths/allocated-amounts';
import { claimRefund } from './refund-claims.store.ts';
import { checkPenaltiesAgain } from './owed-penalties.store.ts';
import { settleDues, supersedeSchedule, type Due } from './schedule-versions.store.ts';
import type { ChargeAllocation } from './allocate-to-charges.ts';
import {
  differenceOf,
  type AllocatedPayment,
  type InstalmentAllocation,
} from './replay-payments.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export type EffectivePayment = AllocatedPayment & {
  /** The team and agent who earned the payment's income. */
  readonly teamId: string | null;
  readonly agentId: string | null;
  readonly recoveredMinor: number;
  readonly method: PaymentSource;
  readonly reallocations: number;
};

/** Lists the effective payments of a loan, by value date and then in posting order. */
export async function listEffectivePayments(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<EffectivePayment[]> {
  return sql<EffectivePayment[]>`
    select payment.id, payment.amount_minor, payment.value_date, payment.team_id,
      payment.agent_id, payment.recovered_minor, payment.method, payment.interest_until, payment.overpayment_treatment,
      payment.credit_minor, payment.number,
      coalesce(payment.reallocations, 0) as reallocations,
      coalesce((
        select ${allocationsAsJson(sql)}
        from effective_allocations portion
        where portion.portfolio_id = payment.portfolio_id and portion.payment_id = payment.id
      ), '[]') as allocations,
      ${chargesPaidBy(sql, {
        portfolioId: sql`payment.portfolio_id`,
        id: sql`coalesce(payment.reallocation_id, payment.id)`,
      })} as charges
    from effective_payments payment
    where payment.portfolio_id = ${portfolioId} and payment.loan_id = ${loanId}
      and payment.reversal_id is null
    order by payment.value_date, payment.number, payment.posted_at, payment.id`;
}

/** SQL expression for the allocations of a payment, one per instalment, as a JSON array. */
export const allocationsAsJson = (sql: Queryable): Fragment => sql`
  jsonb_agg(jsonb_build_object(
    'instalmentNumber', portion.instalment_number, 'principalMinor', portion.principal_minor,
    'interestMinor', portion.interest_minor, 'feeMinor', portion.fees_minor,
    'penaltyMinor', portion.penalties_minor) order by portion.instalment_number)`;

type ChargePayer = { readonly portfolioId: Fragment; readonly id: Fragment };

/**
 * SQL expression for the amounts that a payment, or its reallocation, pays on charges, as a JSON
 * array.
 */
export const chargesPaidBy = (sql: Queryable, { portfolioId, id }: ChargePayer): Fragment => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('chargeId', placed.charge_id,
      'portion', charge.portion, 'amountMinor', placed.amount_minor) order by charge.number)
    from charge_allocations placed
    join charges charge
      on charge.portfolio_id = placed.portfolio_id and charge.id = placed.charge_id
    where placed.portfolio_id = ${portfolioId} and placed.placed_by = ${id}
  ), '[]')`;

export async function findReversal(
  transaction: Transaction,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<{ paymentId: string; reason: string } | null> {
  const [row] = await transaction<{ paymentId: string; reason: string }[]>`
    select payment_id, reason from payment_reversals
    where portfolio_id = ${portfolioId} and id = ${id}`;
  return row ?? null;
}

/** A correction of a loan's payments, with its author and time. */
type Correction = Moving &
  MovingLoan & {
    /**
     * The id of the reversal, inserted payment, charge, waiver or undone tape that causes the
     * correction.
     */
    readonly id: string;
    /**
     * The schedule version that the new allocations belong to; for `insertReversal`, the version
     * before the reversal.
     */
    readonly scheduleVersion: number;
  };

export type Reallocated = {
  readonly payment: EffectivePayment;
  readonly allocations: readonly InstalmentAllocation[];
  readonly charges: readonly ChargeAllocation[];
  readonly creditMinor: number;
};

/** Refunded credit that becomes owed because of the reversal. */
export type RefundToClaim = { readonly amountMinor: number; readonly businessDate: string };

type ReversalToWrite = {
  readonly claim: RefundToClaim;
  readonly payment: EffectivePayment;
  readonly reallocated: readonly Reallocated[];
  readonly dues: readonly Due[];
};

/**
 * Reverses a payment and allocates later ones again, in new rows; the rows of payments never
 * change. If the payment was a payoff or prepayment, the amounts that it removed from the schedule
 * are due again.
 */
export async function insertReversal(
  transaction: Transaction,
  made: Correction & { readonly reason: string },
  { payment, reallocated, dues, claim }: ReversalToWrite,
): Promise<void> {
  const { portfolioId, loanId, currency, id, reason, madeBy, madeAt } = made;
  const isAnother = dues.length > 0;
  const correction = { ...made, scheduleVersion: made.scheduleVersion + (isAnother ? 1 : 0) };
  if (claim.amountMinor > 0) {
    const { amountMinor, businessDate: valueDate } = claim;
    await claimRefund(transaction, { ...made, sourceId: id, amountMinor, valueDate });
  }
  if (isAnother) {
    const superseding = { portfolioId, loanId, sourceId: id, madeBy, madeAt, dues };
    await supersedeSchedule(transaction, { ...superseding, event: 'reverse-payment' });
  }
  await transaction`
    insert into payment_reversals
      (portfolio_id, id, payment_id, loan_id, reason, reversed_by, reversed_at)
    values (${portfolioId}, ${id}, ${payment.id}, ${loanId}, ${reason}, ${madeBy}, ${madeAt})`;
  await insertReallocationRows(transaction, correction, reallocated);
  const given = fundedBy(payment);
  const reversed: Movement = {
    loanId,
    currency,
    event: 'reverse-payment',
    sourceId: id,
    stamp: payment,
    payments: -1,
    cashMinor: -given.cashMinor,
    creditMinor: -given.creditMinor,
    allocations: differenceOf(payment.allocations, []),
    scheduleVersion: correction.scheduleVersion,
    charged: differenceOfCharges(payment.charges, []),
    recoveredMinor: -payment.recoveredMinor,
  };
  const movements = [reversed, ...reallocationsOf(correction, reallocated)];
  await transaction`with ${postMovements(transaction, correction, movements)}`;
  if (isAnother) await settleDues(transaction, { portfolioId, loanId, dues });
  const loans = [{ loanId, since: payment.valueDate }];
  await checkPenaltiesAgain(transaction, { portfolioId, loans });
}

/**
 * Allocates payments again after a payment was inserted before them or a charge changed. Returns
 * their movements, so that the caller posts them in one step with those of an inserted payment: an
 * instalment that the inserted payment pays ahead may still hold the money of a later prepayment.
 */
export async function insertReallocations(
  transaction: Transaction,
  correction: Correction,
  reallocated: readonly Reallocated[],
): Promise<readonly Movement[]> {
  if (reallocated.length === 0) return [];
  await insertReallocationRows(transaction, correction, reallocated);
  return reallocationsOf(correction, reallocated);
}

async function insertReallocationRows(
  transaction: Transaction,
  { portfolioId, id: causeId, madeAt, scheduleVersion }: Correction,
  reallocated: readonly Reallocated[],
): Promise<void> {
  const made = reallocated.map(({ payment, allocations, charges, creditMinor: credit }) => ({
    id: uuidv7(),
    payment: payment.id,
    number: payment.reallocations + 1,
    allocations: allocations.map((allocation) => ({
      instalment: allocation.instalmentNumber,
      ...columnsOf(allocation),
    })),
    ...columnsOf(sumAllocations(allocations)),
    credit,
    charges,
  }));
  await transaction`
    with made as (
      select * from jsonb_to_recordset(${transaction.json(made)}) as made(
        id uuid, payment uuid, number smallint, allocations jsonb, principal bigint, interest bigint,
        fees bigint, penalties bigint, credit bigint)
    ), reallocations as (
      insert into payment_reallocations (portfolio_id, id, payment_id, number, cause_id,
        principal_minor, interest_minor, fees_minor, penalties_minor, credit_minor, made_at)
      select ${portfolioId}, id, payment, number, ${causeId}, principal, interest, fees, penalties,
        credit, ${madeAt}
      from made
    )
    insert into reallocation_allocations (portfolio_id, reallocation_id, instalment_number,
      schedule_version, principal_minor, interest_minor, fees_minor, penalties_minor)
    select ${portfolioId}, made.id, portion.instalment, ${scheduleVersion}::smallint, portion.principal, portion.interest,
      portion.fees, portion.penalties
    from made
    cross join lateral jsonb_to_recordset(made.allocations) as portion(
      instalment smallint, principal bigint, interest bigint, fees bigint, penalties bigint)`;
  await insertChargeAllocations(
    transaction,
    portfolioId,
    made.map(({ id, payment, charges }) => ({ placedBy: id, paymentId: payment, charges })),
  );
}

function differenceOfCharges(then: readonly ChargeAllocation[], now: readonly ChargeAllocation[]) {
  const [former, after] = [sumOfCharges(then), sumOfCharges(now)];
  return {
    feeMinor: after.feeMinor - former.feeMinor,
    penaltyMinor: after.penaltyMinor - former.penaltyMinor,
  };
}

function reallocationsOf(
  { loanId, currency, scheduleVersion }: Correction,
  reallocated: readonly Reallocated[],
): readonly Movement[] {
  return reallocated.map(({ payment, allocations, charges, creditMinor }) => ({
    loanId,
    currency,
    event: 'reallocate-payment',
    sourceId: payment.id,
    stamp: payment,
    payments: 0,
    cashMinor: 0,
    creditMinor: creditMinor - payment.creditMinor,
    recoveredMinor: 0,
    scheduleVersion,
    charged: differenceOfCharges(payment.charges, charges),
    allocations: differenceOf(payment.allocations, allocations),
  }));
}
