import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router';
import { scrollPlaceOf } from './scroll-place.ts';

type Kept = { readonly top: number; readonly left: number };

type Filling = {
  /** Tells several scrolling parts of a page apart. */
  readonly name: string;
  readonly rows: number;
  /** Whether further rows come as one scrolls. */
  readonly hasMore: boolean;
};

/**
 * Scrolls a box to where it was when its page was left, and keeps it there while rows come in,
 * until that place is reached or the reader scrolls. The window itself is the router's to restore.
 */
export function useSavedScroll(
  scroller: RefObject<HTMLElement | null>,
  { name, rows, hasMore }: Filling,
): void {
  const location = useLocation();
  const place = `${scrollPlaceOf(location)} ${name}`;
  const wanted = useRef<Kept | null>(kept.get(place) ?? null);

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
    const keep = () => {
      // On the way back to its place it is where nobody has scrolled it to.
      if (!wanted.current) remember(place, { top: element.scrollTop, left: element.scrollLeft });
    };
    const letGo = () => {
      wanted.current = null;
    };
    // Another question's rows begin at the top, under a place of their own.
    if (!wanted.current) keep();
    element.addEventListener('scroll', keep, { passive: true });
    for (const event of byHand) element.addEventListener(event, letGo, { passive: true });
    return () => {
      element.removeEventListener('scroll', keep);
      for (const event of byHand) element.removeEventListener(event, letGo);
    };
  }, [scroller, place]);
}

const byHand = ['wheel', 'pointerdown', 'keydown'] as const;

/** Kept for this tab until it is reloaded. */
const kept = new Map<string, Kept>();
const PLACES_MAX = 200;

function remember(place: string, where: Kept): void {
  kept.delete(place);
  kept.set(place, where);
  const [oldest] = kept.keys();
  if (kept.size > PLACES_MAX && oldest !== undefined) kept.delete(oldest);
}
