import type { ReactNode } from 'react';

/** One column of a table, as a page declares it. Declare columns outside the component or memoise them. */
export type Column<Row, Id extends string = string> = {
  id: Id;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures are aligned to the end, so that their digits stand under each other. */
  align?: 'start' | 'end';
  /** Width in pixels before the reader changes it. */
  width?: number;
  /** How much of the room left over the column takes; 0 keeps its width. */
  grow?: number;
  /** True where the server can sort by it; `desc` where the largest first is what one looks for. */
  sort?: 'asc' | 'desc';
  /** The column that names the row and carries its link. It comes first and cannot be hidden. */
  main?: boolean;
  /** Shown only when chosen. */
  hidden?: boolean;
  /** Tells less than the others: shown only when chosen unless the screen is a wide one. */
  spare?: boolean;
};

/** A column in its place among the others: all that a row needs to know of it. */
export type OrderedColumn<Row> = Column<Row> & { isPinned: boolean };

/** A column with the width and the place it has on the screen. */
export type PlacedColumn<Row> = OrderedColumn<Row> & {
  pixels: number;
  /** Distance from the start side at which a pinned column stays, or null where it scrolls. */
  pinnedAt: number | null;
};

export const narrowestColumn = 64;
const widestColumn = 800;
const usualWidth = 128;

/** The columns to show, in the reader's order or, while there is none, in the page's. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | null,
): readonly Column<Row>[] {
  if (chosen === null) return columns.filter((column) => column.hidden !== true);
  const shown = chosen.flatMap((id) => columns.filter((column) => column.id === id));
  const missed = columns.filter((column) => column.main && !chosen.includes(column.id));
  return [...missed, ...shown];
}

/** The columns for a screen: on one that is not wide the spare ones wait to be chosen. */
export function columnsFor<Row>(
  columns: readonly Column<Row>[],
  isWide: boolean,
): readonly Column<Row>[] {
  return isWide
    ? columns
    : columns.map((column) => (column.spare ? { ...column, hidden: true } : column));
}

/** Moves a column some places towards the start (negative) or the end. */
export function moveColumn(shown: readonly string[], id: string, by: number): string[] {
  const from = shown.indexOf(id);
  const rest = shown.filter((other) => other !== id);
  if (from < 0) return rest;
  const to = Math.min(Math.max(from + by, 0), rest.length);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

type Spreading = {
  /** Widths that the reader set: those columns take nothing of what is left. */
  widths: Readonly<Record<string, number>>;
  /** Room for all columns in pixels. */
  room: number;
};

/** How wide each column is once the room that is left is shared out. */
export function spreadWidths<Row>(
  shown: readonly Column<Row>[],
  { widths, room }: Spreading,
): Record<string, number> {
  const wanted = shown.map(({ id, width }) => clampWidth(widths[id] ?? width ?? usualWidth));
  const shares = shown.map(({ id, grow }) => (id in widths ? 0 : (grow ?? 1)));
  const allShares = sum(shares);
  const left = Math.max(0, room - sum(wanted));
  return Object.fromEntries(
    shown.map(({ id }, at) => {
      const share = allShares > 0 ? (left * (shares[at] ?? 0)) / allShares : 0;
      return [id, Math.floor((wanted[at] ?? usualWidth) + share)];
    }),
  );
}

export function clampWidth(pixels: number): number {
  return Math.min(Math.max(Math.round(pixels), narrowestColumn), widestColumn);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
