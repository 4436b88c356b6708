import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { postPayment } from '../servicing/payments.ts';
import { uuid } from '../values.ts';
import { bankLine, bankLineParams, bankReturn, otherBankLine, splitReturn } from './bank-files.ts';
import { confirmedReturnKinds } from './bank-files.values.ts';

const access = 'post-bank-files';

export const listBankReturns = endpoint({
  key: 'GET /api/bank-files/:bankFileId/lines/:bankLineId/returns',
  summary: 'List the payments and unapplied funds that an outgoing line may give back.',
  access,
  params: bankLineParams,
  answer: z.object({
    returns: z.array(bankReturn),
    /** A line of another file that may be the same return and was already confirmed. */
    alreadyConfirmed: otherBankLine.nullable(),
    /** A posted line, split over several loans, that this line may return. */
    splitLine: splitReturn.nullable(),
  }),
  failures: ['not_found'],
});
export type ListBankReturns = typeof listBankReturns;

export const confirmBankReturn = endpoint({
  key: 'PUT /api/bank-files/:bankFileId/lines/:bankLineId/return',
  summary:
    'Confirm what an outgoing line gives back: reverses the payment or all payments of a split line, or refunds the unapplied funds.',
  access,
  params: bankLineParams,
  body: z.strictObject({
    /**
     * The client creates the id of the reversal or refund and repeats it on every retry. The ids of
     * several reversals are derived from it.
     */
    id: uuid,
    kind: z.enum(confirmedReturnKinds),
    /** The payment, the loan of the unapplied funds, or the split line. */
    returnedId: uuid,
    reason: z.string().max(500),
  }),
  answer: bankLine,
  failures: [
    'not_found',
    'permission_missing',
    'bank_line_is_settled',
    'bank_line_not_outgoing',
    'bank_return_changed',
    'bank_return_shares_id',
    'id_reused_with_different_content',
    'request_already_decided',
    'request_already_waiting',
    'reason_missing',
    'payment_already_reversed',
    'payment_before_reschedule',
    'loan_is_written_off',
    'loan_is_not_active',
    'schedule_cannot_be_made',
    'credit_was_used',
    'currency_differs',
    'amount_not_positive',
    'amount_exceeds_credit',
  ],
});
export type ConfirmBankReturn = typeof confirmBankReturn;

export const undoBankReturn = endpoint({
  key: 'POST /api/bank-files/:bankFileId/lines/:bankLineId/return/undo',
  summary:
    'Undo a confirmed return: posts the payments again, or undoes the refund. The line is open again.',
  access,
  params: bankLineParams,
  body: z.strictObject({
    /** The client creates the id of the new payment or of the opposite event. */
    id: uuid,
    reason: z.string().max(500),
  }),
  answer: bankLine,
  failures: [
    'not_found',
    'permission_missing',
    'bank_line_not_returned',
    'bank_return_awaits_approval',
    'request_already_decided',
    'request_already_waiting',
    'reason_missing',
    'refund_already_undone',
    ...postPayment.failures.filter((code) => code !== 'not_found'),
  ],
});
export type UndoBankReturn = typeof undoBankReturn;
