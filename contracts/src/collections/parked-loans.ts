import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { currency, cursor, day, instant, pageLimit, positiveOrZeroMinor, uuid } from '../values.ts';
import { parkedStates } from './parked-loans.values.ts';

const state = z.enum(parkedStates);

export const listParkedLoans = endpoint({
  key: 'GET /api/work/parked',
  summary: 'List overdue loans that are not in a queue, and why; longest overdue first.',
  access: 'follow-work',
  query: z.object({
    state: state.optional(),
    agentId: uuid.optional(),
    after: cursor.optional(),
    limit: pageLimit.default(25),
  }),
  answer: z.object({
    /** Number of loans by state, for the agent or the whole scope. */
    counts: z.array(z.object({ state, loans: z.int() })),
    loans: z.array(
      z.object({
        id: uuid,
        reference: z.string(),
        borrower: z.string().nullable(),
        agent: z.string().nullable(),
        daysPastDue: z.int(),
        outstandingMinor: positiveOrZeroMinor,
        currency,
        state,
        /**
         * The day on which the loan returns to the queue; null if a person decides that, or if it
         * waits for a call.
         */
        returnsOn: day.nullable(),
        /** The time of the agreed call, at which the loan returns; null in other states. */
        returnsAt: instant.nullable(),
      }),
    ),
    nextCursor: cursor.nullable(),
  }),
  failures: ['not_found'],
});
export type ListParkedLoans = typeof listParkedLoans;
