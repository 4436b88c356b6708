import { addDays, addMonths, addWeeks, calendarDate } from '@bursar/loan-maths/calendar';
import type { QuietHoursNow } from '@bursar/contracts/access/quiet-hours';
import {
  PROMISE_LINES_MAX,
  type EarlierPromiseChoice,
} from '@bursar/contracts/servicing/promises.values';
import type { NewPromise } from '@bursar/contracts/servicing/promises';
import type { TFunction } from 'i18next';
import { uuidv7 } from 'uuidv7';
import type { Formatters } from '../../../ui/format/formatters.ts';
import type { LoanWithInstalments } from '../../servicing/loan-account/due-minor-on.ts';
import type { FormProblems } from '../../../lib/form-fields.ts';

/** The data of the loan that the forms need. */
export type PromisingLoan = LoanWithInstalments & {
  readonly id: string;
  readonly reference: string;
  readonly currency: string;
  readonly businessDate: string;
  readonly daysPastDue: number;
  readonly arrearsMinor: number;
  readonly nextDueMinor: number;
  readonly remainingMinor: number;
  readonly payoffMinor: number | null;
  /** Why the loan takes no payment; null if it does. */
  readonly paymentRefusal: string | null;
  /** The first borrower, with the channels for which they withdrew consent. */
  readonly borrower: {
    readonly name: string | null;
    readonly phone: string | null;
    readonly withdrawnChannels: readonly string[];
  };
  readonly quietHours: QuietHoursNow;
};

export type PromiseLineDraft = {
  /** Identifies the line while lines are added and removed. */
  readonly key: string;
  readonly amountMinor: number | null;
  readonly promisedOn: string | null;
};

/** The typed values of a promise: one line, or several if it is in instalments. */
export type PromiseDraft = {
  readonly promiseId: string;
  readonly lines: readonly PromiseLineDraft[];
  /**
   * The user's choice to replace the waiting promise or to add to it; null until the user has
   * chosen.
   */
  readonly earlier: EarlierPromiseChoice | null;
};

export function emptyPromise(): PromiseDraft {
  return { promiseId: uuidv7(), lines: [emptyLine()], earlier: null };
}

export function emptyLine(): PromiseLineDraft {
  return { key: uuidv7(), amountMinor: null, promisedOn: null };
}

export const promiseIntervals = ['week', 'two-weeks', 'month'] as const;
export type PromiseInterval = (typeof promiseIntervals)[number];

export type Instalments = {
  readonly count: number;
  readonly interval: PromiseInterval;
  readonly amountMinor: number;
  readonly firstOn: string;
};

/**
 * The lines of equal instalments. If a month does not have the day of the first line, its last day
 * is used.
 */
export function linesOfInstalments(given: Instalments): PromiseLineDraft[] {
  const first = calendarDate(given.firstOn);
  const dayOf = {
    week: (at: number) => addWeeks(first, at),
    'two-weeks': (at: number) => addWeeks(first, 2 * at),
    month: (at: number) => addMonths(first, at),
  }[given.interval];
  return Array.from({ length: Math.min(given.count, PROMISE_LINES_MAX) }, (_, at) => ({
    ...emptyLine(),
    amountMinor: given.amountMinor,
    promisedOn: dayOf(at),
  }));
}

/** The sum of the entered amounts. */
export function totalOf(lines: readonly PromiseLineDraft[]): number {
  return lines.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0);
}

/** The request's promise; null while a required value is missing. */
export function toNewPromise(draft: PromiseDraft, currency: string): NewPromise | null {
  const lines = draft.lines.flatMap(({ amountMinor, promisedOn }) =>
    amountMinor === null || promisedOn === null ? [] : [{ amountMinor, promisedOn }],
  );
  if (lines.length < draft.lines.length) return null;
  const { promiseId: id, earlier } = draft;
  return { id, currency, lines, ...(earlier !== null && { earlier }) };
}

type Translate = { readonly t: TFunction<'contact-log'>; readonly format: Formatters };

/** A promise more than a year ahead is probably a mistyped date. */
const DAYS_AHEAD_MAX = 366;

/** The problems of a promise, by the field's name in the request: `lines.0.amountMinor`. */
export function promiseProblems(
  { lines, earlier }: PromiseDraft,
  loan: PromisingLoan,
  { t, format, isWaiting }: Translate & { readonly isWaiting: boolean },
): FormProblems {
  const { remainingMinor, currency, businessDate } = loan;
  const isTooMuch = totalOf(lines) > remainingMinor;
  const tooMuch = t('problem.amount_exceeds_payoff', {
    payoff: format.amount(remainingMinor, currency),
  });
  const amount = ({ amountMinor }: PromiseLineDraft): string | undefined => {
    if (amountMinor === null) return t('problem.amount_missing');
    if (amountMinor <= 0) return t('problem.amount_not_positive');
    return isTooMuch && lines.length === 1 ? tooMuch : undefined;
  };
  const lastDay = addDays(calendarDate(businessDate), DAYS_AHEAD_MAX);
  const day = ({ promisedOn }: PromiseLineDraft, at: number): string | undefined => {
    if (promisedOn === null) return t('problem.day_missing');
    if (promisedOn < businessDate) return t('problem.day_passed');
    if (promisedOn > lastDay) return t('problem.day_too_far');
    const isRepeated = lines.slice(0, at).some((line) => line.promisedOn === promisedOn);
    return isRepeated ? t('problem.day_repeated') : undefined;
  };
  return {
    ...Object.fromEntries(
      lines.flatMap((line, at) => [
        [`lines.${at}.amountMinor`, amount(line)],
        [`lines.${at}.promisedOn`, day(line, at)],
      ]),
    ),
    lines: isTooMuch && lines.length > 1 ? tooMuch : undefined,
    earlier: isWaiting && earlier === null ? t('problem.earlier_missing') : undefined,
  };
}
