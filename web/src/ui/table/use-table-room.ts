import { useLayoutEffect, type RefObject, useEffect } from 'react';
import type { DataTableProps } from './DataTable.tsx';
import { limitHeight } from './limit-height.ts';

type TableRoom = {
  height: 'page' | 'content';
  onWidth: (width: TableWidth) => void;
};

/** The width of a table's scrolling part, in pixels. */
export type TableWidth = {
  readonly now: number;
  /**
   * The width with a scroll bar, which decides how many columns fit. With the current width,
   * columns could alternate: hiding one may lower wrapped rows until the bar disappears, and the
   * bar's space would bring the column back.
   */
  readonly withBar: number;
};

/**
 * Reports the width of a table's scrolling part. If the table fills the page, also limits the
 * height of that part to the remaining window height, so that head and totals stay visible.
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
      const { offsetWidth, clientWidth } = element;
      scrollBarWidth = offsetWidth - clientWidth;
      widestScrollBar = Math.max(widestScrollBar, scrollBarWidth);
      onWidth({ now: clientWidth, withBar: offsetWidth - widestScrollBar });
    };
    measure();
    // If content above the table changes its height, the size of the body changes.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [scroller, height, onWidth]);
}

/**
 * The width of the scroll bar of the table measured last, in pixels: the next table most likely has
 * the same.
 */
let scrollBarWidth = 0;

/**
 * The largest measured scroll bar width, in pixels; 0 on systems that draw the bar over the
 * content.
 */
let widestScrollBar = 0;

/** The dimensions of the page in pixels, as in the styles, for use before there is a page. */
const wideFrom = 1024;
const sidebarWidth = 260;
const gutter = 24;

/**
 * Estimates the width of a table before it is measured, because a table that is rendered twice
 * appears late.
 */
export function likelyTableWidth(): TableWidth {
  const page = document.querySelector('main');
  // The app's page is hidden, and has no width, while the view that the server rendered is shown.
  const width = page && page.clientWidth > 0 ? roomOf(page) : usualRoom();
  return { now: width - scrollBarWidth, withBar: width - widestScrollBar };
}

function roomOf(page: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(page);
  return page.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
}

function usualRoom(): number {
  return innerWidth - (innerWidth < wideFrom ? 0 : sidebarWidth) - 2 * gutter;
}

/**
 * Loads the next rows when the user comes near the last one, one request at a time. After a failure
 * it waits until the user asks again: the next request would most likely fail as fast. A table as
 * high as its content never loads rows by itself.
 */
export function useLoadMore(
  { paging, status, height }: Pick<DataTableProps<object>, 'paging' | 'status' | 'height'>,
  isNearEnd: boolean,
): void {
  const endless = paging?.kind === 'endless' && height !== 'content' ? paging : undefined;
  const mayLoad = endless?.hasMore === true && !endless.loadingMore && status !== 'failed';
  const wanted = isNearEnd && mayLoad;
  const onMore = endless?.onMore;
  useEffect(() => {
    if (wanted) onMore?.();
  }, [wanted, onMore]);
}
