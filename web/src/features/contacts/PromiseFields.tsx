import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { useTranslation } from 'react-i18next';
import { usualAmounts } from '../../lib/usual-amounts.ts';
import { AmountPicks } from '../../ui/form/AmountPicks.tsx';
import { DayField } from '../../ui/form/DayField.tsx';
import { MoneyField } from '../../ui/form/MoneyField.tsx';
import { QuickPicks } from '../../ui/form/QuickPicks.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import type { PromiseDraft, PromisingLoan } from './promise-draft.ts';

type Field = 'amountMinor' | 'promisedOn';

type PromiseFieldsProps = {
  readonly loan: PromisingLoan;
  readonly draft: PromiseDraft;
  readonly onChange: (changes: Partial<Pick<PromiseDraft, Field>>) => void;
  readonly fieldProps: (field: Field) => { id: string; error: string | undefined };
  readonly focusFirst?: boolean;
};

/** How much, until when. What is usually promised is one press away. */
export function PromiseFields(props: PromiseFieldsProps) {
  const { loan, draft, onChange, fieldProps, focusFirst = false } = props;
  const { t } = useTranslation(['contacts', 'payments']);
  return (
    <>
      <div>
        <MoneyField
          {...fieldProps('amountMinor')}
          label={t('promise.amount')}
          currency={loan.currency}
          value={draft.amountMinor}
          onChange={(amountMinor) => onChange({ amountMinor })}
          required
          focusFirst={focusFirst}
        />
        <AmountPicks
          label={t('payments:usual.label')}
          currency={loan.currency}
          amounts={usualAmounts(loan, (words) => t(`payments:usual.${words}`))}
          onPick={(amountMinor) => onChange({ amountMinor })}
        />
      </div>
      <div>
        <DayField
          {...fieldProps('promisedOn')}
          label={t('promise.day')}
          value={draft.promisedOn}
          onChange={(promisedOn) => onChange({ promisedOn })}
          today={loan.businessDate}
          earliest={loan.businessDate}
          required
        />
        <UsualDays loan={loan} onChoose={(promisedOn) => onChange({ promisedOn })} />
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
