import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { holdTyping } from '../shortcut/typed-ahead.ts';
import { useIsStill } from './Still.tsx';

/**
 * Returns the properties of the library's dialogs and drawers that decide about keys, focus and
 * scrolling. An overlay of a `Still` has no effect outside itself.
 */
export function useOverlayRoot(opened: boolean) {
  const isStill = useIsStill();
  const isUppermost = useIsUppermost(opened && !isStill);
  useFocusBack(opened && !isStill);
  return {
    returnFocus: false,
    closeOnEscape: isUppermost,
    ...(isStill && { withinPortal: false, trapFocus: false, lockScroll: false }),
  };
}

/**
 * Returns whether this overlay is open and no other is above it, so that Escape closes only the
 * uppermost, such as a dialog above a drawer.
 */
function useIsUppermost(opened: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    publish([...overlays, id]);
    return () => publish(overlays.filter((other) => other !== id));
  }, [opened, id]);
  const isUppermost = () => overlays.at(-1) === id;
  return useSyncExternalStore(subscribe, isUppermost, isUppermost);
}

let overlays: readonly string[] = [];
const listeners = new Set<() => void>();

function publish(next: readonly string[]): void {
  overlays = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Delivers keys that are pressed while an overlay opens to that overlay and, when it closes,
 * returns the focus to the element that had it. The library returns the focus only for overlays
 * that were rendered closed; one that loads on first use is rendered open.
 */
function useFocusBack(opened: boolean): void {
  const opener = useRef<Element | null>(null);
  const left = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (!opened) return undefined;
    opener.current ??= document.activeElement;
    holdTyping();
    return () => {
      left.current = document.activeElement;
    };
  }, [opened]);
  // When a part of an open overlay has to load, React runs the clean-up above, but not this one.
  useEffect(() => {
    if (!opened) return undefined;
    return () => {
      const back = opener.current;
      opener.current = null;
      setTimeout(() => {
        const now = document.activeElement;
        // The code that closed the overlay may have moved the focus already.
        const isLeft = now === left.current || now === document.body;
        if (isLeft && back instanceof HTMLElement) back.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}

/** Returns the content of an overlay; while it closes, its last content. */
export function useLastShown<Shown>(shown: Shown | null): Shown | null {
  const [last, setLast] = useState(shown);
  // React applies a state set during rendering before it updates the page.
  if (shown !== null && shown !== last) setLast(shown);
  return shown ?? last;
}
