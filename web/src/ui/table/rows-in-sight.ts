export type RowMeasures = {
  count: number;
  rowHeight: number;
  /** Heights of what covers the rows at the top and at the bottom: the sticky head and sums. */
  headHeight: number;
  footHeight: number;
};

type Sight = { scrollTop: number; clientHeight: number };

/** Rows drawn beyond the edge, so that a flick of the wheel meets rows and not a void. */
const margin = 12;
/** The range moves in steps, so that not every pixel scrolled draws the table anew. */
const step = 6;

/** First and last row to draw for a place in the scroll. */
export function rowsInSight(
  { scrollTop, clientHeight }: Sight,
  { count, rowHeight }: Pick<RowMeasures, 'count' | 'rowHeight'>,
): { from: number; to: number } {
  const first = Math.floor(scrollTop / rowHeight) - margin;
  const last = Math.ceil((scrollTop + clientHeight) / rowHeight) + margin;
  return {
    from: Math.max(0, Math.floor(first / step) * step),
    to: Math.min(count, Math.ceil(last / step) * step) - 1,
  };
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
