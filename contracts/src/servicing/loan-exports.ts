import { z } from 'zod';
import { loanSelection } from '../distribution/assignments.ts';
import { endpoint } from '../endpoint.ts';
import { loanColumnIds } from '../list-columns.ts';
import { loanFilter } from './loan-lists.ts';
import { loanSorts } from './loan-sorts.ts';

/** The rows of an export: all that match the filter, or the selected ones, as in the list. */
const exported = z.object({
  filter: loanFilter,
  loanIds: loanSelection.shape.loanIds,
  exceptLoanIds: loanSelection.shape.exceptLoanIds,
  sort: z.enum(loanSorts).default('reference'),
  direction: z.enum(['asc', 'desc']).default('asc'),
  /** The columns of the file, in order. The default is every column. */
  columns: z.array(z.enum(loanColumnIds)).min(1).max(loanColumnIds.length).optional(),
});
export type ExportedLoans = z.output<typeof exported>;

export const exportLoansCsv = endpoint({
  key: 'POST /api/loans/export.csv',
  summary: 'Export loans of a list, or the selected ones, as CSV.',
  access: 'export-loans',
  body: exported,
  answer: z.string(),
  answerType: 'text/csv',
  failures: [],
});
export type ExportLoansCsv = typeof exportLoansCsv;

export const exportLoansWorkbook = endpoint({
  key: 'POST /api/loans/export.xlsx',
  summary: 'Export loans of a list, or the selected ones, as an Excel workbook.',
  access: 'export-loans',
  body: exported,
  answer: z.string(),
  answerType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  failures: ['export_too_large'],
});
export type ExportLoansWorkbook = typeof exportLoansWorkbook;
