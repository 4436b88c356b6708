import type { AllocatedTotals, OpenInstalment } from './allocation.ts';
import { brandTally } from './allocation.ts';
import type { Bucket } from './buckets.ts';
import { bucketOf, STANDARD_BUCKETS } from './buckets.ts';
import type { CalendarDate } from './calendar.ts';
import { addDays, calendarDaysBetween } from './calendar.ts';
import type { MinorUnits } from './money.ts';
import { brandMinor } from './money.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';
import { subtractAllocations, sumAllocations } from './allocated-amounts.ts';

/**
 * Returns the delinquency on a day: days past due, bucket and arrears of the loan and of each
 * instalment.
 *
 * Days count from the oldest unpaid due date. Pauses reduce the days of the loan and of each
 * instalment, grace days only those of the loan. An instalment is past due from the day after its
 * due date; the first and last day of a bucket belong to it.
 * @returns `ranges_overlap` if two buckets share a day, `grace_is_out_of_range`,
 * `dates_are_out_of_order` for a pause that ends before it starts.
 * @example 500.00 due 2023-01-31 unpaid on 2023-03-01 with 3 days of grace: 26 days, delinquent
 * since 2023-02-03.
 */
export function delinquencyOf<Currency extends string>(
  question: DelinquencyQuestion<Currency>,
): Outcome<Delinquency<Currency>> {
  const { asOf, graceDays = 0, pauses = [], buckets = STANDARD_BUCKETS } = question;
  const refusal = refuseQuestion({ graceDays, pauses, buckets });
  if (refusal) return refusal;
  const overdue = question.instalments
    .flatMap((instalment) => overdueOf(instalment, { asOf, pauses, buckets }))
    .toSorted((left, right) => right.daysPastDue - left.daysPastDue);
  const oldest = overdue[0];
  const daysPastDue = oldest ? Math.max(oldest.daysPastDue - graceDays, 0) : 0;
  return succeed({
    daysPastDue,
    bucket: bucketOf(daysPastDue, buckets),
    ...(oldest && daysPastDue > 0 ? { delinquentSince: addDays(oldest.dueDate, graceDays) } : {}),
    arrears: brandTally(sumAllocations(overdue.map(({ open }) => open))),
    instalments: overdue.map(({ open, ...instalment }) => ({
      ...instalment,
      overdueMinor: brandMinor(open.totalMinor),
    })),
    byBucket: sumByBucket(overdue),
  });
}

export type DelinquencyQuestion<Currency extends string = string> = {
  readonly instalments: readonly Pick<
    OpenInstalment<Currency>,
    'number' | 'dueDate' | 'due' | 'paid'
  >[];
  readonly asOf: CalendarDate;
  readonly graceDays?: number | undefined;
  readonly pauses?: readonly Pause[] | undefined;
  /** Default: 1–30, 31–60, 61–90, 91–180, 180+. */
  readonly buckets?: readonly Bucket[] | undefined;
};

/** Days that do not count: a pause from 10 to 20 February takes off 10 days. */
export type Pause = { readonly start: CalendarDate; readonly end: CalendarDate };

export type Delinquency<Currency extends string = string> = {
  readonly daysPastDue: number;
  /** `undefined` if the loan is current. */
  readonly bucket: string | undefined;
  /** The oldest unpaid due date plus the grace days. */
  readonly delinquentSince?: CalendarDate;
  readonly arrears: AllocatedTotals<Currency>;
  /** Instalments past due, the oldest first. */
  readonly instalments: readonly OverdueInstalment<Currency>[];
  /** Amounts in arrears by each instalment's own bucket, without grace. */
  readonly byBucket: ReadonlyMap<string, MinorUnits<Currency>>;
};

export type OverdueInstalment<Currency extends string = string> = {
  readonly number: number;
  readonly dueDate: CalendarDate;
  readonly daysPastDue: number;
  readonly bucket: string | undefined;
  readonly overdueMinor: MinorUnits<Currency>;
};

type Counting = {
  readonly asOf: CalendarDate;
  readonly pauses: readonly Pause[];
  readonly buckets: readonly Bucket[];
};

function overdueOf(
  { number, dueDate, due, paid }: DelinquencyQuestion['instalments'][number],
  { asOf, pauses, buckets }: Counting,
) {
  if (dueDate >= asOf) return [];
  const open = brandTally(subtractAllocations(due, paid));
  if (open.totalMinor <= 0) return [];
  const paused = pauses.reduce((sum, pause) => sum + pausedDays(pause, { dueDate, asOf }), 0);
  const daysPastDue = Math.max(calendarDaysBetween(dueDate, asOf) - paused, 0);
  return [{ number, dueDate, daysPastDue, bucket: bucketOf(daysPastDue, buckets), open }];
}

function pausedDays(
  { start, end }: Pause,
  { dueDate, asOf }: { dueDate: CalendarDate; asOf: CalendarDate },
): number {
  const from = start > dueDate ? start : dueDate;
  const to = end < asOf ? end : asOf;
  return Math.max(calendarDaysBetween(from, to), 0);
}

type Overdue = ReturnType<typeof overdueOf>[number];

function sumByBucket<Currency extends string>(
  overdue: readonly Overdue[],
): Map<string, MinorUnits<Currency>> {
  const sums = new Map<string, MinorUnits<Currency>>();
  for (const { bucket, open } of overdue) {
    if (bucket !== undefined) {
      sums.set(bucket, brandMinor((sums.get(bucket) ?? 0) + open.totalMinor));
    }
  }
  return sums;
}

function refuseQuestion(question: {
  graceDays: number;
  pauses: readonly Pause[];
  buckets: readonly Bucket[];
}): Outcome<never> | undefined {
  const { graceDays, pauses, buckets } = question;
  if (!Number.isInteger(graceDays) || graceDays < 0) {
    return refuse('grace_is_out_of_range', 'graceDays', 'Grace is a number of days.');
  }
  const reversed = pauses.findIndex(({ start, end }) => end < start);
  if (reversed >= 0) {
    return refuse(
      'dates_are_out_of_order',
      `pauses[${reversed}].end`,
      'A pause ends after it began.',
    );
  }
  const sorted = buckets.toSorted((left, right) => left.fromDays - right.fromDays);
  const clash = sorted.findIndex(
    (bucket, index) =>
      bucket.fromDays <= (sorted[index - 1]?.toDays ?? (index > 0 ? Infinity : -1)),
  );
  if (clash < 0) return undefined;
  return refuse(
    'ranges_overlap',
    'buckets',
    `${sorted[clash]?.name} shares days with another one.`,
  );
}
