import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import {
  readNumberAs,
  type CellNumber,
  type DecimalMark,
} from '../../../../platform/table-files/number-format.ts';

/** Amounts that a borrower owes, which are debits of the loan's account. */
const debitFields: ReadonlySet<TapeField> = new Set<TapeField>([
  'principal',
  'balance',
  'instalment',
]);

const sided = /^(.*\d)\s*(cr|dr)\.?$/iu;

/** Removes the side of the account after an amount, as in "9,000.00 Dr". */
export function withoutSide(text: string): string {
  return sideIn(text)?.[1] ?? text;
}

/**
 * Checks the last character first, because most amounts end in a digit and the pattern is slower.
 */
function sideIn(text: string): RegExpExecArray | null {
  const last = text.charCodeAt(text.length - 1);
  return last >= ZERO && last <= NINE ? null : sided.exec(text);
}

const ZERO = 48;
const NINE = 57;

/**
 * Reads a number, or an amount owed with its side of the account: a credit is negative. Other
 * amounts are not read if they have a side, because "1.5 Cr" can be crores.
 */
export function readAmountAs(
  field: TapeField,
  text: string,
  mark: DecimalMark | null,
): CellNumber | null {
  const side = debitFields.has(field) ? sideIn(text)?.[2]?.toLowerCase() : undefined;
  const number = readNumberAs(side === undefined ? text : withoutSide(text), mark);
  if (side === undefined || number === null) return number;
  if (number.decimal.startsWith('-')) return null;
  const isZero = /^[0.]*$/.test(number.decimal);
  return side === 'cr' && !isZero ? { ...number, decimal: `-${number.decimal}` } : number;
}
