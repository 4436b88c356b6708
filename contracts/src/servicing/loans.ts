import { ARREARS_SCALE } from '@bursar/loan-maths/buckets';
import { ALLOCATION_ORDERS } from '@bursar/loan-maths/component-orders';
import { z } from 'zod';
import { contactOutcomes, loanStatuses, promiseFilters, tagColours } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { factsWith } from '../fact-kinds.ts';
import { shapeOf } from '../fact-shapes.ts';
import { borrowerFacts, loanFacts } from '../facts.ts';
import { languages } from '../languages.ts';
import { ledgerName } from './ledger.values.ts';
import { roundings } from './product-terms.ts';
import { quietHoursNow } from '../access/quiet-hours.ts';
import {
  amountMinor,
  currency,
  cursor,
  day,
  instant,
  namedRef,
  pageLimit,
  positiveOrZeroMinor,
  uuid,
} from '../values.ts';

export const loanStatus = z.enum(loanStatuses);

export const arrearsBucket = z.enum(ARREARS_SCALE);
export type ArrearsBucket = z.infer<typeof arrearsBucket>;

export const tagColour = z.enum(tagColours);

export const loanTag = z.object({ id: uuid, name: z.string(), colour: tagColour });
export type LoanTag = z.infer<typeof loanTag>;

/** The record fields of loans and borrowers that lists show. */
export const listedLoanFacts = factsWith(loanFacts, 'list');
export const listedBorrowerFacts = factsWith(borrowerFacts, 'list');

/** The work on a loan, as a list shows it. */
const loanWorkColumns = z.object({
  phone: z.string().nullable(),
  /** The borrower's language; null if it is not known. */
  language: z.enum(languages).nullable(),
  lastContactAt: instant.nullable(),
  lastOutcome: z.enum(contactOutcomes).nullable(),
  promise: z
    .object({
      amountMinor: positiveOrZeroMinor,
      promisedOn: day,
      state: z.enum(promiseFilters).exclude(['none']),
    })
    .nullable(),
  nextAction: z.object({ what: z.string(), dueOn: day }).nullable(),
  snoozedUntil: day.nullable(),
  /** When the loan's agent was last active. */
  agentActiveAt: instant.nullable(),
});
export type LoanWorkColumns = z.infer<typeof loanWorkColumns>;

export const loanRow = z.object({
  id: uuid,
  reference: z.string(),
  ...shapeOf(listedLoanFacts),
  borrower: z.object({
    id: uuid,
    name: z.string().nullable(),
    ...shapeOf(listedBorrowerFacts),
  }),
  status: loanStatus,
  currency,
  outstandingMinor: positiveOrZeroMinor,
  /** The due date of the oldest instalment that is not fully paid. */
  nextDueOn: day.nullable(),
  /** The amount due by today, or on the next due date if nothing is due yet. */
  dueMinor: positiveOrZeroMinor,
  /** The arrears: the unpaid amount that fell due before today. */
  arrearsMinor: positiveOrZeroMinor,
  daysPastDue: z.int().min(0),
  bucket: arrearsBucket,
  team: namedRef.nullable(),
  agent: namedRef.nullable(),
  tags: z.array(loanTag),
  /** Present only in a list that requested these columns. */
  work: loanWorkColumns.optional(),
});
export type LoanRow = z.infer<typeof loanRow>;

const loanParams = z.object({ loanId: uuid });

export const instalment = z.object({
  number: z.int(),
  dueOn: day,
  principalMinor: positiveOrZeroMinor,
  interestMinor: positiveOrZeroMinor,
  feeMinor: positiveOrZeroMinor,
  penaltyMinor: positiveOrZeroMinor,
  principalPaidMinor: positiveOrZeroMinor,
  interestPaidMinor: positiveOrZeroMinor,
  feePaidMinor: positiveOrZeroMinor,
  penaltyPaidMinor: positiveOrZeroMinor,
  /**
   * The accrual of interest from `fromOn`, if principal was prepaid or terms changed since the
   * previous due date; null otherwise.
   */
  accrual: z
    .object({
      fromOn: day,
      carriedMinor: positiveOrZeroMinor,
      earnedMinor: amountMinor,
      balanceMinor: positiveOrZeroMinor,
    })
    .nullable(),
  /**
   * True if the instalment reclaims a refund of credit after the payment behind the credit bounced.
   * It is principal that bears no interest.
   */
  isClaim: z.boolean(),
  state: z.enum(['paid', 'partly-paid', 'overdue', 'due', 'upcoming']),
});
export type Instalment = z.infer<typeof instalment>;

export const readLoan = endpoint({
  key: 'GET /api/loans/:loanId',
  summary: 'Get a loan with its terms, balances, holder and schedule.',
  access: 'read-loans',
  params: loanParams,
  answer: loanRow.extend({
    ...shapeOf(loanFacts),
    borrower: z.object({
      ...shapeOf(borrowerFacts),
      id: uuid,
      externalId: z.string().nullable(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
      /** Channels for which the borrower withdrew consent. */
      withdrawnChannels: z.array(z.string()),
    }),
    quietHours: quietHoursNow,
    /** The version is null if the loan was imported from a tape with its own terms. */
    product: namedRef.extend({ version: z.int().min(1).nullable() }),
    /**
     * The application from which the loan was paid out; null for a loan from a tape, and if the
     * caller may not read applications.
     */
    application: z.object({ id: uuid, reference: z.string() }).nullable(),
    scheduleMethod: z.string(),
    dayCount: z.string(),
    /** The unpaid amount of the oldest open instalment. */
    nextDueMinor: positiveOrZeroMinor,
    /** Everything still owed up to the last instalment: principal, interest, fees and penalties. */
    remainingMinor: positiveOrZeroMinor,
    /**
     * The amount that settles and closes the loan today; null if the loan is not active or is
     * disbursed on a later day.
     */
    payoffMinor: positiveOrZeroMinor.nullable(),
    /** The borrower's credit balance on this loan. */
    creditMinor: positiveOrZeroMinor,
    /** The version of the schedule in force. */
    scheduleVersion: z.int().min(1),
    /** The day of the last reschedule; no payment can have an earlier value date. */
    rescheduledOn: day.nullable(),
    /** Single charges within the instalments' fees and penalties, without waived amounts. */
    charges: z.array(
      z.object({
        chargeId: uuid,
        instalmentNumber: z.int(),
        portion: z.enum(['fee', 'penalty']),
        amountMinor: positiveOrZeroMinor,
        countsOn: day,
        number: z.int(),
      }),
    ),
    principalPaidMinor: positiveOrZeroMinor,
    interestPaidMinor: positiveOrZeroMinor,
    feePaidMinor: positiveOrZeroMinor,
    penaltyPaidMinor: positiveOrZeroMinor,
    writtenOffPrincipalMinor: positiveOrZeroMinor,
    lastPaymentOn: day.nullable(),
    heldSince: instant.nullable(),
    import: z.object({ id: uuid, fileName: z.string() }).nullable(),
    businessDate: day,
    allocationOrder: z.enum(ALLOCATION_ORDERS),
    /** The rounding of the loan's product; null for a loan from a tape. */
    instalmentRounding: z.enum(roundings).nullable(),
    instalmentMultipleMinor: amountMinor.nullable(),
    /**
     * Number of first instalments without principal, or without interest. That interest accrues and
     * is due later.
     */
    gracePrincipal: z.int().min(0).nullable(),
    graceInterest: z.int().min(0).nullable(),
    instalments: z.array(instalment),
    /** Why no payment can be posted now; null if one can. */
    paymentRefusal: z
      .enum(['loan_is_closed', 'loan_is_not_active', 'loss_is_recovered'])
      .nullable(),
    /** The write-off: its day, the amount recovered since, and what may still be recovered. */
    loss: z
      .object({
        writtenOffOn: day.nullable(),
        recoveredMinor: positiveOrZeroMinor,
        recoverableMinor: positiveOrZeroMinor,
      })
      .nullable(),
  }),
  failures: ['not_found'],
});
export type ReadLoan = typeof readLoan;

export const listFormerSchedules = endpoint({
  key: 'GET /api/loans/:loanId/former-schedules',
  summary: 'List earlier schedule versions of a loan, each in its state when it was replaced.',
  access: 'read-loans',
  params: loanParams,
  answer: z.object({
    schedules: z.array(
      z.object({
        version: z.int().min(1),
        /** The event that replaced this version, with its author and time. */
        endedBy: z.object({
          event: z.string(),
          /** Null for end-of-day. */
          madeBy: z.string().nullable(),
          madeAt: instant,
        }),
        /** Instalments in their state at that time. */
        instalments: z.array(instalment),
      }),
    ),
  }),
  failures: ['not_found'],
});
export type ListFormerSchedules = typeof listFormerSchedules;

export const listLoanLedger = endpoint({
  key: 'GET /api/loans/:loanId/ledger',
  summary: 'List ledger entries of a loan with their balanced lines, newest first.',
  access: 'read-loans',
  params: loanParams,
  query: z.object({ after: cursor.optional(), limit: pageLimit.default(50) }),
  answer: z.object({
    currency,
    nextCursor: cursor.nullable(),
    transactions: z.array(
      z.object({
        id: uuid,
        event: ledgerName,
        valueDate: day,
        postedAt: instant,
        /** Null for end-of-day. */
        postedBy: z.string().nullable(),
        lines: z.array(
          z.object({
            account: ledgerName,
            debitMinor: amountMinor,
            creditMinor: amountMinor,
          }),
        ),
      }),
    ),
  }),
  failures: ['not_found'],
});
export type ListLoanLedger = typeof listLoanLedger;

export const listLoanAssignments = endpoint({
  key: 'GET /api/loans/:loanId/assignments',
  summary: 'List the assignments of a loan, newest first.',
  access: 'read-loans',
  params: loanParams,
  answer: z.object({
    assignments: z.array(
      z.object({
        batchId: uuid,
        kind: z.enum(['assign', 'take-back', 'undo']),
        fromTeam: z.string().nullable(),
        fromAgent: z.string().nullable(),
        toTeam: z.string().nullable(),
        toAgent: z.string().nullable(),
        reason: z.string(),
        madeBy: z.string(),
        madeAt: instant,
      }),
    ),
  }),
  failures: ['not_found'],
});
export type ListLoanAssignments = typeof listLoanAssignments;
