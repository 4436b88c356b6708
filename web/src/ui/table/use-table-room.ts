import { useLayoutEffect, useState } from 'react';
import type { CSSProperties, RefObject } from 'react';

export type TableRoom = { width: number; style: CSSProperties | undefined };

/**
 * How wide a table's scrolling part is, and, where it fills the page, how tall it may be: what
 * the window leaves under its top, so that head and sums are always in sight. Null until it stands.
 */
export function useTableRoom(
  scroller: RefObject<HTMLElement | null>,
  height: 'page' | 'content',
): TableRoom | null {
  const [room, setRoom] = useState<{ width: number; top: number } | null>(null);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => {
      const top = topOnPage(element);
      if (height === 'page') limitHeight(element, top);
      const width = element.clientWidth;
      setRoom((known) => (known?.width === width && known.top === top ? known : { width, top }));
    };
    measure();
    // What stands above the table may grow or fold: the body's size tells.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [scroller, height]);

  if (room === null) return null;
  if (height === 'content') return { width: room.width, style: undefined };
  return { width: room.width, style: { maxBlockSize: heightUnder(room.top) } };
}

/** Before its height is limited it has no scroll bar, which takes some of the width. */
function limitHeight(element: HTMLElement, top: number): void {
  element.style.maxBlockSize = heightUnder(top);
}

function heightUnder(top: number): string {
  return `max(22rem, calc(100dvh - ${top}px - var(--table-below, 8.75rem)))`;
}

/** Where it stands once the page has come in: a transition moves the box that one measures. */
function topOnPage(element: HTMLElement): number {
  const parent = element.offsetParent;
  const above = parent instanceof HTMLElement ? topOnPage(parent) + parent.clientTop : 0;
  return above + element.offsetTop;
}
