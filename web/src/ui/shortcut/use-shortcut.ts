import { useEffect, useEffectEvent } from 'react';
import { matchesShortcut } from './matches-shortcut.ts';
import { holdTyping } from './typed-ahead.ts';
import { showShortcuts, spellShortcut } from './shown-shortcuts.ts';
import type { ShortcutScope } from './shown-shortcuts.ts';

type ShortcutOptions = {
  /** What the key does, in the words of the sheet of shortcuts. */
  label: string;
  scope?: Exclude<ShortcutScope, 'list'>;
  enabled?: boolean;
  /** It acts at once: nothing opens that would take what is typed next. */
  opensNothing?: boolean;
};

/**
 * Runs something at a key: `p`, `?`, or with the command key of the system `mod+k`. A plain key
 * does nothing while one types, and none does while a dialog stands over the page. What it opens
 * takes what is typed from the next key on.
 */
export function useShortcut(shortcut: string, run: () => void, options: ShortcutOptions): void {
  const { label, scope = 'page', enabled = true, opensNothing = false } = options;
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !matchesShortcut(event, shortcut)) return;
    if (!shortcut.startsWith('mod+') && isTyping(event.target)) return;
    if (document.querySelector('dialog[open], [aria-modal="true"]')) return;
    event.preventDefault();
    if (!opensNothing) holdTyping();
    run();
  });
  useEffect(() => {
    if (!enabled) return undefined;
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [enabled]);
  useEffect(
    () => (enabled ? showShortcuts(scope, [{ keys: spellShortcut(shortcut), label }]) : undefined),
    [enabled, scope, shortcut, label],
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement
    ? target.isContentEditable || target.matches('input, textarea, select')
    : false;
}
