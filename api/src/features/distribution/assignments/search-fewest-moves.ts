import { fewestMovesOf, movesOf, movesTo, type Figures, type Unit } from './deal-evenly.ts';

/** Maximum number of units to search; trying every distribution of more units takes too long. */
const UNITS_MAX = 14;

/**
 * Maximum number of steps of a search, about 20 ms. A longer search stops and uses its best result
 * so far.
 */
const STEPS_MAX = 50_000;

type Known = {
  readonly bases: readonly Figures[];
  /** An even distribution that is already known: a target index for each unit. */
  readonly found: readonly number[];
};

/**
 * Searches the even distributions of at most `UNITS_MAX` units for one that moves fewer loans than
 * `found`; ties go to the most even one. Returns `found` for more units. The result is a target
 * index for each unit.
 */
export function searchFewestMoves(
  units: readonly Unit[],
  { bases, found }: Known,
): readonly number[] {
  if (units.length > UNITS_MAX) return found;
  const leastInAll = leastMovesOf(units);
  if (movesOf(units, found) === leastInAll) return found;
  const least = units.map((_, index) => leastMovesOf(units.slice(0, index)));
  const sums = bases.map((base) => ({ ...base }));
  const places: number[] = [];
  let best = { places: found, score: scoreOf(units, { bases, places: found }) };
  let steps = 0;

  // Searches depth first and skips branches that already move more loans than the best result.
  const placeFrom = (index: number, moves: number): void => {
    steps += 1;
    const restAtLeast = leastInAll - (least[index] ?? leastInAll);
    if (steps > STEPS_MAX || moves + restAtLeast > (best.score[0] ?? 0)) return;
    const unit = units[index];
    if (!unit) {
      const score = scoreOf(units, { bases, places });
      if (areEven(units, { sums, places }) && isBetter(score, best.score)) {
        best = { places: [...places], score };
      }
      return;
    }
    for (const [place, sum] of sums.entries()) {
      places[index] = place;
      sum.weight += unit.weight;
      placeFrom(index + 1, moves + movesTo(place, unit));
      sum.weight -= unit.weight;
    }
  };
  placeFrom(0, 0);
  return best.places;
}

function leastMovesOf(units: readonly Unit[]): number {
  return units.reduce((total, unit) => total + fewestMovesOf(unit), 0);
}

type Shares = { readonly bases: readonly Figures[]; readonly places: readonly number[] };

/**
 * Scores a distribution by the number of moved loans, then by the unevenness of both figures; less
 * is better.
 */
function scoreOf(units: readonly Unit[], { bases, places }: Shares): readonly number[] {
  const sums = bases.map((base) => ({ ...base }));
  for (const [index, { weight, other }] of units.entries()) {
    const sum = sums[places[index] ?? 0];
    if (!sum) continue;
    sum.weight += weight;
    sum.other += other;
  }
  return [
    movesOf(units, places),
    sums.reduce((total, { weight }) => total + weight ** 2, 0),
    sums.reduce((total, { other }) => total + other ** 2, 0),
  ];
}

function isBetter(score: readonly number[], best: readonly number[]): boolean {
  const first = score.findIndex((figure, index) => figure !== best[index]);
  return first >= 0 && (score[first] ?? 0) < (best[first] ?? 0);
}

type Placed = {
  readonly sums: readonly { readonly weight: number }[];
  readonly places: readonly number[];
};

function areEven(units: readonly Unit[], { sums, places }: Placed): boolean {
  const least = Math.min(...sums.map(({ weight }) => weight));
  return units.every(({ weight }, index) => {
    const sum = sums[places[index] ?? 0];
    return weight === 0 || !sum || sum.weight - least <= weight;
  });
}
