import { addDays, calendarDate } from '@bursar/loan-maths/calendar';

/** Maximum lines of a promise: enough for weekly lines for more than a year. */
export const PROMISE_LINES_MAX = 60;

/** The ways to handle an open promise when another one is recorded. */
export const earlierPromiseChoices = ['replace', 'add'] as const;
export type EarlierPromiseChoice = (typeof earlierPromiseChoices)[number];

/** The limits of a promise that a portfolio sets; null means no limit. */
export type PromiseLimits = {
  /** Maximum days from today to the last day of the promise. */
  readonly daysAhead: number | null;
  /** Minimum total of the promise, in percent of the amount due today. */
  readonly sharePercent: number | null;
  /** Maximum number of the loan's broken promises in the last year. */
  readonly mostBroken: number | null;
};

export const promiseLimitKinds = ['days-ahead', 'share', 'broken'] as const;
export type PromiseLimitKind = (typeof promiseLimitKinds)[number];

/** The figures of a loan that the limits of a promise are compared with. */
export type PromiseMeasures = {
  readonly businessDate: string;
  /** The unpaid amount due up to today. */
  readonly dueMinor: number;
  /** The unpaid amount of the open promises. */
  readonly waitingMinor: number;
  /** Promises of the last year with a line that was not kept in full. */
  readonly brokenPromises: number;
};

type SentPromise = {
  readonly lines: readonly { readonly amountMinor: number; readonly promisedOn: string }[];
  readonly earlier?: EarlierPromiseChoice | null | undefined;
};

/** Returns the limits that a promise exceeds, so that it waits for approval. */
export function exceededLimits(
  { lines, earlier }: SentPromise,
  limits: PromiseLimits,
  { businessDate, dueMinor, waitingMinor, brokenPromises }: PromiseMeasures,
): PromiseLimitKind[] {
  const { daysAhead, sharePercent, mostBroken } = limits;
  const total = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const promisedMinor = total + (earlier === 'add' ? waitingMinor : 0);
  const lastDay = daysAhead === null ? null : addDays(calendarDate(businessDate), daysAhead);
  return [
    ...(lastDay !== null && lines.some(({ promisedOn }) => promisedOn > lastDay)
      ? (['days-ahead'] as const)
      : []),
    ...(sharePercent !== null && promisedMinor * 100 < sharePercent * dueMinor
      ? (['share'] as const)
      : []),
    ...(mostBroken !== null && brokenPromises > mostBroken ? (['broken'] as const) : []),
  ];
}
