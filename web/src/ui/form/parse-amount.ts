import { currencyDecimals, parseMoney } from '@bursar/loan-maths/money';
import { westernDigits } from './western-digits.ts';

/** Why a typed amount is invalid; the field has a sentence for each reason. */
export type AmountProblem = 'not_an_amount' | 'too_many_decimals' | 'too_large';

export type ParsedAmount =
  | { ok: true; amountMinor: number }
  | { ok: false; problem: AmountProblem };

/**
 * Reads an amount as typed in a locale (`1,234.5`, `1.234,50`, `١٬٢٣٤٫٥`), in minor units. A
 * grouping mark must be in a grouping position: `12,50` in English is refused, not read as 1,250.
 */
export function parseAmount(text: string, currency: string, locale: string): ParsedAmount {
  const plain = plainDecimal(text, locale);
  if (plain === null) return { ok: false, problem: 'not_an_amount' };
  const [, fraction = ''] = plain.split('.');
  const decimals = currencyDecimals(currency) ?? 2;
  if (/[1-9]/.test(fraction.slice(decimals))) return { ok: false, problem: 'too_many_decimals' };
  const parsed = parseMoney(plain, currency);
  if (parsed.ok) return { ok: true, amountMinor: parsed.value.amountMinor };
  const isLarge = parsed.failure.name === 'amount_exceeds_safe_integers';
  return { ok: false, problem: isLarge ? 'too_large' : 'not_an_amount' };
}

/** Converts a number as typed in a locale to a plain decimal (`-1234.5`); null if it is none. */
export function plainDecimal(text: string, locale: string): string | null {
  const { decimal, group } = separatorsOf(locale);
  const typed = westernDigits(text)
    .replaceAll(/[\s\u00a0\u202f\u200e\u200f\u061c'\u2019]/g, '')
    .replaceAll('\u2212', '-')
    .replaceAll('\u066b', decimal)
    .replaceAll('\u066c', group);
  const sign = typed.startsWith('-') ? '-' : '';
  const [whole = '', fraction, ...rest] = typed.slice(sign.length).split(decimal);
  if (rest.length > 0 || !/^\d*$/.test(fraction ?? '')) return null;
  const groups = whole.split(group);
  const isGrouped =
    groups.length === 1 ||
    (/^\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((part) => /^\d{3}$/.test(part)));
  const digits = groups.join('');
  if (!isGrouped || !/^\d*$/.test(digits) || digits + (fraction ?? '') === '') return null;
  return `${sign}${digits || '0'}${fraction ? `.${fraction}` : ''}`;
}

function separatorsOf(locale: string): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(-1234567.8);
  const mark = (type: 'decimal' | 'group', usual: string) =>
    parts.find((part) => part.type === type)?.value ?? usual;
  return { decimal: mark('decimal', '.'), group: mark('group', ',') };
}
