import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { currency, day, instant, positiveOrZeroMinor, uuid } from '../values.ts';

/** The outcome of a promise by payments; `replaced` if a newer promise was made in time. */
export const promiseStates = ['waiting', 'kept', 'partly-kept', 'broken', 'replaced'] as const;

export const paymentPromise = z.object({
  id: uuid,
  /** The contact in which it was made; null if it was made without one. */
  contactId: uuid.nullable(),
  amountMinor: positiveOrZeroMinor,
  currency,
  promisedOn: day,
  state: z.enum(promiseStates),
  /** The amount received from the day it was made to the promised day. */
  receivedMinor: positiveOrZeroMinor,
  madeAt: instant,
  madeBy: z.string(),
});
export type PaymentPromise = z.infer<typeof paymentPromise>;

/** A new promise. The client creates the id and repeats it on every retry. */
export const newPromise = z.object({
  id: uuid,
  amountMinor: z.int(),
  currency,
  promisedOn: day,
});
export type NewPromise = z.infer<typeof newPromise>;

/** The refusals of a promise, in the order of the checks. */
export const promiseFailures = [
  'loan_is_closed',
  'loan_is_written_off',
  'loan_is_not_active',
  'currency_differs',
  'amount_not_positive',
  'amount_exceeds_payoff',
  'promised_day_passed',
  'promised_day_too_far',
] as const;

const loanParams = z.object({ loanId: uuid });

export const listPromises = endpoint({
  key: 'GET /api/loans/:loanId/promises',
  summary: 'List promises of a loan with their state, newest first.',
  access: 'read-loans',
  params: loanParams,
  answer: z.object({ promises: z.array(paymentPromise) }),
  failures: ['not_found'],
});
export type ListPromises = typeof listPromises;

export const makePromise = endpoint({
  key: 'POST /api/loans/:loanId/promises',
  summary: 'Record a promise. Replaces a promise that is still open.',
  access: 'work-loans',
  params: loanParams,
  body: newPromise,
  answer: z.object({
    promise: paymentPromise,
    /** The promise that this one replaced. */
    replacedPromiseId: uuid.nullable(),
    replayed: z.boolean(),
  }),
  failures: ['not_found', 'id_reused_with_different_content', ...promiseFailures],
});
export type MakePromise = typeof makePromise;
