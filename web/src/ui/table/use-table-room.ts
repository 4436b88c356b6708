import { useLayoutEffect, type RefObject, useEffect } from 'react';
import type { TablePaging } from './DataTable.tsx';

type TableRoom = {
  height: 'page' | 'content';
  /** Hears how wide the scrolling part is, in pixels. */
  onWidth: (pixels: number) => void;
};

/**
 * Where a table fills the page its scrolling part is made as tall as what the window leaves under
 * its top, so that head and sums are always in sight.
 */
export function useTableRoom(
  scroller: RefObject<HTMLElement | null>,
  { height, onWidth }: TableRoom,
): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => {
      if (height === 'page') limitHeight(element);
      onWidth(element.clientWidth);
      scrollBarWidth = element.offsetWidth - element.clientWidth;
    };
    measure();
    // What stands above the table may grow or fold: the body's size tells.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [scroller, height, onWidth]);
}

/** The height of the table measured last, in pixels: the next one most likely has the same. */
let scrollBarWidth = 0;

/**
 * What the page will most likely leave a table before it is measured: one that has to be drawn
 * twice is seen late.
 */
export function likelyTableWidth(): number {
  const page = document.querySelector('main');
  if (!page) return 0;
  const { paddingLeft, paddingRight } = getComputedStyle(page);
  const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
  return page.clientWidth - padding - scrollBarWidth;
}

/** Leaves an equal height alone: a style written costs a layout. */
function limitHeight(element: HTMLElement): void {
  const limit = `max(22rem, calc(100dvh - ${topOnPage(element)}px - var(--table-below, 7.25rem)))`;
  if (limits.get(element) === limit) return;
  limits.set(element, limit);
  element.style.maxBlockSize = limit;
}

/** The styles as written: a browser returns them in another notation. */
const limits = new WeakMap<HTMLElement, string>();

/** Measured after the page's transition, which moves the box. */
function topOnPage(element: HTMLElement): number {
  const parent = element.offsetParent;
  const above = parent instanceof HTMLElement ? topOnPage(parent) + parent.clientTop : 0;
  return above + element.offsetTop;
}

/** Fetches the next rows as the reader comes near the last one, once at a time. */
export function useLoadMore(paging: TablePaging | undefined, isNearEnd: boolean): void {
  const endless = paging?.kind === 'endless' ? paging : undefined;
  const wanted = isNearEnd && endless?.hasMore === true && !endless.loadingMore;
  const onMore = endless?.onMore;
  useEffect(() => {
    if (wanted) onMore?.();
  }, [wanted, onMore]);
}
