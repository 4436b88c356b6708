import { sumPortions, subtractPortions } from '@bursar/loan-maths/portions';
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
  reckonPayments,
  standingFrom,
} from '../../../servicing/loan-account/reckon-payments.ts';
import {
  listStandingPayments,
  type Reallocated,
  type RefundToClaim,
  type StandingPayment,
} from '../../../servicing/loan-account/reversals.store.ts';
import { planClaim } from '../../../servicing/payments/plan-reversal.ts';
import type { BookedPayment } from '../check/comparisons.store.ts';
import { listFormerPlacings, listReversedSince } from './undo-import.store.ts';

export type TakingBack = {
  readonly payment: StandingPayment;
  readonly reallocated: readonly Reallocated[];
  readonly dues: readonly Due[];
  readonly claim: RefundToClaim;
};
type Planned = Outcome<TakingBack | null, 'credit_was_used' | 'schedule_cannot_be_made'>;

/**
 * Plans the loan without a tape's payment, as if the tape had never been imported. The tape may
 * have split its payment differently from the loan's allocation order. So moved money returns to
 * its former place, and only what a reversal has reallocated since, or what is on a prepaid
 * schedule, is replayed. Null if the payment is reversed.
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
  const all = await listStandingPayments(transaction, key);
  const payment = all.find(({ id }) => id === booked.id);
  if (!payment) return succeed(null);
  const reversed = await listReversedSince(transaction, { ...key, payment });
  const former = await listFormerPlacings(transaction, { ...key, causeId: payment.id });
  const agreed = await listAgreedDues(transaction, key);
  const standing = countedSince(all, loan.rescheduleNumber);
  const place = standing.findIndex((one) => reversed.some((gone) => comesBefore(gone, one)));
  const isSettled = agreed.size > 0 && loan.status === 'closed';
  const anew = standingFrom(standing, place < 0 ? standing.length : place, { isSettled });
  const restored = standing.flatMap((one) => {
    const placing = anew.includes(one) ? undefined : former.get(one.id);
    return placing ? [{ payment: one, ...placing }] : [];
  });
  const reckoned =
    anew.length === 0
      ? succeed({ reallocated: [], dues: [] })
      : await reckonAnew(transaction, { key, loan, agreed, booked, payment, anew, restored });
  if (!reckoned.ok) return reckoned;
  const reallocated = [...restored, ...reckoned.value.reallocated];
  const givenMinor = -fundedBy(payment).creditMinor;
  const claimed = await planClaim(transaction, {
    loan,
    loanId,
    givenMinor,
    moved: { reallocated },
  });
  if (!claimed.ok) return claimed;
  const claim = { amountMinor: claimed.value, businessDate };
  return succeed({ payment, reallocated, claim, dues: reckoned.value.dues });
}

type Reckoning = Pick<TakingBack, 'payment'> & {
  readonly key: { readonly portfolioId: string; readonly loanId: string };
  readonly loan: LockedLoan;
  readonly agreed: ReadonlyMap<number, Due>;
  readonly booked: BookedPayment;
  readonly anew: readonly StandingPayment[];
  readonly restored: readonly Reallocated[];
};

/** Replays some of the payments without the tape's payment, while the others stay where they are. */
async function reckonAnew(
  transaction: Transaction,
  { key, loan, agreed, booked, payment, anew, restored }: Reckoning,
) {
  const live = await listInstalments(transaction, key);
  const charged = await readCharges(transaction, key, live);
  const isAmong = anew.includes(payment);
  const nowhere = { payment, portions: [], charges: [], creditMinor: 0 };
  const moved = isAmong ? restored : [nowhere, ...restored];
  const instalments = live.map((row) => withMoved(chargedAsBefore(row, booked), moved));
  const chargesPaid = chargesPaidWith(charged.chargesPaid, moved);
  return reckonPayments(
    { ...loan, ...charged, agreed, chargesPaid, instalments },
    { standing: anew, keepsRest: true, ...(isAmong && { takenOut: payment.id }) },
  );
}

type Placed = Pick<StandingPayment, 'valueDate' | 'number'>;

const comesBefore = (gone: Placed, one: Placed): boolean =>
  gone.valueDate === one.valueDate ? gone.number < one.number : gone.valueDate < one.valueDate;

/** Returns an instalment's charges without the tape's restatement; charges made since remain. */
export function chargedAsBefore(row: InstalmentRow, { recharged }: BookedPayment): InstalmentRow {
  const told = recharged.find(({ number }) => number === row.number);
  if (!told) return row;
  return {
    ...row,
    interestMinor: row.interestMinor + told.formerInterestMinor - told.interestMinor,
    penaltyMinor: row.penaltyMinor + told.formerPenaltyMinor - told.penaltyMinor,
  };
}

function withMoved(row: InstalmentRow, moved: readonly Reallocated[]): InstalmentRow {
  const sumOn = (portions: Reallocated['portions']) =>
    sumPortions(portions.filter(({ instalmentNumber }) => instalmentNumber === row.number));
  return moved.reduce((now, { payment, portions }) => {
    const more = subtractPortions(sumOn(portions), sumOn(payment.portions));
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
