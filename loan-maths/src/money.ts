import { refuse, succeed } from './outcome.ts';
import type { Outcome } from './outcome.ts';

declare const currencyOfMinorUnits: unique symbol;

/**
 * An amount as a safe integer of a currency's smallest unit: `MinorUnits<"USD">` counts cents. The
 * brand names the currency, so that the compiler rejects mixed currencies, rates and bare numbers.
 */
export type MinorUnits<Currency extends string = string> = number & {
  readonly [currencyOfMinorUnits]: Currency;
};

/** An amount with its currency, as the parts of Bursar exchange it. */
export type Money<Currency extends string = string> = {
  readonly amountMinor: MinorUnits<Currency>;
  readonly currency: Currency;
};

/**
 * Brands an integer as minor units of a currency.
 *
 * @throws RangeError if the number is not a safe integer: a fraction of a cent is a bug, not an
 * input.
 * @example minorUnits(1999, "USD") // $19.99
 */
export function minorUnits<Currency extends string>(
  amount: number,
  _currency: Currency,
): MinorUnits<Currency> {
  return brandMinor<Currency>(amount);
}

/**
 * Brands the result of arithmetic on amounts of one currency.
 *
 * @throws RangeError if the number is not a safe integer.
 */
export function brandMinor<Currency extends string>(amount: number): MinorUnits<Currency> {
  // -0 becomes 0, so that amounts compare and print alike.
  const units = amount + 0;
  if (!isMinorUnits<Currency>(units)) {
    throw new RangeError(`Minor units must be a safe integer, not ${amount}.`);
  }
  return units;
}

/**
 * Brands a column of amounts without checks. The caller guarantees non-negative integers with a
 * safe total; checking each would cost as much as calculating it.
 */
export function brandColumn<Currency extends string>(
  amounts: readonly number[],
): readonly MinorUnits<Currency>[] {
  // The brand exists for the compiler only; the caller guarantees the integers.
  return amounts as readonly MinorUnits<Currency>[];
}

function isMinorUnits<Currency extends string>(amount: number): amount is MinorUnits<Currency> {
  return Number.isSafeInteger(amount);
}

export function addMinor<Currency extends string>(
  left: MinorUnits<Currency>,
  right: MinorUnits<NoInfer<Currency>>,
): MinorUnits<Currency> {
  return brandMinor(left + right);
}

export function subtractMinor<Currency extends string>(
  left: MinorUnits<Currency>,
  right: MinorUnits<NoInfer<Currency>>,
): MinorUnits<Currency> {
  return brandMinor(left - right);
}

/** ISO 4217 codes whose minor unit is not a hundredth. */
const NO_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND';
const TWO_DECIMALS =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF ' +
  'CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD ' +
  'HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA ' +
  'MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN ' +
  'QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP ' +
  'TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR ZMW ZWG';

/** Returns the decimals of a currency (ISO 4217): 0, 2 or 3; `undefined` for an unknown code. */
export function currencyDecimals(currency: string): CurrencyDecimals | undefined {
  return CURRENCY_DECIMALS.get(currency);
}

export type CurrencyDecimals = 0 | 2 | 3;

// Marked pure, so that bundles without currencies omit the list.
const CURRENCY_DECIMALS = /* @__PURE__ */ readCurrencies();

function readCurrencies(): ReadonlyMap<string, CurrencyDecimals> {
  const codes = new Map<string, CurrencyDecimals>();
  for (const code of NO_DECIMALS.split(' ')) codes.set(code, 0);
  for (const code of TWO_DECIMALS.split(' ')) codes.set(code, 2);
  for (const code of THREE_DECIMALS.split(' ')) codes.set(code, 3);
  return codes;
}

/** All supported currency codes in alphabetical order. */
export const CURRENCY_CODES: readonly string[] = /* @__PURE__ */ listCurrencies();

function listCurrencies(): string[] {
  return [...CURRENCY_DECIMALS.keys()].toSorted();
}

export type ParsedMoney<Currency extends string> = {
  readonly amountMinor: MinorUnits<Currency>;
  /**
   * True if digits beyond the minor unit were rounded away, which an import reports as a warning.
   */
  readonly digitsWereLost: boolean;
};

/**
 * Reads a plain decimal ("1234.5", "-0.01") as minor units of a currency, rounded half-even.
 *
 * @returns `amount_is_not_a_number`, `currency_is_unknown` or `amount_exceeds_safe_integers` as
 * refusals.
 * @example parseMoney("21.100000028", "USD") // { amountMinor: 2110, digitsWereLost: true }
 */
export function parseMoney<Currency extends string>(
  text: string,
  currency: Currency,
): Outcome<ParsedMoney<Currency>> {
  const decimals = currencyDecimals(currency);
  if (decimals === undefined) {
    return refuse('currency_is_unknown', 'currency', `${currency} is no ISO 4217 currency.`);
  }
  const parsed = parseDecimalToUnits(text, decimals);
  if (!parsed.ok) return parsed;
  return succeed({
    amountMinor: minorUnits(parsed.value.units, currency),
    digitsWereLost: parsed.value.digitsWereLost,
  });
}

/**
 * Reads a plain decimal as an integer of 10^-decimals, rounded half-even, without a binary
 * fraction.
 */
export function parseDecimalToUnits(
  text: string,
  decimals: number,
): Outcome<{ units: number; digitsWereLost: boolean }> {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim());
  const whole = match?.[2] ?? '';
  const fraction = match?.[3] ?? '';
  if (!match || whole + fraction === '') {
    return refuse('amount_is_not_a_number', 'amount', `"${text}" is no plain decimal number.`);
  }
  const digits = fraction.slice(0, decimals).padEnd(decimals, '0');
  const rest = fraction.slice(decimals);
  let size = BigInt(whole + digits || '0');
  if (roundsUpHalfEven(rest, (size & 1n) === 1n)) size += 1n;
  const units = Number(match[1] === '-' ? -size : size);
  if (!Number.isSafeInteger(units)) {
    return refuse('amount_exceeds_safe_integers', 'amount', `${text} is too large to be exact.`);
  }
  return succeed({ units: units + 0, digitsWereLost: /[1-9]/.test(rest) });
}

function roundsUpHalfEven(rest: string, isQuotientOdd: boolean): boolean {
  const first = rest.charAt(0);
  if (first === '') return false;
  if (first !== '5') return first > '5';
  return isQuotientOdd || /[1-9]/.test(rest.slice(1));
}

/**
 * Formats minor units as a plain decimal with a point and the currency's decimals; no grouping, no
 * symbol.
 *
 * @example formatMinor(minorUnits(-5, "USD"), "USD") // "-0.05"
 */
export function formatMinor<Currency extends string>(
  amountMinor: MinorUnits<Currency>,
  currency: NoInfer<Currency>,
): string {
  return formatUnits(amountMinor, currencyDecimals(currency) ?? 2);
}

export function formatUnits(units: number, decimals: number): string {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  const sign = units < 0 ? '-' : '';
  if (decimals === 0) return sign + digits;
  const point = digits.length - decimals;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
