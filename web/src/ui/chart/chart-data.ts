/** What a chart shows, declared by the page. Values stand in the order of the categories. */
export type ChartData = {
  categories: readonly ChartCategory[];
  series: readonly ChartSeries[];
  unit: ChartUnit;
};

/** A period, a team, an agent: one place on the axis. A running period's figures still grow. */
export type ChartCategory = { id: string; label: string; isRunning?: boolean };

export type ChartSeries = {
  id: string;
  name: string;
  /** `bar` series stand on each other; `line` is for what they are compared with. */
  kind: 'bar' | 'line';
  /** A colour of the scale, by meaning: the main series is 1, the period before is `former`. */
  tone: ChartTone;
  values: readonly (number | null)[];
};

export type ChartTone = 1 | 2 | 3 | 4 | 5 | 6 | 'former';

/** What the values count; amounts are minor units, percentages plain per cent. */
export type ChartUnit =
  | { kind: 'money'; currency: string }
  | { kind: 'count' }
  | { kind: 'percent'; fractionDigits?: number };

/** The sum of a series, for the key above the picture. */
export function seriesTotal({ values }: Pick<ChartSeries, 'values'>): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

export function isEmptyChart({ series }: ChartData): boolean {
  return series.every(({ values }) => values.every((value) => value === null || value === 0));
}
