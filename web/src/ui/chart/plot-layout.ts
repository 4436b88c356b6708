import { addsUp, stacks } from './chart-data.ts';
import type { ChartCategory, ChartData, ChartSeries } from './chart-data.ts';

/** The size of the chart in pixels, its direction, and how its texts are measured and formatted. */
export type Page = {
  width: number;
  height: number;
  isRtl: boolean;
  measure: (text: string) => number;
  spellTick: (value: number) => string;
  spellMonth: (day: string, style: 'month' | 'short-month') => string;
  /** True to leave out the value axis, because the figures are shown elsewhere. */
  isBare?: boolean;
};

/** The position of every part of a chart, in pixels from its upper left corner. */
export type PlotLayout = ReturnType<typeof layOutPlot>;

const labelRoom = 26;
const topRoom = 10;
/** Space above the bars for the name of a divider. */
const nameRoom = 20;
/** The share of a category's width that its bar fills. */
const barShare = 0.62;
/**
 * Maximum number of lines in addition to the lowest one; more would be a grid instead of a scale.
 */
const mostLines = 4;

/**
 * Calculates the layout of a chart: time runs in reading direction, and the axis is at its start.
 */
export function layOutPlot(data: ChartData, page: Page) {
  const { width, height, isRtl, measure, isBare = false } = page;
  const { categories, series, unit } = data;
  // An area needs at least two moments; with only one, it is drawn as a bar.
  const isCourse = categories.length > 1;
  const values = extremesOf(categories.length, series);
  const extremes = isBare ? values : fitToLevels(values, data);
  const scale = isBare ? { range: extremes, ticks: [] } : scaleOf(extremes);
  const [low, high] = scale.range;
  const foot = Math.max(0, low);
  const ticks = scale.ticks.filter((tick) => !addsUp(unit) || Number.isInteger(tick));
  const tickTexts = ticks.map(page.spellTick);
  const axisRoom = isBare ? 0 : Math.max(...tickTexts.map(measure)) + 10;
  const top = data.divider ? nameRoom : topRoom;
  const plot = {
    x: isRtl || isBare ? 2 : axisRoom,
    y: top,
    width: Math.max(0, width - axisRoom - (isBare ? 4 : 2)),
    height: Math.max(0, height - top - labelRoom),
  };
  const yOf = (value: number) => plot.y + ((high - value) / (high - low)) * plot.height;
  const step = plot.width / Math.max(1, categories.length);
  const startOf = (at: number) => (isRtl ? plot.x + plot.width - at * step : plot.x + at * step);
  const middleOf = (at: number) => startOf(at + 0.5);
  return {
    plot,
    step,
    isRtl,
    count: categories.length,
    yOf,
    /** The value of the base line: zero, or the lowest value of a scale without zero. */
    foot,
    /**
     * Returns the position at which a category starts in reading direction; the next category
     * starts where this one ends.
     */
    startOf,
    // Up to eight bars may be wider, because thin ones would look lost in a wide chart.
    barWidth: Math.max(1, Math.min(categories.length > 8 ? 28 : 40, step * barShare)),
    middleOf,
    ticks: ticks.map((value, at) => ({ value, y: yOf(value), text: tickTexts[at] ?? '' })),
    labels: placeLabels(categories, page, { step, middleOf }),
    stack: stackOf(series.filter(({ kind }) => (isCourse ? kind === 'bar' : stacks(kind)))),
    areas: isCourse ? series.filter(({ kind }) => kind === 'area') : [],
  };
}

/** Measures texts in the plot's font size, in the given typeface. */
export function measureIn(fontFamily: string): Page['measure'] {
  const pen = document.createElement('canvas').getContext('2d');
  if (pen) {
    pen.font = `12px ${fontFamily}`;
    // The page renders text in this way; with letters on whole pixels, texts would measure
    // narrower.
    pen.textRendering = 'geometricPrecision';
  }
  return (text) => pen?.measureText(text).width ?? 0;
}

/** Returns the category at a horizontal position; null outside the plot. */
export function categoryAt(layout: PlotLayout, x: number): number | null {
  const { plot, step, isRtl, count } = layout;
  const along = (isRtl ? plot.x + plot.width - x : x - plot.x) / step;
  return along >= 0 && along < count ? Math.floor(along) : null;
}

/** Returns the parts of stacked bars. A series with completed values has two parts. */
function stackOf(series: readonly ChartSeries[]) {
  return series.flatMap(({ tone, values, doneValues }) => {
    const whole = { tone, isOpen: false, values };
    if (!doneValues) return [whole];
    const open = values.map((value, at) => (value ?? 0) - (doneValues[at] ?? 0));
    return [
      { ...whole, values: doneValues },
      { ...whole, isOpen: true, values: open },
    ];
  });
}

/** The position of one part of a bar in pixels. */
export type PartPlace = {
  y: number;
  height: number;
  /** The corner radius of the complete bar's rounded end. */
  radius: number;
  /**
   * The distance from the top of the complete bar; infinite below zero, where the top is not round.
   */
  depth: number;
  /** True for the part that starts at zero; other parts leave a thin gap below. */
  isFirst: boolean;
  /** True for the lowest part of a bar below zero. */
  isFoot: boolean;
};

/** The height in pixels of the smallest part of a bar: a lower one could not be seen. */
const LEAST_PART = 2;

/**
 * Places the parts of all bars, by part and category. Negative values, such as reversals, are below
 * zero. Parts that are too low to be seen are made higher, which moves the parts beyond them
 * outwards. Only the ends of a complete bar are round: if the highest part is lower than the corner
 * radius, the part below it continues the arc.
 */
export function placeParts(
  parts: readonly Pick<ChartSeries, 'values'>[],
  { width, yOf }: { width: number; yOf: (value: number) => number },
): readonly (readonly PartPlace[])[] {
  const zero = yOf(0);
  const tops: number[] = [];
  const feet: number[] = [];
  const spans = parts.map(({ values }) =>
    values.map((known, at) => {
      const value = known ?? 0;
      const height = value === 0 ? 0 : Math.max(LEAST_PART, Math.abs(zero - yOf(value)));
      const isAbove = value > 0;
      const y = isAbove ? (tops[at] ?? zero) - height : (feet[at] ?? zero);
      if (isAbove) tops[at] = y;
      else feet[at] = y + height;
      return { y, height, isAbove, isFirst: isAbove && y + height === zero };
    }),
  );
  return spans.map((bars) =>
    bars.map(({ y, height, isAbove, isFirst }, at) => {
      const top = tops[at] ?? zero;
      const foot = feet[at] ?? zero;
      return {
        y,
        height,
        isFirst,
        radius: Math.min(3, width / 2, isAbove ? zero - top : foot - zero),
        depth: isAbove ? y - top : Infinity,
        isFoot: !isAbove && y + height === foot,
      };
    }),
  );
}

type Extremes = readonly [low: number, high: number];

/**
 * Returns the scale with two to four lines in addition to the first that leaves the least space
 * beyond the values; if several leave equally little, the one with the smallest step. A step of
 * 1.25, 2.5 or 4 must be a whole number (25, 400), because fractions of it are hard to read;
 * multiples of 125 are easy to read only if they start at zero.
 */
export function scaleOf([low, high]: Extremes): { range: Extremes; ticks: readonly number[] } {
  const unit = 10 ** Math.floor(Math.log10((high - low) / mostLines));
  let [from, lines, best] = [0, 0, 0];
  for (const share of [1, 1.25, 2, 2.5, 4, 5, 10, 20]) {
    const step = share * unit;
    const first = Math.floor(low / step);
    const count = Math.ceil(high / step) - first;
    if (count < 2 || count > mostLines) continue;
    if (!Number.isInteger(step) && [1.25, 2.5, 4].includes(share)) continue;
    if (low !== 0 && share === 1.25) continue;
    if (best === 0 || count * step < lines * best) [from, lines, best] = [first, count, step];
  }
  const ticks = Array.from({ length: lines + 1 }, (_, at) => (from + at) * best);
  return { range: [from * best, (from + lines) * best], ticks };
}

/**
 * Returns the lowest and the highest value, including zero and the sums of stacked values; the two
 * always differ.
 */
export function extremesOf(count: number, series: readonly ChartSeries[]): [number, number] {
  let low = 0;
  let high = 0;
  for (let at = 0; at < count; at++) {
    const above = { bar: 0, area: 0 };
    const below = { bar: 0, area: 0 };
    for (const { kind, values } of series) {
      const value = values[at] ?? 0;
      if (stacks(kind) && value > 0) above[kind] += value;
      if (stacks(kind) && value < 0) below[kind] += value;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    low = Math.min(low, below.bar, below.area);
    high = Math.max(high, above.bar, above.area);
  }
  return low === high ? [0, 1] : [low, high];
}

/**
 * Returns extremes without zero for lines of shares or prices that would use less than half of a
 * scale with zero, such as a share that moves between 58 and 60 per cent; otherwise the given ones.
 * Bars and areas always start at zero, because readers compare their lengths.
 */
function fitToLevels(extremes: Extremes, { series, unit }: ChartData): Extremes {
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const low = Math.min(...known);
  const high = Math.max(...known);
  const isLevel = !addsUp(unit) && series.every(({ kind }) => kind === 'line');
  if (!isLevel || high <= 0 || low <= high / 2) return extremes;
  // Small changes must not look like large ones.
  const least = Math.max(high / 10, unit.kind === 'percent' ? 4 : 0);
  const missing = Math.max(0, least - (high - low)) / 2;
  return [Math.max(0, low - missing), high + missing];
}

type Axis = { step: number; middleOf: (at: number) => number };

/** The least space in pixels between two labels. */
const LABEL_GAP = 12;

/** A label is at least this wide, so closer ones need not be tried. */
const LEAST_LABEL = 10;

/**
 * Selects as many labels as fit, at even distances from the last one, because readers look for that
 * one most.
 */
function placeLabels(
  categories: readonly ChartCategory[],
  { width, measure, spellMonth }: Page,
  { step, middleOf }: Axis,
) {
  const last = categories.length - 1;
  const placed = (every: number) => {
    let shownYear = '';
    return categories.flatMap(({ label, shortLabel = label, month }, at) => {
      if ((last - at) % every !== 0) return [];
      const year = month?.slice(0, 4) ?? '';
      const style = year === shownYear ? 'short-month' : 'month';
      shownYear = year;
      const text = month === undefined ? shortLabel : spellMonth(month, style);
      const half = measure(text) / 2;
      return [{ x: Math.min(Math.max(middleOf(at), half), width - half), half, text }];
    });
  };
  for (let every = Math.max(1, Math.floor((LEAST_LABEL + LABEL_GAP) / step)); ; every++) {
    const labels = placed(every);
    const fit = labels.every(({ x, half }, at) => {
      const before = labels[at - 1];
      return !before || Math.abs(x - before.x) >= before.half + half + LABEL_GAP;
    });
    if (fit) return labels.map(({ x, text }) => ({ x, text }));
  }
}
