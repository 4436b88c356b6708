import { z } from 'zod';
import { paymentMethods } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { currency, instant, positiveOrZeroMinor, uuid } from '../values.ts';

const loanParams = z.object({ loanId: uuid });

const event = { madeBy: z.string(), madeAt: instant, reason: z.string() };

export const refund = z.object({
  id: uuid,
  amountMinor: positiveOrZeroMinor,
  /** The method by which the money was refunded. */
  method: z.enum(paymentMethods),
  ...event,
  /** Set if the refund was undone and no longer counts. */
  undone: z.object(event).nullable(),
  /** The pending request to undo the refund. */
  undoRequestId: uuid.nullable(),
});
export type Refund = z.infer<typeof refund>;

export const readUnappliedFunds = endpoint({
  key: 'GET /api/loans/:loanId/credit',
  summary: 'Get the unapplied funds of a loan’s borrower and their refunds, newest first.',
  access: 'read-loans',
  params: loanParams,
  answer: z.object({
    currency,
    creditMinor: positiveOrZeroMinor,
    /** Whether a second person must approve a refund or undo sent now. */
    needsApproval: z.boolean(),
    /** The refund that waits for a second person. */
    refundRequestId: uuid.nullable(),
    refunds: z.array(refund),
  }),
  failures: ['not_found'],
});
export type ReadUnappliedFunds = typeof readUnappliedFunds;

/**
 * `awaiting-approval`: nothing has changed yet; a request with this id waits for a second person.
 */
const answer = z.object({
  outcome: z.enum(['done', 'awaiting-approval']),
  /** True if this id was sent before; this call then changed nothing. */
  replayed: z.boolean(),
});

export const refundUnappliedFunds = endpoint({
  key: 'POST /api/loans/:loanId/credit-refunds',
  summary: 'Refund the unapplied funds of a borrower, or a part of them, on the business date.',
  access: 'refund-credit',
  params: loanParams,
  body: z.object({
    /** The client creates this id when its dialog opens and repeats it on every retry. */
    id: uuid,
    amountMinor: z.int().max(1_000_000_000_000),
    currency,
    method: z.enum(paymentMethods),
    reason: z.string().max(500),
  }),
  answer,
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'request_already_decided',
    'reason_missing',
    'currency_differs',
    'amount_not_positive',
    'amount_exceeds_credit',
    'request_already_waiting',
  ],
});
export type RefundUnappliedFunds = typeof refundUnappliedFunds;

export const undoRefund = endpoint({
  key: 'POST /api/loans/:loanId/credit-refunds/:refundId/undo',
  summary: 'Undo a refund by the opposite event. The borrower has the credit again.',
  access: 'refund-credit',
  params: z.object({ loanId: uuid, refundId: uuid }),
  body: z.object({
    /** The client creates this id when its dialog opens and repeats it on every retry. */
    id: uuid,
    reason: z.string().max(500),
  }),
  answer,
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'request_already_decided',
    'reason_missing',
    'refund_already_undone',
    'request_already_waiting',
  ],
});
export type UndoRefund = typeof undoRefund;
