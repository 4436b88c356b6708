import { useEffect, useEffectEvent } from 'react';
import { matchesShortcut } from './matches-shortcut.ts';

/**
 * Runs something at a key: `p`, `?`, or with the command key of the system `mod+k`. A plain key
 * does nothing while one types, and none does while a dialog stands over the page.
 */
export function useShortcut(shortcut: string, run: () => void, enabled = true): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !matchesShortcut(event, shortcut)) return;
    if (!shortcut.startsWith('mod+') && isTyping(event.target)) return;
    if (document.querySelector('dialog[open], [aria-modal="true"]')) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    if (!enabled) return undefined;
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [enabled]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement
    ? target.isContentEditable || target.matches('input, textarea, select')
    : false;
}
