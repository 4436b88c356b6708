import type { TapeArrears } from '@bursar/contracts/intake/imports';
import { ARREARS_SCALE } from '@bursar/loan-maths/buckets';
import { calendarDaysBetween, type CalendarDate } from '@bursar/loan-maths/calendar';
import { bucketOf } from '../../../servicing/loan-account/arrears.ts';
import type { TapeTerms } from './read-tape.ts';
import type { ScheduledInstalment } from './schedule-loan.ts';
import type { TapeLoan } from '../read/tape-loan.ts';

/**
 * Days past due above which a loan contradicts its status on the tape. Fewer days can result from
 * rounded months and prepayments.
 */
const FAR_BEHIND_DAYS = { statedCurrent: 30, otherwise: 180 };

/**
 * Counts the active loans and sums their balances by days past due, calculated from their
 * schedules, on the cut-off day and today. Also counts the loans that contradict their status.
 */
export function sumArrears({
  businessDate,
  cutOffOn,
}: Pick<TapeTerms, 'businessDate' | 'cutOffOn'>) {
  const buckets = ARREARS_SCALE.map((bucket) => ({
    bucket,
    onCutOff: { loans: 0, balanceMinor: 0 },
    today: { loans: 0, balanceMinor: 0 },
  }));
  const sums = { buckets, farBehind: 0 };
  const count = (day: 'onCutOff' | 'today', daysLate: number, balanceMinor: number) => {
    const row = buckets.find(({ bucket }) => bucket === bucketOf(daysLate));
    if (!row) return;
    row[day].loans += 1;
    row[day].balanceMinor += balanceMinor;
  };
  return {
    sums: sums satisfies TapeArrears,
    add(loan: TapeLoan, instalments: readonly ScheduledInstalment[]): void {
      if (loan.status !== 'active') return;
      const oldest = instalments.find(isUnpaid)?.dueOn;
      const late = (on: CalendarDate) => (oldest ? calendarDaysBetween(oldest, on) : 0);
      const daysLate = late(cutOffOn);
      count('onCutOff', daysLate, loan.balanceMinor);
      count('today', late(businessDate), loan.balanceMinor);
      const { statedCurrent, otherwise } = FAR_BEHIND_DAYS;
      if (daysLate > (loan.isStatedCurrent ? statedCurrent : otherwise)) sums.farBehind += 1;
    },
  };
}

function isUnpaid(instalment: ScheduledInstalment): boolean {
  const { principalMinor, interestMinor, principalPaidMinor, interestPaidMinor } = instalment;
  return principalPaidMinor + interestPaidMinor < principalMinor + interestMinor;
}
