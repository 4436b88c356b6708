import { z } from 'zod';
import { paymentMethods, paymentSources } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { invoice } from './invoices.ts';
import { amountMinor, day, positiveOrZeroMinor, uuid } from '../values.ts';

const linkedPayment = z.object({ invoiceId: uuid, paymentId: uuid });

export const listPaymentsToLink = endpoint({
  key: 'GET /api/invoices/:invoiceId/payments-to-link',
  summary:
    'List payments of the invoice’s loan with an amount that is not linked to an invoice, newest first.',
  access: 'manage-invoices',
  params: z.object({ invoiceId: uuid }),
  answer: z.object({
    payments: z.array(
      z.object({
        id: uuid,
        valueDate: day,
        method: z.enum(paymentSources),
        amountMinor: positiveOrZeroMinor,
        freeMinor: positiveOrZeroMinor,
      }),
    ),
  }),
  failures: ['not_found'],
});
export type ListPaymentsToLink = typeof listPaymentsToLink;

export const linkPayment = endpoint({
  key: 'POST /api/invoices/:invoiceId/payments/:paymentId',
  summary:
    'Link a posted payment to an invoice, up to the smaller open amount. Moves no money; a reversal of the payment ends the link.',
  access: 'manage-invoices',
  params: linkedPayment,
  answer: invoice,
  failures: [
    'not_found',
    'invoice_is_not_issued',
    'invoice_is_of_no_loan',
    'invoice_is_credited',
    'invoice_is_paid',
    'payment_is_used_up',
  ],
});
export type LinkPayment = typeof linkPayment;

export const unlinkPayment = endpoint({
  key: 'POST /api/invoices/:invoiceId/payments/:paymentId/unlink',
  summary: 'Unlink a payment from an invoice. The payment does not change.',
  access: 'manage-invoices',
  params: linkedPayment,
  answer: invoice,
  failures: ['not_found'],
});
export type UnlinkPayment = typeof unlinkPayment;

export const recordReceipt = endpoint({
  key: 'POST /api/invoices/:invoiceId/receipts',
  summary:
    'Record money received on an issued invoice without a loan, in part or in full. A retry with the same id returns the invoice.',
  access: 'manage-invoices',
  params: z.object({ invoiceId: uuid }),
  body: z.object({
    /** The client creates this id when its dialog opens and repeats it on every retry. */
    id: uuid,
    amountMinor,
    valueDate: day,
    method: z.enum(paymentMethods),
    reference: z.string().max(200),
  }),
  answer: invoice,
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'invoice_is_of_loan',
    'invoice_is_not_issued',
    'invoice_is_credited',
    'invoice_is_paid',
    'amount_not_positive',
    'amount_exceeds_open',
    'value_date_in_future',
    'value_date_before_issue',
  ],
});
export type RecordReceipt = typeof recordReceipt;

export const reverseReceipt = endpoint({
  key: 'POST /api/invoices/:invoiceId/receipts/:receiptId/reversal',
  summary: 'Reverse a receipt with a reason by an opposite entry. The invoice is open again.',
  access: 'manage-invoices',
  params: z.object({ invoiceId: uuid, receiptId: uuid }),
  body: z.object({
    /** The client creates this id when its dialog opens and repeats it on every retry. */
    id: uuid,
    reason: z.string().max(500),
  }),
  answer: invoice,
  failures: [
    'not_found',
    'reason_missing',
    'id_reused_with_different_content',
    'receipt_already_reversed',
  ],
});
export type ReverseReceipt = typeof reverseReceipt;
