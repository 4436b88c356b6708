import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { promiseStates } from '../servicing/promises.ts';
import { amountMinor, currency, cursor, day, pageLimit, uuid } from '../values.ts';
import { promiseViews } from './due-promises.values.ts';

export const listDuePromises = endpoint({
  key: 'GET /api/work/due-promises',
  summary:
    'List promises that are due today, due later or broken in the caller’s portfolio or team.',
  access: 'follow-work',
  query: z.object({
    due: z.enum(promiseViews).default('today'),
    /** Only promises on the loans of this agent. */
    agentId: uuid.optional(),
    after: cursor.optional(),
    limit: pageLimit.default(8),
  }),
  answer: z.object({
    currency,
    /** The number of promises in each view. */
    views: z.record(z.enum(promiseViews), z.int()),
    /** These totals cover all pages of the view. */
    count: z.int(),
    kept: z.int(),
    promisedMinor: amountMinor,
    receivedMinor: amountMinor,
    /**
     * One page. Order for `today`: waiting promises first, largest first; for `coming`: earliest
     * day first; for `broken`: latest day first.
     */
    promises: z.array(
      z.object({
        id: uuid,
        loanId: uuid,
        reference: z.string(),
        borrower: z.string().nullable(),
        agent: z.string().nullable(),
        amountMinor,
        receivedMinor: amountMinor,
        currency,
        promisedOn: day,
        state: z.enum(promiseStates),
      }),
    ),
    nextCursor: cursor.nullable(),
  }),
  failures: ['not_found'],
});
export type ListDuePromises = typeof listDuePromises;
