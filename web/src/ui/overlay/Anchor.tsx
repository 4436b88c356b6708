import { useLayoutEffect } from 'react';
import type { Ref, RefObject } from 'react';

type AnchorProps = { to: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> | undefined };

/** Gives Mantine a button that was on the page before Mantine loaded. */
export function Anchor({ to, ref }: AnchorProps) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return undefined;
    ref(to.current);
    return () => void ref(null);
  }, [ref, to]);
  return null;
}

/**
 * Returns where to render an overlay of a button: in the button's landmark, so that screen readers
 * find it there and no scrolling row clips it. If the button is in a dialog, which would clip the
 * overlay, or in no landmark, the overlay is rendered in the body.
 */
export function landmarkOf(element: HTMLElement | null): HTMLElement {
  const place = element?.closest<HTMLElement>('[role=dialog], header, nav, main');
  return place && !place.matches('[role=dialog]') ? place : document.body;
}

/** Moves the focus back to the button with this id, unless the focus has moved elsewhere. */
export function giveFocusBack(id: string): void {
  const focused = document.activeElement;
  const panel = document.getElementById(`${id}-dropdown`);
  const isLeft = panel?.contains(focused) || focused === document.body;
  if (isLeft) document.getElementById(id)?.focus({ preventScroll: true });
}
