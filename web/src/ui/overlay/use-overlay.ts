import { useEffect, useId, useSyncExternalStore, useLayoutEffect, useState } from 'react';
import { holdTyping } from '../shortcut/typed-ahead.ts';

/** Whether nothing lies on this overlay: of a dialog on a drawer, Escape closes the dialog alone. */
export function useIsUppermost(opened: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    publish([...overlays, id]);
    return () => publish(overlays.filter((other) => other !== id));
  }, [opened, id]);
  return useSyncExternalStore(subscribe, () => overlays.at(-1) === id);
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
 * Keys pressed while an overlay opens go to it; when it closes, the focus returns to where it was.
 * The library does that only for overlays that stood closed: one that is fetched when it is first
 * asked for opens as it comes.
 */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const opener = document.activeElement;
    holdTyping();
    return () => {
      const left = document.activeElement;
      setTimeout(() => {
        const now = document.activeElement;
        // What closed it may have moved the focus on by itself.
        const isLeft = now === left || now === document.body;
        if (isLeft && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}

/** What an overlay shows or, while it closes, what it showed last. */
export function useLastShown<Shown>(shown: Shown | null): Shown | null {
  const [last, setLast] = useState(shown);
  // React takes a state set while drawing before it draws anything.
  if (shown !== null && shown !== last) setLast(shown);
  return shown ?? last;
}
