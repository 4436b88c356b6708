import { axisTicks } from './axis-ticks.ts';
import type { ChartData, ChartSeries, ChartTone } from './chart-data.ts';

export type Box = { x: number; y: number; width: number; height: number };

/** Where everything of a chart stands, in pixels from its upper left corner. */
export type ChartLayout = {
  plot: Box;
  isRtl: boolean;
  /** Width of one category's place. */
  band: number;
  ticks: readonly { y: number; text: string; isZero: boolean }[];
  labels: readonly { x: number; text: string }[];
  bars: readonly Bar[];
  lines: readonly { tone: ChartTone; points: readonly (Point | null)[] }[];
};

/** A part of a bar. Its hatching tells it from the parts it stands on, beside its colour. */
export type Bar = Box & {
  tone: ChartTone;
  hatch: number;
  softEnd: 'up' | 'down' | null;
  isRunning: boolean;
};

type Point = { x: number; y: number };

type Page = {
  width: number;
  height: number;
  isRtl: boolean;
  measure: (text: string) => number;
  spellTick: (value: number) => string;
};

const labelRoom = 26;
const topRoom = 10;
const widestBar = 28;

/** Lays a chart out: time runs with the line of reading, and the axis stands where it begins. */
export function layOutChart(data: ChartData, page: Page): ChartLayout {
  const { width, height, isRtl, measure, spellTick } = page;
  const { categories, series } = data;
  const bars = series.filter(({ kind }) => kind === 'bar');
  const values = axisTicks(...extremesOf(categories.length, series), data.unit.kind !== 'percent');
  const tickTexts = values.map(spellTick);
  const axisRoom = Math.max(...tickTexts.map(measure)) + 10;
  const plot = {
    x: isRtl ? 2 : axisRoom,
    y: topRoom,
    width: Math.max(0, width - axisRoom - 2),
    height: Math.max(0, height - topRoom - labelRoom),
  };
  const band = plot.width / Math.max(1, categories.length);
  const low = values[0] ?? 0;
  const span = (values.at(-1) ?? 1) - low;
  const yOf = (value: number) => plot.y + plot.height - ((value - low) / span) * plot.height;
  const middleOf = (at: number) => {
    const along = (at + 0.5) * band;
    return isRtl ? plot.x + plot.width - along : plot.x + along;
  };
  return {
    plot,
    isRtl,
    band,
    ticks: values.map((value, at) => ({
      y: yOf(value),
      text: tickTexts[at] ?? '',
      isZero: value === 0,
    })),
    labels: thinOut(
      categories.map(({ label }, at) => {
        const half = measure(label) / 2;
        return { x: Math.min(Math.max(middleOf(at), half), width - half), text: label };
      }),
      band,
      measure,
    ),
    bars: categories.flatMap(({ isRunning = false }, at) =>
      stackBars(bars, at, { band, middle: middleOf(at), yOf }).map((bar) => ({
        ...bar,
        isRunning,
      })),
    ),
    lines: series
      .filter(({ kind }) => kind === 'line')
      .map(({ tone, values: all }) => ({
        tone,
        points: categories.map((_, at) => {
          const value = all[at];
          return value === null || value === undefined ? null : { x: middleOf(at), y: yOf(value) };
        }),
      })),
  };
}

/** Which category lies under a place across the picture; null beside the plot. */
export function categoryAt({ plot, band, isRtl }: ChartLayout, x: number): number | null {
  const along = isRtl ? plot.x + plot.width - x : x - plot.x;
  return along < 0 || along >= plot.width || band === 0 ? null : Math.floor(along / band);
}

function extremesOf(count: number, series: readonly ChartSeries[]): [number, number] {
  const heights = Array.from({ length: count }, (_, at) => {
    const stacked = series.map(({ kind, values }) => (kind === 'bar' ? (values[at] ?? 0) : 0));
    const lines = series.map(({ kind, values }) => (kind === 'line' ? (values[at] ?? 0) : 0));
    const above = stacked.reduce((sum, value) => sum + Math.max(0, value), 0);
    const below = stacked.reduce((sum, value) => sum + Math.min(0, value), 0);
    return [Math.min(below, ...lines), Math.max(above, ...lines)] as const;
  });
  return [
    heights.reduce((low, [below]) => Math.min(low, below), 0),
    heights.reduce((high, [, above]) => Math.max(high, above), 0),
  ];
}

type Part = Omit<Bar, 'isRunning'>;

type Place = { band: number; middle: number; yOf: (value: number) => number };

/** Parts above nought stand on each other, parts below hang from each other. */
function stackBars(series: readonly ChartSeries[], at: number, place: Place): Part[] {
  const width = Math.max(1, Math.min(widestBar, place.band * 0.62));
  const x = place.middle - width / 2;
  let above = 0;
  let below = 0;
  const bars = series.flatMap(({ tone, values }, hatch): Part[] => {
    const value = values[at] ?? 0;
    if (value === 0) return [];
    const from = value > 0 ? above : below;
    if (value > 0) above += value;
    else below += value;
    const [one, other] = [place.yOf(from), place.yOf(from + value)];
    const y = Math.min(one, other);
    return [{ tone, hatch, x, y, width, height: Math.abs(one - other), softEnd: null }];
  });
  // Only the ends of the whole bar are soft: the highest and the lowest part that are there.
  const top = above > 0 ? Math.min(...bars.map((bar) => bar.y)) : null;
  const foot = below < 0 ? Math.max(...bars.map((bar) => bar.y + bar.height)) : null;
  return bars.map((bar) => ({
    ...bar,
    softEnd: bar.y === top ? 'up' : bar.y + bar.height === foot ? 'down' : null,
  }));
}

/**
 * As many of the labels as there is room for, at even distances from the last, which is the one
 * that is asked about. Where that is moved in from the edge, it must not touch the one before.
 */
function thinOut<Label extends { text: string }>(
  labels: readonly Label[],
  band: number,
  measure: (text: string) => number,
): readonly Label[] {
  const widest = Math.max(0, ...labels.map(({ text }) => measure(text)));
  const movedIn = Math.max(0, (widest - band) / 2);
  const room = widest + Math.max(14, 6 + movedIn);
  const every = Math.max(1, Math.ceil(room / Math.max(band, 1)));
  return labels.filter((_, at) => (labels.length - 1 - at) % every === 0);
}
