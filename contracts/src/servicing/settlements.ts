import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { newPromise, promiseFailures } from './promises.ts';
import { agreementChannels } from './reschedules.values.ts';
import { uuid } from '../values.ts';

export const requestSettlement = endpoint({
  key: 'POST /api/loans/:loanId/settlement-request',
  summary:
    'Request that a loan is settled for less than its payoff. The promised amounts replace the promises that wait; once all are paid in time, end-of-day writes off the rest. A second person always decides.',
  access: 'request-settlement',
  params: z.object({ loanId: uuid }),
  body: z.object({
    ...newPromise.omit({ earlier: true }).shape,
    /** The channel through which the borrower agreed. */
    agreedBy: z.enum(agreementChannels),
    reason: z.string().max(500),
  }),
  answer: z.object({
    outcome: z.enum(['done', 'awaiting-approval']),
    /** True if this id was sent before; this call then changed nothing. */
    replayed: z.boolean(),
  }),
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'request_already_decided',
    'reason_missing',
    'loan_event_refused',
    'payoff_day_passed',
    'value_date_before_disbursement',
    'settlement_not_below_payoff',
    'settlement_outdated',
    ...promiseFailures,
  ],
});
export type RequestSettlement = typeof requestSettlement;
