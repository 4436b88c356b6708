import type { Rounding } from './exact.ts';
import { divideRoundedBig } from './exact.ts';
import type { PeriodFactors } from './period-factors.ts';
import { factorAt } from './period-factors.ts';

/**
 * Returns the level instalment that repays `principal` over the periods' interest factors, in minor
 * units, rounded to a multiple: principal × Π(1+fₖ) ÷ Σₖ Πⱼ₍ⱼ>ₖ₎(1+fⱼ), less the balloon's share.
 *
 * A double is used if its error bound contains no rounding boundary, exact integers otherwise. So
 * the result is exact for every safe principal, usually at the cost of a double.
 */
export function levelInstalment(
  factors: PeriodFactors,
  options: {
    readonly principal: number;
    readonly balloon: number;
    readonly rounding: Rounding;
    readonly multiple: number;
    /** Number of initial periods without a level instalment; default none. */
    readonly skip?: number;
  },
): number {
  return estimateInstalment(factors, options) ?? exactInstalment(factors, options);
}

type LevelOptions = Parameters<typeof levelInstalment>[1];

// Each step rounds three times, so 8 units in the last place per step are a generous bound.
// A doubling rounds no more often than the steps that it replaces.
const ERROR_PER_STEP = 8 * Number.EPSILON;

function estimateInstalment(
  factors: PeriodFactors,
  { principal, balloon, rounding, multiple, skip = 0 }: LevelOptions,
): number | undefined {
  const { leading, regular, count } = factors;
  let growth = 1;
  let annuity = 0;
  for (let k = skip; k < leading.length; k++) {
    const { numerator, denominator } = leading[k] ?? regular;
    const step = 1 + numerator / denominator;
    growth *= step;
    annuity = annuity * step + 1;
  }
  const steps = count - skip;
  // Doubles the regular periods, one bit of their number per pass: twice as many periods have
  // growth² and annuity × (growth + 1).
  const step = 1 + regular.numerator / regular.denominator;
  let square = step;
  let sum = 1;
  for (let left = count - Math.max(skip, leading.length); left > 0; left >>= 1) {
    if ((left & 1) === 1) {
      annuity = annuity * square + sum;
      growth *= square;
    }
    sum *= square + 1;
    square *= square;
  }
  const units = (principal * growth - balloon) / annuity / multiple;
  const bound = (units + (principal * growth) / annuity / multiple) * ERROR_PER_STEP * (steps + 4);
  if (!(units < 2 ** 50)) return undefined;
  const low = roundUnits(units - bound, rounding);
  return low === roundUnits(units + bound, rounding) && bound < 0.25 ? low * multiple : undefined;
}

function roundUnits(units: number, rounding: Rounding): number {
  if (rounding === 'up') return Math.ceil(units);
  if (rounding === 'down') return Math.floor(units);
  return Math.floor(units + 0.5);
}

function exactInstalment(
  factors: PeriodFactors,
  { principal, balloon, rounding, multiple, skip = 0 }: LevelOptions,
): number {
  let scale = 1n;
  let growth = 1n;
  let annuity = 0n;
  for (let k = skip; k < factors.count; k++) {
    const factor = factorAt(factors, k);
    const denominator = BigInt(factor.denominator);
    const step = denominator + BigInt(factor.numerator);
    annuity = annuity * step + scale * denominator;
    scale *= denominator;
    growth *= step;
  }
  const numerator = BigInt(principal) * growth - BigInt(balloon) * scale;
  const units = divideRoundedBig(numerator, annuity * BigInt(multiple), rounding);
  return Number(units) * multiple;
}
