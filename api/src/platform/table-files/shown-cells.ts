import { displayedNumber, type NumberDisplay } from './number-display.ts';
import { dayOfSerial, type DateSystem } from './serial-days.ts';

type NumberCell = {
  readonly display: NumberDisplay;
  readonly dateSystem: DateSystem;
};

/**
 * Returns a numeric cell of a workbook as a user sees it: 43449 as 2018-12-15, and 121 in a format
 * of 000000 as 000121.
 */
export function shownNumber(cell: string, { display, dateSystem }: NumberCell): string {
  if (display.kind === 'date') return dayOfSerial(Number(cell), dateSystem) ?? cell;
  // Digits after the fifteenth are lost, so the text must not look like a complete loan number.
  if (cell.replaceAll(/\D/g, '').length > EXACT_DIGITS_MAX) return shownWithExponent(cell);
  return displayedNumber(cell, display) ?? cell;
}

/**
 * Returns a long number as a workbook shows it: with an exponent, which hides some of its digits.
 *
 * @example shownWithExponent('447912345678') // '4.47912E+11'
 */
export function shownWithExponent(cell: string): string {
  return Number(cell)
    .toExponential(5)
    .toUpperCase()
    .replace(/(?<=[+-])\d$/, '0$&');
}

/**
 * Returns the day of a numeric cell in a date column, whether or not it is formatted as a date.
 * Returns the cell unchanged if its number is no day.
 */
export function shownDay(cell: string, { display, dateSystem }: NumberCell): string {
  const serial = Number(cell);
  const isDay = display.kind === 'date' || (serial >= SERIAL_MIN && serial <= SERIAL_MAX);
  return (isDay ? dayOfSerial(serial, dateSystem) : null) ?? cell;
}

const EXACT_DIGITS_MAX = 15;
/**
 * Limits of numbers that are read as days: 1950 to 2149 in the 1900 date system, 1954 to 2153 in
 * the 1904 system. A number such as 20180315 is not a serial day.
 */
const SERIAL_MIN = 18_264;
const SERIAL_MAX = 91_000;
