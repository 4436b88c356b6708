import { currencyDecimals, formatMinor, minorUnits } from '@bursar/loan-maths/money';
import type { TFunction } from 'i18next';
import type { Formatters } from '../format/formatters.ts';

/** The data of a chart, declared by the page. Values follow the order of the categories. */
export type ChartData = {
  categories: readonly ChartCategory[];
  series: readonly ChartSeries[];
  unit: ChartUnit;
  /**
   * A named line between two categories, such as today's: the index of the category after it, and
   * its name.
   */
  divider?: { before: number; name: string } | undefined;
};

/** One position on the axis: a period, a team or an instalment. */
export type ChartCategory = {
  id: string;
  label: string;
  /** Shown on the axis, which has less space than the tooltip. */
  shortLabel?: string;
  /** A day of the month of the category. The axis then shows the months, and each year once. */
  month?: string;
  /** True if the period still runs, so its figures will change. */
  isRunning?: boolean;
  /** True to draw a red foot below the bar and to hatch the uncompleted part of each value. */
  isLate?: boolean;
  /** Its own colour, such as that of a bucket; in a donut, a colour by position if left out. */
  tone?: ChartTone;
};

export type ChartSeries = {
  id: string;
  name: string;
  /**
   * Series of kind `bar` are stacked, and so are `area` series, which show balances; `line` is for
   * comparisons. Two series of kind `axis` place the points of a scatter chart.
   */
  kind: 'bar' | 'area' | 'line' | 'axis';
  /**
   * A colour of the scale by its meaning: the main series is 1, the previous period is `former`.
   */
  tone: ChartTone;
  values: readonly (number | null)[];
  /** True for a limit, such as a margin: a thin line, which is not dashed in a running period. */
  isLimit?: boolean;
  /** The completed part of each value; the rest of the bar is outlined, or hatched if late. */
  doneValues?: readonly number[];
  /** The unit of the series, if it differs from that of the chart. */
  unit?: ChartUnit;
};

/** Colours of the scale, of the previous period, of meanings such as limits, and of buckets. */
export type ChartTone = 1 | 2 | 3 | 4 | 5 | 6 | 'former' | 'good' | 'soon' | 'late' | BucketTone;

/** The one colour scale of arrears buckets, used on every screen. */
export type BucketTone = `bucket-${'current' | '1-30' | '31-60' | '61-90' | '91-180' | 'over-180'}`;

/**
 * The unit of the values: amounts in minor units, percentages as plain per cent, prices as plain
 * decimals.
 */
export type ChartUnit =
  | { kind: 'money'; currency: string }
  | { kind: 'count' }
  | { kind: 'percent'; fractionDigits?: number }
  | { kind: 'decimal'; fractionDigits: number };

/**
 * Returns whether values of a unit can be added up: amounts and counts can, shares and prices
 * cannot.
 */
export const addsUp = ({ kind }: ChartUnit): boolean => kind === 'money' || kind === 'count';

/**
 * Returns whether the series of a chart have totals. Balances and the positions of points have
 * none, nor do shares and prices.
 */
export const hasTotals = ({ series, unit }: Pick<ChartData, 'series' | 'unit'>): boolean =>
  addsUp(unit) && series.every(({ kind }) => kind !== 'area' && kind !== 'axis');

/** Returns whether series of a kind are stacked, so that they have a common total. */
export const stacks = (kind: ChartSeries['kind']): kind is 'bar' | 'area' =>
  kind === 'bar' || kind === 'area';

export function toneColor(tone: ChartTone): string {
  return `var(${toneToken(tone)})`;
}

/**
 * Returns the name of the CSS variable of a tone's colour, for drawings that style sheets do not
 * reach.
 */
export function toneToken(tone: ChartTone): string {
  return typeof tone === 'string' && tone !== 'former' ? `--${tone}` : `--series-${tone}`;
}

/**
 * Returns the sum of a series; null values count as zero. Shares and prices have no meaningful sum.
 */
export function seriesTotal({ values }: Pick<ChartSeries, 'values'>): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

export function isEmptyChart({ series }: ChartData): boolean {
  return series.every(({ values }) => values.every((value) => value === null || value === 0));
}

/** Returns the full name of a category; a period that still runs is marked as "to date". */
export function categoryName({ label, isRunning }: ChartCategory, t: TFunction<'ui'>): string {
  return isRunning ? t('chart.toDate', { period: label }) : label;
}

/** Returns a value in full, for tooltips and tables: `12,480.22 USD`. */
export function spellFigure(value: number, unit: ChartUnit, format: Formatters): string {
  if (unit.kind === 'money') return format.amount(Math.round(value), unit.currency);
  if (unit.kind === 'percent') return format.percent(value, unit.fractionDigits ?? 1);
  if (unit.kind === 'decimal') return format.decimal(value, unit.fractionDigits);
  return format.count(value);
}

/** Returns a short value for the axis: `12.5k`. */
export function spellTick(value: number, unit: ChartUnit, format: Formatters): string {
  if (unit.kind === 'percent') return format.percent(value, Number.isInteger(value) ? 0 : 1);
  if (unit.kind !== 'money') return format.compact(value);
  return format.compact(value / 10 ** (currencyDecimals(unit.currency) ?? 2));
}

/** Returns a value for a spreadsheet: a plain decimal without grouping. */
export function plainFigure(value: number, unit: ChartUnit): string {
  if (unit.kind !== 'money') {
    const text = String(value);
    return text.includes('e') ? value.toFixed(12) : text;
  }
  return formatMinor(minorUnits(Math.round(value), unit.currency), unit.currency);
}
