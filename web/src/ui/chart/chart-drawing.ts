import type { CSSProperties, ReactNode } from 'react';
import type { Formatters } from '../format/formatters.ts';
import type { ChartData, ChartSeries, ChartTone } from './chart-data.ts';
import type { Page } from './plot-layout.ts';

/** A kind of chart picture, such as a donut. */
export type Drawing = {
  draw: (data: ChartData, page: DrawingPage) => Drawn;
  /** The part of the data that the picture shows; all of it by default. */
  shown?: (data: ChartData) => ChartData;
  legend: (data: ChartData, categoryTitle: string) => readonly LegendEntry[];
  /** The category that is selected first; a chart over time starts at its latest period. */
  startsAt: 'first' | 'last';
  /** True if the categories are below each other, so that the down arrow moves to the next one. */
  isList?: boolean;
  /** True if a wide picture names its series itself, so that it needs no legend. */
  namesItsSeries?: boolean;
};

/** The size of the picture, and how its texts are written and measured. */
export type DrawingPage = Omit<Page, 'spellTick' | 'spellMonth'> & { format: Formatters };

export type Drawn = {
  /** The contents of an `svg` of the page's size. `at` is the selected category. */
  picture: (at: number | null) => ReactNode;
  /** The category at a position in pixels; null if there is none. */
  categoryAt: (x: number, y: number) => number | null;
  /** The place of a category's tooltip; null if the picture itself shows the figures. */
  tipAt: (at: number) => TipSpot | null;
  /** A further fact about a category, such as its share of the whole. */
  noteAt?: (at: number) => string | null;
};

/** The place of a tooltip. */
export type TipSpot = {
  /** The distance from the start of the picture in reading direction, in per cent of its width. */
  along: number;
  /**
   * True if the tooltip is after `along`, false if before; by default, the side with more space.
   */
  isAfter?: boolean;
  /** The vertical position, from `tipLevel`; by default, the tooltip is at the top. */
  level?: CSSProperties;
};

export type LegendEntry = {
  id: string;
  name: string;
  kind: ChartSeries['kind'] | 'dot';
  tone: ChartTone;
  /** Null if the entry has no figure that makes sense. */
  figure: number | null;
};

/** Gap between a category and its tooltip, in pixels. */
const GAP = 6;

/** The category's upper and lower edge, and the height of the picture, in pixels. */
type Edges = { readonly from: number; readonly to: number; readonly height: number };

/**
 * Places a tooltip above or below a category, on the side with more space, instead of at the top. A
 * single category fills the picture: its tooltip stays at the top, inside the picture.
 */
export function tipLevel({ from, to, height }: Edges): CSSProperties {
  if (to - from >= height) return {};
  return to <= height / 2
    ? { insetBlockStart: to + GAP }
    : { insetBlockStart: 'auto', insetBlockEnd: height - from + GAP };
}
