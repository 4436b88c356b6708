import type { Payment } from '@bursar/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../lib/api-client.ts';
import { useContractForm } from '../../lib/contract-form.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import {
  reversalPreviewQuery,
  useRequestReversal,
  useReversePayment,
  type Reversal,
} from './payments.queries.ts';

/** To reverse a payment, or to ask that somebody who may does. */
export type ReversalWay = 'reverse' | 'ask';

type ReversalOptions = {
  readonly loanId: string;
  /** The payment in question; null while none is. */
  readonly payment: Payment | null;
  readonly way: ReversalWay;
  readonly onDone: () => void;
};

/** The id a reversal is sent with, and why it is wanted: kept in the browser until it is sent. */
type Draft = { readonly id: string; readonly reason: string };

const empty = (): Draft => ({ id: uuidv7(), reason: '' });

/** A reversal being prepared: why, what it would change, and sending it once. */
export function useReversal({ loanId, payment, way, onDone }: ReversalOptions) {
  const { t } = useTranslation('payments');
  const sending = useSending(loanId, way);
  const form = useContractForm<Draft, Reversal['body'], Payment>({
    empty,
    opened: payment !== null,
    keepAs: `reversal.${payment?.id ?? ''}`,
    rules: ({ reason }) => ({
      reason: reason.trim() === '' ? t('reverse.reasonMissing') : undefined,
    }),
    contract,
    body: ({ id, reason }) => ({ id, reason: reason.trim() }),
    sends: {
      isPending: sending.isPending,
      mutate: (body, { onSuccess, onError }) => {
        if (payment) sending.send(payment, body, { onSuccess: () => onSuccess(payment), onError });
      },
    },
    onSent: onDone,
    // Under this id another reversal was sent: what is typed next needs an id of its own.
    onRefused: (refusal) => {
      if (refusal instanceof ApiFailure && endsDraft.has(refusal.code)) form.settle();
    },
  });
  const preview = useQuery({
    ...reversalPreviewQuery(loanId, payment?.id ?? ''),
    // Word of the reversal may come before its answer: what is being reversed is not asked about.
    enabled: payment !== null && way === 'reverse' && !sending.isPending,
  });
  return { form, preview };
}

const contract = () => import('@bursar/contracts/payments').then((it) => it.reversePayment);

/** What such a refusal is about is over; the payment may be asked about under another id. */
const endsDraft = new Set<ApiFailure['code']>([
  'id_reused_with_different_content',
  'request_already_decided',
]);

type Ends = {
  readonly onSuccess: () => void;
  readonly onError: (refusal: Error) => void;
};

/** Sends it the one way or the other, and says what became of it. */
function useSending(loanId: string, way: ReversalWay) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const reversing = useReversePayment(loanId);
  const asking = useRequestReversal(loanId);
  const send = (payment: Payment, body: Reversal['body'], { onSuccess, onError }: Ends) => {
    const say = (outcome: 'asked' | 'done') => {
      const amount = format.amount(payment.amountMinor, payment.currency);
      notify.success(t(`reverse.${outcome}`, { amount, day: format.day(payment.valueDate) }));
      onSuccess();
    };
    const reversal = { paymentId: payment.id, body };
    if (way === 'ask') {
      asking.mutate(reversal, { onSuccess: () => say('asked'), onError });
    } else {
      reversing.mutate(reversal, {
        onSuccess: ({ outcome }) => say(outcome === 'reversed' ? 'done' : 'asked'),
        onError,
      });
    }
  };
  return { send, isPending: reversing.isPending || asking.isPending };
}
