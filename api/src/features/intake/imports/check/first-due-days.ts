import { calendarDaysBetween } from '@bursar/loan-maths/calendar';
import type { WholeFileValues } from '@bursar/contracts/intake/tape-whole-file';
import { errorFinding, type Findings } from '../../../../platform/table-files/findings.ts';
import type { RecognisedColumns } from '../read/recognise-columns.ts';
import type { TapeLoan } from '../read/tape-loan.ts';

/** Minimum number of loans, because a single one can have its first instalment on any day. */
const LOANS_MIN = 2;

/**
 * Notes when the first instalments of a tape without a frequency are due. If all are due one week,
 * or all two weeks, after disbursement, the loans are hardly repaid monthly, so the user must state
 * the frequency.
 */
export function noteFirstDueDays({ places }: RecognisedColumns, forAll: WholeFileValues) {
  const isStated = places.has('frequency') || forAll.frequency !== undefined;
  const isWatched = !isStated && places.has('firstDueOn');
  const days = new Set<number>();
  let loans = 0;
  return {
    note({ disbursedOn, firstDueOn, instalmentCount }: TapeLoan): void {
      if (!isWatched || instalmentCount === 1) return;
      loans += 1;
      days.add(calendarDaysBetween(disbursedOn, firstDueOn));
    },
    /** Adds an error if the frequency is open, and returns whether it is. */
    addTo(findings: Findings): boolean {
      const [only] = days;
      const isOpen = loans >= LOANS_MIN && days.size === 1 && (only === 7 || only === 14);
      if (isOpen) findings.add(errorFinding('frequency_not_stated', { details: { days: only } }));
      return isOpen;
    },
  };
}
