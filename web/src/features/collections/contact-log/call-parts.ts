import type { LogContact } from '@bursar/contracts/collections/contact-log';
import type { InputOf } from '@bursar/contracts/endpoint';
import type { TFunction } from 'i18next';
import { uuidv7 } from 'uuidv7';
import type { FormProblems } from '../../../lib/form-fields.ts';
import { instantIn } from '../../../lib/instant-in.ts';
import { isTime } from '../../../ui/form/parse-time.ts';
import type { Formatters } from '../../../ui/format/formatters.ts';
import type { PromisingLoan } from './promise-draft.ts';

type Body = InputOf<LogContact>['body'];
type NewPayment = NonNullable<Body['payment']>;

/** The parts of a call form that are saved with the contact; an empty one is not sent. */
export type CallParts = {
  readonly payment: {
    /** Created with the form and repeated on every retry, so that nothing is posted twice. */
    readonly id: string;
    readonly amountMinor: number | null;
    readonly method: NewPayment['method'];
    /** The name of the payer; empty if the borrower paid. */
    readonly payer: string;
    readonly externalReference: string;
    /**
     * By loan id: the id of the posted payment that looks like a duplicate. The user has confirmed
     * that the new payment on that loan is a different one.
     */
    readonly confirmed: Readonly<Record<string, string>>;
  };
  readonly nextAction: {
    readonly what: string;
    readonly dueOn: string | null;
    /** The reminder's time as `HH:MM`. It may be only partly typed; empty means no reminder. */
    readonly time: string;
  };
};

export const emptyParts = (): CallParts => ({
  payment: {
    id: uuidv7(),
    amountMinor: null,
    method: 'cash',
    payer: '',
    externalReference: '',
    confirmed: {},
  },
  nextAction: { what: '', dueOn: null, time: '' },
});

type Translate = { readonly t: TFunction<'contact-log'>; readonly format: Formatters };

/** The problems of the parts, by the field's name in the request. */
export function partProblems(
  { payment: { amountMinor }, nextAction }: CallParts,
  loan: PromisingLoan,
  { t, format }: Translate,
): FormProblems {
  const { what, dueOn, time } = nextAction;
  const most = loan.payoffMinor;
  const payment = (): string | undefined => {
    if (amountMinor === null) return undefined;
    if (amountMinor <= 0) return t('problem.amount_not_positive');
    if (most === null || amountMinor <= most) return undefined;
    return t('problem.amount_exceeds_payoff', { payoff: format.amount(most, loan.currency) });
  };
  const isPlanned = isActionTyped(nextAction);
  const reminder = (): string | undefined => {
    if (time === '') return undefined;
    if (!isTime(time)) return t('problem.moment_missing');
    const at = remindAtOf(nextAction, format.settings.timeZone);
    return at !== null && Date.parse(at) <= Date.now() ? t('problem.try_again_past') : undefined;
  };
  return {
    'payment.amountMinor': payment(),
    'nextAction.what': isPlanned && what.trim() === '' ? t('problem.action_missing') : undefined,
    'nextAction.dueOn':
      isPlanned && (dueOn === null || dueOn < loan.businessDate)
        ? t('problem.action_day_missing')
        : undefined,
    'nextAction.remindAt': isPlanned ? reminder() : undefined,
  };
}

/** The parts of the request; a part that was left empty is absent. */
export function toParts(
  { payment, nextAction }: CallParts,
  { id: loanId, currency, businessDate }: PromisingLoan,
  timeZone: string,
): Pick<Body, 'payment' | 'nextAction'> {
  const { amountMinor } = payment;
  const { what, dueOn } = nextAction;
  return {
    ...(amountMinor !== null && {
      payment: {
        id: payment.id,
        ...paymentOn(loanId, { payment }, { amountMinor, currency, businessDate }),
      },
    }),
    ...(dueOn !== null && {
      nextAction: { what: what.trim(), dueOn, remindAt: remindAtOf(nextAction, timeZone) },
    }),
  };
}

type PaidToday = {
  readonly amountMinor: number;
  readonly currency: string;
  readonly businessDate: string;
};

/** The payment on one loan of the call, without its id. */
export function paymentOn(
  loanId: string,
  { payment: { method, payer, externalReference, confirmed } }: Pick<CallParts, 'payment'>,
  { amountMinor, currency, businessDate: valueDate }: PaidToday,
): Omit<NewPayment, 'id'> {
  const confirmedDuplicateOf = confirmed[loanId];
  return {
    amountMinor,
    currency,
    method,
    valueDate,
    payer: payer.trim(),
    externalReference: externalReference.trim(),
    ...(confirmedDuplicateOf !== undefined && { confirmedDuplicateOf }),
  };
}

function isActionTyped({ what, dueOn, time }: CallParts['nextAction']): boolean {
  return what.trim() !== '' || dueOn !== null || time !== '';
}

function remindAtOf({ dueOn, time }: CallParts['nextAction'], timeZone: string): string | null {
  return dueOn !== null && isTime(time) ? instantIn(timeZone, dueOn, time) : null;
}
