/** The columns that a list of loans can be sorted by; a column of the table has the same id. */
export const loanSorts = [
  'reference',
  'borrower',
  'principal',
  'outstanding',
  'rate',
  'due',
  'arrears',
  'dueAmount',
  'arrearsAmount',
  'disbursed',
] as const;
export type LoanSort = (typeof loanSorts)[number];
