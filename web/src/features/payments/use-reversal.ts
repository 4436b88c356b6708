import type { Payment } from '@bursar/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { reversalPreviewQuery, useReversePayment } from './payments.queries.ts';

type ReversalOptions = {
  readonly loanId: string;
  /** The payment in question; null while none is. */
  readonly payment: Payment | null;
  readonly onDone: () => void;
};

/** A reversal being prepared: why, what it would change, and doing it once. */
export function useReversal({ loanId, payment, onDone }: ReversalOptions) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { draft, setReason, forget, attempt } = useFreshDraft(payment?.id ?? null);
  const reversing = useReversePayment(loanId);
  const preview = useQuery({
    ...reversalPreviewQuery(loanId, payment?.id ?? ''),
    // Word of the reversal may come before its answer: what is being reversed is not asked about.
    enabled: payment !== null && !reversing.isPending,
  });

  const submit = () => {
    if (!payment || reversing.isPending || !attempt.begin()) return;
    const { id, reason } = draft;
    reversing.mutate(
      { paymentId: payment.id, body: { id, reason: reason.trim() } },
      {
        onSuccess: ({ outcome }) => {
          const amount = format.amount(payment.amountMinor, payment.currency);
          const words = { amount, day: format.day(payment.valueDate) };
          notify.success(t(outcome === 'reversed' ? 'reverse.done' : 'reverse.asked', words));
          forget();
          onDone();
        },
        onError: attempt.refuse,
      },
    );
  };

  return { draft, setReason, attempt, preview, isReversing: reversing.isPending, submit };
}

type Draft = { readonly paymentId: string | null; readonly id: string; readonly reason: string };

/** A draft that begins afresh, with an id of its own, for each payment that is asked about. */
function useFreshDraft(paymentId: string | null) {
  const { t } = useTranslation('payments');
  const [draft, setDraft] = useState<Draft>(() => ({ paymentId, id: uuidv7(), reason: '' }));
  const attempt = useFormAttempt({
    reason: draft.reason.trim() === '' ? t('reverse.reasonMissing') : undefined,
  });
  // A dialog that closes keeps its words until another payment is asked about.
  if (paymentId !== null && paymentId !== draft.paymentId) {
    setDraft({ paymentId, id: uuidv7(), reason: '' });
    attempt.reset();
  }
  return {
    draft,
    attempt,
    // What was sent is over: asked about again, the payment has a request of its own.
    forget: () => setDraft({ paymentId: null, id: uuidv7(), reason: '' }),
    setReason: (reason: string) => {
      attempt.edited();
      setDraft({ ...draft, reason });
    },
  };
}
