import { currencyDecimals, formatMinor, minorUnits } from '@bursar/loan-maths/money';
import type { TFunction } from 'i18next';
import type { Formatters } from '../format/formatters.ts';

/** What a chart shows, declared by the page. Values stand in the order of the categories. */
export type ChartData = {
  categories: readonly ChartCategory[];
  series: readonly ChartSeries[];
  unit: ChartUnit;
  /** A line between two categories, such as today's: before which it stands, and its name. */
  divider?: { before: number; name: string } | undefined;
};

/** A period, a team, an instalment: one place on the axis. */
export type ChartCategory = {
  id: string;
  label: string;
  /** On the axis, where there is less room than beside the figures. */
  shortLabel?: string;
  /** A period that runs on: its figures still grow. */
  isRunning?: boolean;
  /** Given a red foot. */
  isLate?: boolean;
};

export type ChartSeries = {
  id: string;
  name: string;
  /**
   * `bar` series stand on each other, and so do `area` series, for what is there at each moment;
   * `line` is for what they are compared with.
   */
  kind: 'bar' | 'area' | 'line';
  /** A colour of the scale, by meaning: the main series is 1, the period before is `former`. */
  tone: ChartTone;
  values: readonly (number | null)[];
  /** How much of each value is done. The rest of its bar is hatched. */
  doneValues?: readonly number[];
};

export type ChartTone = 1 | 2 | 3 | 4 | 5 | 6 | 'former' | BucketTone;

/** The one scale from on time to very late, which buckets of arrears have everywhere. */
export type BucketTone = `bucket-${'current' | '1-30' | '31-60' | '61-90' | '91-180' | 'over-180'}`;

/** What the values count; amounts are minor units, percentages plain per cent, prices plain decimals. */
export type ChartUnit =
  | { kind: 'money'; currency: string }
  | { kind: 'count' }
  | { kind: 'percent'; fractionDigits?: number }
  | { kind: 'decimal'; fractionDigits: number };

/** Shares and prices are not summed over periods, as amounts and counts are. */
export const addsUp = ({ kind }: ChartUnit): boolean => kind === 'money' || kind === 'count';

/** Whether the figures of a series have a sum; what is there at each moment has none. */
export const hasTotals = ({ series, unit }: Pick<ChartData, 'series' | 'unit'>): boolean =>
  addsUp(unit) && series.every(({ kind }) => kind !== 'area');

/** Whether series of a kind stand on each other, so that they come to something together. */
export const stacks = (kind: ChartSeries['kind']): boolean => kind !== 'line';

export function toneColor(tone: ChartTone): string {
  return `var(${toneToken(tone)})`;
}

/** The token of a colour, for what is drawn where CSS does not reach. */
export function toneToken(tone: ChartTone): string {
  return typeof tone === 'string' && tone !== 'former' ? `--${tone}` : `--series-${tone}`;
}

/** The sum of a series; percentages do not add up, so they have none. */
export function seriesTotal({ values }: Pick<ChartSeries, 'values'>): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

export function isEmptyChart({ series }: ChartData): boolean {
  return series.every(({ values }) => values.every((value) => value === null || value === 0));
}

/** A place on the axis in full: of a period that runs on, its figures are those to date. */
export function categoryName({ label, isRunning }: ChartCategory, t: TFunction<'ui'>): string {
  return isRunning ? t('chart.toDate', { period: label }) : label;
}

/** A value in full, for tooltips and tables: `12,480.22 USD`. */
export function spellFigure(value: number, unit: ChartUnit, format: Formatters): string {
  if (unit.kind === 'money') return format.amount(Math.round(value), unit.currency);
  if (unit.kind === 'percent') return format.percent(value, unit.fractionDigits ?? 1);
  if (unit.kind === 'decimal') return format.decimal(String(value), unit.fractionDigits);
  return format.count(value);
}

/** A value as short as the axis needs it: `12.5K`. */
export function spellTick(value: number, unit: ChartUnit, format: Formatters): string {
  if (unit.kind === 'percent') return format.percent(value, 0);
  if (unit.kind !== 'money') return format.compact(value);
  return format.compact(value / 10 ** (currencyDecimals(unit.currency) ?? 2));
}

/** A value for a spreadsheet: a plain decimal without grouping. */
export function plainFigure(value: number, unit: ChartUnit): string {
  if (unit.kind !== 'money') return String(value);
  return formatMinor(minorUnits(Math.round(value), unit.currency), unit.currency);
}
