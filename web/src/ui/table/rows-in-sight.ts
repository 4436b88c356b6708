export type RowMeasures = {
  count: number;
  rowHeight: number;
  /** Heights of what covers the rows at the top and at the bottom: the sticky head and sums. */
  headHeight: number;
  footHeight: number;
};

/** First and last row; before the first where there is none. */
export type RowRange = { from: number; to: number };

type Sight = { scrollTop: number; clientHeight: number };

/** Rows drawn beyond the edge, so that a flick of the wheel meets rows and not a void. */
const margin = 12;
/** The range moves in steps, so that not every pixel scrolled draws the table anew. */
const step = 6;

/** The rows at a place in the scroll. */
export function rowsInSight({ scrollTop, clientHeight }: Sight, rowHeight: number): RowRange {
  const first = Math.floor(scrollTop / rowHeight);
  const last = Math.ceil((scrollTop + clientHeight) / rowHeight);
  return { from: Math.floor(first / step) * step, to: Math.ceil(last / step) * step - 1 };
}

/** The rows to draw around those in sight, of as many as there are. */
export function rowsToDraw(
  { from, to }: RowRange,
  count: number,
  beyond: 'none' | 'some',
): RowRange {
  const more = beyond === 'some' ? margin : 0;
  return { from: Math.min(Math.max(0, from - more), count), to: Math.min(to + more, count - 1) };
}

/** Where to scroll so that a row is in sight, as near as possible to where one is. */
export function scrollTopFor(
  index: number,
  { scrollTop, clientHeight }: Sight,
  { rowHeight, headHeight, footHeight }: RowMeasures,
): number {
  const top = index * rowHeight;
  const room = clientHeight - headHeight - footHeight;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, top + rowHeight - room);
}
