import { refuse, type Refusal } from '../../../platform/outcome.ts';
import type { PaymentRow } from './payments.store.ts';

/** Refuses a payment that looks like one that was already posted. */
export const refuseDuplicate = ({ id: paymentId, postedAt, postedBy, note }: PaymentRow) =>
  refuse('payment_looks_posted_already', { details: { paymentId, postedAt, postedBy, note } });

/** Returns the payment that such a refusal names; null for other refusals. */
export function equalPaymentOf({ code, details }: Refusal): string | null {
  const paymentId = details?.['paymentId'];
  const isEqual = code === 'payment_looks_posted_already' && typeof paymentId === 'string';
  return isEqual ? paymentId : null;
}
