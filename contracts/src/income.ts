import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { amountMinor, currency, cursor, day, instant, pageLimit, uuid } from './values.ts';

export const incomeSteps = ['day', 'week', 'month'] as const;

const amounts = z.object({
  interestMinor: amountMinor,
  feesMinor: amountMinor,
  penaltiesMinor: amountMinor,
  payments: z.int(),
});

/**
 * Whom a figure belongs to. Rows of kind `team` sum to the total, and so do rows of kind `agent`;
 * an id of null gathers what came in while no team, or no agent of `teamId`, held the loan.
 */
const earner = z.object({
  kind: z.enum(['team', 'agent']),
  id: uuid.nullable(),
  name: z.string().nullable(),
  teamId: uuid.nullable(),
});

export const readIncome = endpoint({
  key: 'GET /api/income',
  summary: 'Income received by period, kind and earner, beside the period before.',
  access: 'read-income',
  query: z.object({
    step: z.enum(incomeSteps).default('month'),
    from: day,
    to: day,
    teamId: uuid.optional(),
    agentId: uuid.optional(),
  }),
  answer: z.object({
    currency,
    businessDate: day,
    from: day,
    to: day,
    previousFrom: day,
    previousTo: day,
    periods: z.array(amounts.extend({ start: day, previousTotalMinor: amountMinor })),
    total: amounts,
    previousTotal: amounts,
    earners: z.array(amounts.extend({ earner, previousTotalMinor: amountMinor })),
  }),
  failures: ['range_upside_down', 'range_too_long'],
});
export type ReadIncome = typeof readIncome;

export const listIncomePayments = endpoint({
  key: 'GET /api/income/payments',
  summary: 'The payments behind a bar of the income chart, newest first.',
  access: 'read-income',
  query: z.object({
    from: day,
    to: day,
    teamId: uuid.optional(),
    agentId: uuid.optional(),
    /** Only payments received while nobody one step below the caller held the loan. */
    nobody: z.boolean().optional(),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({
    currency,
    rows: z.array(
      z.object({
        id: uuid,
        loanId: uuid,
        loanReference: z.string(),
        borrower: z.string().nullable(),
        valueDate: day,
        postedAt: instant,
        amountMinor,
        interestMinor: amountMinor,
        feesMinor: amountMinor,
        penaltiesMinor: amountMinor,
        team: z.string().nullable(),
        agent: z.string().nullable(),
      }),
    ),
    nextCursor: cursor.nullable(),
  }),
  failures: [],
});
export type ListIncomePayments = typeof listIncomePayments;
