/**
 * Rounds `numerator / denominator` to an integer exactly, even if the operands are beyond safe
 * integers. Money never becomes a binary fraction: products are integers that are divided once.
 *
 * @throws BeyondSafeIntegers if the result is not a safe integer.
 */
export function divideRounded(
  numerator: number | bigint,
  denominator: number | bigint,
  rounding: Rounding,
): number {
  if (typeof numerator === 'number' && typeof denominator === 'number') {
    if (isSmall(numerator)) return divideSmall(numerator, denominator, rounding);
  }
  return toSafe(divideRoundedBig(BigInt(numerator), BigInt(denominator), rounding));
}

/**
 * Returns `value × numerator / denominator`, rounded once, with big integers if the product is
 * negative or not below 2^52.
 *
 * @throws BeyondSafeIntegers if the result is not a safe integer.
 */
export function scaleRounded(
  value: number,
  { numerator, denominator }: Fraction,
  rounding: Rounding,
): number {
  const product = value * numerator;
  if (product >= 0 && product < EXACT_PRODUCT_LIMIT) {
    // Multiplying by the ratio takes half the time of dividing the product.
    const guess = Math.floor(value * (numerator / denominator) + 0.5);
    return settleGuess(guess, { rest: product - guess * denominator, denominator, rounding });
  }
  return divideRounded(BigInt(value) * BigInt(numerator), BigInt(denominator), rounding);
}

/** A ratio of two safe integers with a positive denominator. */
export type Fraction = { readonly numerator: number; readonly denominator: number };

export type BigFraction = { readonly numerator: bigint; readonly denominator: bigint };

export type Rounding = 'half_even' | 'half_up' | 'up' | 'down';

export function divideRoundedBig(
  numerator: bigint,
  denominator: bigint,
  rounding: Rounding,
): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const whole = size / denominator;
  const rest = size - whole * denominator;
  const grows =
    rest !== 0n && growsAway(rounding, compareBig(rest * 2n, denominator), (whole & 1n) === 1n);
  const rounded = grows ? whole + 1n : whole;
  return numerator < 0n ? -rounded : rounded;
}

/**
 * Returns whether the rounded amount is the integer further from zero. `half_up` and `up` round
 * away from zero, `down` towards it, like Java's RoundingMode and most ledgers.
 */
function growsAway(rounding: Rounding, againstHalf: number, wholeIsOdd: boolean): boolean {
  if (rounding === 'down') return false;
  if (rounding === 'up' || againstHalf > 0) return true;
  return againstHalf === 0 && (rounding === 'half_up' || wholeIsOdd);
}

/** Below 2^52 a product, its remainder and twice the remainder are exact in a double. */
export const EXACT_PRODUCT_LIMIT = 2 ** 52;

function isSmall(value: number): boolean {
  return value < EXACT_PRODUCT_LIMIT && value > -EXACT_PRODUCT_LIMIT;
}

function divideSmall(numerator: number, denominator: number, rounding: Rounding): number {
  const size = numerator < 0 ? -numerator : numerator;
  const guess = Math.floor(size / denominator + 0.5);
  const rest = size - guess * denominator;
  const whole = settleGuess(guess, { rest, denominator, rounding });
  return numerator < 0 && whole !== 0 ? -whole : whole;
}

/**
 * Returns the rounded quotient from a guess at the nearest integer. Floating point may place the
 * guess slightly more than half a unit from the quotient, never a whole unit; the exact integer
 * remainder decides.
 */
function settleGuess(
  guess: number,
  { rest, denominator, rounding }: { rest: number; denominator: number; rounding: Rounding },
): number {
  if (rounding === 'up') return rest > 0 ? guess + 1 : guess;
  const lower = rest < 0 ? guess - 1 : guess;
  if (rounding === 'down') return lower;
  const twice = rest < 0 ? -rest * 2 : rest * 2;
  if (twice < denominator) return guess;
  if (twice > denominator) return rest > 0 ? guess + 1 : lower;
  return rounding === 'half_up' || lower % 2 === 1 ? lower + 1 : lower;
}

function compareBig(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Thrown if a rounded amount is not a safe integer. Callers that validate terms turn it into a
 * refusal.
 */
export class BeyondSafeIntegers extends RangeError {
  constructor() {
    super('A rounded amount is beyond safe integers.');
  }
}

function toSafe(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) {
    throw new BeyondSafeIntegers();
  }
  return number;
}

/** Returns the product in lowest terms, so that later products with money stay small. */
export function multiplyFractions(left: Fraction, right: Fraction): Fraction {
  const a = greatestCommonDivisor(left.numerator, right.denominator);
  const b = greatestCommonDivisor(right.numerator, left.denominator);
  return reduceFraction({
    numerator: (left.numerator / a) * (right.numerator / b),
    denominator: (left.denominator / b) * (right.denominator / a),
  });
}

/**
 * Returns the first ratio less the second, never below zero. If the exact ratio is beyond safe
 * integers, it is rounded to 12 decimals.
 */
export function subtractFractions(left: Fraction, right: Fraction): Fraction {
  const numerator =
    BigInt(left.numerator) * BigInt(right.denominator) -
    BigInt(right.numerator) * BigInt(left.denominator);
  if (numerator <= 0n) return { numerator: 0, denominator: 1 };
  const denominator = BigInt(left.denominator) * BigInt(right.denominator);
  const divisor = greatestCommonDivisorBig(numerator, denominator);
  const exact = {
    numerator: Number(numerator / divisor),
    denominator: Number(denominator / divisor),
  };
  if (Number.isSafeInteger(exact.numerator) && Number.isSafeInteger(exact.denominator)) {
    return exact;
  }
  const scaled = divideRoundedBig(numerator * TWELVE_DECIMALS, denominator, 'half_even');
  return { numerator: Number(scaled), denominator: Number(TWELVE_DECIMALS) };
}

const TWELVE_DECIMALS = 10n ** 12n;

function greatestCommonDivisorBig(left: bigint, right: bigint): bigint {
  let [a, b] = [left, right];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

export function reduceFraction({ numerator, denominator }: Fraction): Fraction {
  const divisor = greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function greatestCommonDivisor(left: number, right: number): number {
  let a = Math.abs(left);
  let b = Math.abs(right);
  while (b !== 0) [a, b] = [b, a % b];
  return a || 1;
}

/** @throws RangeError if the sum is not a ratio of safe integers. */
export function sumFractions(addends: readonly Fraction[]): Fraction {
  let sum: Fraction = { numerator: 0, denominator: 1 };
  for (const addend of addends) {
    const divisor = greatestCommonDivisor(sum.denominator, addend.denominator);
    sum = reduceFraction({
      numerator:
        sum.numerator * (addend.denominator / divisor) +
        addend.numerator * (sum.denominator / divisor),
      denominator: (sum.denominator / divisor) * addend.denominator,
    });
  }
  if (!Number.isSafeInteger(sum.numerator) || !Number.isSafeInteger(sum.denominator)) {
    throw new RangeError('A sum of fractions is beyond safe integers.');
  }
  return sum;
}

/**
 * Like `sumFractions`, for sums of any size. Ratios of equal denominators are added first, because
 * there are few different denominators.
 */
export function sumFractionsBig(addends: readonly Fraction[]): BigFraction {
  const numerators = new Map<number, bigint>();
  for (const { numerator, denominator } of addends) {
    numerators.set(denominator, (numerators.get(denominator) ?? 0n) + BigInt(numerator));
  }
  let sum = { numerator: 0n, denominator: 1n };
  for (const [key, numerator] of numerators) {
    const denominator = BigInt(key);
    sum = {
      numerator: sum.numerator * denominator + numerator * sum.denominator,
      denominator: sum.denominator * denominator,
    };
  }
  return sum;
}
