import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { rowsInSight, rowsToDraw, scrollTopFor } from './rows-in-sight.ts';
import type { RowMeasures, RowRange } from './rows-in-sight.ts';

export type VisibleRows = RowRange & {
  /** Scrolls just as far as it takes to see a row. */
  reveal: (index: number) => void;
};

/**
 * Draws only the rows in sight: first as many as the window is likely to show, then those that
 * the table shows, and once they are painted some beyond its edges. All rows are equally tall, so where they are is
 * a multiplication and a hundred thousand of them cost as much as forty.
 */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  measures: RowMeasures,
): VisibleRows {
  const { count, rowHeight } = measures;
  const [sight, setSight] = useState(() => likelySight(rowHeight));
  const arePainted = useArePainted(count > 0);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = () => {
      const next = rowsInSight(element, rowHeight);
      setSight((known) => (known.from === next.from && known.to === next.to ? known : next));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [scroller, rowHeight]);

  const reveal = (index: number) => {
    const element = scroller.current;
    element?.scrollTo({ top: scrollTopFor(index, element, measures) });
  };
  return { ...rowsToDraw(sight, count, arePainted ? 'some' : 'none'), reveal };
}

/** What stands above and below a list takes a third of the window or so. */
function likelySight(rowHeight: number): RowRange {
  return rowsInSight({ scrollTop: 0, clientHeight: innerHeight * 0.65 }, rowHeight);
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
