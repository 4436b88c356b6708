import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { arrearsBucket } from '../servicing/loans.ts';
import { amountMinor, currency, day, instant, namedRef, pageLimit, uuid } from '../values.ts';

const closing = z.object({
  day,
  state: z.enum(['running', 'closed']),
  startedAt: instant,
  /** Null where time alone asked for it. */
  startedBy: z.string().nullable(),
  endedAt: instant.nullable(),
  /** When an attempt last stopped before its end; it goes on where it stopped. */
  failedAt: instant.nullable(),
  promises: z.object({ kept: z.int(), partlyKept: z.int(), broken: z.int() }),
  /** Loans that it could not see to. */
  exceptions: z.array(
    z.object({
      loanId: uuid,
      loanReference: z.string(),
      reason: z.enum(['unexpected']),
      /** The later day whose close saw to it after all. */
      doneOn: day.nullable(),
    }),
  ),
  /** The day in each currency, as the books stood when it was closed. */
  books: z.array(
    z.object({
      currency,
      dueInstalments: z.int(),
      dueMinor: amountMinor,
      /** What of it was unpaid at the end of the day. */
      dueOpenMinor: amountMinor,
      payments: z.int(),
      receivedMinor: amountMinor,
      /** Charged for late instalments. */
      penalties: z.int(),
      penaltiesMinor: amountMinor,
      buckets: z.array(
        z.object({ bucket: arrearsBucket, loans: z.int(), outstandingMinor: amountMinor }),
      ),
    }),
  ),
});
export type Closing = z.infer<typeof closing>;

export const listClosings = endpoint({
  key: 'GET /api/closings',
  summary: 'The days that were closed, newest first, and those that are over and still open.',
  access: 'close-day',
  query: z.object({
    /** Only days before this one. */
    before: day.optional(),
    limit: pageLimit.default(30),
  }),
  answer: z.object({
    businessDate: day,
    /** From the oldest on; the oldest hundred at most. */
    openDays: z.array(day),
    closings: z.array(closing),
    /** Where older ones go on. */
    nextBefore: day.nullable(),
  }),
  failures: [],
});
export type ListClosings = typeof listClosings;

export const listClosingProgress = endpoint({
  key: 'GET /api/closings/progress',
  summary: 'How far the days of each portfolio that the caller runs are closed, by name.',
  access: 'read-finance',
  answer: z.object({
    portfolios: z.array(
      z.object({
        portfolio: namedRef,
        /** Null where no day was closed yet. */
        lastClosedOn: day.nullable(),
        /** Days that are over and still open. */
        openDays: z.int(),
        /** When the close that is at it last stopped; it is tried again by itself. */
        stoppedAt: instant.nullable(),
        /** Loans that closes had to leave and none has seen to since. */
        left: z.int(),
      }),
    ),
  }),
  failures: [],
});
export type ListClosingProgress = typeof listClosingProgress;

export const closeDay = endpoint({
  key: 'POST /api/closings',
  summary: 'Close a day that is over, and the open days before it.',
  access: 'close-day',
  body: z.object({ day }),
  answer: z.object({
    /** The days that were closed now; none where all were closed before. */
    closedDays: z.array(day),
    /** False where another process is at it, or an attempt has stopped: it goes on by itself. */
    isClosed: z.boolean(),
  }),
  failures: ['not_found', 'day_not_over'],
});
export type CloseDay = typeof closeDay;
