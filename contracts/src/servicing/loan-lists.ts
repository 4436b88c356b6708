import { ARREARS_SCALE } from '@bursar/loan-maths/buckets';
import { z } from 'zod';
import {
  contactOutcomes,
  loanStatuses,
  loanWorkFilters,
  promiseFilters,
  someOrNone,
} from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { filterShapeOf } from '../fact-shapes.ts';
import { borrowerFacts, loanFacts } from '../facts.ts';
import { languages } from '../languages.ts';
import { loanSorts } from './loan-sorts.ts';
import { loanRow } from './loans.ts';
import {
  amountMinor,
  currency,
  cursor,
  day,
  namedRef,
  pageLimit,
  several,
  uuid,
} from '../values.ts';

/**
 * The loans in the caller's scope: those without a holder one level below the caller, those with
 * such a holder, or all.
 */
export const loanViews = ['unassigned', 'assigned', 'all'] as const;
export const loanView = z.enum(loanViews);

const uuidPattern = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const uuidList = z.string().regex(new RegExp(`^${uuidPattern}(,${uuidPattern}){0,49}$`));

/** The filters of every loan list. Bulk actions also use them to select all matches. */
export const loanFilter = z.object({
  view: loanView,
  q: z.string().max(100).optional(),
  status: several(loanStatuses).optional(),
  bucket: several(ARREARS_SCALE).optional(),
  teamId: uuid.optional(),
  agentId: uuid.optional(),
  importId: uuid.optional(),
  /** Loans that a batch of assignments moved. */
  batchId: uuid.optional(),
  /** Loans of any of these products, comma-separated. */
  productIds: uuidList.optional(),
  /** Loans that have any of these tags, comma-separated. */
  tagIds: uuidList.optional(),
  outstandingFromMinor: z.int().min(0).optional(),
  outstandingToMinor: z.int().min(0).optional(),
  work: z.enum(loanWorkFilters).optional(),
  /** Outcomes of the last contact, comma-separated. */
  lastOutcome: several(contactOutcomes).optional(),
  lastContactFrom: day.optional(),
  lastContactTo: day.optional(),
  /** States of the current promise, comma-separated. */
  promise: several(promiseFilters).optional(),
  nextAction: z.enum(someOrNone).optional(),
  snoozed: z.enum(someOrNone).optional(),
  /** The borrower's languages, comma-separated. */
  language: several(languages).optional(),
  phone: z.enum(someOrNone).optional(),
  dueAmountFromMinor: z.int().min(0).optional(),
  dueAmountToMinor: z.int().min(0).optional(),
  arrearsFromMinor: z.int().min(0).optional(),
  arrearsToMinor: z.int().min(0).optional(),
  dueFrom: day.optional(),
  dueTo: day.optional(),
  ...filterShapeOf(loanFacts),
  ...filterShapeOf(borrowerFacts),
});
export type LoanFilter = z.infer<typeof loanFilter>;

export const listLoans = endpoint({
  key: 'GET /api/loans',
  summary:
    'List loans in the caller’s scope, with filters, sort order, pages and sums of all matches.',
  access: 'read-loans',
  query: loanFilter.extend({
    sort: z.enum(loanSorts).default('reference'),
    direction: z.enum(['asc', 'desc']).default('asc'),
    after: cursor.optional(),
    limit: pageLimit.default(50),
    /** `work` adds `work` to each row: for example, the last contact and the next action. */
    with: z.enum(['work']).optional(),
  }),
  answer: z.object({
    rows: z.array(loanRow),
    nextCursor: cursor.nullable(),
    /** Sums of all matches, per currency: an administrator may see several. */
    sums: z.object({
      count: z.int(),
      /** The active loans among them; left out if a filter needs a search. */
      activeCount: z.int().optional(),
      amounts: z.array(
        z.object({ currency, principalMinor: amountMinor, outstandingMinor: amountMinor }),
      ),
    }),
    businessDate: day,
  }),
  failures: [],
});
export type ListLoans = typeof listLoans;

export const listProductsOfLoans = endpoint({
  key: 'GET /api/loans/products',
  summary: 'List products of the loans in the caller’s scope by name, with the number of loans.',
  access: 'read-loans',
  answer: z.object({ products: z.array(namedRef.extend({ loans: z.int() })) }),
  failures: [],
});
export type ListProductsOfLoans = typeof listProductsOfLoans;
