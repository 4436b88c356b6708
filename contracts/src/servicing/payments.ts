import { z } from 'zod';
import { overpaymentChoices, paymentSources } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { loanStatus } from './loans.ts';
import {
  amountMinor,
  currency,
  cursor,
  day,
  instant,
  pageLimit,
  positiveOrZeroMinor,
  uuid,
} from '../values.ts';

/** The allocation of a payment. */
const split = {
  principalMinor: positiveOrZeroMinor,
  /** Negative if a payoff returns interest paid ahead to the principal. */
  interestMinor: amountMinor,
  feeMinor: positiveOrZeroMinor,
  penaltyMinor: positiveOrZeroMinor,
};

/** The allocation of a payment, with the part in the borrower's credit balance. */
const wholeSplit = z.object({ ...split, creditMinor: positiveOrZeroMinor });

export const payment = z.object({
  id: uuid,
  amountMinor: positiveOrZeroMinor,
  ...split,
  /** The whole amount if the loan was written off: it pays no instalment and is not income. */
  recoveredMinor: positiveOrZeroMinor,
  /** The treatment of money beyond what was due, as chosen when it was posted. */
  overpaymentTreatment: z.enum(overpaymentChoices),
  /** The part of the payment in the borrower's credit balance. */
  creditMinor: positiveOrZeroMinor,
  currency,
  valueDate: day,
  method: z.enum(paymentSources),
  /** The name of the payer; empty if the borrower paid. */
  payer: z.string(),
  /** The number by which the payer or the bank names the payment; may be empty. */
  externalReference: z.string(),
  note: z.string(),
  postedAt: instant,
  postedBy: z.string(),
  postedById: uuid,
  team: z.string().nullable(),
  agent: z.string().nullable(),
  /** The split payment that this payment is a part of, if any. */
  splitId: uuid.nullable(),
  /**
   * Number of times the payment was allocated again after an earlier day of the loan changed, for
   * example by a back-dated payment, a reversal or a penalty.
   */
  reallocations: z.int(),
  /** Set if the payment was reversed. */
  reversal: z
    .object({ id: uuid, reason: z.string(), reversedBy: z.string(), reversedAt: instant })
    .nullable(),
  /** The pending request to reverse the payment. */
  reversalRequestId: uuid.nullable(),
});
export type Payment = z.infer<typeof payment>;

const loanParams = z.object({ loanId: uuid });

export const listPayments = endpoint({
  key: 'GET /api/loans/:loanId/payments',
  summary: 'List payments of a loan by their latest posting or reversal.',
  access: 'read-loans',
  params: loanParams,
  query: z.object({ after: cursor.optional(), limit: pageLimit.default(50) }),
  answer: z.object({ payments: z.array(payment), nextCursor: cursor.nullable() }),
  failures: ['not_found'],
});
export type ListPayments = typeof listPayments;

/** A penalty of a closed day that is no longer justified after a back-dated or reversed payment. */
const waivedPenalty = z.object({
  chargeId: uuid,
  instalmentNumber: z.int(),
  dueOn: day,
  /** The closed day that the penalty is dated on. */
  chargedOn: day,
  amountMinor: positiveOrZeroMinor,
  /** `awaiting-approval`: the penalty stays charged until a second person agrees. */
  outcome: z.enum(['done', 'awaiting-approval']),
});
export type WaivedPenalty = z.infer<typeof waivedPenalty>;

/**
 * A payment to post. The client creates its id when the form opens and repeats it on every retry.
 */
export const newPayment = z.object({
  id: uuid,
  amountMinor: z.int(),
  currency,
  valueDate: day,
  /** `credit` uses the borrower's credit balance; no money is received. */
  method: z.enum(paymentSources),
  /** The name of the payer; empty if the borrower paid. */
  payer: z.string().max(200).default(''),
  /** The number by which the payer or the bank names the payment. */
  externalReference: z.string().max(100).default(''),
  note: z.string().max(500).default(''),
  /** The treatment of money beyond what is due on the value date. */
  overpaymentTreatment: z.enum(overpaymentChoices).default('next-instalments'),
  /** The possible duplicate that the user confirmed as a different payment. */
  confirmedDuplicateOf: uuid.optional(),
  /** Penalties to leave charged although they are no longer justified; the others are waived. */
  retainPenalties: z.array(uuid).max(500).default([]),
});

/** The codes with which a payment can be refused. */
export const paymentFailures = [
  'loan_is_closed',
  'loan_is_not_active',
  'currency_differs',
  'amount_not_positive',
  'value_date_in_future',
  'value_date_before_disbursement',
  'value_date_before_write_off',
  'value_date_not_today',
  'value_date_before_reschedule',
  'schedule_cannot_be_made',
  'amount_exceeds_payoff',
  'amount_exceeds_recoverable',
  'loss_is_recovered',
  'amount_exceeds_credit',
  'credit_was_used',
  'payment_looks_posted_already',
] as const;

export const postPayment = endpoint({
  key: 'POST /api/loans/:loanId/payments',
  summary:
    'Post a payment; on a written-off loan it is a recovery. A retry with the same id and content returns the first posting.',
  access: 'post-payment',
  params: loanParams,
  body: newPayment,
  answer: z.object({
    payment,
    /** The penalties that are no longer justified because of the payment, without retained ones. */
    waived: z.array(waivedPenalty),
    outstandingMinor: positiveOrZeroMinor,
    loanStatus,
    /** True if this id was posted before; this call then changed nothing. */
    replayed: z.boolean(),
  }),
  failures: ['not_found', 'id_reused_with_different_content', ...paymentFailures],
});
export type PostPayment = typeof postPayment;

export const previewPenalties = endpoint({
  key: 'GET /api/loans/:loanId/penalties-preview',
  summary: 'Preview which penalties a back-dated payment would remove. Changes nothing.',
  access: 'post-payment',
  params: loanParams,
  query: z.object({
    amountMinor: z.int().min(1).default(1),
    /** The default is today. */
    valueDate: day.optional(),
    overpaymentTreatment: z.enum(overpaymentChoices).default('next-instalments'),
  }),
  answer: z.object({ currency, penalties: z.array(waivedPenalty) }),
  failures: ['not_found'],
});
export type PreviewPenalties = typeof previewPenalties;

/** The remaining part of a schedule, in the figures that compare two schedules. */
const scheduleLeft = z.object({
  instalments: z.int(),
  nextDueOn: day.nullable(),
  nextMinor: positiveOrZeroMinor,
  lastDueOn: day.nullable(),
  interestMinor: positiveOrZeroMinor,
  totalMinor: positiveOrZeroMinor,
});
export type ScheduleLeft = z.infer<typeof scheduleLeft>;

export const previewOverpayment = endpoint({
  key: 'GET /api/loans/:loanId/beyond-due-preview',
  summary: 'Preview the schedule for each treatment of an overpayment. Changes nothing.',
  access: 'post-payment',
  params: loanParams,
  query: z.object({
    amountMinor: z.int().min(1).default(1),
    /** The default is today. */
    valueDate: day.optional(),
  }),
  answer: z.object({
    currency,
    /** The part of the payment beyond what is due on its day. */
    overpaymentMinor: positiveOrZeroMinor,
    before: scheduleLeft,
    choices: z.array(
      z.object({
        choice: z.enum(overpaymentChoices),
        /** Null if the payment cannot be posted with this choice. */
        after: scheduleLeft
          .extend({
            outstandingMinor: positiveOrZeroMinor,
            /** The borrower’s credit balance. */
            creditMinor: positiveOrZeroMinor,
            /** Interest that the borrower saves compared with the current schedule. */
            interestSavedMinor: amountMinor,
          })
          .nullable(),
      }),
    ),
  }),
  failures: [
    'not_found',
    'loan_event_refused',
    'value_date_in_future',
    'value_date_before_disbursement',
    'value_date_before_reschedule',
  ],
});
export type PreviewOverpayment = typeof previewOverpayment;

export const quotePayoff = endpoint({
  key: 'GET /api/loans/:loanId/payoff-quote',
  summary: 'Quote the itemised payoff of a loan on a day.',
  access: 'read-loans',
  params: loanParams,
  query: z.object({
    /** The default is today. */
    on: day.optional(),
  }),
  answer: z.object({
    currency,
    /** The quote holds until the end of this day, if nothing is paid or charged before. */
    on: day,
    principalMinor: positiveOrZeroMinor,
    /** The unpaid interest of instalments that are due by the day. */
    interestDueMinor: positiveOrZeroMinor,
    /** The unpaid interest of the current instalment, up to the day. */
    interestAccruedMinor: positiveOrZeroMinor,
    feeMinor: positiveOrZeroMinor,
    penaltyMinor: positiveOrZeroMinor,
    /** Interest already paid for later days, which is deducted. */
    paidAheadMinor: positiveOrZeroMinor,
    totalMinor: positiveOrZeroMinor,
    /**
     * The remaining scheduled amount, for comparison. It includes later interest, which a payoff
     * does not.
     */
    scheduledMinor: positiveOrZeroMinor,
  }),
  failures: [
    'not_found',
    'loan_event_refused',
    'value_date_before_disbursement',
    'payoff_day_passed',
  ],
});
export type QuotePayoff = typeof quotePayoff;

const paymentParams = z.object({ loanId: uuid, paymentId: uuid });

const balances = z.object({
  loanStatus,
  outstandingMinor: positiveOrZeroMinor,
  /** All amounts owed up to the last instalment. */
  remainingMinor: positiveOrZeroMinor,
  oldestUnpaidDueOn: day.nullable(),
  /** The borrower’s credit balance. */
  creditMinor: positiveOrZeroMinor,
});

export const previewReversal = endpoint({
  key: 'GET /api/loans/:loanId/payments/:paymentId/reversal-preview',
  summary:
    'Preview what the reversal of a payment would change, including later payments. Changes nothing.',
  access: 'reverse-payment',
  params: paymentParams,
  answer: z.object({
    currency,
    /** Whether a second person must approve the reversal first. */
    needsApproval: z.boolean(),
    /** The refunded part of the payment's money, which is owed again after the reversal. */
    claimMinor: positiveOrZeroMinor,
    /**
     * The late-payment penalties that are no longer justified and are waived together with the
     * reversal.
     */
    waivedPenalties: z.array(waivedPenalty),
    /**
     * The late-payment penalties of closed days that become due and are charged together with the
     * reversal.
     */
    penalties: z.array(
      z.object({
        instalmentNumber: z.int(),
        dueOn: day,
        /** The closed day that the penalty is dated on. */
        chargedOn: day,
        amountMinor: positiveOrZeroMinor,
      }),
    ),
    before: balances,
    after: balances,
    /** Later payments whose allocation would change. */
    reallocated: z.array(
      z.object({
        id: uuid,
        valueDate: day,
        amountMinor: positiveOrZeroMinor,
        before: wholeSplit,
        after: wholeSplit,
      }),
    ),
  }),
  failures: [
    'not_found',
    'payment_already_reversed',
    'loan_is_written_off',
    'loan_is_not_active',
    'schedule_cannot_be_made',
    'credit_was_used',
    'payment_before_reschedule',
  ],
});
export type PreviewReversal = typeof previewReversal;

export const reversePayment = endpoint({
  key: 'POST /api/loans/:loanId/payments/:paymentId/reversal',
  summary: 'Reverse a payment by the opposite event. Reallocates later payments.',
  access: 'reverse-payment',
  params: paymentParams,
  body: z.object({
    /** The client creates this id when its dialog opens and repeats it on every retry. */
    id: uuid,
    reason: z.string().max(500),
  }),
  answer: z.object({
    /**
     * `awaiting-approval`: nothing has changed yet; a request with this id waits for a second
     * person.
     */
    outcome: z.enum(['reversed', 'awaiting-approval']),
    payment,
    outstandingMinor: positiveOrZeroMinor,
    loanStatus,
    /** True if this id was sent before; this call then changed nothing. */
    replayed: z.boolean(),
  }),
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'request_already_decided',
    'reason_missing',
    'payment_already_reversed',
    'loan_is_written_off',
    'loan_is_not_active',
    'schedule_cannot_be_made',
    'credit_was_used',
    'payment_before_reschedule',
    'request_already_waiting',
  ],
});
export type ReversePayment = typeof reversePayment;

export const requestReversal = endpoint({
  key: 'POST /api/loans/:loanId/payments/:paymentId/reversal-request',
  summary: 'Request the reversal of the caller’s own payment. A second person always decides.',
  access: 'request-reversal',
  params: paymentParams,
  body: reversePayment.body,
  answer: z.object({
    payment,
    /** True if this id was sent before. */
    replayed: z.boolean(),
  }),
  failures: [
    'not_found',
    'payment_not_yours',
    'id_reused_with_different_content',
    'request_already_decided',
    'reason_missing',
    'payment_already_reversed',
    'loan_is_written_off',
    'loan_is_not_active',
    'schedule_cannot_be_made',
    'credit_was_used',
    'payment_before_reschedule',
    'request_already_waiting',
  ],
});
export type RequestReversal = typeof requestReversal;
