import type { DeferredInterest } from './accrual.ts';
import { deferredInterest, factorLeft, interestAccrued } from './accrual.ts';
import type { CalendarDate } from './calendar.ts';
import type { Outcome } from './outcome.ts';
import { succeed } from './outcome.ts';
import { isSettled, type RunningInstalment } from './replay-state.ts';
import type { RestOfLoan } from './reschedule.ts';
import { buildRest, termsOfRest } from './reschedule.ts';
import type { ScheduleTerms } from './schedule-terms.ts';

/**
 * Prepays principal during a replay and recalculates principal and interest of the instalments
 * after the date. Interest accrued by the date is due with the next one. Charges and paid amounts
 * of those instalments do not change; an instalment that is no longer needed retains only those.
 *
 * @returns the principal prepaid, at most what those instalments owe.
 */
export function prepayRunning(
  instalments: readonly RunningInstalment[],
  prepayment: {
    readonly terms: ScheduleTerms;
    readonly date: CalendarDate;
    readonly amount: number;
    readonly keeps: 'instalment' | 'count';
  },
): Outcome<number> {
  const { terms, date, amount, keeps } = prepayment;
  const later = instalments.filter(({ kind, dueDate }) => kind === 'instalment' && dueDate > date);
  const next = later[0];
  if (!next) return succeed(0);
  const owed = later.reduce((sum, { open }) => sum + open.principalMinor, 0);
  const prepaid = Math.min(amount, owed);
  const running = { ...next, interestMinor: next.due.interestMinor };
  const accrued = interestAccrued(running, date);
  const unpaid = Math.max(accrued - next.paid.interestMinor, 0);
  const passed = instalments.filter(
    ({ kind, dueDate }) => kind === 'instalment' && dueDate <= date,
  );
  const newRows = buildNewRows(terms, {
    fromDate: date,
    later: later.map(({ dueDate, due }) => ({ dueDate, ...due })),
    passed: passed.length,
    principalMinor: owed - prepaid,
    interestMinor: unpaid,
    firstFactor: factorLeft(running, date),
    keeps,
  });
  if (!newRows.ok) return newRows;
  setDue(later, { rows: newRows.value, terms });
  const earnedMinor = (newRows.value[0]?.interestMinor ?? 0) - unpaid;
  next.accrual = { earnedMinor, ...next.accrual, fromDate: date, carriedMinor: accrued };
  creditInterestAhead(next, accrued);
  for (const instalment of later.slice(1)) creditInterestAhead(instalment, 0);
  for (const instalment of later) {
    if (isSettled(instalment)) instalment.paidDate ??= date;
  }
  return succeed(prepaid);
}

type NewRow = {
  readonly principalMinor: number;
  readonly interestMinor: number;
  readonly deferred?: DeferredInterest | undefined;
};

/**
 * Builds the rows for the rest of the loan. Without principal, the only row is the interest accrued
 * so far.
 */
function buildNewRows(terms: ScheduleTerms, rest: RestOfLoan): Outcome<readonly NewRow[]> {
  if (rest.principalMinor === 0) return succeed([rest]);
  const schedule = buildRest(terms, rest);
  if (!schedule.ok) return schedule;
  const deferred = terms.grace?.interestDeferred ? deferredInterest(termsOfRest(terms, rest)) : [];
  return succeed(
    schedule.value.rows.map(({ principalMinor, interestMinor }, index) => ({
      principalMinor,
      interestMinor,
      deferred: deferred[index],
    })),
  );
}

/** Adds the new amounts to the amounts already paid on each instalment, which do not change. */
function setDue(
  later: readonly RunningInstalment[],
  { rows, terms }: { rows: readonly NewRow[]; terms: ScheduleTerms },
): void {
  let balanceMinor = rows.reduce((sum, { principalMinor }) => sum + principalMinor, 0);
  for (const [index, instalment] of later.entries()) {
    const { principalMinor, interestMinor, deferred } = rows[index] ?? NOTHING_DUE;
    instalment.due.principalMinor = instalment.paid.principalMinor + principalMinor;
    instalment.open.principalMinor = principalMinor;
    instalment.due.interestMinor = instalment.paid.interestMinor + interestMinor;
    instalment.open.interestMinor = interestMinor;
    const { fromDate } = instalment.accrual;
    instalment.accrual = { fromDate, carriedMinor: 0, ...deferred, on: { balanceMinor, terms } };
    balanceMinor -= principalMinor;
  }
}

const NOTHING_DUE: NewRow = { principalMinor: 0, interestMinor: 0 };

/**
 * Credits the interest that was paid for days after the prepayment to the same days on the new
 * balance.
 */
function creditInterestAhead(next: RunningInstalment, accrued: number): void {
  const ahead = Math.max(next.paid.interestMinor - accrued, 0);
  const credited = Math.min(ahead, next.open.interestMinor);
  next.due.interestMinor -= credited;
  next.open.interestMinor -= credited;
}
