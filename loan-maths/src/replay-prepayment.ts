import type { CalendarDate } from './calendar.ts';
import type { LoanToReplay } from './loan-events.ts';
import { brandMinor } from './money.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';
import { accruedInterest } from './reschedule.ts';
import type { RunningInstalment } from './replay-state.ts';
import { buildSchedule } from './schedule.ts';
import type { ScheduleTerms } from './schedule-terms.ts';

/**
 * Prepays principal in the middle of a replay and gives the instalments after the date new principal and interest.
 * Charges and what was paid on those instalments stay; an instalment that falls away keeps only those.
 *
 * @returns the principal prepaid, at most what those instalments owe.
 */
export function prepayRunning(
  instalments: readonly RunningInstalment[],
  prepayment: {
    readonly loan: LoanToReplay;
    readonly date: CalendarDate;
    readonly amount: number;
    readonly keeps: 'instalment' | 'count';
  },
): Outcome<number> {
  const { terms } = prepayment.loan;
  if (!terms) {
    return refuse('term_is_missing', 'terms', 'A new schedule needs the terms of the loan.');
  }
  const later = instalments.filter(
    ({ kind, dueDate }) => kind === 'instalment' && dueDate > prepayment.date,
  );
  const owed = later.reduce((sum, { open }) => sum + open.principalMinor, 0);
  const prepaid = Math.min(prepayment.amount, owed);
  const rebuilt = rebuild(instalments, { ...prepayment, terms, later, left: owed - prepaid });
  if (!rebuilt.ok) return rebuilt;
  for (const [index, instalment] of later.entries()) {
    const { principal, interest } = rebuilt.value[index] ?? { principal: 0, interest: 0 };
    setDue(instalment, { principal, interest });
    if (instalment.open.principalMinor + instalment.open.interestMinor === 0) {
      instalment.paidDate ??= prepayment.date;
    }
  }
  return succeed(prepaid);
}

type Parts = { readonly principal: number; readonly interest: number };

function rebuild(
  instalments: readonly RunningInstalment[],
  task: {
    readonly terms: ScheduleTerms;
    readonly later: readonly RunningInstalment[];
    readonly left: number;
    readonly date: CalendarDate;
    readonly keeps: 'instalment' | 'count';
  },
): Outcome<readonly Parts[]> {
  const { terms, later, left, date, keeps } = task;
  const next = later[0];
  if (!next || left === 0) return succeed([]);
  const opening = accruedInterest(
    {
      fromDate: startOfRow(instalments, { next, terms }),
      dueDate: next.dueDate,
      interestMinor: brandMinor(next.due.interestMinor),
    },
    date,
  );
  const level = next.due.principalMinor + next.due.interestMinor;
  const schedule = buildSchedule({
    ...terms,
    principalMinor: brandMinor(left),
    disbursementDate: date,
    firstDueDate: next.dueDate,
    instalmentCount: later.length,
    instalmentMinor: keeps === 'instalment' ? brandMinor(level) : undefined,
    openingInterestMinor: brandMinor(Math.max(opening - next.paid.interestMinor, 0)),
    downPaymentMinor: undefined,
    grace: undefined,
  });
  if (!schedule.ok) return schedule;
  return succeed(
    schedule.value.rows.map((row) => ({
      principal: row.principalMinor,
      interest: row.interestMinor,
    })),
  );
}

function startOfRow(
  instalments: readonly RunningInstalment[],
  { next, terms }: { next: RunningInstalment; terms: ScheduleTerms },
): CalendarDate {
  const before = instalments.filter(({ dueDate }) => dueDate < next.dueDate).at(-1);
  return before?.dueDate ?? terms.disbursementDate;
}

/** What was paid on the instalment stays paid; the new parts come on top. */
function setDue(instalment: RunningInstalment, { principal, interest }: Parts): void {
  instalment.due.principalMinor = instalment.paid.principalMinor + principal;
  instalment.open.principalMinor = principal;
  instalment.due.interestMinor = instalment.paid.interestMinor + interest;
  instalment.open.interestMinor = interest;
}
