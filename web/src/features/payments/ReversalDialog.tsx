import type { Payment } from '@bursar/contracts/payments';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { KeptNotice } from '../../ui/form/FormMessages.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { useLastShown } from '../../ui/overlay/use-last-shown.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { ReversalEffect } from './ReversalEffect.tsx';
import { useReversal, type ReversalWay } from './use-reversal.ts';

type ReversalDialogProps = {
  readonly loanId: string;
  /** The payment to reverse; the dialog is open while there is one. */
  readonly payment: Payment | null;
  readonly way: ReversalWay;
  readonly onClose: () => void;
};

/** Takes a payment back, or asks for it: why and, for whoever may reverse, all that would change. */
export function ReversalDialog({ loanId, payment, onClose, ...props }: ReversalDialogProps) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const way = useLastShown(payment && props.way) ?? props.way;
  const reversal = useReversal({ loanId, payment, way, onDone: onClose });
  const shown = useLastShown(payment);
  if (!shown) return null;
  const { attempt, preview } = reversal;
  const isAsked = way === 'ask' || preview.data?.needsApproval === true;
  const words = {
    amount: format.amount(shown.amountMinor, shown.currency),
    day: format.day(shown.valueDate),
  };
  return (
    <FormDialog
      opened={payment !== null}
      onClose={reversal.close}
      title={t(way === 'ask' ? 'askReversal.title' : 'reverse.title', words)}
      submitLabel={t(submitWords(way, isAsked))}
      // Only a reversal that happens at once cannot be taken back.
      submitKind={isAsked ? 'primary' : 'danger'}
      onSubmit={reversal.submit}
      keeps={reversal.keeps}
      busy={reversal.isSending}
      failure={attempt.failure}
      size={way === 'ask' ? 'normal' : 'wide'}
    >
      <KeptNotice isKept={reversal.isKept} onDiscard={reversal.discard} />
      <p>
        {t(way === 'ask' ? 'askReversal.meaning' : 'reverse.meaning')}
        {way === 'reverse' && isAsked && <> {t('reverse.needsApproval')}</>}
      </p>
      {/* Before what it would change, which may be long. */}
      <TextareaField
        {...attempt.fieldProps('reason')}
        label={t('reverse.reason')}
        value={reversal.reason}
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

function submitWords(way: ReversalWay, isAsked: boolean) {
  if (way === 'ask') return 'askReversal.submit';
  return isAsked ? 'reverse.ask' : 'reverse.submit';
}
