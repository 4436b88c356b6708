import { z } from 'zod';
import { concentrationKinds, rolledTo } from './analytics.values.ts';
import { contactOutcomes } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { arrearsBucket } from '../servicing/loans.ts';
import { amountMinor, currency, cursor, day, month, pageLimit, uuid } from '../values.ts';

const figures = { loans: z.int(), outstandingMinor: amountMinor };

export const readArrearsHistory = endpoint({
  key: 'GET /api/analytics/arrears',
  summary:
    'Get loans by days past due at the last twelve month ends and today, with roll rates and vintages.',
  access: 'read-analytics',
  answer: z.object({
    businessDate: day,
    /** Twelve month ends and today, oldest first. */
    days: z.array(day),
    books: z.array(
      z.object({
        currency,
        points: z.array(
          z.object({
            on: day,
            buckets: z.array(z.object({ bucket: arrearsBucket, ...figures })),
          }),
        ),
        /**
         * Moves from a bucket on one listed day to the state on the next one, `on`. If a move is
         * missing, no loan made it.
         */
        rolls: z.array(
          z.object({
            on: day,
            from: arrearsBucket,
            to: z.enum(rolledTo),
            loans: z.int(),
            /** The outstanding amount on the earlier day. */
            outstandingMinor: amountMinor,
          }),
        ),
        vintages: z.array(
          z.object({
            month: day,
            disbursedLoans: z.int(),
            disbursedMinor: amountMinor,
            /** Loans over 30 days past due, on each of `days` from the start of the month. */
            late: z.array(z.object({ on: day, ...figures })),
          }),
        ),
      }),
    ),
  }),
  failures: [],
});
export type ReadArrearsHistory = typeof readArrearsHistory;

export const readContactRates = endpoint({
  key: 'GET /api/analytics/contacts',
  summary: 'Get contact attempts, contacts made and promises kept in the last twelve months.',
  access: 'read-analytics',
  answer: z.object({
    businessDate: day,
    months: z.array(
      z.object({
        start: day,
        end: day,
        contacts: z.int(),
        /**
         * Attempts in which staff spoke with the person they wanted to reach; see `outcomeRules`.
         */
        reached: z.int(),
        /** Promises whose day is in the month, by outcome, without replaced ones. */
        kept: z.int(),
        partlyKept: z.int(),
        broken: z.int(),
        waiting: z.int(),
      }),
    ),
  }),
  failures: [],
});
export type ReadContactRates = typeof readContactRates;

export const readConcentration = endpoint({
  key: 'GET /api/analytics/concentration',
  summary: 'Get the outstanding principal of active loans by product, purpose and grade.',
  access: 'read-analytics',
  answer: z.object({
    businessDate: day,
    books: z.array(
      z.object({
        currency,
        parts: z.array(
          z.object({
            kind: z.enum(concentrationKinds),
            /** A product's id, a purpose or a grade; null for loans without one. */
            id: z.string().nullable(),
            name: z.string().nullable(),
            ...figures,
          }),
        ),
      }),
    ),
  }),
  failures: [],
});
export type ReadConcentration = typeof readConcentration;

const page = { after: cursor.optional(), limit: pageLimit.default(50) };
const loanNamed = { loanId: uuid, loanReference: z.string(), borrower: z.string().nullable() };

export const listHistoricLoans = endpoint({
  key: 'GET /api/analytics/loans',
  summary:
    'List the loans behind a figure of a day up to today, with their state at the end of that day.',
  access: 'read-analytics',
  query: z.object({
    currency,
    on: day,
    bucket: z.enum(rolledTo).optional(),
    /** The loan's bucket at the previous month end. */
    was: arrearsBucket.optional(),
    /** Lists only loans over 30 days past due. */
    late: z.boolean().optional(),
    /** The month in which the loan was disbursed. */
    vintage: month.optional(),
    ...page,
  }),
  answer: z.object({
    rows: z.array(
      z.object({
        ...loanNamed,
        daysPastDue: z.int(),
        outstandingMinor: amountMinor,
        /**
         * The outstanding amount at the previous month end; null if the lender's books did not
         * contain the loan.
         */
        formerlyMinor: amountMinor.nullable(),
      }),
    ),
    nextCursor: cursor.nullable(),
  }),
  failures: ['day_in_future'],
});
export type ListHistoricLoans = typeof listHistoricLoans;

export const listConcentratedLoans = endpoint({
  key: 'GET /api/analytics/concentration-loans',
  summary:
    'List the active loans of one part of the concentration, or of all parts except the largest.',
  access: 'read-analytics',
  query: z.object({
    currency,
    kind: z.enum(concentrationKinds),
    /** The id of a product, a purpose or a grade; if absent, loans that have none are listed. */
    part: z.string().min(1).max(200).optional(),
    /**
     * Lists the loans of all products, purposes or grades except this many of the largest; `part`
     * is then ignored.
     */
    beyond: z.int().min(0).max(1000).optional(),
    ...page,
  }),
  answer: z.object({
    rows: z.array(z.object({ ...loanNamed, daysPastDue: z.int(), outstandingMinor: amountMinor })),
    nextCursor: cursor.nullable(),
  }),
  failures: [],
});
export type ListConcentratedLoans = typeof listConcentratedLoans;

export const promiseResults = ['kept', 'partly-kept', 'broken', 'waiting'] as const;

export const listRatedContacts = endpoint({
  key: 'GET /api/analytics/contact-rows',
  summary: 'List the contact attempts of a period, newest first.',
  access: 'read-analytics',
  query: z.object({ from: day, to: day, ...page }),
  answer: z.object({
    rows: z.array(z.object({ id: uuid, ...loanNamed, on: day, outcome: z.enum(contactOutcomes) })),
    nextCursor: cursor.nullable(),
  }),
  failures: ['range_upside_down'],
});
export type ListRatedContacts = typeof listRatedContacts;

export const listRatedPromises = endpoint({
  key: 'GET /api/analytics/promise-rows',
  summary: 'List the promises due in a period with their outcome, newest first.',
  access: 'read-analytics',
  query: z.object({ from: day, to: day, ...page }),
  answer: z.object({
    rows: z.array(
      z.object({
        id: uuid,
        ...loanNamed,
        on: day,
        currency,
        amountMinor,
        state: z.enum(promiseResults),
      }),
    ),
    nextCursor: cursor.nullable(),
  }),
  failures: ['range_upside_down'],
});
export type ListRatedPromises = typeof listRatedPromises;
