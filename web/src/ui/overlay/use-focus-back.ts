import { useLayoutEffect } from 'react';

/**
 * Gives the focus back to what had it when an overlay opened. The library does so only for overlays
 * that stood closed before: one that is fetched when it is first asked for opens as it comes.
 */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const opener = document.activeElement;
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
