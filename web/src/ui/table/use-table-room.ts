import { useLayoutEffect, useState } from 'react';
import type { CSSProperties, RefObject } from 'react';

/**
 * How wide a table's scrolling part is, and, where it fills the page, how tall it may be: what
 * the window leaves under its top, so that head and sums are always in sight.
 */
export function useTableRoom(
  scroller: RefObject<HTMLElement | null>,
  height: 'page' | 'content',
): { width: number; style: CSSProperties | undefined } {
  const [room, setRoom] = useState({ width: 0, top: 0 });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => {
      const width = element.clientWidth;
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
      setRoom((known) => (known.width === width && known.top === top ? known : { width, top }));
    };
    measure();
    // What stands above the table may grow or fold: the body's size tells.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [scroller]);

  if (height === 'content') return { width: room.width, style: undefined };
  const left = `calc(100dvh - ${room.top}px - var(--table-below, 8.75rem))`;
  return { width: room.width, style: { maxBlockSize: `max(22rem, ${left})` } };
}
