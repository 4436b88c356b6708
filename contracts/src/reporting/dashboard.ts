import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { arrearsBucket } from '../servicing/loans.ts';
import { amountMinor, currency, day, instant, uuid } from '../values.ts';

export const readDashboard = endpoint({
  key: 'GET /api/dashboard',
  summary: 'Get balances, collections, arrears and latest payments of the caller’s portfolio.',
  access: 'signed-in',
  answer: z.object({
    businessDate: day,
    /** The month to date, and as many days of the month before: what its figures compare with. */
    compared: z.object({ from: day, to: day, previousFrom: day, previousTo: day }),
    /** One entry a currency: an administrator may look over portfolios of several. */
    books: z.array(
      z.object({
        currency,
        activeLoans: z.int(),
        outstandingMinor: amountMinor,
        /** Principal of loans disbursed in the month to date; those of tapes were disbursed by others. */
        disbursedMonthMinor: amountMinor,
        collectedMonthMinor: amountMinor,
        /** Of the days of the previous month that `compared` names; the same for income. */
        collectedPreviousMonthMinor: amountMinor,
        incomeMonthMinor: amountMinor,
        incomePreviousMonthMinor: amountMinor,
        /** Outstanding principal of loans over 30 days past due. */
        outstandingOver30Minor: amountMinor,
        unassignedLoans: z.int(),
        buckets: z.array(
          z.object({ bucket: arrearsBucket, loans: z.int(), outstandingMinor: amountMinor }),
        ),
        collections: z.array(z.object({ month: day, collectedMinor: amountMinor })),
      }),
    ),
    latestPayments: z.array(
      z.object({
        id: uuid,
        loanId: uuid,
        loanReference: z.string(),
        borrower: z.string().nullable(),
        amountMinor,
        interestMinor: amountMinor,
        /** All of it or nothing: what came in on a loan that is written off. */
        recoveredMinor: amountMinor,
        currency,
        valueDate: day,
        postedAt: instant,
      }),
    ),
  }),
  failures: [],
});
export type ReadDashboard = typeof readDashboard;
