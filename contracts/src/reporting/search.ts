import { z } from 'zod';
import { applicationStatuses } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { loanStatus } from '../servicing/loans.ts';
import { amountMinor, currency, day, positiveOrZeroMinor, uuid } from '../values.ts';

const foundLoan = z.object({
  id: uuid,
  reference: z.string(),
  externalId: z.string().nullable(),
  borrower: z.object({ id: uuid, name: z.string().nullable() }),
  status: loanStatus,
  /** Outstanding principal. */
  outstandingMinor: positiveOrZeroMinor,
  /** The amount due by today, or on the next due date if nothing is due yet. */
  dueMinor: positiveOrZeroMinor,
  currency,
  daysPastDue: z.int().min(0),
});

export const search = endpoint({
  key: 'GET /api/search',
  summary:
    'Search the caller’s scope by name, number or exact amount. Returns a few loans, borrowers, applications, invoices, payments and agents.',
  access: 'signed-in',
  query: z.object({ q: z.string().min(1).max(100) }),
  answer: z.object({
    loans: z.array(foundLoan),
    /** Loans with a name of nearly this spelling, if no loan or borrower matches exactly. */
    similarLoans: z.array(foundLoan),
    /**
     * Matches by name or phone number. Teams and agents find only the borrowers, co-borrowers and
     * guarantors of loans in their scope.
     */
    borrowers: z.array(
      z.object({
        id: uuid,
        name: z.string().nullable(),
        /** The references of the borrower's newest loans in the scope. */
        references: z.array(z.string()),
      }),
    ),
    applications: z.array(
      z.object({
        id: uuid,
        reference: z.string(),
        borrower: z.string().nullable(),
        status: z.enum(applicationStatuses),
      }),
    ),
    invoices: z.array(
      z.object({
        id: uuid,
        /** Null while the invoice is a draft. */
        number: z.string().nullable(),
        customer: z.string(),
        totalMinor: amountMinor,
        currency,
      }),
    ),
    /** Matches by exact amount, receipt number, note or the bank’s reference. */
    payments: z.array(
      z.object({
        id: uuid,
        loanId: uuid,
        loanReference: z.string(),
        borrower: z.string().nullable(),
        amountMinor,
        currency,
        valueDate: day,
        isReversed: z.boolean(),
      }),
    ),
    /**
     * Loans on which exactly this amount is due by today or, if nothing is due yet, on the next due
     * date.
     */
    loansDue: z.array(
      z.object({
        id: uuid,
        reference: z.string(),
        borrower: z.string().nullable(),
        dueMinor: amountMinor,
        currency,
        daysPastDue: z.int().min(0),
      }),
    ),
    agents: z.array(z.object({ id: uuid, name: z.string(), team: z.string().nullable() })),
  }),
  failures: [],
});
export type Search = typeof search;
