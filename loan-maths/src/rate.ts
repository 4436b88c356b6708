import type { Fraction } from './exact.ts';
import { multiplyFractions } from './exact.ts';
import { refuse, succeed } from './outcome.ts';
import type { Outcome } from './outcome.ts';

declare const annualRateBrand: unique symbol;

/**
 * A nominal annual rate in per cent as a plain decimal string ("14.07"), from 0 to 1000. It is a
 * string because rates are agreed, stored and printed as decimals; `rateFraction` makes the
 * arithmetic exact.
 */
export type AnnualRate = string & { readonly [annualRateBrand]: true };

/** Maximum decimals of a rate in per cent. */
export const RATE_DECIMALS_MAX = 6;

/**
 * Reads a rate in per cent and drops a plus sign and redundant zeros.
 *
 * @returns `rate_is_not_a_number` or `rate_is_out_of_range` (below 0, above 1000 %, over 6
 * decimals) as refusals.
 * @example parseAnnualRate("014.070") // "14.07"
 */
export function parseAnnualRate(text: string): Outcome<AnnualRate> {
  const match = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text.trim());
  const whole = match?.[2] ?? '';
  const fraction = match?.[3] ?? '';
  if (!match || !/\d/.test(text)) {
    return refuse('rate_is_not_a_number', 'annualRate', `"${text}" is no plain decimal number.`);
  }
  const isZero = whole === '' && fraction === '';
  const isOutside =
    (match[1] === '-' && !isZero) ||
    fraction.length > RATE_DECIMALS_MAX ||
    Number(`${whole || '0'}.${fraction || '0'}`) > 1000;
  if (isOutside) {
    return refuse(
      'rate_is_out_of_range',
      'annualRate',
      `A rate is between 0 and 1000 % with at most ${RATE_DECIMALS_MAX} decimals, not ${text}.`,
    );
  }
  const rate = fraction ? `${whole || '0'}.${fraction}` : whole || '0';
  return succeed(rate as AnnualRate);
}

/**
 * Brands a rate that the program itself knows to be valid.
 *
 * @throws RangeError if it is not; read user input with `parseAnnualRate`.
 */
export function annualRate(text: string): AnnualRate {
  const parsed = parseAnnualRate(text);
  if (!parsed.ok) throw new RangeError(parsed.failure.message);
  return parsed.value;
}

/**
 * Returns the rate as an exact ratio of safe integers: "14.07" is 1407 / 10000 (per year, not per
 * cent). The denominator is the power of ten that the decimals need, which keeps products of money
 * and rate small.
 */
export function rateFraction(rate: AnnualRate): Fraction {
  return readRate(rate).yearly;
}

/** Returns a twelfth of the rate in lowest terms: "14.07" is 469 / 40000 a month. */
export function monthlyFraction(rate: AnnualRate): Fraction {
  return readRate(rate).monthly;
}

function readRate(rate: AnnualRate): RateRead {
  const known = RATES_READ.get(rate);
  if (known) return known;
  const point = rate.indexOf('.');
  const decimals = point < 0 ? 0 : rate.length - point - 1;
  const yearly = { numerator: Number(rate.replace('.', '')), denominator: 10 ** (decimals + 2) };
  const read = { yearly, monthly: multiplyFractions(yearly, { numerator: 1, denominator: 12 }) };
  if (RATES_READ.size >= RATES_CACHED) RATES_READ.clear();
  RATES_READ.set(rate, read);
  return read;
}

type RateRead = { readonly yearly: Fraction; readonly monthly: Fraction };

/** Caches rates, because many loans share few rates. It holds valid rates only. */
const RATES_READ = new Map<string, RateRead>();
const RATES_CACHED = 1000;

/** Returns whether a rate is cached and therefore valid. */
export function isKnownRate(rate: string): rate is AnnualRate {
  return RATES_READ.has(rate);
}
