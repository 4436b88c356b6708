import { refuse, type Refusal } from '../../../platform/outcome.ts';
import type { PaymentRow } from './payments.store.ts';

/** Builds the refusal of a payment that looks like one that was already posted. */
export const refuseDuplicate = ({ id: paymentId, postedAt, postedBy, note }: PaymentRow) =>
  refuse('payment_looks_posted_already', { details: { paymentId, postedAt, postedBy, note } });

/**
 * Returns the id of the payment that a refusal as a possible duplicate names; null for other
 * refusals.
 */
export function equalPaymentOf({ code, details }: Refusal): string | null {
  const paymentId = details?.['paymentId'];
  const isEqual = code === 'payment_looks_posted_already' && typeof paymentId === 'string';
  return isEqual ? paymentId : null;
}
