import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { loanRow } from '../servicing/loans.ts';
import { amountMinor, currency, day, uuid } from '../values.ts';

const received = z.object({
  interestMinor: amountMinor,
  feeMinor: amountMinor,
  penaltyMinor: amountMinor,
});

export const readStaffRecord = endpoint({
  key: 'GET /api/staff/:accountId/record',
  summary:
    'Get the income of a manager, desk or agent, and the active loans that are most days late.',
  access: 'read-portfolios',
  params: z.object({ accountId: uuid }),
  answer: z.object({
    currency,
    /** The current date in the portfolio's time zone. */
    businessDate: day,
    /** The last twelve months, including the current one. */
    year: received,
    /** The current month so far. */
    month: received,
    /** The whole previous month. */
    previousMonth: received,
    loans: z.array(loanRow),
  }),
  failures: ['not_found'],
});
export type ReadStaffRecord = typeof readStaffRecord;
