import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { SideDrawer } from '../../ui/overlay/SideDrawer.tsx';
import { PaymentFields } from './PaymentFields.tsx';
import { PaymentSplit } from './PaymentSplit.tsx';
import classes from './PostPaymentDrawer.module.css';
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
  const formId = useId();
  const payment = usePaymentDraft({ loan, opened, onPosted: onClose });
  return (
    <SideDrawer
      opened={opened}
      // While a payment is on its way its answer belongs here.
      onClose={payment.isPosting ? () => undefined : onClose}
      title={t('post.title', { reference: loan.reference })}
      footer={
        <>
          <Button onClick={onClose} aria-disabled={payment.isPosting || undefined}>
            {t('post.cancel')}
          </Button>
          <Button type="submit" form={formId} kind="primary" busy={payment.isPosting}>
            {t('post.submit')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          payment.submit();
        }}
      >
        {payment.failure && (
          <div role="alert" className={classes.failure}>
            <p>{payment.failure}</p>
            <p className={classes.safe}>{t('post.safe')}</p>
          </div>
        )}
        <PaymentFields loan={loan} payment={payment} />
        <PaymentSplit loan={loan} preview={payment.preview} />
      </form>
    </SideDrawer>
  );
}
