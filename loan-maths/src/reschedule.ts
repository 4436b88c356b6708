import { deferredInterest, factorLeft, interestAccrued } from './accrual.ts';
import type { CalendarDate } from './calendar.ts';
import { dueSeed } from './due-dates.ts';
import type { Fraction } from './exact.ts';
import type { MinorUnits } from './money.ts';
import { brandMinor } from './money.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';
import { buildSchedule } from './schedule.ts';
import type { Schedule, ScheduleRow } from './schedule.ts';
import type { Grace, ScheduleTerms } from './schedule-terms.ts';

/**
 * Returns the schedule of a loan with new terms from a date on: rows due by then stay, new rows
 * repay the rest. The given schedule is not changed.
 *
 * Interest of the current period accrues on the old balance up to the date, by the days of the
 * period, rounded once, and is due with the first new instalment. Without other changes the new
 * schedule keeps due dates and level instalment (`keeps: 'instalment'`, a shorter term) or due
 * dates and count (`keeps: 'count'`, a lower instalment).
 *
 * @returns the refusals of `buildSchedule`; `principal_is_exceeded` if more is prepaid than owed,
 * `terms_conflict` if no instalment is due after the date.
 * @example 1,200.00 without interest in 12 rows; 400.00 prepaid after 4 rows: 4 more of 100.00, or
 * 8 more of 50.00.
 */
export function reschedule<Currency extends string>(
  request: RescheduleRequest<Currency>,
): Outcome<Schedule<Currency>> {
  const past = request.schedule.rows.filter((row) => row.dueDate <= request.fromDate);
  const replaced = request.schedule.rows.slice(past.length);
  const next = replaced[0];
  if (!next) {
    return refuse('terms_conflict', 'fromDate', 'No instalment falls due after the date.');
  }
  const owed = request.principalMinor ?? owedAfter(request.schedule.rows, past.length);
  const prepaid = request.prepaidPrincipalMinor ?? 0;
  if (prepaid > owed) {
    return refuse('principal_is_exceeded', 'prepaidPrincipalMinor', `Only ${owed} are owed.`);
  }
  if (prepaid === owed) return succeed(join(past, [], request.schedule));
  const rebuilt = rebuildAfter(request, { next, past, left: owed - prepaid });
  if (!rebuilt.ok) return rebuilt;
  return succeed(join(past, rebuilt.value.rows, rebuilt.value));
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
  /** Terms that change; absent ones stay. */
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

function rebuildAfter<Currency extends string>(
  request: RescheduleRequest<Currency>,
  rest: { next: ScheduleRow<Currency>; past: readonly ScheduleRow<Currency>[]; left: number },
): Outcome<Schedule<Currency>> {
  const { terms, schedule, fromDate, changes, keeps } = request;
  const { next, past, left } = rest;
  const passed = past.filter(({ kind }) => kind === 'instalment').length;
  const accrual = {
    fromDate: next.fromDate,
    carriedMinor: 0,
    ...deferredInterest(terms)[passed],
    on: { balanceMinor: owedAfter(schedule.rows, past.length), terms },
  };
  return buildRest(terms, {
    fromDate,
    later: schedule.rows.slice(past.length),
    passed,
    principalMinor: left,
    interestMinor: interestAccrued({ ...next, accrual }, fromDate),
    firstFactor: factorLeft({ ...next, accrual }, fromDate),
    keeps: keeps ?? 'count',
    changes,
  });
}

/** The rest of a loan from a date on. */
export type RestOfLoan<Currency extends string = string> = {
  readonly fromDate: CalendarDate;
  /** The rows to replace, at least one. */
  readonly later: readonly {
    readonly dueDate: CalendarDate;
    readonly principalMinor: number;
    readonly interestMinor: number;
  }[];
  /** The number of instalments before `later`. */
  readonly passed: number;
  readonly principalMinor: number;
  /** Accrued up to the date and not paid. */
  readonly interestMinor: number;
  /**
   * Interest per unit of balance that the current period still earns; missing if interest accrues
   * by day or the row's accrual has no balance.
   */
  readonly firstFactor?: Fraction | undefined;
  readonly keeps: 'instalment' | 'count';
  readonly changes?: RescheduleRequest<Currency>['changes'] | undefined;
};

/**
 * Builds the schedule of the rest over the due dates of the rows that it replaces, unless changed
 * terms need other dates. If no terms change, an amount too small to spread over them is due with
 * the first instalment.
 */
export function buildRest<Currency extends string>(
  terms: ScheduleTerms<Currency>,
  rest: RestOfLoan<Currency>,
): Outcome<Schedule<Currency>> {
  const left = termsOfRest(terms, rest);
  const schedule = buildSchedule(left);
  const isTooSmall = !schedule.ok && schedule.failure.name === 'instalment_never_repays';
  if (!isTooSmall || rest.changes !== undefined) return schedule;
  return buildSchedule({
    ...left,
    instalmentCount: 1,
    instalmentMinor: undefined,
    grace: undefined,
  });
}

/** Returns the terms for the rest of the loan, with the remaining part of a grace or a balloon. */
export function termsOfRest<Currency extends string>(
  terms: ScheduleTerms<Currency>,
  rest: RestOfLoan<Currency>,
): ScheduleTerms<Currency> {
  const { fromDate, later, changes = {} } = rest;
  const instalmentCount = changes.instalmentCount ?? later.length;
  const { interval, firstDueDate, annualRate } = changes;
  const keepsDates = !interval && !firstDueDate && instalmentCount <= later.length;
  return {
    ...terms,
    principalMinor: brandMinor(rest.principalMinor),
    disbursementDate: fromDate,
    firstDueDate: later[0]?.dueDate,
    dueDates: keepsDates ? later.map(({ dueDate }) => dueDate) : undefined,
    firstFactor: keepsDates && annualRate === undefined ? rest.firstFactor : undefined,
    dayOfMonth: dueDayOf(terms, changes),
    instalmentCount,
    instalmentMinor: rest.keeps === 'instalment' ? unchangedInstalment(terms, rest) : undefined,
    openingInterestMinor: brandMinor(rest.interestMinor),
    downPaymentMinor: undefined,
    balloonMinor: brandMinor(Math.min(terms.balloonMinor ?? 0, rest.principalMinor)),
    grace: graceLeft(terms, { passed: rest.passed, count: instalmentCount }),
    ...changes,
  };
}

/**
 * Returns the day of the month on which later due dates stay; undefined if the first due date
 * changes or days off may have moved it.
 */
function dueDayOf(
  terms: ScheduleTerms,
  changes: NonNullable<RescheduleRequest['changes']>,
): number | undefined {
  if (changes.firstDueDate !== undefined || terms.workingDays !== undefined) return undefined;
  return dueSeed({ ...terms, startDate: terms.disbursementDate }).day;
}

/**
 * Returns the instalment to keep: all of it for equal instalments, its principal for other methods.
 * Interest-only and bullet loans have none.
 */
function unchangedInstalment<Currency extends string>(
  { method = 'equal_instalments' }: ScheduleTerms<Currency>,
  { later }: RestOfLoan<Currency>,
): MinorUnits<Currency> | undefined {
  if (method === 'interest_only' || method === 'bullet') return undefined;
  const repaying = later.find(({ principalMinor }) => principalMinor > 0);
  const interest = method === 'equal_instalments' ? (repaying?.interestMinor ?? 0) : 0;
  const instalment = (repaying?.principalMinor ?? 0) + interest;
  return instalment > 0 ? brandMinor(instalment) : undefined;
}

function graceLeft(
  { grace }: ScheduleTerms,
  { passed, count }: { passed: number; count: number },
): Grace | undefined {
  if (!grace) return undefined;
  const left = (agreed: number | undefined, most: number) =>
    Math.min(Math.max((agreed ?? 0) - passed, 0), most);
  return {
    principal: left(grace.principal, count - 1),
    interestDeferred: left(grace.interestDeferred, count - 1),
    interestFree: left(grace.interestFree, count),
  };
}

function owedAfter(rows: readonly ScheduleRow[], count: number): number {
  return rows.slice(count).reduce((sum, row) => sum + row.principalMinor, 0);
}

function join<Currency extends string>(
  past: readonly ScheduleRow<Currency>[],
  added: readonly ScheduleRow<Currency>[],
  from: Schedule<Currency>,
): Schedule<Currency> {
  const last = past.at(-1)?.number ?? 0;
  const rows = [...past, ...added.map((row, index) => ({ ...row, number: last + index + 1 }))];
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
