import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { accountKinds, accountSides, ledgerName } from '../servicing/ledger.values.ts';
import { arrearsBucket } from '../servicing/loans.ts';
import { amountMinor, currency, cursor, day, month, pageLimit, uuid } from '../values.ts';

/** One entry per currency, because amounts in different currencies are never added. */
const inCurrency = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.array(z.object({ currency, ...shape }));

export const readCashFlow = endpoint({
  key: 'GET /api/finance/cash-flow',
  summary: 'Get expected and received cash: a year by month, or a month by day.',
  access: 'read-finance',
  query: z.object({
    /** Returns each day of this month. Without it, returns the twelve months up to today. */
    month: month.optional(),
  }),
  answer: z.object({
    businessDate: day,
    books: inCurrency({
      periods: z.array(
        z.object({
          start: day,
          /**
           * The last day of the period; today for the current month, so that expected and received
           * cash cover the same days.
           */
          end: day,
          /** The scheduled amount that fell due. */
          expectedMinor: amountMinor,
          dues: z.int(),
          /**
           * The cash received: principal, interest, fees, penalties, recoveries and credit
           * together.
           */
          receivedMinor: amountMinor,
          principalMinor: amountMinor,
          interestMinor: amountMinor,
          feesMinor: amountMinor,
          penaltiesMinor: amountMinor,
          recoveredMinor: amountMinor,
          /** Money added to borrowers' credit, less the credit used for payments. */
          keptMinor: amountMinor,
          /** Number of payments that brought in cash. */
          payments: z.int(),
        }),
      ),
    }),
  }),
  failures: [],
});
export type ReadCashFlow = typeof readCashFlow;

export const readForecast = endpoint({
  key: 'GET /api/finance/forecast',
  summary: 'Get the unpaid amounts of active loans in the coming months.',
  access: 'read-finance',
  answer: z.object({
    businessDate: day,
    books: inCurrency({
      months: z.array(
        z.object({
          start: day,
          /** The first day that counts: today for the current month. */
          from: day,
          end: day,
          principalMinor: amountMinor,
          interestMinor: amountMinor,
          /** Fees and penalties. */
          chargesMinor: amountMinor,
          dues: z.int(),
        }),
      ),
    }),
  }),
  failures: [],
});
export type ReadForecast = typeof readForecast;

export const readArrearsAgeing = endpoint({
  key: 'GET /api/finance/arrears',
  summary: 'Get late loans by days past due: their number, arrears and total owed.',
  access: 'read-finance',
  answer: z.object({
    businessDate: day,
    books: inCurrency({
      buckets: z.array(
        z.object({
          bucket: arrearsBucket,
          loans: z.int(),
          arrearsMinor: amountMinor,
          outstandingMinor: amountMinor,
        }),
      ),
    }),
  }),
  failures: [],
});
export type ReadArrearsAgeing = typeof readArrearsAgeing;

export const readTrialBalance = endpoint({
  key: 'GET /api/finance/trial-balance',
  summary: 'Get the trial balance at the end of a day: debits and credits of each ledger account.',
  access: 'read-finance',
  query: z.object({
    /** The default is today. */
    on: day.optional(),
  }),
  answer: z.object({
    on: day,
    books: inCurrency({
      accounts: z.array(
        z.object({
          account: ledgerName,
          code: z.string(),
          kind: z.enum(accountKinds),
          normalSide: z.enum(accountSides),
          debitMinor: amountMinor,
          creditMinor: amountMinor,
          lines: z.int(),
        }),
      ),
    }),
  }),
  failures: [],
});
export type ReadTrialBalance = typeof readTrialBalance;

/** The amount of a payment to count: all of it, or its interest, fees and penalties. */
export const receivedKinds = ['all', 'income'] as const;

const behind = z.object({
  currency,
  from: day,
  to: day,
  after: cursor.optional(),
  limit: pageLimit.default(50),
});

const ofLoan = {
  loanId: uuid,
  loanReference: z.string(),
  borrower: z.string().nullable(),
};

export const listReceivedPayments = endpoint({
  key: 'GET /api/finance/payments',
  summary: 'List the payments behind received cash, newest first.',
  access: 'read-finance',
  query: behind.extend({ kind: z.enum(receivedKinds).default('all') }),
  answer: z.object({
    rows: z.array(z.object({ id: uuid, ...ofLoan, valueDate: day, amountMinor })),
    nextCursor: cursor.nullable(),
  }),
  failures: ['range_upside_down'],
});
export type ListReceivedPayments = typeof listReceivedPayments;

export const listExpectedDues = endpoint({
  key: 'GET /api/finance/dues',
  summary: 'List the instalments behind expected or forecast cash, by due date.',
  access: 'read-finance',
  query: behind.extend({
    /**
     * Lists only unpaid instalments of active loans, as a forecast counts them. The default is all
     * that was expected.
     */
    unpaid: z.boolean().optional(),
  }),
  answer: z.object({
    rows: z.array(
      z.object({ ...ofLoan, number: z.int(), dueOn: day, amountMinor, openMinor: amountMinor }),
    ),
    nextCursor: cursor.nullable(),
  }),
  failures: ['range_upside_down'],
});
export type ListExpectedDues = typeof listExpectedDues;

export const listLateDues = endpoint({
  key: 'GET /api/finance/late-dues',
  summary: 'List the unpaid instalments behind a bucket, by due date.',
  access: 'read-finance',
  query: z.object({
    currency,
    bucket: arrearsBucket,
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: listExpectedDues.answer,
  failures: [],
});
export type ListLateDues = typeof listLateDues;

export const listAccountLines = endpoint({
  key: 'GET /api/finance/lines',
  summary: 'List the lines of a ledger account up to a day, newest first.',
  access: 'read-finance',
  query: z.object({
    currency,
    account: ledgerName,
    on: day,
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({
    rows: z.array(
      z.object({
        /** The id of the ledger entry. The amounts are the sums of its lines on the account. */
        id: uuid,
        ...ofLoan,
        event: ledgerName,
        valueDate: day,
        debitMinor: amountMinor,
        creditMinor: amountMinor,
      }),
    ),
    nextCursor: cursor.nullable(),
  }),
  failures: [],
});
export type ListAccountLines = typeof listAccountLines;

export const exportJournal = endpoint({
  key: 'GET /api/finance/journal.csv',
  summary: 'Export all lines of the journal in a period, by day.',
  access: 'read-finance',
  query: z.object({ from: day, to: day }),
  answer: z.string(),
  answerType: 'text/csv',
  failures: ['range_upside_down'],
});
export type ExportJournal = typeof exportJournal;
