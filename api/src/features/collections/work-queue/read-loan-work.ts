import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ReadLoanWork } from '@bursar/contracts/collections/work-queue';
import { addDays, calendarDate, moveToWorkingDay } from '@bursar/loan-maths';
import { dayIn } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Session } from '../../../platform/session.ts';
import { findBusinessCalendar } from '../../servicing/business-calendar/business-calendar.store.ts';
import { findWaitingLine } from '../../servicing/promises/promises.store.ts';
import { findLoanInScope } from '../../servicing/loan-account/find-loan.store.ts';
import { findCoverOfLoan } from '../../distribution/absence-cover/cover-of-loan.store.ts';
import { findPinnedNote } from '../../records/loan-notes/loan-notes.store.ts';
import { listPausesOfLoan } from '../contact-log/contact-pauses.store.ts';
import { findQuietHours } from '../contact-log/quiet-hours.store.ts';
import { findLoanWork } from './loan-work.store.ts';

/**
 * Reads the planned work of a loan, its pinned note and the next day on which its portfolio works.
 */
export async function readLoanWork(
  database: Database,
  { loanId }: { loanId: string },
  { session: { scope }, now }: { session: Session; now: Date },
): Promise<Outcome<AnswerOf<ReadLoanWork>, 'not_found'>> {
  const loan = await findLoanInScope(database, { scope, loanId });
  if (!loan) return refuse('not_found');
  const { portfolioId } = loan;
  const { timeZone } = await findQuietHours(database, portfolioId);
  const businessDate = dayIn(timeZone, now);
  const [work, promise, pinnedNote, coverFor, pauses, calendar] = await Promise.all([
    findLoanWork(database, { portfolioId, loanId, businessDate }),
    findWaitingLine(database, { portfolioId, loanId }),
    findPinnedNote(database, { portfolioId, loanId }),
    findCoverOfLoan(database, { portfolioId, loanId }),
    listPausesOfLoan(database, { portfolioId, loanId }),
    findBusinessCalendar(database, { portfolioId, at: null }),
  ]);
  const tomorrow = addDays(calendarDate(businessDate), 1);
  const nextWorkingDay = moveToWorkingDay(tomorrow, {
    rule: 'following',
    weeklyDaysOff: calendar.weekdays,
    holidays: calendar.holidays.map(({ day }) => calendarDate(day)),
  });
  return succeed({ ...work, promise, pinnedNote, coverFor, pauses, nextWorkingDay });
}
