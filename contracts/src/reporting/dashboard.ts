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
    /** The month to date, and as many days of the previous month for comparison. */
    compared: z.object({ from: day, to: day, previousFrom: day, previousTo: day }),
    /** One entry per currency, because an administrator may see several. */
    books: z.array(
      z.object({
        currency,
        activeLoans: z.int(),
        outstandingMinor: amountMinor,
        /**
         * Principal of loans disbursed in the month to date. Loans from tapes do not count, because
         * a former lender disbursed them.
         */
        disbursedMonthMinor: amountMinor,
        collectedMonthMinor: amountMinor,
        /** The amount collected in the days of the previous month that `compared` names. */
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
        /** The whole amount if the payment recovered a written-off loan; otherwise 0. */
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
