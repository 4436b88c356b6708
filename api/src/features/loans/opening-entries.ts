import { uuidv7 } from 'uuidv7';
import type { BoardedLoan } from './loan-to-board.ts';

export type OpeningEntry = {
  readonly id: string;
  readonly event: 'board-loan' | 'write-off-loan';
  readonly amountMinor: number;
  readonly debit: string;
  readonly credit: string;
  readonly boarded: BoardedLoan;
};

/** A loan that owes nothing brings no balance; a lost one is taken over and written off at once. */
export function openingEntries(boarded: BoardedLoan): readonly OpeningEntry[] {
  const { outstandingPrincipalMinor, writtenOffPrincipalMinor } = boarded.loan;
  const openingMinor = outstandingPrincipalMinor + writtenOffPrincipalMinor;
  const entries: OpeningEntry[] = [];
  if (openingMinor > 0) {
    const accounts = { debit: 'loans-receivable', credit: 'opening-balances' };
    entries.push({
      id: uuidv7(),
      event: 'board-loan',
      amountMinor: openingMinor,
      ...accounts,
      boarded,
    });
  }
  if (writtenOffPrincipalMinor > 0) {
    const accounts = { debit: 'write-off-expense', credit: 'loans-receivable' };
    const amountMinor = writtenOffPrincipalMinor;
    entries.push({ id: uuidv7(), event: 'write-off-loan', amountMinor, ...accounts, boarded });
  }
  return entries;
}

export function linesOf(entry: OpeningEntry) {
  return [
    { entry, number: 1, account: entry.debit, debitMinor: entry.amountMinor, creditMinor: 0 },
    { entry, number: 2, account: entry.credit, debitMinor: 0, creditMinor: entry.amountMinor },
  ];
}

export type OpeningLine = ReturnType<typeof linesOf>[number];
