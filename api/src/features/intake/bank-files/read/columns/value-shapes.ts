import { currenciesMeant } from '../../../../../platform/table-files/currency-signs.ts';
import { readNumberAs } from '../../../../../platform/table-files/number-format.ts';
import { isDayWithoutYear } from '../cells/days-without-year.ts';
import { withoutSide } from './amount-sides.ts';
import type { Head } from './bank-headings.ts';

/** Days in digits, or with the name of a month, in the orders that banks use. */
const days = [
  /^\p{N}{1,4}\s?[-/.]\s?\p{N}{1,2}\s?[-/.]\s?\p{N}{1,4}(?!\p{N})/u,
  /^\p{N}{8}$/u,
  /^\p{N}{1,2}[\s\-/.]*\p{L}{3,12}\.?[\s\-/,]*\p{N}{2,4}(?!\p{N})/u,
  /^\p{L}{3,12}\.?\s+\p{N}{1,2},?\s+\p{N}{4}(?!\p{N})/u,
  /^\p{L}{2,9}\.?,?\s+\p{N}{1,2}[\s\-/.]+(?:\p{L}{3,12}\.?|\p{N}{1,2})[\s\-/.,]+\p{N}{2,4}(?!\p{N})/u,
] as const;

/** Returns whether a text can be a day; only reading it shows whether it is one. */
export const looksLikeDay = (text: string): boolean => days.some((day) => day.test(text.trim()));

/** Returns whether a text in a column of days can be one, also without a year. */
export const mayBeDay = (text: string): boolean => looksLikeDay(text) || isDayWithoutYear(text);

/**
 * Returns whether a text can be an amount, even with "Cr" or "Dr", or a sign that means no amount.
 */
export function looksLikeAmount(cell: string): boolean {
  const { text } = withoutSide(cell);
  if (/^[-–—+]$/.test(text)) return true;
  return (['point', 'comma'] as const).some(
    (mark) => readNumberAs(text, mark)?.isPercent === false,
  );
}

/** Returns whether a text is an IBAN or another account number, without a name. */
export const looksLikeAccount = (text: string): boolean =>
  /^([A-Z]{2}\d{2}[A-Z\d]{8,30}|[\dX*]{5,})$/i.test(text.replaceAll(/[\s./-]/g, ''));

/**
 * Returns whether a text of any column may hold a loan number: only digits, or digits in a text
 * that is neither an amount, a day in digits nor an IBAN.
 */
export function mayHoldNumber(text: string): boolean {
  const value = text.trim();
  if (!/\p{N}/u.test(value) || value.length < NUMBER_MIN) return false;
  if (/^\p{N}+$/u.test(value)) return true;
  const isDay = looksLikeDay(value) && !/\p{L}/u.test(value);
  const isIban = looksLikeAccount(value) && value.replaceAll(/[\s./-]/g, '').length >= IBAN_MIN;
  return !isDay && !isIban && !looksLikeAmount(value);
}

const NUMBER_MIN = 3;
/** Minimum length of an account number that cannot be a loan number. */
const IBAN_MIN = 15;

const looksLikeCurrency = (text: string): boolean =>
  text.length <= 12 && currenciesMeant(text).length > 0;

/**
 * Returns the share of a column's values that fit a field; 1 if the column is empty or the field
 * can have any text.
 */
export function fitOfHead(head: Head, values: readonly string[]): number {
  const looks = shapeOf[head];
  const filled = values.filter((value) => value.trim() !== '');
  return !looks || filled.length === 0 ? 1 : filled.filter(looks).length / filled.length;
}

/**
 * Returns whether a column has a value that the field can have; true for a column without values.
 */
export function mayBeOfHead(head: Head, values: Iterable<string>): boolean {
  const looks = shapeOf[head];
  if (!looks) return true;
  let isEmpty = true;
  for (const value of values) {
    if (value.trim() === '') continue;
    if (looks(value)) return true;
    isEmpty = false;
  }
  return isEmpty;
}

/** Returns whether a text can be a value of a field; an empty one cannot. */
export const fitsHead = (head: Head, text: string): boolean =>
  text !== '' && (shapeOf[head]?.(text) ?? true);

const shapeOf: Partial<Record<Head, (text: string) => boolean>> = {
  bookedOn: mayBeDay,
  valueOn: mayBeDay,
  amount: looksLikeAmount,
  credit: looksLikeAmount,
  debit: looksLikeAmount,
  balance: looksLikeAmount,
  fee: looksLikeAmount,
  currency: looksLikeCurrency,
  debtorName: (text) => !looksLikeAccount(text),
  payerAccount: looksLikeAccount,
};
