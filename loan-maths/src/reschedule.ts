import { calendarDaysBetween } from './calendar.ts';
import type { CalendarDate } from './calendar.ts';
import { scaleRounded } from './exact.ts';
import type { MinorUnits } from './money.ts';
import { brandMinor } from './money.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';
import { buildSchedule } from './schedule.ts';
import type { Schedule, ScheduleRow } from './schedule.ts';
import type { ScheduleTerms } from './schedule-terms.ts';

/**
 * Gives a loan new terms from a date: rows due by then stay, new ones repay the rest; the old schedule is not touched.
 *
 * Interest of the running period accrues on the old balance up to the date, by the days of the period, half-even, and
 * is due with the first new instalment. Without other changes the new schedule keeps due dates and level instalment
 * (`keeps: 'instalment'`, a shorter term) or due dates and count (`keeps: 'count'`, a lower instalment).
 *
 * @returns the refusals of `buildSchedule`; `principal_is_exceeded` when more is prepaid than owed,
 * `terms_conflict` when nothing is left to reschedule.
 * @example 1,200.00 without interest in 12 rows; 400.00 prepaid after 4 rows: 4 more of 100.00, or 8 more of 50.00.
 */
export function reschedule<Currency extends string>(
  request: RescheduleRequest<Currency>,
): Outcome<Schedule<Currency>> {
  const kept = request.schedule.rows.filter((row) => row.dueDate <= request.fromDate);
  const replaced = request.schedule.rows.slice(kept.length);
  const next = replaced[0];
  if (!next) {
    return refuse('terms_conflict', 'fromDate', 'No instalment falls due after the date.');
  }
  const owed = request.principalMinor ?? owedAfter(request.schedule.rows, kept.length);
  const prepaid = request.prepaidPrincipalMinor ?? 0;
  if (prepaid > owed) {
    return refuse('principal_is_exceeded', 'prepaidPrincipalMinor', `Only ${owed} are owed.`);
  }
  if (prepaid === owed) return succeed(join(kept, [], request.schedule));
  const rebuilt = buildSchedule(
    newTerms(request, { next, count: replaced.length, owed: owed - prepaid }),
  );
  if (!rebuilt.ok) return rebuilt;
  return succeed(join(kept, rebuilt.value.rows, rebuilt.value));
}

export type RescheduleRequest<Currency extends string = string> = {
  readonly terms: ScheduleTerms<Currency>;
  readonly schedule: Schedule<NoInfer<Currency>>;
  readonly fromDate: CalendarDate;
  /** Principal owed on the date; default: the balance of the schedule then. */
  readonly principalMinor?: MinorUnits<NoInfer<Currency>> | undefined;
  readonly prepaidPrincipalMinor?: MinorUnits<NoInfer<Currency>> | undefined;
  /** Default `count`. */
  readonly keeps?: 'instalment' | 'count' | undefined;
  /** Terms that change; what is absent stays. */
  readonly changes?: Partial<
    Pick<
      ScheduleTerms<NoInfer<Currency>>,
      | 'annualRate'
      | 'instalmentCount'
      | 'interval'
      | 'firstDueDate'
      | 'method'
      | 'instalmentMinor'
      | 'instalmentRounding'
      | 'grace'
      | 'balloonMinor'
    >
  >;
};

function newTerms<Currency extends string>(
  request: RescheduleRequest<Currency>,
  rest: { next: ScheduleRow<Currency>; count: number; owed: number },
): ScheduleTerms<Currency> {
  const { terms, changes = {}, schedule } = request;
  const keepsInstalment = request.keeps === 'instalment' && terms.method !== 'bullet';
  const instalment = keepsInstalment ? keptInstalment(terms, schedule) : undefined;
  return {
    ...terms,
    principalMinor: brandMinor(rest.owed),
    disbursementDate: request.fromDate,
    firstDueDate: rest.next.dueDate,
    instalmentCount: rest.count,
    instalmentMinor: instalment,
    openingInterestMinor: brandMinor(accruedInterest(rest.next, request.fromDate)),
    downPaymentMinor: undefined,
    grace: undefined,
    ...changes,
  };
}

/** Equal instalments keep the whole instalment, the other methods their part of principal. */
function keptInstalment<Currency extends string>(
  terms: ScheduleTerms<Currency>,
  { instalmentMinor, rows }: Schedule<Currency>,
): MinorUnits<Currency> | undefined {
  if ((terms.method ?? 'equal_instalments') === 'equal_instalments') return instalmentMinor;
  const part = rows.find((row) => row.kind === 'instalment' && row.principalMinor > 0);
  return part?.principalMinor;
}

/** Interest of the running row up to a date, by its calendar days, rounded half-even; nothing outside the row. */
export function accruedInterest(
  row: Pick<ScheduleRow, 'fromDate' | 'dueDate' | 'interestMinor'>,
  date: CalendarDate,
): number {
  if (date >= row.dueDate) return row.interestMinor;
  if (date <= row.fromDate) return 0;
  const elapsed = {
    numerator: calendarDaysBetween(row.fromDate, date),
    denominator: calendarDaysBetween(row.fromDate, row.dueDate),
  };
  return scaleRounded(row.interestMinor, elapsed, 'half_even');
}

function owedAfter(rows: readonly ScheduleRow[], kept: number): number {
  return rows.slice(kept).reduce((sum, row) => sum + row.principalMinor, 0);
}

function join<Currency extends string>(
  kept: readonly ScheduleRow<Currency>[],
  added: readonly ScheduleRow<Currency>[],
  from: Schedule<Currency>,
): Schedule<Currency> {
  const last = kept.at(-1)?.number ?? 0;
  const rows = [...kept, ...added.map((row, index) => ({ ...row, number: last + index + 1 }))];
  const sum = (field: 'principalMinor' | 'interestMinor' | 'feeMinor' | 'totalMinor') =>
    brandMinor<Currency>(rows.reduce((total, row) => total + row[field], 0));
  return {
    rows,
    instalmentMinor: from.instalmentMinor,
    disbursementFeeMinor: from.disbursementFeeMinor,
    totals: {
      principalMinor: sum('principalMinor'),
      interestMinor: sum('interestMinor'),
      feeMinor: sum('feeMinor'),
      totalMinor: sum('totalMinor'),
    },
  };
}
