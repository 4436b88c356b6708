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
 * Gives what is left of a loan other terms from a day: rows due by then keep what was paid of them, the ones after it
 * take the new schedule in their order, further ones follow their numbers, and what is not needed asks for nothing.
 *
 * All principal that is owed is repaid by the new rows. Interest that is due and unpaid, and what has accrued, is due
 * with the first of them and bears no interest itself; interest that was paid ahead counts for it. Fees and penalties
 * stay on their rows, which may get another due date. A first due date on the loan's own due day keeps that day; see
 * `continueDueDates`. What settles the loan on that day is the same before and after.
 *
 * @returns `term_is_missing` where the loan's terms do not say how interest runs, `terms_conflict` where no principal
 * is owed or the first new row is not due after the day, and the refusals of `buildSchedule`.
 * @example 1,200.00 without interest in 12 rows, 4 of them due and 2 paid: the other 1,000.00 in 20 rows of 50.00.
 */
export function rescheduleRest<Currency extends string>(
  loan: LoanToReplay<Currency>,
  asked: {
    readonly disbursementDate: CalendarDate;
    readonly date: CalendarDate;
    readonly annualRate: AnnualRate;
    readonly instalmentCount: number;
    readonly firstDueDate: CalendarDate;
    readonly workingDays?: WorkingDays | undefined;
    /** When the loan first fell due by its contract, before days off moved it. */
    readonly agreedFirstDueDate?: CalendarDate | undefined;
    readonly sticksToMonthEnd?: boolean | undefined;
  },
): Outcome<RescheduledRest> {
  const { disbursementDate, date, firstDueDate, annualRate, instalmentCount } = asked;
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
      ...asked,
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
    // A grace is agreed for the first schedule; what it deferred is due with the first new row.
    grace: undefined,
    firstFactor: firstFactorByDays({ ...terms, annualRate }, [date, dueDays.dueDates[0] ?? date]),
    disbursementDate: date,
    principalMinor: brandMinor<Currency>(owedMinor),
    openingInterestMinor: brandMinor<Currency>(unpaidInterestMinor),
  });
  if (!schedule.ok) return schedule;
  const last = Math.max(0, ...instalments.map(({ number }) => number));
  const made = schedule.value.rows.map((row, index) => {
    const place = places[index];
    const base = place ? { number: place.number, paid: place.paid } : numbered(last, index, places);
    // Interest that was paid for days to come counts for them in the new schedule too.
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
  const lastDate = made.at(-1)?.dueDate ?? date;
  const spare = places.slice(made.length).map(({ number, dueDate, paid }) => ({
    ...asPaid({ number, paid, dueDate: dueDate > lastDate ? dueDate : lastDate }),
  }));
  return succeed({
    rows: [...passed.map(asPaid), ...made, ...spare],
    owedMinor,
    overduePrincipalMinor: sumOf(passed, ({ open }) => open.principalMinor),
    unpaidInterestMinor,
  });
}

/** Where periods are counted by days in their middle, so is the first one of a new schedule. */
function firstFactorByDays(
  { annualRate, interest }: Pick<ScheduleTerms, 'annualRate' | 'interest'>,
  [start, end]: readonly [CalendarDate, CalendarDate],
): Fraction | undefined {
  if (interest?.by !== 'period' || !interest.dayCount) return undefined;
  const fraction = yearFraction({ dayCount: interest.dayCount, start, end });
  return fraction.ok ? multiplyFractions(rateFraction(annualRate), fraction.value) : undefined;
}

export type RescheduledRest = {
  /** Every row of the loan as it asks for principal and interest from now on, the new ones last in number. */
  readonly rows: readonly RescheduledRow[];
  /** Principal that the new rows repay. */
  readonly owedMinor: number;
  /** The part of the owed principal that was due by the day. */
  readonly overduePrincipalMinor: number;
  /** Due and unpaid, or accrued by the day and not paid ahead. */
  readonly unpaidInterestMinor: number;
};

export type RescheduledRow = {
  readonly number: number;
  readonly dueDate: CalendarDate;
  readonly principalMinor: number;
  readonly interestMinor: number;
  /** Only on the first new row: what its interest accrues from. */
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

/** A row that the loan did not have. */
const numbered = (last: number, index: number, places: readonly RunningInstalment[]) => ({
  number: last + 1 + index - places.length,
  paid: nothingPaid,
});

type Paid = Pick<RunningInstalment, 'number' | 'dueDate' | 'paid'>;

/** Asks for no more than was paid of it. */
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
