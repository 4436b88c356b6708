import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { arrearsBucket } from '../servicing/loans.ts';
import { amountMinor, currency, day, instant, namedRef, pageLimit, uuid } from '../values.ts';

const run = z.object({
  day,
  state: z.enum(['running', 'closed']),
  startedAt: instant,
  /** Null if the schedule started it. */
  startedBy: z.string().nullable(),
  endedAt: instant.nullable(),
  /** When an attempt last failed; the next attempt continues where that one stopped. */
  failedAt: instant.nullable(),
  promises: z.object({ kept: z.int(), partlyKept: z.int(), broken: z.int() }),
  /** Loans that end-of-day skipped; they need manual attention. */
  exceptions: z.array(
    z.object({
      loanId: uuid,
      loanReference: z.string(),
      reason: z.enum(['unexpected']),
      /** The later day whose end-of-day processed the loan; null if none has. */
      doneOn: day.nullable(),
    }),
  ),
  /** Figures of the day in each currency, as they were when the day was closed. */
  books: z.array(
    z.object({
      currency,
      dueInstalments: z.int(),
      dueMinor: amountMinor,
      /** The part of the due amount that was unpaid at the end of the day. */
      dueOpenMinor: amountMinor,
      payments: z.int(),
      receivedMinor: amountMinor,
      /** Penalties charged for late instalments. */
      penalties: z.int(),
      penaltiesMinor: amountMinor,
      buckets: z.array(
        z.object({ bucket: arrearsBucket, loans: z.int(), outstandingMinor: amountMinor }),
      ),
    }),
  ),
});
export type EndOfDayRun = z.infer<typeof run>;

export const listEndOfDayRuns = endpoint({
  key: 'GET /api/closings',
  summary: 'List closed days, newest first, and days that are over and not closed.',
  access: 'close-day',
  query: z.object({
    /** Only days before this one. */
    before: day.optional(),
    limit: pageLimit.default(30),
  }),
  answer: z.object({
    businessDate: day,
    /** Oldest first, at most a hundred. */
    openDays: z.array(day),
    runs: z.array(run),
    /** Cursor for older days. */
    nextBefore: day.nullable(),
  }),
  failures: [],
});
export type ListEndOfDayRuns = typeof listEndOfDayRuns;

export const listEndOfDayProgress = endpoint({
  key: 'GET /api/closings/progress',
  summary: 'List how far the days of each portfolio are closed, by portfolio name.',
  access: 'read-finance',
  answer: z.object({
    portfolios: z.array(
      z.object({
        portfolio: namedRef,
        /** Null if no day was closed yet. */
        lastClosedOn: day.nullable(),
        /** Past days that are not closed. */
        openDays: z.int(),
        /** When the current close last failed. It is retried automatically. */
        stoppedAt: instant.nullable(),
        /** Loans that end-of-day skipped and that no later close processed. */
        left: z.int(),
      }),
    ),
  }),
  failures: [],
});
export type ListEndOfDayProgress = typeof listEndOfDayProgress;

export const closeDay = endpoint({
  key: 'POST /api/closings',
  summary: 'Close a day that is over and all open days before it.',
  access: 'close-day',
  body: z.object({ day }),
  answer: z.object({
    /** Days closed by this call; empty if all were closed before. */
    closedDays: z.array(day),
    /**
     * False if another process still works on the day. The close then continues without this call.
     */
    isClosed: z.boolean(),
  }),
  failures: ['not_found', 'day_not_over'],
});
export type CloseDay = typeof closeDay;
