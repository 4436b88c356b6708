import type { LoanLedger } from './loans.queries.ts';

type Line = LoanLedger['transactions'][number]['lines'][number];

/**
 * Returns the amount of a ledger entry: the cash of a payment, for example. Lines that release
 * deferred income only repeat a part of it, so their side counts without them. Returns null if both
 * sides have such lines: a reallocation moves several amounts, but none in total.
 */
export function entryAmount(lines: readonly Line[]): number | null {
  const debits = sideOf(lines.map(({ account, debitMinor: minor }) => ({ account, minor })));
  const credits = sideOf(lines.map(({ account, creditMinor: minor }) => ({ account, minor })));
  if (debits.deferredMinor > 0 && credits.deferredMinor > 0) return null;
  const total = debits.totalMinor;
  return total - debits.deferredMinor - credits.deferredMinor || total;
}

function sideOf(amounts: readonly { readonly account: string; readonly minor: number }[]) {
  const sumOf = (some: typeof amounts) => some.reduce((sum, { minor }) => sum + minor, 0);
  return {
    totalMinor: sumOf(amounts),
    deferredMinor: sumOf(amounts.filter(({ account }) => account.startsWith('deferred-'))),
  };
}
