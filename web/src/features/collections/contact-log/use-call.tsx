import type { ContactAttempt } from '@bursar/contracts/collections/contact-log';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../lib/api-client.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import type { AskedBeforehand } from '../../../ui/overlay/OverlayForm.tsx';
import { useMovedForm } from '../../servicing/loan-account/MovedLoan.tsx';
import type { PromisingLoan } from './promise-draft.ts';
import { useContactForm } from './use-contact-form.ts';
import { useContactLines } from './use-contact-lines.ts';

type CallOptions = {
  readonly loan: PromisingLoan;
  readonly opened: boolean;
  readonly channel: ContactAttempt['channel'];
  readonly onClose: () => void;
};

/**
 * Returns the call form, the note above it and the props of the frame that shows it: the panel next
 * to a card, or a drawer.
 */
export function useCall({ loan, opened, channel, onClose }: CallOptions) {
  const { t } = useTranslation('contact-log');
  const form = useContactForm({ loan, opened, channel, onLogged: onClose });
  const moved = useMovedForm({
    loan,
    opened,
    kind: 'contact',
    id: form.values.id,
    lines: useContactLines(loan, form),
    isBusy: form.isBusy,
    onSent: () => {
      form.discard();
      onClose();
    },
  });
  const question = useDuplicateQuestion(form.refusal, form.confirmDuplicate);
  return {
    form,
    note: moved.note,
    frame: {
      title: t('log.title', { reference: loan.reference }),
      submitLabel: t('log.submit'),
      ...form.dialog,
      failure: question ? undefined : form.dialog.failure,
      safe: t('kept.safe'),
      question,
      ...moved.dialog,
    },
  };
}

/**
 * Returns a question to ask if the server refused a payment as a possible duplicate. Only the user
 * can answer whether the same money was entered twice.
 */
function useDuplicateQuestion(
  refusal: Error | null,
  onAnswer: (paymentId: string, loanId?: string) => void,
): AskedBeforehand | undefined {
  const { t } = useTranslation(['contact-log', 'payments']);
  const format = useFormat();
  if (!(refusal instanceof ApiFailure) || refusal.code !== 'payment_looks_posted_already') {
    return undefined;
  }
  const { paymentId, postedBy, postedAt, loanId } = refusal.details;
  const posted = { by: String(postedBy), at: format.instant(String(postedAt), 'minute') };
  return {
    question: <p>{t('payments:post.twin', posted)}</p>,
    answer: t('payments:post.postAnother'),
    onAnswer: () => onAnswer(String(paymentId), loanId === undefined ? undefined : String(loanId)),
  };
}
