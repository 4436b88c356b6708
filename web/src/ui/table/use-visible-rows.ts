import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { rowsInSight, scrollTopFor } from './rows-in-sight.ts';
import type { RowMeasures } from './rows-in-sight.ts';

export type VisibleRows = {
  /** First and last row to draw. */
  from: number;
  to: number;
  /** Scrolls just as far as it takes to see a row. */
  reveal: (index: number) => void;
};

/**
 * Draws only the rows in sight. All rows are equally tall, so where they are is a
 * multiplication and a hundred thousand of them cost as much as forty.
 */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  measures: RowMeasures,
): VisibleRows {
  const { count, rowHeight } = measures;
  const [sight, setSight] = useState({ from: 0, to: 39 });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = () => {
      const { scrollTop, clientHeight } = element;
      const next = rowsInSight({ scrollTop, clientHeight }, { count, rowHeight });
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
  }, [scroller, count, rowHeight]);

  const reveal = (index: number) => {
    const element = scroller.current;
    element?.scrollTo({ top: scrollTopFor(index, element, measures) });
  };
  return { from: Math.min(sight.from, count), to: Math.min(sight.to, count - 1), reveal };
}
