import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { startTransition, useCallback, useEffect, useState } from 'react';
import type { RefObject } from 'react';

type GridRows = {
  ids: readonly string[];
  /** How tall a row is taken to be before it has been drawn. */
  rowHeight: number;
  /** Heights of what covers the rows at the top and at the bottom: the sticky head and sums. */
  headHeight: number;
  footHeight: number;
  /** The row with the focus stays drawn, however far away it is scrolled. */
  active: number;
  /** On paper nothing scrolls. */
  areAllDrawn: boolean;
};

/** Rows drawn beyond the edge, so that fast scrolling does not show empty space. */
const rowsBeyond = 12;

/**
 * Draws only the rows in sight, each as tall as it turns out to be: first as many as the window is
 * likely to show, then those that the table shows, and once they are painted some beyond its edges.
 */
export function useGridRows(scroller: RefObject<HTMLElement | null>, rows: GridRows) {
  const { ids, rowHeight, headHeight, footHeight, active, areAllDrawn } = rows;
  const arePainted = useArePainted(ids.length > 0);
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises here: rows are drawn by what it returns now
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: ids.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index) => ids[index] ?? index, [ids]),
    estimateSize: () => rowHeight,
    // What stands above and below a list takes a third of the window or so.
    initialRect: { width: innerWidth, height: innerHeight * 0.65 },
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: footHeight,
    overscan: arePainted ? rowsBeyond : 0,
    rangeExtractor: (range) =>
      areAllDrawn
        ? ids.map((_, index) => index)
        : withIndex(defaultRangeExtractor(range), active, ids.length),
    // A row just drawn is not asked for its height, which would force a layout: its observer tells.
    measureElement: (row, entry, { measurementsCache, indexFromElement }) =>
      entry?.borderBoxSize[0]?.blockSize ??
      measurementsCache[indexFromElement(row)]?.size ??
      rowHeight,
    useFlushSync: false,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return virtualizer;
}

function withIndex(indexes: number[], index: number, count: number): number[] {
  if (index >= count || indexes.includes(index)) return indexes;
  return index < (indexes[0] ?? 0) ? [index, ...indexes] : [...indexes, index];
}

/** True from the frame after the first rows; it comes in a transition and holds nothing up. */
function useArePainted(areThere: boolean): boolean {
  const [arePainted, setPainted] = useState(false);
  useEffect(() => {
    if (!areThere) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [areThere]);
  return arePainted;
}
