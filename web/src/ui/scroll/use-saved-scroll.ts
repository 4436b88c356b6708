import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router';
import { scrollPlaceOf } from './scroll-place.ts';

type ScrollPosition = { readonly top: number; readonly left: number };

type Filling = {
  /** Distinguishes several scrolling parts of a page. */
  readonly name: string;
  readonly rows: number;
  /** True if more rows load while scrolling. */
  readonly hasMore: boolean;
};

/**
 * Restores the scroll position of a box while its rows load, until the position is reached, all
 * rows are loaded, or the user scrolls, clicks or presses a key. The router restores the position
 * of the window itself.
 */
export function useSavedScroll(
  scroller: RefObject<HTMLElement | null>,
  { name, rows, hasMore }: Filling,
): void {
  const location = useLocation();
  const place = `${scrollPlaceOf(location)} ${name}`;
  const wanted = useRef<ScrollPosition | null>(positions.get(place) ?? null);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !wanted.current || rows === 0) return;
    const { top, left } = wanted.current;
    element.scrollTo({ top, left, behavior: 'instant' });
    if (!hasMore || element.scrollTop >= top - 1) wanted.current = null;
  }, [scroller, rows, hasMore]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const save = () => {
      // While the saved position is being restored, the current one is not the user's.
      if (!wanted.current) remember(place, { top: element.scrollTop, left: element.scrollLeft });
    };
    const letGo = () => {
      wanted.current = null;
    };
    // The rows of another query start at the top, and their position is saved separately.
    if (!wanted.current) save();
    element.addEventListener('scroll', save, { passive: true });
    for (const event of byHand) element.addEventListener(event, letGo, { passive: true });
    return () => {
      element.removeEventListener('scroll', save);
      for (const event of byHand) element.removeEventListener(event, letGo);
    };
  }, [scroller, place]);
}

const byHand = ['wheel', 'pointerdown', 'keydown'] as const;

/** Scroll positions by visit, in memory until the tab is reloaded; at most `PLACES_MAX`. */
const positions = new Map<string, ScrollPosition>();
const PLACES_MAX = 200;

function remember(place: string, where: ScrollPosition): void {
  positions.delete(place);
  positions.set(place, where);
  const [oldest] = positions.keys();
  if (positions.size > PLACES_MAX && oldest !== undefined) positions.delete(oldest);
}
