import type { ChargedAmount } from '@bursar/contracts/servicing/loan-to-replay';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { readCharges } from './charges.store.ts';
import { claimRefund } from './refund-claims.store.ts';
import { listInstalments } from './instalments.store.ts';
import {
  listAgreedDues,
  settleDues,
  supersedeSchedule,
  type Due,
} from './schedule-versions.store.ts';
import { postMovements, type Moving } from './movements.store.ts';
import type { LockedLoan } from './loan-state.store.ts';
import { countedSince, replayPayments, shortOfCredit, effectiveFrom } from './replay-payments.ts';
import { insertReallocations, listEffectivePayments, type Reallocated } from './reversals.store.ts';

/** The part of a charge to remove as if it had never been charged. */
export type WaivedPart = {
  readonly chargeId: string;
  readonly instalmentNumber: number;
  readonly amountMinor: number;
};

type Reallocating = {
  readonly loan: LockedLoan;
  readonly loanId: string;
  /** The id of the charge, waiver or undone tape that causes the reallocation. */
  readonly causeId: string;
  readonly madeBy: string | null;
  readonly madeAt: string;
  /** The day on which refunded credit that is now used is claimed back. */
  readonly businessDate: string;
};

type ReallocatingAfter = Reallocating & {
  /** The day of the penalty that is added or removed. Later payments are allocated again. */
  readonly day: string;
  readonly waived?: WaivedPart;
};

/**
 * Allocates payments after a penalty's day again, as if the penalty had been added or removed on
 * that day. Calls `takeOff` after the allocations to a waived penalty are removed.
 */
export async function reallocateAfter(
  transaction: Transaction,
  reallocating: ReallocatingAfter,
  takeOff?: () => Promise<void>,
): Promise<void> {
  const planned = await planReallocation(transaction, reallocating);
  await bookReallocation(transaction, reallocating, { ...planned, takeOff });
}

type PlannedReallocation = {
  readonly reallocated: readonly Reallocated[];
  readonly dues: readonly Due[];
  readonly takeOff?: (() => Promise<void>) | undefined;
};

/**
 * Writes a planned reallocation: a claim for refunded credit that is needed again, a new version of
 * the schedule if amounts change, and the new allocations.
 */
export async function bookReallocation(
  transaction: Transaction,
  { loan, loanId, causeId, madeBy, madeAt, businessDate: valueDate }: Reallocating,
  { reallocated, dues, takeOff }: PlannedReallocation,
): Promise<void> {
  const { portfolioId, currency } = loan;
  const isAnother = dues.length > 0;
  const moving: Moving = { portfolioId, madeBy, madeAt };
  const amountMinor = shortOfCredit(loan, 0, { reallocated });
  if (amountMinor > 0) {
    const claim = { ...moving, loanId, currency, amountMinor, sourceId: causeId };
    const { scheduleVersion } = loan;
    await claimRefund(transaction, { ...claim, scheduleVersion, valueDate });
  }
  if (isAnother) {
    const superseding = { ...moving, loanId, sourceId: causeId, dues };
    await supersedeSchedule(transaction, { ...superseding, event: 'reallocate-payment' });
  }
  if (reallocated.length > 0) {
    const scheduleVersion = loan.scheduleVersion + (isAnother ? 1 : 0);
    const correction = { ...moving, loanId, currency, id: causeId, scheduleVersion };
    const movements = await insertReallocations(transaction, correction, reallocated);
    await transaction`with ${postMovements(transaction, moving, movements)}`;
  }
  await takeOff?.();
  if (isAnother) await settleDues(transaction, { portfolioId, loanId, dues });
}

async function planReallocation(
  sql: Queryable,
  { loan, loanId, day, waived }: Pick<ReallocatingAfter, 'loan' | 'loanId' | 'day' | 'waived'>,
) {
  const key = { portfolioId: loan.portfolioId, loanId };
  const payments = countedSince(await listEffectivePayments(sql, key), loan.rescheduleNumber);
  const live = await listInstalments(sql, key);
  const charged = await readCharges(sql, key, live);
  // Payments posted after the penalty was charged are allocated again too: a back-dated one may
  // settle the loan once the penalty is gone.
  const made = charged.charges.find(({ chargeId }) => chargeId === waived?.chargeId);
  const place = payments.findIndex(
    ({ valueDate, number }) => valueDate > day || (made && number > Math.abs(made.number)),
  );
  if (place < 0) return { reallocated: [], dues: [] };
  const agreed = await listAgreedDues(sql, key);
  const books = {
    ...loan,
    ...charged,
    charges: waived ? withoutPart(charged.charges, waived) : charged.charges,
    instalments: live.map((row) => withReducedDue(row, waived)),
    agreed: new Map([...agreed].map(([number, due]) => [number, withReducedDue(due, waived)])),
  };
  const effectivePayments = effectiveFrom(payments, place, { isSettled: false });
  const replayed = replayPayments(books, { effectivePayments, keepsRest: true });
  if (!replayed.ok) throw new Error(`loan ${loanId} cannot be replayed: ${replayed.refusal.code}`);
  return replayed.value;
}

function withReducedDue<Row extends Due>(row: Row, waived: WaivedPart | undefined): Row {
  return waived?.instalmentNumber === row.number
    ? { ...row, penaltyMinor: row.penaltyMinor - waived.amountMinor }
    : row;
}

/**
 * Returns the charges without the waived part of one of them. The latest amounts of that charge are
 * reduced first, as by a waiver.
 */
function withoutPart(
  charges: readonly ChargedAmount[],
  { chargeId, amountMinor }: WaivedPart,
): readonly ChargedAmount[] {
  let left = amountMinor;
  return charges
    .toReversed()
    .map((charged) => {
      const off = charged.chargeId === chargeId ? Math.min(left, charged.amountMinor) : 0;
      left -= off;
      return { ...charged, amountMinor: charged.amountMinor - off };
    })
    .toReversed()
    .filter((charged) => charged.amountMinor > 0);
}
