import { useLayoutEffect } from 'react';
import type { Ref, RefObject } from 'react';

type AnchorProps = { to: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> | undefined };

/** Hands the library a button that stood on the page before any of the library did. */
export function Anchor({ to, ref }: AnchorProps) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return undefined;
    ref(to.current);
    return () => void ref(null);
  }, [ref, to]);
  return null;
}

/**
 * Where what opens beside a button belongs: readers find it in the same part of the page, and
 * neither a row that scrolls and fades nor a dialog cuts it off.
 */
export function landmarkOf(element: HTMLElement | null): HTMLElement {
  const place = element?.closest<HTMLElement>('[role=dialog], header, nav, main');
  return place && !place.matches('[role=dialog]') ? place : document.body;
}

/** Gives the focus back to the button of an id, unless it has gone elsewhere by itself. */
export function giveFocusBack(id: string): void {
  const focused = document.activeElement;
  const panel = document.getElementById(`${id}-dropdown`);
  const isLeft = panel?.contains(focused) || focused === document.body;
  if (isLeft) document.getElementById(id)?.focus({ preventScroll: true });
}
