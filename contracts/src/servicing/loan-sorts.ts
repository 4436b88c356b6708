import { listIdsOf } from '../fact-kinds.ts';
import { loanFacts } from '../facts.ts';

/** The columns that a list of loans can be sorted by; a column of the table has the same id. */
export const loanSorts = [
  'reference',
  'borrower',
  'outstanding',
  'due',
  'arrears',
  'dueAmount',
  'arrearsAmount',
  ...listIdsOf(loanFacts, 'sorts'),
] as const;
export type LoanSort = (typeof loanSorts)[number];
