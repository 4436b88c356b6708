import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../ui/overlay/FormDrawer.tsx';
import { KeptNotice } from '../../ui/form/FormMessages.tsx';
import type { AskedBeforehand } from '../../ui/overlay/OverlayForm.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { PaymentFields } from './PaymentFields.tsx';
import { PaymentSplit } from './PaymentSplit.tsx';
import { usePaymentDraft } from './use-payment-draft.ts';
import type { PaymentDraft } from './use-payment-draft.ts';
import type { PaidLoan } from './payment-draft.ts';

type PostPaymentDrawerProps = {
  readonly loan: PaidLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Posts a payment beside the loan it pays, and shows as the amount is typed how it will fall. */
export function PostPaymentDrawer({ loan, opened, onClose }: PostPaymentDrawerProps) {
  const { t } = useTranslation('payments');
  const payment = usePaymentDraft({ loan, opened, onPosted: onClose });
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t('post.title', { reference: loan.reference })}
      submitLabel={t('post.submit')}
      keeps={payment.keeps}
      onSubmit={() => payment.submit()}
      question={useTwinQuestion(payment)}
      busy={payment.isPosting}
      failure={payment.failure}
      safe={t('post.safe')}
    >
      <KeptNotice isKept={payment.isKept} onDiscard={payment.discard} />
      <PaymentFields loan={loan} payment={payment} />
      <PaymentSplit loan={loan} preview={payment.preview} />
    </FormDrawer>
  );
}

/** Whether the same money came in twice: only who holds the receipts can tell. */
function useTwinQuestion({ twin, submit }: PaymentDraft): AskedBeforehand | undefined {
  const { t } = useTranslation('payments');
  const format = useFormat();
  if (!twin) return undefined;
  const { paymentId, postedBy, postedAt, note } = twin;
  return {
    question: (
      <>
        <p>{t('post.twin', { by: postedBy, at: format.instant(postedAt, 'minute') })}</p>
        {note !== '' && <p>{t('post.twinNote', { note })}</p>}
      </>
    ),
    answer: t('post.postAnother'),
    onAnswer: () => submit(paymentId),
  };
}
