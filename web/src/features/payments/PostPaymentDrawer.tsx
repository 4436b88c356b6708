import { useTranslation } from 'react-i18next';
import { FormDrawer } from '../../ui/overlay/FormDrawer.tsx';
import { PaymentFields } from './PaymentFields.tsx';
import { PaymentSplit } from './PaymentSplit.tsx';
import { usePaymentDraft } from './use-payment-draft.ts';
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
      onSubmit={payment.submit}
      busy={payment.isPosting}
      failure={payment.failure}
      safe={t('post.safe')}
    >
      <PaymentFields loan={loan} payment={payment} />
      <PaymentSplit loan={loan} preview={payment.preview} />
    </FormDrawer>
  );
}
