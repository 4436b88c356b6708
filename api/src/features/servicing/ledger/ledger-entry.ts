/** The accounts that events move money on; the table of accounts may hold more. */
export const postedAccounts = [
  'cash',
  'loans-receivable',
  'opening-balances',
  'interest-income',
  'fee-receivable',
  'penalty-receivable',
  'deferred-fees',
  'deferred-penalties',
  'fee-income',
  'origination-fees',
  'penalty-income',
  'write-off-expense',
  'recoveries',
  'borrower-credit',
] as const;
export type LedgerAccount = (typeof postedAccounts)[number];

/** What moves money in the books: every transaction of the ledger names one. */
export const postedEvents = [
  'board-loan',
  'disburse-loan',
  'undo-disbursement',
  'write-off-loan',
  'undo-write-off',
  'recover-loan',
  'post-payment',
  'reverse-payment',
  'reallocate-payment',
  'undo-import',
  'add-charge',
  'waive-charge',
  'undo-waiver',
  'refund-credit',
  'undo-refund',
  'claim-refund',
] as const;
export type LedgerEvent = (typeof postedEvents)[number];

/** One event in the books, with lines that balance. */
export type LedgerEntry = {
  readonly id: string;
  readonly event: LedgerEvent;
  /** What it follows from: a payment, a reversal, an import, the loan itself. */
  readonly sourceId: string;
  readonly valueDate: string;
  readonly lines: readonly LedgerLine[];
};

export type LedgerLine = {
  /** Its place in the entry, from 1. */
  readonly number: number;
  readonly account: LedgerAccount;
  readonly debitMinor: number;
  readonly creditMinor: number;
};

/**
 * The lines of an entry from what it moves on each account: debits are positive, credits negative.
 * An account that nothing moves on has no line, and a line only one side.
 */
export function linesOf(
  moved: readonly (readonly [account: LedgerAccount, debitMinor: number])[],
): LedgerLine[] {
  return moved
    .filter(([, debitMinor]) => debitMinor !== 0)
    .map(([account, debitMinor], index) => ({
      number: index + 1,
      account,
      debitMinor: Math.max(debitMinor, 0),
      creditMinor: Math.max(-debitMinor, 0),
    }));
}

/** What is charged is receivable and, until it is paid, deferred: income is what is received. */
export function chargeLines(feeMinor: number, penaltyMinor: number) {
  return [
    ['fee-receivable', feeMinor],
    ['deferred-fees', -feeMinor],
    ['penalty-receivable', penaltyMinor],
    ['deferred-penalties', -penaltyMinor],
  ] as const;
}
