import type { Payment } from '@bursar/contracts/payments';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { useLastShown } from '../../ui/overlay/use-last-shown.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { ReversalEffect } from './ReversalEffect.tsx';
import { useReversal } from './use-reversal.ts';

type ReversalDialogProps = {
  readonly loanId: string;
  /** The payment to reverse; the dialog is open while there is one. */
  readonly payment: Payment | null;
  readonly onClose: () => void;
};

/** Takes a payment back: why, and all that would change, later payments included. */
export function ReversalDialog({ loanId, payment, onClose }: ReversalDialogProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const reversal = useReversal({ loanId, payment, onDone: onClose });
  const shown = useLastShown(payment);
  if (!shown) return null;
  const { attempt, preview } = reversal;
  const amount = format.amount(shown.amountMinor, shown.currency);
  return (
    <FormDialog
      opened={payment !== null}
      onClose={onClose}
      title={t('reverse.title', { amount, day: format.day(shown.valueDate) })}
      submitLabel={t(preview.data?.needsApproval ? 'reverse.ask' : 'reverse.submit')}
      // Only a reversal that happens at once cannot be taken back.
      submitKind={preview.data?.needsApproval ? 'primary' : 'danger'}
      onSubmit={reversal.submit}
      busy={reversal.isReversing}
      failure={attempt.failure}
      size="wide"
    >
      <p>
        {t('reverse.meaning')}
        {preview.data?.needsApproval && <> {t('reverse.needsApproval')}</>}
      </p>
      {/* Before what it would change, which may be long. */}
      <TextareaField
        {...attempt.fieldProps('reason')}
        label={t('reverse.reason')}
        value={reversal.draft.reason}
        onChange={reversal.setReason}
        rows={2}
        focusFirst
        maxLength={500}
        required
      />
      {preview.data && <ReversalEffect effect={preview.data} />}
      {preview.isLoading && <SkeletonLines lines={4} />}
      {preview.error && (
        <ErrorState
          title={failureSentence(preview.error)}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
        />
      )}
    </FormDialog>
  );
}
