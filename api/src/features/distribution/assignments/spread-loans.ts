import type { SpreadRule } from '@bursar/contracts/distribution/assignments';
import { dealEvenly, type Figures, type Unit } from './deal-evenly.ts';
import { searchFewestMoves } from './search-fewest-moves.ts';

export type LoanToSpread = {
  readonly loanId: string;
  readonly borrowerId: string;
  readonly outstandingMinor: number;
  readonly isActive: boolean;
  /** The place of the target that has the loan already; null if none of them has it. */
  readonly heldAt: number | null;
};

/** The active loans that a target holds already; those to be spread are not counted. */
export type Load = { readonly loans: number; readonly outstandingMinor: number };

type Spread = {
  readonly loads: readonly Load[];
  readonly by: SpreadRule;
  /** Whether all loans of one borrower go to one target. */
  readonly borrowersTogether: boolean;
};

/**
 * Deals loans out over targets and answers the target's place for each loan.
 *
 * A unit is a loan, or all loans of a borrower that stay together. Its weight is the number of its
 * loans, or their outstanding amount for `outstanding`. Shares are even when no target has more than
 * the lightest one by more than its own smallest unit; for single loans by number that is a
 * difference of one. `least-loaded` counts active loans, those that a target held before included.
 *
 * Of all even shares it looks for one in which the fewest loans leave a target that has them. By
 * number with single loans, and wherever there are few units, that is the least possible. Otherwise
 * finding the least takes time that grows exponentially, and the answer is close to it.
 *
 * The same loans and loads give the same answer in whatever order the loans come, so that a preview
 * and the move after it agree.
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

/** The heaviest unit comes first. */
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
