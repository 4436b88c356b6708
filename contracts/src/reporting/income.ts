import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { languages } from '../languages.ts';
import {
  amountMinor,
  currency,
  cursor,
  day,
  instant,
  month,
  pageLimit,
  sharePercent,
  uuid,
} from '../values.ts';

export const incomeSteps = ['day', 'week', 'month'] as const;

const amounts = z.object({
  interestMinor: amountMinor,
  feeMinor: amountMinor,
  penaltyMinor: amountMinor,
  payments: z.int(),
});

/**
 * The team or agent that earned a figure. Rows of kind `team` sum to the total, and so do rows of
 * kind `agent`. A null id has the income from times when no team, or no agent of `teamId`, held the
 * loan.
 */
const earner = z.object({
  kind: z.enum(['team', 'agent']),
  id: uuid.nullable(),
  name: z.string().nullable(),
  teamId: uuid.nullable(),
});

/** The earnings of one team or agent, for the requested range and for the current month. */
const ownEarnings = z.object({
  kind: z.enum(['team', 'agent']),
  id: uuid,
  name: z.string(),
  /** The rate in force today. */
  ratePercent: sharePercent.nullable(),
  /** The commission for the requested range, rounded once per month and rate. */
  commissionMinor: amountMinor.nullable(),
  /** The current month so far. */
  month: z.object({
    start: day,
    incomeMinor: amountMinor,
    commissionMinor: amountMinor.nullable(),
    targetMinor: amountMinor.nullable(),
  }),
});

export const readIncome = endpoint({
  key: 'GET /api/income',
  summary: 'Get income by period, kind and earner, with the previous period.',
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
    earners: z.array(
      amounts.extend({
        earner,
        previousTotalMinor: amountMinor,
        /**
         * Calculated at the rates in force on each day; null if no rate was agreed, and in rows of
         * kind `team` if the caller is an agent.
         */
        commissionMinor: amountMinor.nullable(),
      }),
    ),
    /**
     * The earnings of the caller, or of the requested team or agent; null if the request covers
     * several teams or agents.
     */
    own: ownEarnings.nullable(),
  }),
  failures: ['range_upside_down', 'range_too_long'],
});
export type ReadIncome = typeof readIncome;

export const listIncomePayments = endpoint({
  key: 'GET /api/income/payments',
  summary: 'List the payments behind a bar of the income chart, newest first.',
  access: 'read-income',
  query: z.object({
    from: day,
    to: day,
    teamId: uuid.optional(),
    agentId: uuid.optional(),
    /** Restricts to payments received while no one directly below the caller held the loan. */
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
        feeMinor: amountMinor,
        penaltyMinor: amountMinor,
        team: z.string().nullable(),
        agent: z.string().nullable(),
      }),
    ),
    nextCursor: cursor.nullable(),
  }),
  failures: [],
});
export type ListIncomePayments = typeof listIncomePayments;

const statementAsked = z.object({
  month,
  teamId: uuid.optional(),
  agentId: uuid.optional(),
});

export const readStatementCsv = endpoint({
  key: 'GET /api/income/statement.csv',
  summary:
    'Export what a team or agent earned in a month, with each payment and its commission, as CSV.',
  access: 'read-income',
  query: statementAsked,
  answer: z.string(),
  answerType: 'text/csv',
  failures: ['earner_missing'],
});
export type ReadStatementCsv = typeof readStatementCsv;

export const readStatementPdf = endpoint({
  key: 'GET /api/income/statement.pdf',
  summary: 'Download the income statement of a team or agent as PDF in the caller’s language.',
  access: 'read-income',
  query: statementAsked.extend({ language: z.enum(languages).default('en') }),
  answer: z.string(),
  answerType: 'application/pdf',
  failures: ['earner_missing'],
});
export type ReadStatementPdf = typeof readStatementPdf;
