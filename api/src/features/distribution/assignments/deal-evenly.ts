/** A loan, or loans that stay together. */
export type Unit = {
  readonly key: string;
  readonly loanIds: readonly string[];
  /** How many of its loans each target has already, by the target's place. */
  readonly loansHeldAt: ReadonlyMap<number, number>;
  /** The figure by which shares are even. */
  readonly weight: number;
  /** The figure that decides between equal weights. */
  readonly other: number;
};

export type Figures = { readonly weight: number; readonly other: number };

/** What one target has: the lightest unit comes first. */
type Pile = { weight: number; other: number; readonly units: Unit[] };

/** How many loans of a unit move if the target at this place gets it. */
export function movesTo(place: number, { loanIds, loansHeldAt }: Unit): number {
  return loanIds.length - (loansHeldAt.get(place) ?? 0);
}

/** How many loans of a unit move at the least. */
export function fewestMovesOf({ loanIds, loansHeldAt }: Unit): number {
  return loanIds.length - Math.max(0, ...loansHeldAt.values());
}

/**
 * Leaves every unit where it is, gives those from elsewhere to whoever has least, and then moves
 * units from targets that have too much, those first that even out the most. The units come with
 * the heaviest first; answers a place for each of them.
 */
export function dealEvenly(units: readonly Unit[], bases: readonly Figures[]): readonly number[] {
  const piles: Pile[] = bases.map((base) => ({ ...base, units: [] }));
  const homes = units.filter(({ loansHeldAt }) => loansHeldAt.size > 0);
  const others = units.filter(({ loansHeldAt }) => loansHeldAt.size === 0);
  for (const unit of [...homes, ...others]) {
    const fewest = fewestMovesOf(unit);
    const cheapest = piles.filter((_, place) => movesTo(place, unit) === fewest);
    put(leastOf(cheapest), unit);
  }
  evenOut(piles);
  putBack(piles);
  return placesOf(piles, units);
}

/** How much a target may have more than the lightest one: its smallest unit that weighs anything. */
function smallestWeight({ units }: Pile): number {
  return units[indexOfWeight(units, 1)]?.weight ?? Infinity;
}

/** Each step makes the shares more even, so it ends. */
function evenOut(piles: readonly Pile[]): void {
  const average = piles.reduce((total, { weight }) => total + weight, 0) / piles.length;
  for (;;) {
    const to = leastOf(piles);
    const tooHeavy = piles.filter((pile) => pile.weight - to.weight > smallestWeight(pile));
    const from = mostOf(tooHeavy);
    if (!from) return;
    const unit = chooseToMove(from, { to, average });
    take(from, unit);
    put(to, unit);
  }
}

/**
 * The unit that brings both targets nearest to the average. It weighs less than the two differ by:
 * otherwise they would only change places.
 */
function chooseToMove(from: Pile, { to, average }: { to: Pile; average: number }): Unit {
  const difference = from.weight - to.weight;
  const [surplus, deficit] = [from.weight - average, average - to.weight];
  const smaller = Math.min(surplus, deficit);
  const wanted = Math.max(1, smaller > 0 ? smaller : difference / 2);
  const next = indexOfWeight(from.units, wanted);
  const candidates = [from.units[next - 1], from.units[next]].filter(
    (unit) => unit !== undefined && unit.weight > 0 && unit.weight < difference,
  );
  const gainOf = ({ weight }: Unit) => -Math.abs(surplus - weight) - Math.abs(deficit - weight);
  const best = candidates.reduce((chosen, unit) =>
    unit && (!chosen || gainOf(unit) > gainOf(chosen)) ? unit : chosen,
  );
  if (!best) throw new Error('a target that has too much has a unit that can leave it');
  return chooseAmongEqual(from, { weight: best.weight, other: (from.other - to.other) / 2 });
}

/** Of the units of one weight the one whose other figure evens out best. */
function chooseAmongEqual({ units }: Pile, { weight, other }: Figures): Unit {
  const next = indexOf(units, { weight, other });
  const [below, above] = [units[next - 1], units[next]];
  const isNearer =
    below?.weight === weight &&
    (above?.weight !== weight || other - below.other < above.other - other);
  const chosen = isNearer ? below : above;
  if (chosen?.weight !== weight) throw new Error('the target has a unit of this weight');
  return chosen;
}

/** Gives back what need not have moved, now that all is even. */
function putBack(piles: readonly Pile[]): void {
  for (const [place, pile] of piles.entries()) {
    for (const unit of pile.units.toReversed()) {
      const homes = [...unit.loansHeldAt.keys()].filter(
        (home) => movesTo(home, unit) < movesTo(place, unit),
      );
      for (const home of homes) {
        const target = piles[home];
        // With this unit more, only the lightest can still be even with the others.
        if (!target || target.weight > leastOf(piles).weight) continue;
        take(pile, unit);
        put(target, unit);
        if (areEven(piles)) break;
        take(target, unit);
        put(pile, unit);
      }
    }
  }
}

function areEven(piles: readonly Pile[]): boolean {
  const least = leastOf(piles);
  return piles.every((pile) => pile.weight - least.weight <= smallestWeight(pile));
}

function placesOf(piles: readonly Pile[], units: readonly Unit[]): readonly number[] {
  const places = new Map(
    piles.flatMap((pile, place) => pile.units.map(({ key }) => [key, place] as const)),
  );
  return units.map(({ key }) => places.get(key) ?? 0);
}

/** The lightest, by the other figure among equals, then the first. */
function leastOf(piles: readonly Pile[]): Pile {
  return piles.reduce((least, pile) => (compareFigures(pile, least) < 0 ? pile : least));
}

function mostOf(piles: readonly Pile[]): Pile | undefined {
  const [first, ...rest] = piles;
  return (
    first && rest.reduce((most, pile) => (compareFigures(pile, most) > 0 ? pile : most), first)
  );
}

function put(pile: Pile, unit: Unit): void {
  pile.units.splice(indexOf(pile.units, unit), 0, unit);
  pile.weight += unit.weight;
  pile.other += unit.other;
}

function take(pile: Pile, unit: Unit): void {
  let index = indexOf(pile.units, unit);
  while (pile.units[index] !== unit) index += 1;
  pile.units.splice(index, 1);
  pile.weight -= unit.weight;
  pile.other -= unit.other;
}

const compareFigures = (left: Figures, right: Figures) =>
  left.weight - right.weight || left.other - right.other;

/** Where the first unit is that has these figures or greater ones. */
function indexOf(units: readonly Unit[], figures: Figures): number {
  let [low, high] = [0, units.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const unit = units[middle];
    if (unit && compareFigures(unit, figures) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const indexOfWeight = (units: readonly Unit[], weight: number) =>
  indexOf(units, { weight, other: -Infinity });
