import { refuse } from '../../../platform/outcome.ts';
import type { PaymentRow } from './payments.store.ts';

/** Refuses a payment that looks like one that was already posted. */
export const refuseDuplicate = ({ id: paymentId, postedAt, postedBy, note }: PaymentRow) =>
  refuse('payment_looks_posted_already', { details: { paymentId, postedAt, postedBy, note } });
