import type { SpreadRule } from '@bursar/contracts/assignments';

export type LoanToSpread = {
  readonly loanId: string;
  readonly outstandingMinor: number;
};

/** What a target holds already, the loans to be spread not counted. */
export type Load = { readonly loans: number; readonly outstandingMinor: number };

/**
 * Deals loans out over targets; answers the target's place for each loan, in the order they came.
 * The same loans and loads give the same answer in whatever order the loans come, so that a preview
 * and the move after it agree.
 *
 * - `count`: numbers dealt differ by at most one, and the largest loans go round first.
 * - `outstanding`: the largest loan goes where the least was dealt; what is dealt to two targets
 *   differs by at most one loan of the heavier one.
 * - `least-loaded`: each goes to who holds the fewest, what they held before included.
 */
export function spreadLoans(
  loans: readonly LoanToSpread[],
  { loads, by }: { loads: readonly Load[]; by: SpreadRule },
): ReadonlyMap<string, number> {
  const dealt = loads.map((load) =>
    by === 'least-loaded' ? { ...load } : { loans: 0, outstandingMinor: 0 },
  );
  const places = new Map<string, number>();
  for (const loan of loans.toSorted(largestFirst)) {
    const place = placeOfLeast(dealt, by);
    const target = dealt[place];
    if (!target) throw new Error('there is nobody to spread loans over');
    target.loans += 1;
    target.outstandingMinor += loan.outstandingMinor;
    places.set(loan.loanId, place);
  }
  return places;
}

function largestFirst(left: LoanToSpread, right: LoanToSpread): number {
  const byAmount = right.outstandingMinor - left.outstandingMinor;
  if (byAmount !== 0) return byAmount;
  return left.loanId < right.loanId ? -1 : 1;
}

/** Who has the least by the rule, then by the other figure, then who was named first. */
function placeOfLeast(loads: readonly Load[], by: SpreadRule): number {
  const figures = ({ loans, outstandingMinor }: Load) =>
    by === 'outstanding' ? [outstandingMinor, loans] : [loans, outstandingMinor];
  let least = 0;
  for (const [place, load] of loads.entries()) {
    const [first = 0, second = 0] = figures(load);
    const [leastFirst = 0, leastSecond = 0] = figures(loads[least] ?? load);
    if (first < leastFirst || (first === leastFirst && second < leastSecond)) least = place;
  }
  return least;
}
