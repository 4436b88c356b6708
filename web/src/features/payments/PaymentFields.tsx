import { paymentMethods } from '@bursar/contracts/choices';
import { useTranslation } from 'react-i18next';
import { usualAmounts } from '../../lib/usual-amounts.ts';
import { AmountPicks } from '../../ui/form/AmountPicks.tsx';
import { DayField } from '../../ui/form/DayField.tsx';
import { FormGrid } from '../../ui/form/FormGrid.tsx';
import { MoneyField } from '../../ui/form/MoneyField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { paymentFieldIds } from './payment-problems.ts';
import type { PaidLoan } from './payment-draft.ts';
import type { PaymentDraft } from './use-payment-draft.ts';

/** What a payment is made of. The amounts one usually pays are one press away. */
export function PaymentFields({ loan, payment }: { loan: PaidLoan; payment: PaymentDraft }) {
  const { t } = useTranslation('payments');
  const { draft, change, errorOf } = payment;
  return (
    <>
      <div>
        <MoneyField
          id={paymentFieldIds.amountMinor}
          label={t('field.amount')}
          currency={loan.currency}
          value={draft.amountMinor}
          onChange={(amountMinor) => change({ amountMinor })}
          error={errorOf('amountMinor')}
          required
          focusFirst
        />
        <AmountPicks
          label={t('usual.label')}
          currency={loan.currency}
          amounts={usualAmounts(loan, (words) => t(`usual.${words}`))}
          onPick={(amountMinor) => change({ amountMinor })}
        />
      </div>
      <FormGrid columns={2}>
        <DayField
          id={paymentFieldIds.valueDate}
          label={t('field.valueDate')}
          value={draft.valueDate}
          onChange={(valueDate) => change({ valueDate })}
          today={loan.businessDate}
          earliest={loan.disbursedOn}
          latest={loan.businessDate}
          error={errorOf('valueDate')}
          required
        />
        <SelectField
          id="payment-method"
          label={t('field.method')}
          options={paymentMethods.map((method) => ({
            value: method,
            label: t(`method.${method}`),
          }))}
          value={draft.method}
          onChange={(value) => {
            const method = paymentMethods.find((one) => one === value);
            if (method) change({ method });
          }}
          required
        />
      </FormGrid>
      <TextareaField
        id="payment-note"
        label={t('field.note')}
        optional
        value={draft.note}
        onChange={(note) => change({ note })}
        rows={2}
        maxLength={500}
      />
    </>
  );
}
