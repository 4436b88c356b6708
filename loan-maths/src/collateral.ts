import { divideRoundedBig } from './exact.ts';
import { brandMinor, currencyDecimals, type MinorUnits } from './money.ts';

/** A decimal without rounding: `units` of 10^-`decimals`. */
export type ExactDecimal = { readonly units: bigint; readonly decimals: number };

/** Maximum value of a holding in minor units, so that sums of many stay safe integers. */
const VALUE_MAX = 10_000_000_000_000n;

/**
 * Reads a plain decimal ("0.00000001") without losing a digit; trailing zeros are dropped.
 *
 * @returns null for a negative number or a text that is not a plain decimal.
 */
export function exactDecimal(text: string): ExactDecimal | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return null;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  return { units: BigInt(`${match[1]}${fraction}`), decimals: fraction.length };
}

/**
 * Returns the value of a quantity of a digital asset at a unit price, in minor units. It is rounded
 * once for the whole holding, half away from zero.
 *
 * @returns null if a figure is not a decimal, the currency is unknown, or the value is above 10^13
 * minor units.
 * @example holdingValue("0.12345678", "64250.55", "USD") // 793217
 */
export function holdingValue<Currency extends string>(
  quantity: string,
  price: string,
  currency: Currency,
): MinorUnits<Currency> | null {
  const held = exactDecimal(quantity);
  const each = exactDecimal(price);
  const decimals = currencyDecimals(currency);
  if (!held || !each || decimals === undefined) return null;
  const product = held.units * each.units * 10n ** BigInt(decimals);
  const value = divideRoundedBig(product, 10n ** BigInt(held.decimals + each.decimals), 'half_up');
  return value > VALUE_MAX ? null : brandMinor<Currency>(Number(value));
}

/**
 * Returns outstanding ÷ collateral value in hundredths of a per cent, rounded half-up.
 *
 * @returns null if the collateral has no value, or the ratio is beyond safe integers.
 * @example loanToValueBps(120_000, 160_000) // 7500
 */
export function loanToValueBps(outstandingMinor: number, valueMinor: number): number | null {
  if (valueMinor <= 0) return null;
  const numerator = BigInt(outstandingMinor) * 10_000n;
  const bps = Number(divideRoundedBig(numerator, BigInt(valueMinor), 'half_up'));
  return Number.isSafeInteger(bps) ? bps : null;
}

/** The loan-to-value from which a loan is watched, and from which more collateral is called. */
export type MarginLine = { readonly warningBps: number; readonly callBps: number };

/**
 * Returns the position of a loan against the margin line, compared without rounding. A loan at a
 * threshold has reached it. A loan that owes nothing is `within`; one without collateral value is
 * at `call`.
 */
export function marginOf(
  { outstandingMinor, valueMinor }: { outstandingMinor: number; valueMinor: number },
  { warningBps, callBps }: MarginLine,
): 'within' | 'warning' | 'call' {
  if (outstandingMinor <= 0) return 'within';
  const owed = BigInt(outstandingMinor) * 10_000n;
  if (owed >= BigInt(valueMinor) * BigInt(callBps)) return 'call';
  return owed >= BigInt(valueMinor) * BigInt(warningBps) ? 'warning' : 'within';
}

/** Returns the exact sum of non-negative plain decimals as a plain decimal; "0" for none. */
export function sumDecimals(texts: readonly string[]): string {
  const addends = texts.flatMap((text) => exactDecimal(text) ?? []);
  const decimals = Math.max(0, ...addends.map((one) => one.decimals));
  const units = addends.reduce(
    (sum, one) => sum + one.units * 10n ** BigInt(decimals - one.decimals),
    0n,
  );
  const digits = units.toString().padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  const fraction = digits.slice(at).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, at) : `${digits.slice(0, at)}.${fraction}`;
}
