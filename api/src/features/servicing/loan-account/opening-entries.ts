import { uuidv7 } from 'uuidv7';
import { linesOf, type LedgerAccount, type LedgerEvent } from '../ledger/ledger-entry.ts';
import type { BulkEntry } from '../ledger/ledger.store.ts';
import type { BoardedLoan } from './loan-to-board.ts';

/**
 * Builds the opening entries of a loan; none if no principal is outstanding or lost. Principal that
 * the tape gives as lost is booked as receivable and written off at once.
 */
export function openingEntries(boarded: BoardedLoan): readonly BulkEntry[] {
  const { outstandingPrincipalMinor, writtenOffPrincipalMinor } = boarded.loan;
  const openingMinor = outstandingPrincipalMinor + writtenOffPrincipalMinor;
  return [
    ...entryOf(boarded, 'board-loan', {
      amountMinor: openingMinor,
      debit: 'loans-receivable',
      credit: 'opening-balances',
    }),
    ...entryOf(boarded, 'write-off-loan', {
      amountMinor: writtenOffPrincipalMinor,
      debit: 'write-off-expense',
      credit: 'loans-receivable',
    }),
  ];
}

type Moved = {
  readonly amountMinor: number;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
};

function entryOf(
  { id: loanId, boarding }: BoardedLoan,
  event: LedgerEvent,
  { amountMinor, debit, credit }: Moved,
): BulkEntry[] {
  if (amountMinor === 0) return [];
  const { portfolioId, currency, importId, valueDate, postedBy, postedAt } = boarding;
  const lines = linesOf([
    [debit, amountMinor],
    [credit, -amountMinor],
  ]);
  const posting = { portfolioId, loanId, currency, postedBy, postedAt };
  return [{ ...posting, id: uuidv7(), event, sourceId: importId ?? loanId, valueDate, lines }];
}
