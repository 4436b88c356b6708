import type { LedgerAccount, LedgerEvent } from '@bursar/contracts/ledger.values';

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
