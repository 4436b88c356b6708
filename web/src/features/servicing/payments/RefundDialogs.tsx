import { paymentMethods, type PaymentMethod } from '@bursar/contracts/choices';
import type { Refund } from '@bursar/contracts/servicing/unapplied-funds';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { DraftNotice } from '../../../ui/form/FormMessages.tsx';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import {
  useRefundUnappliedFunds,
  useUndoRefund,
  type NewRefund,
  type RefundAnswer,
} from './payments.queries.ts';

export type LoanWithUnappliedFunds = {
  readonly id: string;
  readonly reference: string;
  readonly currency: string;
};

type DialogProps = {
  readonly loan: LoanWithUnappliedFunds;
  /** True if a second user must approve the refund or its undo. */
  readonly isAsked: boolean;
  readonly onClose: () => void;
};

/** The request's id is created when the dialog opens and repeated on every retry. */
type Draft = {
  readonly id: string;
  readonly amountMinor: number | null;
  readonly method: PaymentMethod;
  readonly reason: string;
};

/** Refunds the credit balance in part or in full. */
export function RefundDialog({
  loan,
  creditMinor,
  opened,
  isAsked,
  onClose,
}: DialogProps & { readonly creditMinor: number; readonly opened: boolean }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { reference, currency } = loan;
  const credit = format.amount(creditMinor, currency);
  const form = useContractForm<Draft, NewRefund, RefundAnswer>({
    name: 'refund',
    empty: () => ({ id: uuidv7(), amountMinor: creditMinor, method: 'bank-transfer', reason: '' }),
    opened,
    draftName: `refund.${loan.id}`,
    rules: ({ amountMinor, reason }) => ({
      ...(amountMinor === null && { amountMinor: t('credit.problem.amountMissing') }),
      ...(amountMinor !== null &&
        amountMinor <= 0 && { amountMinor: t('problem.amount_not_positive') }),
      ...((amountMinor ?? 0) > creditMinor && {
        amountMinor: t('problem.amount_exceeds_credit', { credit }),
      }),
      ...(reason.trim() === '' && { reason: t('credit.problem.reasonMissing') }),
    }),
    body: ({ amountMinor, reason, ...draft }) =>
      amountMinor === null ? null : { ...draft, amountMinor, currency, reason: reason.trim() },
    mutation: useRefundUnappliedFunds(loan.id),
    announce: ({ outcome }) =>
      notify.success(t(outcome === 'done' ? 'credit.refund.done' : 'credit.asked', { reference })),
    onSent: onClose,
    onRefused: (refusal) => removeEndedDraft(form, refusal),
  });
  const { amountMinor } = form.values;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('credit.refund.title', { reference })}
      submitLabel={t(isAsked ? 'credit.ask' : 'credit.refund.submit')}
      {...form.dialog}
      draftOnClose={form.isBusy ? undefined : form.dialog.draftOnClose}
    >
      <DraftNotice hasDraft={form.hasDraft} onDiscard={form.discard} />
      <p>
        {t('credit.refund.meaning', { kept: credit })}
        {isAsked && <> {t('credit.needsApproval')}</>}
      </p>
      <Grid min={11}>
        <MoneyField
          {...form.field('amountMinor')}
          label={t('column.amount')}
          currency={currency}
          required
          focusFirst
        />
        <SelectField
          {...form.field('method')}
          label={t('field.method')}
          options={paymentMethods.map((method) => ({
            value: method,
            label: t(`method.${method}`),
          }))}
          required
        />
      </Grid>
      <TextareaField
        {...form.field('reason')}
        label={t('credit.column.reason')}
        rows={2}
        maxLength={500}
        required
      />
      <p aria-live="polite">
        {amountMinor !== null &&
          amountMinor <= creditMinor &&
          t('credit.after', { amount: format.amount(creditMinor - amountMinor, currency) })}
      </p>
    </FormDialog>
  );
}

type UndoDraft = { readonly id: string; readonly reason: string };

/** Undoes a refund: the money is part of the credit balance again. */
export function UndoRefundDialog({
  loan,
  refund: asked,
  isAsked,
  onClose,
}: DialogProps & { readonly refund: Refund | null }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { reference, currency } = loan;
  const refund = useLastShown(asked);
  const form = useContractForm<UndoDraft, UndoDraft, RefundAnswer>({
    name: 'undo-refund',
    empty: () => ({ id: uuidv7(), reason: '' }),
    opened: asked !== null,
    rules: ({ reason }): { reason?: string } =>
      reason.trim() === '' ? { reason: t('credit.problem.reasonMissing') } : {},
    body: ({ id, reason }) => ({ id, reason: reason.trim() }),
    mutation: useUndoRefund({ loanId: loan.id, refundId: refund?.id ?? '' }),
    announce: ({ outcome }) =>
      notify.success(t(outcome === 'done' ? 'credit.undo.done' : 'credit.asked', { reference })),
    onSent: onClose,
    onRefused: (refusal) => removeEndedDraft(form, refusal),
  });
  if (!refund) return null;
  return (
    <FormDialog
      opened={asked !== null}
      onClose={onClose}
      title={t('credit.undo.title', { amount: format.amount(refund.amountMinor, currency) })}
      submitLabel={t(isAsked ? 'credit.ask' : 'credit.undo.submit')}
      {...form.dialog}
      draftOnClose={form.isBusy ? undefined : form.dialog.draftOnClose}
    >
      <p>
        {t('credit.undo.meaning')}
        {isAsked && <> {t('credit.needsApproval')}</>}
      </p>
      <TextareaField
        {...form.field('reason')}
        label={t('credit.column.reason')}
        rows={2}
        maxLength={500}
        focusFirst
        required
      />
    </FormDialog>
  );
}

/**
 * Removes the draft if another request has used its id or its request was already decided, because
 * the next attempt needs a new id.
 */
function removeEndedDraft(form: { readonly removeDraft: () => void }, refusal: Error): void {
  if (refusal instanceof ApiFailure && endsDraft.has(refusal.code)) form.removeDraft();
}

const endsDraft = new Set<ApiFailure['code']>([
  'id_reused_with_different_content',
  'request_already_decided',
]);
