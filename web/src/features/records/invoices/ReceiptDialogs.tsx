import { paymentMethods, type PaymentMethod } from '@bursar/contracts/choices';
import type { InputOf } from '@bursar/contracts/endpoint';
import type { RecordReceipt } from '@bursar/contracts/records/invoice-payments';
import type { Invoice } from '@bursar/contracts/records/invoices';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { DraftNotice } from '../../../ui/form/FormMessages.tsx';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { ReasonDialog } from '../../../ui/overlay/ReasonDialog.tsx';
import { useRecordReceipt, useReverseReceipt } from './invoices.queries.ts';

type RecordProps = {
  readonly invoice: Invoice;
  readonly opened: boolean;
  readonly onClose: () => void;
};

type Body = InputOf<RecordReceipt>['body'];

type Draft = {
  readonly id: string;
  /**
   * The open amount when the dialog opened, so that a retry after a lost answer records the same
   * receipt.
   */
  readonly openMinor: number;
  readonly amountMinor: number | null;
  readonly valueDate: string | null;
  readonly method: PaymentMethod;
  readonly reference: string;
};

/** Records a receipt; the initial values are the open amount and today. */
export function RecordReceiptDialog({ invoice, opened, onClose }: RecordProps) {
  const { t } = useTranslation(['invoices', 'payments', 'failures']);
  const format = useFormat();
  const { id: invoiceId, openMinor, currency, businessDate, issuedOn, number } = invoice;
  const form = useContractForm<Draft, Body, Invoice>({
    name: 'receipt',
    opened,
    draftName: `receipt.${invoiceId}`,
    empty: () => ({
      id: uuidv7(),
      openMinor,
      amountMinor: openMinor,
      valueDate: businessDate,
      method: 'bank-transfer',
      reference: '',
    }),
    contract: () =>
      import('@bursar/contracts/records/invoice-payments').then((it) => it.recordReceipt),
    rules: ({ amountMinor, valueDate, openMinor: shown }) => ({
      amountMinor:
        amountMinor === null || amountMinor <= 0
          ? t('receipt.amountMissing')
          : amountMinor > shown
            ? t('receipt.tooMuch', { open: format.amount(shown, currency) })
            : undefined,
      valueDate: dayProblem(valueDate),
    }),
    body: ({ amountMinor, valueDate, openMinor: _shown, ...draft }) =>
      amountMinor === null || valueDate === null ? null : { ...draft, amountMinor, valueDate },
    mutation: useRecordReceipt(invoiceId),
    announce: ({ openMinor: left }) =>
      notify.success(
        left > 0
          ? t('receipt.done', { number, open: format.amount(left, currency) })
          : t('receipt.paid', { number }),
      ),
    onSent: onClose,
    // Another request already used the id, so the next attempt needs a new one.
    onRefused: (refusal) => {
      const isSpent =
        refusal instanceof ApiFailure && refusal.code === 'id_reused_with_different_content';
      if (isSpent) form.removeDraft();
    },
  });

  function dayProblem(day: string | null): string | undefined {
    if (day === null) return t('receipt.dayMissing');
    if (day > businessDate) return t('receipt.inFuture');
    if (issuedOn !== null && day < issuedOn) {
      return t('receipt.beforeIssue', { day: format.day(issuedOn) });
    }
    return undefined;
  }

  return (
    <FormDialog
      {...form.dialog}
      opened={opened}
      onClose={onClose}
      title={t('receipt.title', { number })}
      submitLabel={t('receipt.submit')}
    >
      <DraftNotice hasDraft={form.hasDraft} onDiscard={form.discard} />
      <p>{t('receipt.meaning')}</p>
      <Grid min={11}>
        <MoneyField
          {...form.field('amountMinor')}
          label={t('payments.amount')}
          currency={currency}
          required
          focusFirst
        />
        <DayField
          {...form.field('valueDate')}
          label={t('payments.day')}
          today={businessDate}
          {...(issuedOn !== null && { earliest: issuedOn })}
          latest={businessDate}
          required
        />
      </Grid>
      <SelectField
        {...form.field('method')}
        label={t('payments.method')}
        options={paymentMethods.map((value) => ({ value, label: t(`payments:method.${value}`) }))}
        required
      />
      <TextField
        {...form.field('reference')}
        label={t('payments.reference')}
        hint={t('receipt.referenceHint')}
        maxLength={200}
        optional
      />
    </FormDialog>
  );
}

type ReverseProps = {
  readonly invoice: Invoice;
  readonly receipt: Invoice['payments'][number];
  readonly onClose: () => void;
};

/** Reverses a receipt by an opposite entry; the receipt stays on record. */
export function ReverseReceiptDialog({ invoice, receipt, onClose }: ReverseProps) {
  const { t } = useTranslation(['invoices', 'failures']);
  const format = useFormat();
  const amount = format.amount(receipt.amountMinor, invoice.currency);
  const form = useContractForm({
    name: 'reverse-receipt',
    opened: true,
    empty: () => ({ id: uuidv7(), reason: '' }),
    rules: ({ reason }) => ({
      reason: reason.trim() === '' ? t('failures:reason_missing') : undefined,
    }),
    body: (values) => values,
    mutation: useReverseReceipt(invoice.id, receipt.id),
    announce: () => notify.success(t('takeBack.done', { amount })),
    onSent: onClose,
  });
  return (
    <ReasonDialog
      {...form.dialog}
      opened
      onClose={onClose}
      title={t('takeBack.title', { amount, day: format.day(receipt.valueDate) })}
      meaning={t('takeBack.meaning')}
      reason={{ ...form.field('reason'), label: t('field.reason'), required: true }}
      submitLabel={t('takeBack.submit')}
    />
  );
}
