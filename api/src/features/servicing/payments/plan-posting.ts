import type { PaymentToReplay } from '@bursar/contracts/servicing/loan-to-replay';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { succeed, type Outcome } from '../../../platform/outcome.ts';
import { readCharges } from '../loan-account/charges.store.ts';
import { listInstalments } from '../loan-account/instalments.store.ts';
import { listAgreedDues, type Due } from '../loan-account/schedule-versions.store.ts';
import type { LockedLoan } from '../loan-account/loan-state.store.ts';
import { allocateToCharges, type ChargeAllocation } from '../loan-account/allocate-to-charges.ts';
import {
  countedSince,
  replayPayments,
  effectiveFrom,
  type InstalmentAllocation,
  type ReplayResult,
} from '../loan-account/replay-payments.ts';
import { listEffectivePayments, type EffectivePayment } from '../loan-account/reversals.store.ts';

/**
 * Plans a payment. A back-dated payment is inserted at its value date, and later payments are
 * allocated again.
 */
export async function planPosting(
  transaction: Queryable,
  loan: LockedLoan,
  command: PaymentToReplay & { readonly loanId: string },
): Promise<Planned> {
  return planOn(await readBooksToPay(transaction, loan, command), loan, command);
}

type Planned = Outcome<
  ReplayResult<EffectivePayment> & { recoveredMinor: number },
  'schedule_cannot_be_made'
>;

export function planOn(books: BooksToPay, loan: LockedLoan, command: PaymentToReplay): Planned {
  const { effectivePayments } = books;
  const replayed = replayPayments({ ...loan, ...books }, { putIn: command, effectivePayments });
  return replayed.ok ? succeed({ ...replayed.value, recoveredMinor: 0 }) : replayed;
}

export type BooksToPay = Awaited<ReturnType<typeof readBooksToPay>>;

/**
 * Reads the data for allocating a payment, and the payments to allocate again: later ones, and all
 * from the first that changed the schedule.
 */
export async function readBooksToPay(
  sql: Queryable,
  { portfolioId, scheduleVersion, lastPaymentOn, rescheduleNumber }: LockedLoan,
  { loanId, valueDate }: { readonly loanId: string; readonly valueDate: string },
) {
  const key = { portfolioId, loanId };
  const instalments = await listInstalments(sql, key);
  const charged = await readCharges(sql, key, instalments);
  const agreed: ReadonlyMap<number, Due> =
    scheduleVersion > 1 ? await listAgreedDues(sql, key) : new Map();
  const books = { instalments, ...charged, agreed };
  const isLatest = lastPaymentOn === null || valueDate >= lastPaymentOn;
  if (isLatest && agreed.size === 0) return { ...books, effectivePayments: [] };
  const payments = countedSince(await listEffectivePayments(sql, key), rescheduleNumber);
  const later = payments.findIndex((one) => one.valueDate > valueDate);
  const place = later < 0 ? payments.length : later;
  const effectivePayments = effectiveFrom(payments, place, { isSettled: false });
  return { ...books, effectivePayments };
}

/** Returns the charges that a payment pays if its allocation is given, for example by a tape. */
export async function placeChosenSplit(
  transaction: Transaction,
  { portfolioId }: LockedLoan,
  {
    loanId,
    id,
    allocations,
  }: { loanId: string; id: string; allocations: readonly InstalmentAllocation[] },
): Promise<readonly ChargeAllocation[]> {
  if (!allocations.some(({ feeMinor, penaltyMinor }) => feeMinor + penaltyMinor > 0)) return [];
  const key = { portfolioId, loanId };
  const instalments = await listInstalments(transaction, key);
  const { charges, chargesPaid } = await readCharges(transaction, key, instalments);
  const steps = [...charges.map((charged) => ({ charged })), { paymentId: id, allocations }];
  return allocateToCharges(steps, chargesPaid).get(id) ?? [];
}
