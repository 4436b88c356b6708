/** What money stands on in the books of a portfolio. The database holds the same names. */
export const ledgerAccounts = [
  'cash',
  'loans-receivable',
  'opening-balances',
  'interest-income',
  'fee-income',
  'penalty-income',
  'write-off-expense',
  'recoveries',
  'borrower-credit',
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/** What moves money in the books: every transaction of the ledger names one. */
export const ledgerEvents = [
  'disburse-loan',
  'board-loan',
  'write-off-loan',
  'post-payment',
  'undo-import',
  'reverse-payment',
  'reallocate-payment',
  'undo-write-off',
  'recover-loan',
] as const;
export type LedgerEvent = (typeof ledgerEvents)[number];
