import { z } from 'zod';
import { importObstacles } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { arrearsBucket } from '../servicing/loans.ts';
import { findingCodes } from './finding-codes.ts';
import { columnParam, tapeFields, type ColumnParam } from './tape-fields.ts';
import { tapeComparison } from './tape-comparison.ts';
import { tableChoice, tableParams } from './tape-table.ts';
import {
  dateOrderParams,
  dateOrders,
  tapeReading,
  tellable,
  textEncoding,
} from './tape-reading.ts';
import { tapeWordsObject, tapeWordsParam } from './tape-words.ts';
import { holderFields } from './tape-words.values.ts';
import { forAllParams, wholeFileValues } from './tape-whole-file.ts';
import {
  amountMinor,
  currency,
  cursor,
  day,
  instant,
  nameText,
  pageLimit,
  uuid,
} from '../values.ts';

export const importStates = [
  'checking',
  'checked',
  'booking',
  'booked',
  'undone',
  'cancelled',
  'failed',
] as const;

export const finding = z.object({
  number: z.int(),
  /** The row number as in a spreadsheet, from 1; null for a finding on the file or a column. */
  row: z.int().nullable(),
  column: z.string().nullable(),
  severity: z.enum(['error', 'warning']),
  code: z.enum(findingCodes),
  value: z.string().nullable(),
  /** Further values for the message, such as the expected value. */
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The finding as an English sentence. */
  message: z.string(),
});
export type Finding = z.infer<typeof finding>;

/** Reasons why an import ended as `failed`. */
export const importFailures = [
  'import_interrupted',
  'external_ids_booked_meanwhile',
  'values_taken_meanwhile',
  'loans_changed_meanwhile',
  'holders_changed_meanwhile',
  'unexpected_failure',
] as const;

/** The arrears of a tape's active loans by their schedules, on the cut-off day and today. */
export const tapeArrears = z.object({
  buckets: z.array(
    z.object({
      bucket: arrearsBucket,
      onCutOff: z.object({ loans: z.int(), balanceMinor: amountMinor }),
      today: z.object({ loans: z.int(), balanceMinor: amountMinor }),
    }),
  ),
  /** Loans whose days past due on the cut-off day contradict their status on the tape. */
  farBehind: z.int(),
});
export type TapeArrears = z.infer<typeof tapeArrears>;

/**
 * A team or agent that receives new loans when the tape is booked, with their number and balance.
 */
const tapeHolder = z.object({
  /** Null if the tape leaves the loans unassigned. */
  kind: z.enum(holderFields).nullable(),
  /** Null if the loans stay unassigned. */
  name: z.string().nullable(),
  /** The team of an agent. */
  team: z.string().nullable(),
  loans: z.int(),
  balanceMinor: amountMinor,
});
export type TapeHolder = z.infer<typeof tapeHolder>;

/** Sums over the rows that are loans, in minor units of the portfolio’s currency. */
export const importSummary = z.object({
  rows: z.int(),
  /** Number of loans in rows without errors; only these are in the sums. */
  loans: z.int(),
  /** All findings, including those beyond the maximum that is stored. */
  errors: z.int(),
  warnings: z.int(),
  principalMinor: amountMinor,
  balanceMinor: amountMinor,
  principalPaidMinor: amountMinor,
  interestPaidMinor: amountMinor,
  lateFeesPaidMinor: amountMinor,
  writtenOffLoans: z.int(),
  writtenOffPrincipalMinor: amountMinor,
  closedLoans: z.int(),
  instalments: z.int(),
  instalmentsEqualToTerms: z.int(),
  /** Null for imports of earlier releases, which did not calculate it. */
  arrears: tapeArrears.nullable(),
  /**
   * Loans that can be booked if the rows with errors are left out: 0 if part of the file could not
   * be read; null for imports of earlier releases.
   */
  goodLoans: z.int().nullable(),
  /**
   * Null if the lender’s books contained none of the tape’s loans before, or if part of the file
   * could not be read.
   */
  comparison: tapeComparison.nullable(),
  /**
   * The teams and agents that receive the new loans, most loans first, then the unassigned loans;
   * null if no column of the tape names them, or if the user may not assign loans.
   */
  holders: z.array(tapeHolder).nullable(),
});
export type ImportSummary = z.infer<typeof importSummary>;

export const tapeImport = z.object({
  id: uuid,
  fileName: z.string(),
  fileBytes: z.int(),
  /**
   * The last day that the tape's balances include; null for old imports that did not ask for it.
   */
  cutOffOn: day.nullable(),
  state: z.enum(importStates),
  rowsRead: z.int(),
  rowsBooked: z.int(),
  currency,
  summary: importSummary.nullable(),
  failure: z.object({ code: z.enum(importFailures), message: z.string() }).nullable(),
  /** Values that the user gave for all loans of the file, because no column has them. */
  forAll: wholeFileValues,
  createdBy: z.string(),
  createdAt: instant,
  bookedAt: instant.nullable(),
  undoneBy: z.string().nullable(),
  undoneAt: instant.nullable(),
});
export type TapeImport = z.infer<typeof tapeImport>;

const importParams = z.object({ importId: uuid });

/** One optional parameter per field, with the column that the user chose for it. */
const columnParams = Object.fromEntries(
  tapeFields.map((field) => [columnParam(field), z.string().max(300).optional()]),
  // `fromEntries` loses the type of the keys.
) as Record<ColumnParam, z.ZodOptional<z.ZodString>>;

export const startImport = endpoint({
  key: 'POST /api/imports',
  summary:
    'Upload a loan tape (CSV, XLSX, XLS or ODS, also zipped) and start its dry run. Nothing is booked.',
  access: 'import-tape',
  query: z.strictObject({
    id: uuid,
    fileName: nameText.min(1).max(255),
    /** The last day that the tape's balances include. The default is today. */
    cutOffOn: day.optional(),
    /** The encoding, if the user chose one; otherwise it is detected. */
    encoding: textEncoding.optional(),
    words: tapeWordsParam,
    ...tableParams,
    ...forAllParams,
    ...tellable,
    ...dateOrderParams,
    ...columnParams,
  }),
  streamedBody: 'application/octet-stream',
  answer: tapeImport,
  failures: [
    'cut_off_in_future',
    'column_told_twice',
    'body_too_large',
    'too_many_imports',
    'id_reused_with_different_content',
  ],
});
export type StartImport = typeof startImport;

export const listImports = endpoint({
  key: 'GET /api/imports',
  summary: 'List imports of the portfolio, newest first.',
  access: 'import-tape',
  answer: z.object({ imports: z.array(tapeImport) }),
  failures: [],
});
export type ListImports = typeof listImports;

export const readImport = endpoint({
  key: 'GET /api/imports/:importId',
  summary: 'Get an import with its state, progress and sums.',
  access: 'import-tape',
  params: importParams,
  answer: tapeImport,
  failures: ['not_found'],
});
export type ReadImport = typeof readImport;

export const readImportSample = endpoint({
  key: 'GET /api/imports/:importId/sample',
  summary:
    'Get the first loans of a checked import as they were read, and the characters in doubt.',
  access: 'import-tape',
  params: importParams,
  answer: z.object({
    /** The choices made for the file so far, which the client repeats with the next choice. */
    readAs: z.object({
      encoding: textEncoding.optional(),
      table: tableChoice.optional(),
      columns: z.record(z.string(), z.string()).optional(),
      answers: z.object(tellable).optional(),
      dateOrders: dateOrders.optional(),
      words: tapeWordsObject.optional(),
      forAll: wholeFileValues.optional(),
    }),
    /**
     * Null before the dry run has ended, and for imports of earlier releases, which did not store
     * it.
     */
    reading: tapeReading.nullable(),
    loans: z.array(
      z.object({
        row: z.int(),
        externalId: z.string(),
        borrowerName: z.string().nullable(),
        principalMinor: amountMinor,
        annualRatePercent: z.string(),
        instalmentCount: z.int(),
        every: z.int(),
        unit: z.enum(['weeks', 'months']),
        disbursedOn: day,
        firstDueOn: day,
      }),
    ),
  }),
  failures: ['not_found'],
});
export type ReadImportSample = typeof readImportSample;
export type SampleLoan = z.infer<typeof readImportSample.answer>['loans'][number];

export const listFindings = endpoint({
  key: 'GET /api/imports/:importId/findings',
  summary: 'List the errors and warnings of an import by row.',
  access: 'import-tape',
  params: importParams,
  query: z.object({
    severity: z.enum(['error', 'warning']).optional(),
    after: cursor.optional(),
    limit: pageLimit.default(100),
  }),
  answer: z.object({ findings: z.array(finding), nextCursor: cursor.nullable() }),
  failures: ['not_found'],
});
export type ListFindings = typeof listFindings;

export const downloadFindings = endpoint({
  key: 'GET /api/imports/:importId/findings.csv',
  summary: 'Download the errors and warnings of an import as CSV.',
  access: 'import-tape',
  params: importParams,
  answer: z.string(),
  answerType: 'text/csv',
  failures: ['not_found'],
});
export type DownloadFindings = typeof downloadFindings;

export const downloadBadRows = endpoint({
  key: 'GET /api/imports/:importId/bad-rows.csv',
  summary: 'Download the rows of an import that have errors, unchanged, with their findings.',
  access: 'import-tape',
  params: importParams,
  answer: z.string(),
  answerType: 'text/csv',
  failures: ['not_found'],
});
export type DownloadBadRows = typeof downloadBadRows;

export const downloadTemplate = endpoint({
  key: 'GET /api/imports/template.csv',
  summary: 'Download the template of a loan tape. Imports skip its line of explanations.',
  access: 'import-tape',
  answer: z.string(),
  answerType: 'text/csv',
  failures: [],
});
export type DownloadTemplate = typeof downloadTemplate;

export const listImportObstacles = endpoint({
  key: 'GET /api/imports/:importId/obstacles',
  summary: 'List what prevents the undo of a booked import, by loan; at most 200.',
  access: 'import-tape',
  params: importParams,
  answer: z.object({
    count: z.int(),
    loans: z.array(
      z.object({
        loanId: uuid,
        reference: z.string(),
        obstacles: z.array(z.enum(importObstacles)),
      }),
    ),
  }),
  failures: ['not_found'],
});
export type ListImportObstacles = typeof listImportObstacles;

const act = { access: 'import-tape', params: importParams, answer: tapeImport } as const;

export const bookImport = endpoint({
  ...act,
  key: 'POST /api/imports/:importId/book',
  summary: 'Book a checked import: all of its loans or none.',
  failures: [
    'not_found',
    'import_has_errors',
    'import_not_checked',
    'import_may_not_assign',
    'too_many_imports',
  ],
});
export type BookImport = typeof bookImport;

export const bookGoodRows = endpoint({
  ...act,
  key: 'POST /api/imports/:importId/book-good-rows',
  summary: 'Book the loans of a checked import whose rows have no errors: all of these or none.',
  failures: [
    'not_found',
    'import_not_checked',
    'import_has_no_good_rows',
    'import_may_not_assign',
    'too_many_imports',
  ],
});
export type BookGoodRows = typeof bookGoodRows;

export const cancelImport = endpoint({
  ...act,
  key: 'POST /api/imports/:importId/cancel',
  summary: 'Cancel an import before it is booked. Deletes its data.',
  failures: ['not_found', 'import_already_finished'],
});
export type CancelImport = typeof cancelImport;

export const undoImport = endpoint({
  ...act,
  key: 'POST /api/imports/:importId/undo',
  summary:
    'Undo a booked import as a whole. Fails while later events on its loans remain in effect.',
  failures: ['not_found', 'import_not_booked', 'import_loans_already_worked'],
});
export type UndoImport = typeof undoImport;
