import type { ReactNode } from 'react';

/**
 * One column of a table, declared by a page. Declare columns outside the component or memoise them.
 */
export type Column<Row, Id extends string = string> = {
  id: Id;
  header: string;
  /** The currency of the column's amounts, shown in its head. */
  unit?: string | undefined;
  cell: (row: Row) => ReactNode;
  /** `end` is for figures: on the right in both directions, so that their digits are in line. */
  align?: 'start' | 'end';
  /** Width in pixels before the user changes it. */
  width?: number;
  /** The column's share of the remaining width; with 0, it grows only after all others. */
  grow?: number;
  /** The width in pixels up to which the column grows by its share, if it is not the usual one. */
  widest?: number;
  /**
   * Set if the server can sort by the column; `desc` if users usually look for the largest first.
   */
  sort?: 'asc' | 'desc';
  /** The column that names the row and has its link. It is declared first and cannot be hidden. */
  main?: boolean;
  /** In a log, whose rows have few different names, the main column is not emphasised. */
  plain?: boolean;
  /** Long texts continue on further lines instead of being cut. */
  wraps?: boolean;
  /** Hidden until the user chooses it. */
  hidden?: boolean;
  /** Keeps a column, such as a row's actions, in view at the end if the table scrolls sideways. */
  stays?: boolean;
  /**
   * Set for a less important column. If the table is too narrow for all columns, those with the
   * highest number are hidden first, until the user chooses them.
   */
  spare?: number;
  /** Set by the table: the column is hidden only because the others take all the room. */
  lacksRoom?: boolean;
};

/**
 * The `spare` of the column with the portfolio, which is hidden first because most rows have the
 * same portfolio.
 */
export const SPARE_PORTFOLIO = 9;

/** A column in its position, with all that a row needs to know about it. */
export type OrderedColumn<Row> = Column<Row> & { isPinned: boolean };

/** A column with its width and position on the screen. */
export type PlacedColumn<Row> = OrderedColumn<Row> & {
  pixels: number;
  /** The distance from the inline start at which a pinned column stays, or null if it scrolls. */
  pinnedAt: number | null;
};

export const narrowestColumn = 64;
const widestColumn = 800;
const usualWidth = 128;
/**
 * The width in pixels into which most names and e-mail addresses fit. Columns of text grow to this
 * width first; figures fit into the width of their column.
 */
const usualText = 208;
/**
 * The width in pixels up to which columns grow by their share. Beyond it, the rest is spread
 * evenly, because longer lines are hard to scan.
 */
const widestText = 320;

/** Returns the columns to show, in the user's order or, if there is none, in the page's. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | null,
): readonly Column<Row>[] {
  return listedColumns(columns, chosen).filter(({ lacksRoom }) => lacksRoom !== true);
}

/**
 * Returns the columns to show, and those that are hidden only because this screen lacks space for
 * them. Exports include both.
 */
export function listedColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | null,
): readonly Column<Row>[] {
  if (chosen === null) return columns.filter((column) => column.hidden !== true);
  const shown = chosen.flatMap((id) => columns.filter((column) => column.id === id));
  const missed = columns.filter((column) => column.main && !chosen.includes(column.id));
  return [...missed, ...shown];
}

type Fitting = {
  /** Width for all columns, in pixels. */
  readonly room: number;
  /** Widths that the user set. */
  readonly widths: Readonly<Record<string, number>>;
  /** Columns that stay: the list is sorted by them, or the user chose or pinned them. */
  readonly kept: readonly string[];
};

/** Returns the spare columns to hide, those with the highest number first, until the others fit. */
export function columnsBeyond<Row>(
  shown: readonly Column<Row>[],
  { room, widths, kept }: Fitting,
): string[] {
  const spare = shown
    .filter(({ id, spare: order }) => order !== undefined && !kept.includes(id))
    .toSorted((left, right) => (right.spare ?? 0) - (left.spare ?? 0));
  let missing = sum(shown.map((column) => widthOf(column, widths))) - room;
  return spare.flatMap((column) => {
    if (missing <= 0) return [];
    missing -= widthOf(column, widths);
    return [column.id];
  });
}

/** Marks columns as hidden for lack of room. */
export function hideColumns<Row>(
  columns: readonly Column<Row>[],
  lacking: readonly string[],
): readonly Column<Row>[] {
  return columns.map((column) =>
    lacking.includes(column.id) ? { ...column, lacksRoom: true } : column,
  );
}

/** Columns that the user chose, and which of them are hidden if there is no room for them. */
export type ColumnChoice = {
  readonly columns: readonly string[] | null;
  readonly ifRoom: readonly string[];
};

type ChosenNow = {
  /** The visible columns after the user's change, in their order. */
  readonly visible: readonly string[];
  readonly before: ColumnChoice;
};

/**
 * Returns the user's choice after a change on this screen. Columns that are hidden only because
 * this screen lacks space remain chosen. If the user adds a column, all columns that are then
 * visible are shown on any screen, and only those for which this screen lacks space may be hidden.
 */
export function chooseColumns<Row>(
  columns: readonly Column<Row>[],
  { visible, before }: ChosenNow,
): ColumnChoice {
  const listed = listedColumns(columns, before.columns);
  const lacking = listed.flatMap(({ id, lacksRoom }) =>
    lacksRoom && !visible.includes(id) ? [id] : [],
  );
  const wasVisible = (id: string) => listed.some((column) => column.id === id && !column.lacksRoom);
  const usual = listed.flatMap(({ id, spare }) => (spare === undefined ? [] : [id]));
  const ifRoom = before.columns === null ? usual : before.ifRoom;
  const chosen = putBack(visible, { lacking, order: listed.map(({ id }) => id) });
  return {
    columns: chosen,
    ifRoom: visible.every(wasVisible) ? ifRoom.filter((id) => chosen.includes(id)) : lacking,
  };
}

/** Inserts each missing column after the nearest shown column that came before it. */
function putBack(
  visible: readonly string[],
  { lacking, order }: { lacking: readonly string[]; order: readonly string[] },
): readonly string[] {
  return lacking.reduce((chosen, id) => {
    const former = order.slice(0, order.indexOf(id));
    const at = chosen.indexOf(former.findLast((other) => chosen.includes(other)) ?? '') + 1;
    return [...chosen.slice(0, at), id, ...chosen.slice(at)];
  }, visible);
}

/** Moves a column some positions towards the start (negative) or the end. */
export function moveColumn(shown: readonly string[], id: string, by: number): string[] {
  const from = shown.indexOf(id);
  const rest = shown.filter((other) => other !== id);
  if (from < 0) return rest;
  const to = Math.min(Math.max(from + by, 0), rest.length);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

/** The number of pixels by which a tight table narrows each column and the space in its cells. */
const tightening = 8;

export function tightenColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return columns.map((column) => ({
    ...column,
    width: (column.width ?? usualWidth) - tightening,
  }));
}

type Spreading = {
  /** Widths that the user set: those columns take none of the remaining width. */
  widths: Readonly<Record<string, number>>;
  /** Width for all columns, in pixels. */
  room: number;
};

/**
 * Returns the width of each column after the remaining width is distributed: first to texts, so
 * that none is cut while a figure has space, then to all columns that grow, and the remainder
 * evenly to all columns that may change.
 */
export function spreadWidths<Row>(
  shown: readonly Column<Row>[],
  { widths, room }: Spreading,
): Record<string, number> {
  const wanted = shown.map((column) => widthOf(column, widths));
  // The last column takes no remaining width if it has figures: in right-to-left pages, they would
  // be far from the end of the table.
  const free = shown.map(
    ({ id, align }, at) => !(id in widths) && !(align === 'end' && at === shown.length - 1),
  );
  const shares = shown.map(({ grow }, at) => (free[at] ? (grow ?? 1) : 0));
  const textShares = shares.map((share, at) => (shown[at]?.align === 'end' ? 0 : share));
  const texts = growWidths(wanted, { room, shares: textShares, widest: () => usualText });
  const widest = (at: number) => shown[at]?.widest ?? widestText;
  const grown = growWidths(texts, { room, shares, widest });
  const rest = Math.max(0, room - sum(grown)) / Math.max(1, free.filter(Boolean).length);
  return Object.fromEntries(
    shown.map(({ id }, at) => [id, Math.floor((grown[at] ?? usualWidth) + (free[at] ? rest : 0))]),
  );
}

type Growing = { room: number; shares: readonly number[]; widest: (at: number) => number };

function growWidths(widths: readonly number[], { room, shares, widest }: Growing): number[] {
  const left = Math.max(0, room - sum(widths)) / Math.max(1, sum(shares));
  return widths.map((pixels, at) =>
    Math.max(pixels, Math.min(pixels + left * (shares[at] ?? 0), widest(at))),
  );
}

function widthOf<Row>(
  { id, width = usualWidth }: Column<Row>,
  widths: Readonly<Record<string, number>>,
): number {
  return clampWidth(widths[id] ?? width);
}

export function clampWidth(pixels: number): number {
  return Math.min(Math.max(Math.round(pixels), narrowestColumn), widestColumn);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
