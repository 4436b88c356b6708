/**
 * The result of a search for a root. The function changes its sign between the ends of `bracket`,
 * which proves the root, or is zero at both ends if they are equal.
 */
export type RootFinding =
  | { readonly kind: 'unique'; readonly root: number; readonly bracket: readonly [number, number] }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly roots: readonly number[] };

/** A function and its slope at a point. */
export type Differentiable = (at: number) => { readonly value: number; readonly slope: number };

/**
 * Finds the roots between neighbouring points of a grid from zero up and from zero down.
 *
 * If there is at most one root (`stopsAtFirst`), the search ends with the first bracket. Otherwise
 * every cell is searched in 64 parts, and several changes of sign are reported instead of an
 * arbitrary root.
 */
export function findRoots(
  f: Differentiable,
  search: {
    readonly up: readonly number[];
    readonly down: readonly number[];
    readonly stopsAtFirst: boolean;
  },
): RootFinding {
  const atZero = f(0).value;
  if (atZero === 0 && search.stopsAtFirst) return { kind: 'unique', root: 0, bracket: [0, 0] };
  const found: { root: number; bracket: readonly [number, number] }[] = [];
  if (atZero === 0) found.push({ root: 0, bracket: [0, 0] });
  for (const grid of [search.up, search.down]) {
    let left = 0;
    let leftValue = atZero;
    for (const right of search.stopsAtFirst ? grid : refine(grid)) {
      const rightValue = f(right).value;
      const bracket = [left, right] as const;
      if (rightValue === 0) found.push({ root: right, bracket: [right, right] });
      else if (leftValue !== 0 && leftValue < 0 !== rightValue < 0) {
        found.push({ root: closeIn(f, bracket, leftValue < 0), bracket });
      }
      if (search.stopsAtFirst && found.length > 0) break;
      left = right;
      leftValue = rightValue;
    }
    if (search.stopsAtFirst && found.length > 0) break;
  }
  const [first, ...others] = found;
  if (!first) return { kind: 'none' };
  if (others.length > 0) return { kind: 'several', roots: found.map(({ root }) => root) };
  return { kind: 'unique', ...first };
}

/**
 * Finds the first root above a point, in 64 parts of each cell of a grid that starts at the point.
 */
export function findRootAbove(
  f: Differentiable,
  from: number,
  grid: readonly number[],
): RootFinding {
  let left = from;
  const isNegative = f(from).value < 0;
  for (const step of refine(grid)) {
    const right = from + step;
    if (f(right).value < 0 !== isNegative) {
      const bracket = [left, right] as const;
      return { kind: 'unique', root: closeIn(f, bracket, isNegative), bracket };
    }
    left = right;
  }
  return { kind: 'none' };
}

function refine(grid: readonly number[]): number[] {
  return grid.flatMap((end, index) => {
    const start = grid[index - 1] ?? 0;
    return Array.from({ length: 64 }, (_, part) => start + ((end - start) * (part + 1)) / 64);
  });
}

const STEPS_MAX = 200;

/**
 * Returns the root in a bracket by Newton's method, with bisection if a step leaves the bracket;
 * `low` has the sign of the left end.
 */
function closeIn(
  f: Differentiable,
  [left, right]: readonly [number, number],
  leftIsNegative: boolean,
): number {
  let low = left;
  let high = right;
  let at = (low + high) / 2;
  for (let step = 0; step < STEPS_MAX; step++) {
    const { value, slope } = f(at);
    if (value === 0) return at;
    if (value < 0 === leftIsNegative) low = at;
    else high = at;
    const newton = at - value / slope;
    const isInside = newton > Math.min(low, high) && newton < Math.max(low, high);
    const next = isInside ? newton : (low + high) / 2;
    if (Math.abs(next - at) <= 2 * Number.EPSILON * Math.abs(at)) return next;
    at = next;
  }
  return at;
}
