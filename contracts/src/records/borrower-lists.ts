import { z } from 'zod';
import {
  BORROWER_SORTS_MAX,
  borrowerKinds,
  borrowerSorts,
  borrowerStandings,
  homeOwnerships,
} from './borrower-sorts.ts';
import { endpoint } from '../endpoint.ts';
import { borrowerColumnIds } from '../list-columns.ts';
import {
  amountMinor,
  currency,
  cursor,
  day,
  instant,
  pageLimit,
  positiveOrZeroMinor,
  several,
  uuid,
} from '../values.ts';

const oneSort = `-?(${borrowerSorts.join('|')})`;

/**
 * Sort columns in order of priority: `-outstanding,name` sorts by the largest balance first, and
 * equal balances by name.
 */
const sorts = z
  .string()
  .regex(new RegExp(`^${oneSort}(,${oneSort}){0,${BORROWER_SORTS_MAX - 1}}$`));

const years = z.int().min(0).max(80).optional();
const amount = z.int().min(0).optional();

/** The filters of every list of borrowers; ranges include both of their bounds. */
const borrowerFilter = z.object({
  /**
   * Searches names, external ids, register numbers and contact persons of companies, occupations,
   * regions, and phone numbers and email addresses that are not retired.
   */
  q: z.string().max(100).optional(),
  kind: several(borrowerKinds).optional(),
  standing: several(borrowerStandings).optional(),
  homeOwnership: several(homeOwnerships).optional(),
  region: z.string().max(120).optional(),
  incomeFromMinor: amount,
  incomeToMinor: amount,
  outstandingFromMinor: amount,
  outstandingToMinor: amount,
  employmentYearsFrom: years,
  employmentYearsTo: years,
  createdFrom: day.optional(),
  createdTo: day.optional(),
});
export type BorrowerFilter = z.infer<typeof borrowerFilter>;

const borrowerRow = z.object({
  id: uuid,
  externalId: z.string().nullable(),
  name: z.string().nullable(),
  kind: z.enum(borrowerKinds),
  /**
   * The phone number and email address to use today, preferred ones first; null if there is none.
   */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  region: z.string().nullable(),
  employmentTitle: z.string().nullable(),
  employmentYears: z.int().nullable(),
  homeOwnership: z.string().nullable(),
  annualIncomeMinor: positiveOrZeroMinor.nullable(),
  currency,
  /** Counts only loans in the caller's scope, as do the next three fields. */
  loans: z.int(),
  activeLoans: z.int(),
  outstandingMinor: amountMinor,
  /** The days past due of the loan that is most overdue. */
  daysPastDue: z.int(),
  createdAt: instant,
});
export type BorrowerRow = z.infer<typeof borrowerRow>;

export const listBorrowers = endpoint({
  key: 'GET /api/borrowers',
  summary:
    'List borrowers in the caller’s scope, with filters, up to three sort columns, pages and sums of all matches.',
  access: 'read-loans',
  query: borrowerFilter.extend({
    sort: sorts.default('name'),
    after: cursor.optional(),
    /**
     * A page by number, used only without a cursor. Rows that are added or removed between two
     * calls shift the pages.
     */
    page: z.int().min(1).max(2_000).optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({
    rows: z.array(borrowerRow),
    nextCursor: cursor.nullable(),
    /** Sums of all matches, per currency: an administrator may see several. */
    sums: z.object({
      count: z.int(),
      loans: z.int(),
      amounts: z.array(z.object({ currency, outstandingMinor: amountMinor })),
    }),
  }),
  failures: [],
});
export type ListBorrowers = typeof listBorrowers;

/** The rows of an export: all that match the filter, or the selected ones, as in the list. */
const exported = z.object({
  filter: borrowerFilter,
  borrowerIds: z.array(uuid).min(1).max(10_000).optional(),
  /** Rows that the user excluded from all matches. */
  exceptBorrowerIds: z.array(uuid).max(10_000).optional(),
  sort: sorts.default('name'),
  /** The columns of the file, in order. The default is every column. */
  columns: z.array(z.enum(borrowerColumnIds)).min(1).max(borrowerColumnIds.length).optional(),
});
export type ExportedBorrowers = z.output<typeof exported>;

export const exportBorrowersCsv = endpoint({
  key: 'POST /api/borrowers/export.csv',
  summary: 'Export borrowers of a list, or the selected ones, as CSV.',
  access: 'export-loans',
  body: exported,
  answer: z.string(),
  answerType: 'text/csv',
  failures: [],
});
export type ExportBorrowersCsv = typeof exportBorrowersCsv;

export const exportBorrowersWorkbook = endpoint({
  key: 'POST /api/borrowers/export.xlsx',
  summary: 'Export borrowers of a list, or the selected ones, as an Excel workbook.',
  access: 'export-loans',
  body: exported,
  answer: z.string(),
  answerType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  failures: ['export_too_large'],
});
export type ExportBorrowersWorkbook = typeof exportBorrowersWorkbook;
