import { tapeAnswers, type TapeAnswers } from '@bursar/contracts/intake/tape-telling';
import { plainDecimal } from '../../../../platform/plain-decimal.ts';
import { moveDecimalPoint, readNumberAs } from '../../../../platform/table-files/number-format.ts';
import { spaced } from './heading-meanings.ts';
import type { ColumnProfile } from './profile-columns.ts';
import { ratePeriodIn } from './rate-period.ts';
import type { RecognisedColumns } from './recognise-columns.ts';
import type { TapeLayout } from './tape-layouts.ts';

/** How rates are written: as 13.49, 0.1349, 1349 or 134.9. */
export type RateUnit = NonNullable<TapeAnswers['rateUnit']>;

/** The time that a rate is for. */
export type RatePeriod = NonNullable<TapeAnswers['ratePeriod']>;

/** Converts a rate to percent without rounding. */
export function inPercent(decimal: string, unit: RateUnit): string {
  return plainDecimal(moveDecimalPoint(decimal, placesOf[unit]));
}

const placesOf: Record<RateUnit, number> = {
  percent: 0,
  fraction: 2,
  'basis-points': -2,
  'per-mille': -1,
};

/**
 * Converts a nominal rate to one for a year without rounding.
 *
 * @example inPercentAYear('1.25', 'month') // '15'
 */
export function inPercentAYear(percent: string, period: RatePeriod): string {
  if (period === 'year') return percent;
  const [whole = '', fraction = ''] = percent.split('.');
  if (!/^\d+$/.test(`${whole}${fraction}`)) return percent;
  const digits = (BigInt(`${whole}${fraction}`) * 12n).toString();
  return plainDecimal(moveDecimalPoint(digits, -fraction.length));
}

/**
 * Returns per mille or basis points if a cell states one of them; null otherwise, also for a
 * percent sign.
 */
export function unitOfRate(text: string): RateUnit | null {
  if (/[‰؉]/.test(text)) return 'per-mille';
  return /[‱؊]|(?<!\p{L})bps?(?!\p{L})/iu.test(text) ? 'basis-points' : null;
}

/** Converts a rate to percent under each unit, so that the user can choose. */
export function byUnit(value: string) {
  const read = readNumberAs(value, 'point') ?? readNumberAs(value, 'comma');
  if (!read) return [];
  return tapeAnswers.rateUnit.map((unit) => ({
    answer: unit,
    value: `${inPercent(read.decimal, unit)} %`,
  }));
}

/** Converts a rate to a yearly one under each period, so that the user can choose. */
export function byPeriod(unit: RateUnit) {
  return (value: string) => {
    const read = readNumberAs(value, 'point') ?? readNumberAs(value, 'comma');
    if (!read) return [];
    const percent = read.isPercent ? read.decimal : inPercent(read.decimal, unit);
    return tapeAnswers.ratePeriod.map((period) => ({
      answer: period,
      value: `${inPercentAYear(percent, period)} %`,
    }));
  };
}

/**
 * Returns `fraction` if the layout states it and all rates of the file without a percent sign are
 * below one; null otherwise.
 */
export function unitByLayout(
  { belowOne, fromOne }: ColumnProfile,
  { layout }: RecognisedColumns,
): RateUnit | null {
  const isFraction = layout.rateUnit === 'fraction';
  return isFraction && belowOne.count > 0 && fromOne.count === 0 ? 'fraction' : null;
}

/**
 * Finds the rates whose unit is uncertain: a plain number below one may be a fraction, and numbers
 * that are all above a hundred are usually basis points or per mille.
 */
export function ratesWithoutUnit({ belowOne, fromOne }: ColumnProfile) {
  if (belowOne.count > 0) return belowOne;
  return fromOne.count > 0 && fromOne.least > 100 ? fromOne : null;
}

/** Returns whether the heading of the rates says that they are not percentages. */
export function hasOtherUnit({ places }: RecognisedColumns): boolean {
  const heading = spaced(places.get('annualRate')?.name ?? '');
  return /[‰‱]|(?<!\p{L})(bps?|basis points?|basispunkte?|per mill?e|promille|(decimal )?fraction)(?!\p{L})|نقطة أساس|نقاط الأساس/u.test(
    heading,
  );
}

/**
 * Returns the period that the heading of the rates states, or else that of the layout; null if
 * neither states one.
 */
export function statedPeriod({ layout, places }: RecognisedColumns): RatePeriod | null {
  const heading = places.get('annualRate')?.name.toLowerCase() ?? '';
  const isMonthly = monthWords.test(heading);
  const isYearly = yearWords.test(heading);
  if (isMonthly !== isYearly) return isMonthly ? 'month' : 'year';
  return layout.ratePeriod === 'not-stated' ? null : (layout.ratePeriod ?? null);
}

/**
 * Returns the period that every rate states in its cell; null if a rate states none or the periods
 * differ.
 */
export function periodOfCells(profile: ColumnProfile): RatePeriod | null {
  const { month, year } = profile.ratePeriods;
  const all = profile.belowOne.count + profile.fromOne.count + profile.percents.count;
  if (month.count > 0 && year.count === 0 && month.count >= all) return 'month';
  return year.count > 0 && month.count === 0 && year.count >= all ? 'year' : null;
}

const monthWords =
  /(?<!\d[ _-]?)month|monat|mensu|mensa[li]|mensil|maand|miesi|aylık|شهر|(?<!\p{L})p\.? ?m(?!\p{L})/u;
const yearWords =
  /year|annu|annual|anual|jahr|jähr|jaar|roczn|(?<!\p{L})rok|yıl|سنو|apr(?!\p{L})|(?<!\p{L})p\.? ?a(?!\p{L})/u;

/**
 * Maximum monthly rate that lenders of small loans usually charge; yearly rates above it are usual.
 */
const MONTHLY_PERCENT_MAX = 15;

/**
 * Finds the rates without a period that may be monthly, because all rates are small, other cells
 * state a month, or the files of the layout are known not to state a period. Null if there is no
 * doubt.
 */
export function ratesWithoutPeriod(
  profile: ColumnProfile,
  { unit, layout }: { readonly unit: RateUnit; readonly layout: TapeLayout },
) {
  const { belowOne, fromOne, percents, ratePeriods } = profile;
  const spreads = [belowOne, fromOne].map((spread) => ({
    ...spread,
    most: Number(inPercent(String(spread.most), unit)),
  }));
  const stated = [...spreads, percents].filter(({ count }) => count > 0);
  const inCells = ratePeriods.month.count + ratePeriods.year.count;
  const count = stated.reduce((sum, one) => sum + one.count, 0) - inCells;
  // If another rate is "2 % p.m.", a large rate without a period may also be for a month.
  const isInDoubt =
    layout.ratePeriod === 'not-stated' ||
    ratePeriods.month.count > 0 ||
    stated.every(({ most }) => most <= MONTHLY_PERCENT_MAX);
  if (count <= 0 || !isInDoubt) return null;
  const samples = stated.flatMap((one) => one.samples);
  return { count, samples: samples.filter((text) => ratePeriodIn(text).period === null) };
}
