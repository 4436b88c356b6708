import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { approvalStates } from '../access/approvals.values.ts';
import { promiseLimits } from './promise-limits.ts';
import { earlierPromiseChoices, PROMISE_LINES_MAX, promiseLimitKinds } from './promises.values.ts';
import { currency, day, instant, positiveOrZeroMinor, uuid } from '../values.ts';

/** The outcome of a promise line; `replaced` if a newer promise replaced it while it waited. */
export const promiseStates = ['waiting', 'kept', 'partly-kept', 'broken', 'replaced'] as const;

/** One day of a promise with its amount; a promise that is not in instalments has one line. */
export const promiseLine = z.object({
  id: uuid,
  amountMinor: positiveOrZeroMinor,
  promisedOn: day,
  state: z.enum(promiseStates),
  /** The money received for this line by its promised day, plus days of grace. */
  receivedMinor: positiveOrZeroMinor,
});
export type PromiseLine = z.infer<typeof promiseLine>;

export const paymentPromise = z.object({
  id: uuid,
  /** The contact in which the promise was made; null if there was no contact. */
  contactId: uuid.nullable(),
  currency,
  /** Ordered by day, earliest first. */
  lines: z.array(promiseLine),
  madeAt: instant,
  madeBy: z.string(),
  /**
   * Set if the promise settles the loan for less than its payoff: the payoff at that time, and the
   * day on which the remainder was written off.
   */
  settlement: z
    .object({
      payoffMinor: positiveOrZeroMinor,
      approvedBy: z.string(),
      completedOn: day.nullable(),
      /**
       * Whether the remainder is not written off yet, because the borrower's credit must be applied
       * first.
       */
      waitsForCredit: z.boolean(),
      /**
       * Whether the remainder will not be written off, because a payment from before the approval
       * was reversed or a refund was claimed back.
       */
      isOutdated: z.boolean(),
    })
    .nullable(),
});
export type PaymentPromise = z.infer<typeof paymentPromise>;

/** A new promise. The client creates the id and repeats it on every retry. */
export const newPromise = z.object({
  id: uuid,
  currency,
  /** The amounts and days; each day once. */
  lines: z
    .array(z.object({ amountMinor: z.int(), promisedOn: day }))
    .min(1)
    .max(PROMISE_LINES_MAX),
  /** Required if another promise is open: replace its open lines, or add this promise to it. */
  earlier: z.enum(earlierPromiseChoices).optional(),
});
export type NewPromise = z.infer<typeof newPromise>;

/**
 * A requested promise that needs approval, because it exceeds a limit or is a settlement. It is not
 * made yet, or was not approved.
 */
export const promiseRequest = z.object({
  id: uuid,
  contactId: uuid.nullable(),
  currency,
  lines: z.array(promiseLine.pick({ amountMinor: true, promisedOn: true })),
  exceeded: z.array(z.enum(promiseLimitKinds)),
  /** Whether the promise would settle the loan for less than its payoff. */
  isSettlement: z.boolean(),
  state: z.enum(approvalStates).exclude(['approved']),
  madeAt: instant,
  madeBy: z.string(),
});
export type PromiseRequest = z.infer<typeof promiseRequest>;

/** The codes with which a promise can be refused. */
export const promiseFailures = [
  'loan_is_closed',
  'loan_is_written_off',
  'loan_is_not_active',
  'currency_differs',
  'amount_not_positive',
  'amount_exceeds_payoff',
  'promised_day_passed',
  'promised_day_too_far',
  'promised_day_repeated',
  'promise_already_waits',
  'promise_made_since',
  'request_already_waiting',
] as const;

const loanParams = z.object({ loanId: uuid });

export const listPromises = endpoint({
  key: 'GET /api/loans/:loanId/promises',
  summary: 'List promises of a loan with their state, newest first.',
  access: 'read-loans',
  params: loanParams,
  answer: z.object({
    promises: z.array(paymentPromise),
    /** Requests for promises that need approval, newest first, without the approved ones. */
    requests: z.array(promiseRequest),
    /** Beyond these limits a promise waits for approval; all null if no approval is needed. */
    limits: promiseLimits,
    /** The figures that the limits are compared with. */
    measures: z.object({
      businessDate: day,
      dueMinor: positiveOrZeroMinor,
      waitingMinor: positiveOrZeroMinor,
      brokenPromises: z.int(),
    }),
  }),
  failures: ['not_found'],
});
export type ListPromises = typeof listPromises;

export const makePromise = endpoint({
  key: 'POST /api/loans/:loanId/promises',
  summary: 'Record a promise, in one line or in instalments.',
  access: 'work-loans',
  params: loanParams,
  body: newPromise,
  answer: z.object({
    /**
     * `awaiting-approval`: the promise is beyond a limit, so a request with its id waits for
     * approval.
     */
    outcome: z.enum(['done', 'awaiting-approval']),
    /** Null while the promise waits for approval. */
    promise: paymentPromise.nullable(),
    /** The open promises that this promise replaced. */
    replacedPromiseIds: z.array(uuid),
    replayed: z.boolean(),
  }),
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'request_already_decided',
    ...promiseFailures,
  ],
});
export type MakePromise = typeof makePromise;
