/** One loan, or several loans that must stay together. */
export type Unit = {
  readonly key: string;
  readonly loanIds: readonly string[];
  /** Number of the unit's loans that each target already holds, by target index. */
  readonly loansHeldAt: ReadonlyMap<number, number>;
  readonly weight: number;
  /** The tie-breaker between equal weights. */
  readonly other: number;
};

export type Figures = { readonly weight: number; readonly other: number };

/** The current share of one target, with its units ordered by weight, lightest first. */
type Pile = { weight: number; other: number; readonly units: Unit[] };

/** Counts the loans of a unit that move if the target at this index gets it. */
export function movesTo(place: number, { loanIds, loansHeldAt }: Unit): number {
  return loanIds.length - (loansHeldAt.get(place) ?? 0);
}

/** Counts the fewest loans of a unit that must move. */
export function fewestMovesOf({ loanIds, loansHeldAt }: Unit): number {
  return loanIds.length - Math.max(0, ...loansHeldAt.values());
}

/** Counts the loans that move if each unit goes to its target in `places`. */
export function movesOf(units: readonly Unit[], places: readonly number[]): number {
  return units.reduce((total, unit, index) => total + movesTo(places[index] ?? 0, unit), 0);
}

/**
 * Balances units over targets; `units` must be sorted heaviest first. Returns a target index for
 * each unit.
 *
 * Starting from the present targets usually moves the fewest loans. Sometimes dealing all units
 * again moves fewer, so both are tried.
 */
export function dealEvenly(units: readonly Unit[], bases: readonly Figures[]): readonly number[] {
  const fromPresent = dealFrom(units, { bases, start: 'present' });
  if (units.every(({ loansHeldAt }) => loansHeldAt.size === 0)) return fromPresent;
  const fromEmpty = dealFrom(units, { bases, start: 'empty' });
  return movesOf(units, fromEmpty) < movesOf(units, fromPresent) ? fromEmpty : fromPresent;
}

type Start = { readonly bases: readonly Figures[]; readonly start: 'present' | 'empty' };

/**
 * Distributes the units over the targets. If `start` is `present`, each unit stays with the target
 * that holds most of its loans, and units without a target go to the lightest one; if it is
 * `empty`, every unit goes to the lightest target. Then units move from overloaded targets to even
 * the shares, and back to former targets if the shares stay even.
 */
function dealFrom(units: readonly Unit[], { bases, start }: Start): readonly number[] {
  const piles: Pile[] = bases.map((base) => ({ ...base, units: [] }));
  const stays = ({ loansHeldAt }: Unit) => start === 'present' && loansHeldAt.size > 0;
  for (const unit of units.filter(stays)) {
    const fewest = fewestMovesOf(unit);
    put(leastOf(piles.filter((_, place) => movesTo(place, unit) === fewest)), unit);
  }
  for (const unit of units.filter((one) => !stays(one))) put(leastOf(piles), unit);
  evenOut(piles);
  putBack(piles);
  return placesOf(piles, units);
}

/**
 * Returns the weight by which the target may exceed the lightest one: that of its smallest unit
 * with a weight above zero. A target without such a unit may exceed it by any weight.
 */
function smallestWeight({ units }: Pile): number {
  return units[indexOfWeight(units, 1)]?.weight ?? Infinity;
}

/**
 * Moves units from overloaded targets to the lightest one until no target is overloaded. It
 * terminates because each step makes the shares more even.
 */
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
 * Chooses the unit that brings both targets nearest to the average. It must weigh less than their
 * difference, or they would only swap places.
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

/** Chooses, among the units of this weight, the one whose other figure balances best. */
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

/** Returns units to their former targets if the shares stay even. */
function putBack(piles: readonly Pile[]): void {
  for (const [place, pile] of piles.entries()) {
    for (const unit of pile.units.toReversed()) {
      const homes = [...unit.loansHeldAt.keys()].filter(
        (home) => movesTo(home, unit) < movesTo(place, unit),
      );
      for (const home of homes) {
        const target = piles[home];
        // Once a unit with a weight is added, only the lightest target can still be even with the
        // others.
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

/** Returns the lightest target; ties are broken by the other figure, then by index. */
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

/** Returns the index of the first unit with these figures or greater. */
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
