import type { QuietNow } from '@bursar/contracts/quiet-hours';
import type { TFunction } from 'i18next';
import { uuidv7 } from 'uuidv7';
import type { Formatters } from '../../ui/format/formatters.ts';

/** What the forms need to know of the loan. */
export type PromisingLoan = {
  readonly id: string;
  readonly reference: string;
  readonly currency: string;
  readonly businessDate: string;
  readonly arrearsMinor: number;
  readonly nextDueMinor: number;
  readonly remainingMinor: number;
  /** Who owes it: the ways of contact that they no longer agree to. */
  readonly borrower: { readonly withdrawnChannels: readonly string[] };
  readonly quietHours: QuietNow;
};

/** A promise as it is typed. */
export type PromiseDraft = {
  readonly promiseId: string;
  readonly amountMinor: number | null;
  readonly promisedOn: string | null;
};

export function emptyPromise(): PromiseDraft {
  return { promiseId: uuidv7(), amountMinor: null, promisedOn: null };
}

type Words = { readonly t: TFunction<'contacts'>; readonly format: Formatters };

/** What keeps a promise from being written down, by the name that the request gives a field. */
export function promiseProblems(
  { amountMinor, promisedOn }: PromiseDraft,
  loan: PromisingLoan,
  { t, format }: Words,
) {
  const { remainingMinor, currency, businessDate } = loan;
  const amount = (): string | undefined => {
    if (amountMinor === null) return t('problem.amount_missing');
    if (amountMinor <= 0) return t('problem.amount_not_positive');
    if (amountMinor <= remainingMinor) return undefined;
    const payoff = format.amount(remainingMinor, currency);
    return t('problem.amount_exceeds_payoff', { payoff });
  };
  const day = (): string | undefined => {
    if (promisedOn === null) return t('problem.day_missing');
    return promisedOn < businessDate ? t('problem.day_passed') : undefined;
  };
  return { amountMinor: amount(), promisedOn: day() };
}
