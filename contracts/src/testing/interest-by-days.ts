import {
  dateOfDayNumber,
  dateParts,
  dayNumber,
  type CalendarDate,
} from '@bursar/loan-maths/calendar';
import type { ProductDayCount } from '../servicing/product-terms.ts';

/** A part of a year. */
export type Part = readonly [days: number, year: number];

/** Calculates interest in integers: balance × rate × days ÷ year, rounded half-even. */
export function interestOf(balance: number, ratePercent: string, parts: readonly Part[]): number {
  const rate = BigInt(Math.round(Number(ratePercent) * 1e6));
  let numerator = 0n;
  let denominator = 1n;
  for (const [days, year] of parts) {
    numerator = numerator * BigInt(year) + BigInt(days) * denominator;
    denominator *= BigInt(year);
  }
  const product = BigInt(balance) * rate * numerator;
  const whole = 100n * 1_000_000n * denominator;
  const quotient = product / whole;
  const twice = (product - quotient * whole) * 2n;
  const isUp = twice > whole || (twice === whole && quotient % 2n === 1n);
  return Number(isUp ? quotient + 1n : quotient);
}

const isLastOfFebruary = ({ month, day, year }: ReturnType<typeof dateParts>) =>
  month === 2 && day === (year % 4 === 0 ? 29 : 28);

/** Counts days in months of thirty days, by the European or the US rule. */
export function days30(start: CalendarDate, end: CalendarDate, isUs: boolean): number {
  const [from, to] = [dateParts(start), dateParts(end)];
  let [first, last] = [from.day, to.day];
  if (isUs) {
    if (isLastOfFebruary(from) && isLastOfFebruary(to)) last = 30;
    if (isLastOfFebruary(from)) first = 30;
    if (last === 31 && first >= 30) last = 30;
    if (first === 31) first = 30;
  } else {
    first = Math.min(first, 30);
    last = Math.min(last, 30);
  }
  return (to.year - from.year) * 360 + (to.month - from.month) * 30 + last - first;
}

/**
 * Returns the parts of a year between two days by a day count, for the years that these tests use.
 */
export function partsOf(
  dayCount: ProductDayCount,
  start: CalendarDate,
  end: CalendarDate,
): readonly Part[] {
  const actual = dayNumber(end) - dayNumber(start);
  switch (dayCount) {
    case 'ACT/360':
      return [[actual, 360]];
    case 'ACT/365F':
      return [[actual, 365]];
    case 'ACT/ACT ISDA': {
      let leap = 0;
      for (let day = dayNumber(start); day < dayNumber(end); day++) {
        if (dateParts(dateOfDayNumber(day)).year % 4 === 0) leap += 1;
      }
      return [
        [leap, 366],
        [actual - leap, 365],
      ];
    }
    case '30E/360':
      return [[days30(start, end, false), 360]];
    case '30/360':
    case '30/360 US':
      return [[days30(start, end, true), 360]];
  }
}
