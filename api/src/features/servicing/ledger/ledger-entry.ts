/** The ledger accounts that events post to. The table of accounts may contain more. */
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

/** The events that post to the ledger. Every ledger transaction names one of them. */
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

export type LedgerEntry = {
  readonly id: string;
  readonly event: LedgerEvent;
  /**
   * The id of the event that caused the entry, for example a payment, a charge or an import; the
   * loan's own id if its disbursement did. For a reallocation, the id of the reallocated payment.
   */
  readonly sourceId: string;
  readonly valueDate: string;
  readonly lines: readonly LedgerLine[];
};

export type LedgerLine = {
  /** Position of the line in its entry, from 1. */
  readonly number: number;
  readonly account: LedgerAccount;
  readonly debitMinor: number;
  readonly creditMinor: number;
};

/**
 * Builds the lines of an entry from the amount on each account: debits are positive, credits
 * negative. Accounts with a zero amount get no line.
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

/**
 * Returns the ledger lines of a charge, which is receivable and deferred until it is paid. Only
 * received money counts as income.
 */
export function chargeLines(feeMinor: number, penaltyMinor: number) {
  return [
    ['fee-receivable', feeMinor],
    ['deferred-fees', -feeMinor],
    ['penalty-receivable', penaltyMinor],
    ['deferred-penalties', -penaltyMinor],
  ] as const;
}
