import { interestAccrued } from './accrual.ts';
import { continueDueDates } from './agreed-due-dates.ts';
import type { CalendarDate } from './calendar.ts';
import type { LoanToReplay } from './loan-events.ts';
import { brandMinor } from './money.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';
import type { AnnualRate } from './rate.ts';
import type { RunningInstalment } from './replay-state.ts';
import { startInstalments } from './replay-state.ts';
import { yearFraction } from './day-count.ts';
import type { Fraction } from './exact.ts';
import { multiplyFractions } from './exact.ts';
import { rateFraction } from './rate.ts';
import { buildSchedule } from './schedule.ts';
import type { ScheduleTerms } from './schedule-terms.ts';
import type { WorkingDays } from './working-days.ts';

/**
 * Reschedules the rest of a loan from a day on. Rows due by that day are reduced to what was paid
 * on them. Later rows take the new schedule in their order; additional rows continue their numbers,
 * and rows that are not needed owe nothing.
 *
 * The new rows repay all principal that is owed. Interest that is due and unpaid, and interest
 * accrued so far, is due with the first of them and bears no interest; interest paid ahead counts
 * for it. Fees and penalties stay on their rows, whose due dates may change. A first due date on
 * the loan's own due day keeps that due day; see `continueDueDates`. The payoff on the day of the
 * reschedule is the same before and after.
 *
 * @returns `term_is_missing` if the loan has no terms, `terms_conflict` if no principal is owed or
 * the first new row is not due after the day, and the refusals of `buildSchedule`.
 * @example 1,200.00 without interest in 12 rows, 4 due and 2 of them paid: the other 1,000.00 in 20
 * rows of 50.00.
 */
export function rescheduleRest<Currency extends string>(
  loan: LoanToReplay<Currency>,
  request: {
    readonly disbursementDate: CalendarDate;
    readonly date: CalendarDate;
    readonly annualRate: AnnualRate;
    readonly instalmentCount: number;
    readonly firstDueDate: CalendarDate;
    readonly workingDays?: WorkingDays | undefined;
    /** The first due date of the contract, before days off moved it. */
    readonly agreedFirstDueDate?: CalendarDate | undefined;
    readonly sticksToMonthEnd?: boolean | undefined;
  },
): Outcome<RescheduledRest> {
  const { disbursementDate, date, firstDueDate, annualRate, instalmentCount } = request;
  const { terms } = loan;
  if (!terms) {
    return refuse('term_is_missing', 'terms', 'A new schedule needs the terms of the loan.');
  }
  if (firstDueDate <= date) {
    return refuse('terms_conflict', 'firstDueDate', 'The first instalment is due after the day.');
  }
  const instalments = startInstalments(loan, disbursementDate);
  const passed = instalments.filter(({ dueDate }) => dueDate <= date);
  const places = instalments.slice(passed.length);
  const running = places.find(({ kind }) => kind === 'instalment');
  const owedMinor = sumOf(instalments, ({ open }) => open.principalMinor);
  if (owedMinor === 0) return refuse('terms_conflict', 'terms', 'No principal is owed.');
  const overdue = sumOf(passed, ({ open }) => open.interestMinor);
  const accrued = running
    ? interestAccrued({ ...running, interestMinor: running.due.interestMinor }, date)
    : 0;
  const unpaidInterestMinor = overdue + Math.max(accrued - (running?.paid.interestMinor ?? 0), 0);
  const dueDays = continueDueDates(
    {
      ...request,
      interval: terms.interval,
      dueDates: instalments
        .filter(({ kind, due }) => kind === 'instalment' && due.principalMinor > 0)
        .map(({ dueDate }) => dueDate),
    },
    { date, firstDueDate, count: instalmentCount },
  );
  const schedule = buildSchedule({
    ...terms,
    ...dueDays,
    annualRate,
    instalmentCount,
    // Grace is agreed for the first schedule; the interest that it deferred is due with the first
    // new row.
    grace: undefined,
    firstFactor: firstFactorByDays({ ...terms, annualRate }, [date, dueDays.dueDates[0] ?? date]),
    disbursementDate: date,
    principalMinor: brandMinor<Currency>(owedMinor),
    openingInterestMinor: brandMinor<Currency>(unpaidInterestMinor),
  });
  if (!schedule.ok) return schedule;
  const last = Math.max(0, ...instalments.map(({ number }) => number));
  const newRows = schedule.value.rows.map((row, index) => {
    const place = places[index];
    const base = place ? { number: place.number, paid: place.paid } : addedRow(last, index, places);
    // Interest paid for later days counts for them in the new schedule too.
    const usedMinor = place === running ? accrued : 0;
    const aheadMinor = Math.min(
      Math.max(base.paid.interestMinor - usedMinor, 0),
      row.interestMinor,
    );
    return {
      number: base.number,
      dueDate: row.dueDate,
      principalMinor: base.paid.principalMinor + row.principalMinor,
      interestMinor: base.paid.interestMinor + row.interestMinor - aheadMinor,
      accrual:
        index === 0
          ? {
              fromDate: date,
              carriedMinor: overdue + accrued,
              earnedMinor: row.interestMinor - unpaidInterestMinor,
              balanceMinor: owedMinor,
            }
          : undefined,
    };
  });
  const lastDate = newRows.at(-1)?.dueDate ?? date;
  const spare = places.slice(newRows.length).map(({ number, dueDate, paid }) => ({
    ...asPaid({ number, paid, dueDate: dueDate > lastDate ? dueDate : lastDate }),
  }));
  return succeed({
    rows: [...passed.map(asPaid), ...newRows, ...spare],
    owedMinor,
    overduePrincipalMinor: sumOf(passed, ({ open }) => open.principalMinor),
    unpaidInterestMinor,
  });
}

/**
 * Returns the interest factor of the first new period, counted by days; undefined if the terms do
 * not count days within periods.
 */
function firstFactorByDays(
  { annualRate, interest }: Pick<ScheduleTerms, 'annualRate' | 'interest'>,
  [start, end]: readonly [CalendarDate, CalendarDate],
): Fraction | undefined {
  if (interest?.by !== 'period' || !interest.dayCount) return undefined;
  const fraction = yearFraction({ dayCount: interest.dayCount, start, end });
  return fraction.ok ? multiplyFractions(rateFraction(annualRate), fraction.value) : undefined;
}

export type RescheduledRest = {
  /**
   * All rows of the loan with their principal and interest from now on; added rows have the highest
   * numbers.
   */
  readonly rows: readonly RescheduledRow[];
  /** Principal that the new rows repay. */
  readonly owedMinor: number;
  /** The part of the owed principal that was due by the day. */
  readonly overduePrincipalMinor: number;
  /** Interest due and unpaid, or accrued by the day and not paid ahead. */
  readonly unpaidInterestMinor: number;
};

export type RescheduledRow = {
  readonly number: number;
  readonly dueDate: CalendarDate;
  readonly principalMinor: number;
  readonly interestMinor: number;
  /** Only on the first new row: how its interest accrues. */
  readonly accrual:
    | {
        readonly fromDate: CalendarDate;
        readonly carriedMinor: number;
        readonly earnedMinor: number;
        readonly balanceMinor: number;
      }
    | undefined;
};

const nothingPaid = { principalMinor: 0, interestMinor: 0 };

/** The number and paid amounts of a row that is added to the loan. */
const addedRow = (last: number, index: number, places: readonly RunningInstalment[]) => ({
  number: last + 1 + index - places.length,
  paid: nothingPaid,
});

type Paid = Pick<RunningInstalment, 'number' | 'dueDate' | 'paid'>;

/** Reduces a row to what was paid on it. */
const asPaid = ({ number, dueDate, paid }: Paid): RescheduledRow => ({
  number,
  dueDate,
  principalMinor: paid.principalMinor,
  interestMinor: paid.interestMinor,
  accrual: undefined,
});

const sumOf = (
  instalments: readonly RunningInstalment[],
  amountOf: (instalment: RunningInstalment) => number,
): number => instalments.reduce((sum, instalment) => sum + amountOf(instalment), 0);
