import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { useTranslation } from 'react-i18next';
import type { QuietHoursNow } from '@bursar/contracts/access/quiet-hours';
import type { TFunction } from 'i18next';
import { uuidv7 } from 'uuidv7';
import type { FieldOf } from '../../../lib/form-fields.ts';
import { usualAmounts } from '../../servicing/loan-account/usual-amounts.ts';
import { AmountPicks, QuickPicks } from '../../../ui/form/QuickPicks.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import type { Formatters } from '../../../ui/format/formatters.ts';

type PromiseFieldsProps = {
  readonly loan: PromisingLoan;
  readonly amount: FieldOf<number | null>;
  readonly day: FieldOf<string | null>;
  readonly focusFirst?: boolean;
};

/** The amount and day of a promise, with buttons for the usual amounts. */
export function PromiseFields(props: PromiseFieldsProps) {
  const { loan, amount, day, focusFirst = false } = props;
  const { t } = useTranslation(['contact-log', 'payments']);
  return (
    <>
      <div>
        <MoneyField
          {...amount}
          label={t('promise.amount')}
          currency={loan.currency}
          required
          focusFirst={focusFirst}
        />
        <AmountPicks
          label={t('payments:usual.label')}
          currency={loan.currency}
          amounts={usualAmounts(loan, (amountKey) => t(`payments:usual.${amountKey}`))}
          onPick={(amountMinor) => amount.onChange(amountMinor)}
        />
      </div>
      <div>
        <DayField
          {...day}
          label={t('promise.day')}
          today={loan.businessDate}
          earliest={loan.businessDate}
          required
        />
        <UsualDays loan={loan} onChoose={(promisedOn) => day.onChange(promisedOn)} />
      </div>
    </>
  );
}

const usualDays = [0, 1, 7];

type UsualDaysProps = { loan: PromisingLoan; onChoose: (day: string) => void };

function UsualDays({ loan, onChoose }: UsualDaysProps) {
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  return (
    <QuickPicks
      label={t('promise.usualDays')}
      picks={usualDays.map((days) => {
        const day = addDays(calendarDate(loan.businessDate), days);
        return {
          id: day,
          label: days > 1 ? format.day(day, 'short') : t(days === 0 ? 'today' : 'tomorrow'),
          onPick: () => onChoose(day),
        };
      })}
    />
  );
}

/** The data of the loan that the forms need. */
export type PromisingLoan = {
  readonly id: string;
  readonly reference: string;
  readonly currency: string;
  readonly businessDate: string;
  readonly arrearsMinor: number;
  readonly nextDueMinor: number;
  readonly remainingMinor: number;
  readonly payoffMinor: number | null;
  /** The first borrower, with the channels for which they withdrew consent. */
  readonly borrower: {
    readonly name: string | null;
    readonly withdrawnChannels: readonly string[];
  };
  readonly quietHours: QuietHoursNow;
};

export type PromiseDraft = {
  readonly promiseId: string;
  readonly amountMinor: number | null;
  readonly promisedOn: string | null;
};

export function emptyPromise(): PromiseDraft {
  return { promiseId: uuidv7(), amountMinor: null, promisedOn: null };
}

type Translate = { readonly t: TFunction<'contact-log'>; readonly format: Formatters };

/** The problems of a promise, by the field's name in the request. */
export function promiseProblems(
  { amountMinor, promisedOn }: PromiseDraft,
  loan: PromisingLoan,
  { t, format }: Translate,
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
