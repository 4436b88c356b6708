import { z } from 'zod';
import { paymentMethods } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { uuid } from '../values.ts';
import { loanStatus } from './loans.ts';
import { newPayment, payment, paymentFailures } from './payments.ts';

/** Maximum number of loans over which one payment can be split. */
const SPLIT_PARTS_MAX = 20;

/** One loan's part of a payment that is split. */
const splitPart = z.object({
  loanId: uuid,
  amountMinor: z.int(),
  /** The possible duplicate that the user confirmed as a different payment. */
  confirmedDuplicateOf: uuid.optional(),
});

export const postSplitPayment = endpoint({
  key: 'POST /api/split-payments',
  summary: 'Post one payment as several, one for each of a borrower’s loans: all of them or none.',
  access: 'post-payment',
  body: newPayment.pick({ id: true, amountMinor: true, currency: true, valueDate: true }).extend({
    method: z.enum(paymentMethods),
    /** These fields are copied to each of the payments. */
    payer: newPayment.shape.payer,
    externalReference: newPayment.shape.externalReference,
    note: newPayment.shape.note,
    /** The amounts of the parts add up to the payment's amount. */
    parts: z.array(splitPart).min(2).max(SPLIT_PARTS_MAX),
  }),
  answer: z.object({
    payments: z.array(z.object({ loanId: uuid, payment, loanStatus })),
    replayed: z.boolean(),
  }),
  failures: [
    'not_found',
    'split_loan_twice',
    'split_differs_from_amount',
    'loans_of_different_borrowers',
    'id_reused_with_different_content',
    ...paymentFailures,
  ],
});
export type PostSplitPayment = typeof postSplitPayment;
