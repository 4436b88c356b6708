import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { loanStatus } from './loans.ts';
import { uuid } from './values.ts';

export const search = endpoint({
  key: 'GET /api/search',
  summary:
    'Loans, borrowers and agents of the caller’s scope whose reference, name or number matches, a few of each.',
  access: 'signed-in',
  query: z.object({ q: z.string().min(1).max(100) }),
  answer: z.object({
    loans: z.array(
      z.object({
        id: uuid,
        reference: z.string(),
        externalId: z.string().nullable(),
        borrower: z.object({ id: uuid, name: z.string().nullable() }),
        status: loanStatus,
      }),
    ),
    /** By name or phone number: whoever owes or answers for a loan of the scope, or is on record without one. */
    borrowers: z.array(
      z.object({
        id: uuid,
        name: z.string().nullable(),
        /** Of the newest loans that they are on. */
        references: z.array(z.string()),
      }),
    ),
    agents: z.array(z.object({ id: uuid, name: z.string(), team: z.string().nullable() })),
  }),
  failures: [],
});
export type Search = typeof search;
