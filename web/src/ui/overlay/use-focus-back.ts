import { useLayoutEffect } from 'react';
import { holdTyping } from '../shortcut/typed-ahead.ts';

/**
 * Lets an overlay have what is typed while it opens, and gives the focus back to what had it before.
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
