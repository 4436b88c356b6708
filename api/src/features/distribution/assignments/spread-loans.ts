import type { SpreadRule } from '@bursar/contracts/distribution/assignments';
import { dealEvenly, type Figures, type Unit } from './deal-evenly.ts';
import { searchFewestMoves } from './search-fewest-moves.ts';

export type LoanToSpread = {
  readonly loanId: string;
  readonly borrowerId: string;
  readonly outstandingMinor: number;
  readonly isActive: boolean;
  /** Index of the target that already holds the loan, or null. */
  readonly heldAt: number | null;
};

/** The active loans that a target already holds, without those to be spread. */
export type Load = { readonly loans: number; readonly outstandingMinor: number };

type Spread = {
  readonly loads: readonly Load[];
  readonly by: SpreadRule;
  readonly borrowersTogether: boolean;
};

/**
 * Distributes loans over targets and returns the target's index for each loan.
 *
 * A unit is a loan, or all loans of a borrower that stay together. Its weight is the number of its
 * loans, or their outstanding amount for `outstanding`. Shares are even when no target exceeds the
 * lightest one by more than its own smallest unit; for single loans by number that is a difference
 * of one. `least-loaded` counts active loans, including those that a target already holds.
 *
 * Among even shares it prefers the one in which the fewest loans leave their target. The result is
 * the true minimum for single loans by number and for few units. Otherwise finding the minimum
 * takes exponential time, and the result is close to it.
 *
 * The result does not depend on the order of the loans, so a preview and the later move agree.
 */
export function spreadLoans(
  loans: readonly LoanToSpread[],
  { loads, by, borrowersTogether }: Spread,
): ReadonlyMap<string, number> {
  if (loans.length === 0) return new Map();
  if (loads.length === 0) throw new Error('there is no target to spread over');
  const units = unitsOf(loans, { by, borrowersTogether });
  const bases = loads.map((load) =>
    by === 'least-loaded'
      ? { weight: load.loans, other: load.outstandingMinor }
      : { weight: 0, other: 0 },
  );
  const places = searchFewestMoves(units, { bases, found: dealEvenly(units, bases) });
  return new Map(
    units.flatMap(({ loanIds }, index) =>
      loanIds.map((loanId) => [loanId, places[index] ?? 0] as const),
    ),
  );
}

type Grouping = Pick<Spread, 'by' | 'borrowersTogether'>;

function unitsOf(
  loans: readonly LoanToSpread[],
  { by, borrowersTogether }: Grouping,
): readonly Unit[] {
  const groups = new Map<string, LoanToSpread[]>();
  for (const loan of loans) {
    const key = borrowersTogether ? loan.borrowerId : loan.loanId;
    const group = groups.get(key);
    if (group) group.push(loan);
    else groups.set(key, [loan]);
  }
  return [...groups].map(([key, group]) => unitOf(key, { group, by })).toSorted(heaviestFirst);
}

type Group = { readonly group: readonly LoanToSpread[]; readonly by: SpreadRule };

function unitOf(key: string, { group, by }: Group): Unit {
  const loansHeldAt = new Map<number, number>();
  for (const { heldAt } of group) {
    if (heldAt !== null) loansHeldAt.set(heldAt, (loansHeldAt.get(heldAt) ?? 0) + 1);
  }
  return {
    key,
    loanIds: group.map(({ loanId }) => loanId),
    loansHeldAt,
    ...figuresOf(group, by),
  };
}

function figuresOf(group: readonly LoanToSpread[], by: SpreadRule): Figures {
  const outstandingMinor = group.reduce((total, loan) => total + loan.outstandingMinor, 0);
  switch (by) {
    case 'outstanding':
      return { weight: outstandingMinor, other: group.length };
    case 'least-loaded':
      return { weight: group.filter(({ isActive }) => isActive).length, other: outstandingMinor };
    case 'count':
      return { weight: group.length, other: outstandingMinor };
  }
}

function heaviestFirst(left: Unit, right: Unit): number {
  return right.weight - left.weight || right.other - left.other || (left.key < right.key ? -1 : 1);
}
