import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { useTranslation } from 'react-i18next';
import type { FieldOf } from '../../lib/contract-form.ts';
import { usualAmounts } from '../../lib/usual-amounts.ts';
import { AmountPicks, QuickPicks } from '../../ui/form/QuickPicks.tsx';
import { DayField } from '../../ui/form/DayField.tsx';
import { MoneyField } from '../../ui/form/MoneyField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import type { PromisingLoan } from './promise-draft.ts';

type PromiseFieldsProps = {
  readonly loan: PromisingLoan;
  readonly amount: FieldOf<number | null>;
  readonly day: FieldOf<string | null>;
  readonly focusFirst?: boolean;
};

/** How much, until when. What is usually promised is one press away. */
export function PromiseFields(props: PromiseFieldsProps) {
  const { loan, amount, day, focusFirst = false } = props;
  const { t } = useTranslation(['contacts', 'payments']);
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
          amounts={usualAmounts(loan, (words) => t(`payments:usual.${words}`))}
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
  const { t } = useTranslation('contacts');
  const format = useFormat();
  return (
    <QuickPicks
      label={t('promise.usualDays')}
      picks={usualDays.map((days) => {
        const day = addDays(calendarDate(loan.businessDate), days);
        return {
          id: day,
          words: days > 1 ? format.day(day, 'short') : t(days === 0 ? 'today' : 'tomorrow'),
          onPick: () => onChoose(day),
        };
      })}
    />
  );
}
