import type { CSSProperties, ReactNode } from 'react';
import type { Formatters } from '../format/formatters.ts';
import type { ChartData, ChartSeries, ChartTone } from './chart-data.ts';
import type { Page } from './plot-layout.ts';

/** A kind of picture of the same data, such as a donut. */
export type Drawing = {
  draw: (data: ChartData, page: DrawingPage) => Drawn;
  legend: (data: ChartData, categoryTitle: string) => readonly LegendEntry[];
  /** The category that is read first. Time starts at its latest period. */
  startsAt: 'first' | 'last';
  /** The categories are below each other, so the down arrow leads to the next one. */
  isList?: boolean;
};

/** The size of the picture, and how its texts are written and measured. */
export type DrawingPage = Omit<Page, 'spellTick'> & { format: Formatters };

export type Drawn = {
  /** The contents of an `svg` of the page's size. `at` is the category that is read now. */
  picture: (at: number | null) => ReactNode;
  /** The category at a position in pixels; null if there is none. */
  categoryAt: (x: number, y: number) => number | null;
  /** Where the tooltip points; null if the picture itself shows the figures. */
  tipAt: (at: number) => TipSpot | null;
  /** What is known of a category besides its values, such as its share. */
  noteAt?: (at: number) => string | null;
};

/** Where a tooltip points. */
export type TipSpot = {
  /** In reading direction, in per cent of the width. */
  along: number;
  /** After that position or before it; otherwise on the side with more space. */
  isAfter?: boolean;
  /** Above or below the category, by `tipLevel`; otherwise the tooltip is at the top. */
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
