import { z } from 'zod';
import { activityKinds } from '../activity-kinds.ts';
import { contactOutcomes } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { amountMinor, currency, cursor, day, instant, pageLimit, uuid } from '../values.ts';

const activity = z.object({
  id: uuid,
  at: instant,
  /** The name of the audit event, such as `post-payment`. */
  event: z.string(),
  /** Null if no user did it, as for end-of-day. */
  by: z.string().nullable(),
  /** The amount of the event, such as a payment or a promise; null if it has none. */
  amount: z.object({ amountMinor, currency }).nullable(),
  /** Empty if no reason was given. */
  reason: z.string(),
  /** The due days of the instalments that a penalty of end-of-day is for; empty for other events. */
  lateSince: z.array(day),
  /** The logged contact; null for other events. */
  contact: z
    .object({ channel: z.string(), outcome: z.enum(contactOutcomes), note: z.string() })
    .nullable(),
});
export type LoanActivity = z.infer<typeof activity>;

export const listLoanActivity = endpoint({
  key: 'GET /api/loans/:loanId/activity',
  summary: 'List the activity of a loan, of one kind or all, newest first.',
  access: 'read-loans',
  params: z.object({ loanId: uuid }),
  query: z.object({
    kind: z.enum(activityKinds).optional(),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({ rows: z.array(activity), nextCursor: cursor.nullable() }),
  failures: ['not_found'],
});
export type ListLoanActivity = typeof listLoanActivity;
