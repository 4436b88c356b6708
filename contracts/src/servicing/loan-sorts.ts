import { listIdsOf } from '../fact-kinds.ts';
import { loanFacts } from '../facts.ts';

/** The columns that sort a list of loans. Each has the id of its table column. */
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
