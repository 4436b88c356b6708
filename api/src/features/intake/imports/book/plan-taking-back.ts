import { sumAllocations, subtractAllocations } from '@bursar/loan-maths/allocated-amounts';
import type { Transaction } from '../../../../platform/database.ts';
import { succeed, type Outcome } from '../../../../platform/outcome.ts';
import { readCharges } from '../../../servicing/loan-account/charges.store.ts';
import {
  listInstalments,
  type InstalmentRow,
} from '../../../servicing/loan-account/instalments.store.ts';
import {
  listAgreedDues,
  type Due,
} from '../../../servicing/loan-account/schedule-versions.store.ts';
import { fundedBy } from '../../../servicing/loan-account/movements.store.ts';
import type { LockedLoan } from '../../../servicing/loan-account/loan-state.store.ts';
import {
  countedSince,
  replayPayments,
  effectiveFrom,
} from '../../../servicing/loan-account/replay-payments.ts';
import {
  listEffectivePayments,
  type Reallocated,
  type RefundToClaim,
  type EffectivePayment,
} from '../../../servicing/loan-account/reversals.store.ts';
import { planClaim } from '../../../servicing/payments/plan-reversal.ts';
import type { BookedPayment } from '../check/comparisons.store.ts';
import { isAgreedBefore, listFormerAllocations, listReversedSince } from './undo-import.store.ts';

export type TakingBack = {
  /** Null if the tape's payment was reversed before. */
  readonly payment: EffectivePayment | null;
  readonly reallocated: readonly Reallocated[];
  readonly dues: readonly Due[];
  readonly claim: RefundToClaim;
};
type Planned = Outcome<TakingBack | null, 'credit_was_used' | 'schedule_cannot_be_made'>;

/**
 * Plans the loan without a tape's payment, as if the tape had never been imported. The tape may
 * have split its payment differently from the loan's allocation order. So moved money returns to
 * its former place, and only what a reversal has reallocated since, or what is on a prepaid
 * schedule, is replayed. Null if the payment was reversed and nothing moves.
 */
export async function planTakingBack(
  transaction: Transaction,
  loan: LockedLoan,
  {
    loanId,
    payment: booked,
    businessDate,
  }: {
    readonly loanId: string;
    readonly payment: BookedPayment;
    readonly businessDate: string;
  },
): Promise<Planned> {
  const key = { portfolioId: loan.portfolioId, loanId };
  const all = await listEffectivePayments(transaction, key);
  const payment = all.find(({ id }) => id === booked.id) ?? null;
  if (!payment && booked.recharged.length === 0) return succeed(null);
  const reversed = await listReversedSince(transaction, { ...key, paymentId: booked.id });
  const former = await listFormerAllocations(transaction, { ...key, causeId: booked.id });
  const agreed = await listAgreedWithout(transaction, key, booked);
  const effectivePayments = countedSince(all, loan.rescheduleNumber);
  const place = effectivePayments.findIndex((one) =>
    reversed.some((earlier) => comesBefore(earlier, one)),
  );
  const isSettled = agreed.size > 0 && loan.status === 'closed';
  const toReplay = effectiveFrom(effectivePayments, place < 0 ? effectivePayments.length : place, {
    isSettled,
  });
  const restored = effectivePayments.flatMap((one) => {
    const allocation = toReplay.includes(one) ? undefined : former.get(one.id);
    return allocation ? [{ payment: one, ...allocation }] : [];
  });
  const replayed =
    toReplay.length === 0
      ? succeed({ reallocated: [], dues: [] })
      : await replayAgain(transaction, { key, loan, agreed, booked, payment, toReplay, restored });
  if (!replayed.ok) return replayed;
  const reallocated = [...restored, ...replayed.value.reallocated];
  const { dues } = replayed.value;
  if (!payment && reallocated.length + dues.length === 0) return succeed(null);
  const givenMinor = payment ? -fundedBy(payment).creditMinor : 0;
  const claimed = await planClaim(transaction, {
    loan,
    loanId,
    givenMinor,
    moved: { reallocated },
  });
  if (!claimed.ok) return claimed;
  const claim = { amountMinor: claimed.value, businessDate };
  return succeed({ payment, reallocated, claim, dues });
}

/** Lists the agreed dues without the tape's restatement. */
async function listAgreedWithout(
  transaction: Transaction,
  key: ReplayInput['key'],
  booked: BookedPayment,
): Promise<ReadonlyMap<number, Due>> {
  const agreed = await listAgreedDues(transaction, key);
  if (agreed.size === 0 || booked.recharged.length === 0) return agreed;
  if (await isAgreedBefore(transaction, { ...key, paymentId: booked.id })) return agreed;
  return new Map([...agreed].map(([number, due]) => [number, chargedAsBefore(due, booked)]));
}

type ReplayInput = Pick<TakingBack, 'payment'> & {
  readonly key: { readonly portfolioId: string; readonly loanId: string };
  readonly loan: LockedLoan;
  readonly agreed: ReadonlyMap<number, Due>;
  readonly booked: BookedPayment;
  readonly toReplay: readonly EffectivePayment[];
  readonly restored: readonly Reallocated[];
};

/**
 * Replays the payments of `toReplay` without the tape's payment, while the allocations of all other
 * payments stay.
 */
async function replayAgain(
  transaction: Transaction,
  { key, loan, agreed, booked, payment, toReplay, restored }: ReplayInput,
) {
  const live = await listInstalments(transaction, key);
  const charged = await readCharges(transaction, key, live);
  const isAmong = payment !== null && toReplay.includes(payment);
  const nowhere =
    payment && !isAmong ? [{ payment, allocations: [], charges: [], creditMinor: 0 }] : [];
  const moved = [...nowhere, ...restored];
  const instalments = live.map((row) => withMoved(chargedAsBefore(row, booked), moved));
  const chargesPaid = chargesPaidWith(charged.chargesPaid, moved);
  return replayPayments(
    { ...loan, ...charged, agreed, chargesPaid, instalments },
    { effectivePayments: toReplay, keepsRest: true, ...(isAmong && { takenOut: payment.id }) },
  );
}

type PaymentPosition = Pick<EffectivePayment, 'valueDate' | 'number'>;

const comesBefore = (one: PaymentPosition, other: PaymentPosition): boolean =>
  one.valueDate === other.valueDate ? one.number < other.number : one.valueDate < other.valueDate;

/** Returns an instalment's charges without the tape's restatement; charges made since remain. */
export function chargedAsBefore<Row extends Due>(row: Row, { recharged }: BookedPayment): Row {
  const change = recharged.find(({ number }) => number === row.number);
  if (!change) return row;
  return {
    ...row,
    interestMinor: row.interestMinor + change.formerInterestMinor - change.interestMinor,
    penaltyMinor: row.penaltyMinor + change.formerPenaltyMinor - change.penaltyMinor,
  };
}

function withMoved(row: InstalmentRow, moved: readonly Reallocated[]): InstalmentRow {
  const sumOn = (allocations: Reallocated['allocations']) =>
    sumAllocations(allocations.filter(({ instalmentNumber }) => instalmentNumber === row.number));
  return moved.reduce((now, { payment, allocations }) => {
    const more = subtractAllocations(sumOn(allocations), sumOn(payment.allocations));
    return {
      ...now,
      principalPaidMinor: now.principalPaidMinor + more.principalMinor,
      interestPaidMinor: now.interestPaidMinor + more.interestMinor,
      feePaidMinor: now.feePaidMinor + more.feeMinor,
      penaltyPaidMinor: now.penaltyPaidMinor + more.penaltyMinor,
    };
  }, row);
}

function chargesPaidWith(
  paid: ReadonlyMap<string, number>,
  moved: readonly Reallocated[],
): ReadonlyMap<string, number> {
  const sums = new Map(paid);
  const lay = (charges: Reallocated['charges'], sign: 1 | -1) => {
    for (const { chargeId, amountMinor } of charges) {
      sums.set(chargeId, (sums.get(chargeId) ?? 0) + sign * amountMinor);
    }
  };
  for (const { payment, charges } of moved) {
    lay(payment.charges, -1);
    lay(charges, 1);
  }
  return sums;
}
