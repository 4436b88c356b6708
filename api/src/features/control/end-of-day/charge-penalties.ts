import { addDays, annualRate, calendarDate, minorUnits, overduePenalty } from '@bursar/loan-maths';
import type { Transaction } from '../../../platform/database.ts';
import {
  chargeMissing,
  holdForTime,
  insertPenalties,
  penaltyCharge,
  recordCharged,
  type Charging,
} from '../../servicing/charges/charge-missing.ts';
import { takePenaltyCheck } from '../../servicing/loan-account/owed-penalties.store.ts';
import { loanCan } from '../../servicing/loan-account/loan-can.ts';
import type { LockedLoan } from '../../servicing/loan-account/loan-state.store.ts';
import type { PortfolioDay } from './end-of-day.store.ts';
import { listPenaltiesDue, type PenaltyDue } from './penalties.store.ts';

type Penalising = PortfolioDay & { readonly loanId: string; readonly now: Date };

/**
 * Locks a loan and charges its penalties of a day, if its status allows charges. If the loan's past
 * has changed since earlier days were closed, also charges the penalties that those days lack. A
 * repeated call charges nothing.
 */
export async function chargePenalties(
  transaction: Transaction,
  penalising: Penalising,
): Promise<void> {
  const { day, ...loanAt } = penalising;
  const charging = {
    ...loanAt,
    chargedLateOn: day,
    businessDate: addDays(calendarDate(day), 1),
  };
  const loan = await holdForTime(transaction, penalising);
  const isChecked = await takePenaltyCheck(transaction, penalising);
  if (!loan || !loanCan.beCharged(loan.status)) return;
  if (isChecked) {
    await chargeMissing(transaction, { ...charging, until: day });
  } else {
    await chargeDay(transaction, loan, charging);
  }
}

async function chargeDay(
  transaction: Transaction,
  loan: LockedLoan,
  charging: Charging,
): Promise<void> {
  const { chargedLateOn: day } = charging;
  const due = await listPenaltiesDue(transaction, { ...charging, day });
  const charges = due.map((one) => {
    const amountMinor = penaltyOf(one, { day, currency: loan.currency });
    return penaltyCharge(loan, charging, { ...one, day, amountMinor });
  });
  const made = await insertPenalties(transaction, loan, charging, charges);
  if (made.length > 0) await recordCharged(transaction, loan, { ...charging, made });
}

function penaltyOf(
  { openMinor, since, fixedMinor, percentAYear, roomMinor }: PenaltyDue,
  { day, currency }: { readonly day: string; readonly currency: string },
): number {
  const room = roomMinor ?? Number.MAX_SAFE_INTEGER;
  if (percentAYear === null) return Math.min(fixedMinor ?? 0, room);
  const penalty = overduePenalty({
    amountMinor: minorUnits(openMinor, currency),
    dueDate: calendarDate(since),
    asOf: calendarDate(day),
    annualRate: annualRate(percentAYear),
  });
  // Table constraints guarantee a valid rate and amount.
  if (!penalty.ok) throw new Error(penalty.failure.message);
  return Math.min(penalty.value, room);
}
