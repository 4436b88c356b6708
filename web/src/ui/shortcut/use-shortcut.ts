import { useEffect, useEffectEvent } from 'react';
import { holdTyping } from './typed-ahead.ts';

type ShortcutOptions = {
  /** What the key does, in the words of the sheet of shortcuts. */
  label: string;
  scope?: Exclude<ShortcutScope, 'list'>;
  enabled?: boolean;
  /** It opens nothing that would take what is typed next. */
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

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * Whether a key pressed is a shortcut. Letters are told by their place on the keyboard as well as
 * by what they write: with an Arabic layout the key of `p` still posts a payment.
 */
export function matchesShortcut(pressed: Pressed, shortcut: string): boolean {
  const wantsCommand = shortcut.startsWith('mod+');
  const key = wantsCommand ? shortcut.slice('mod+'.length) : shortcut;
  if (pressed.altKey || (pressed.ctrlKey || pressed.metaKey) !== wantsCommand) return false;
  if (pressed.key.toLowerCase() === key) return true;
  const writesLatin = /^[a-z]$/i.test(pressed.key);
  return !writesLatin && pressed.code === `Key${key.toUpperCase()}`;
}

/** A key and what it does. Keys are pressed together: `['Ctrl', 'K']`. */
type Shortcut = { keys: readonly string[]; label: string };

/** Where a key works: in what is open, in the rows of a list, or wherever one is. */
export type ShortcutScope = 'page' | 'list' | 'everywhere';

type Shown = { scope: ShortcutScope; shortcuts: readonly Shortcut[] };

const shown = new Set<Shown>();

/** Lists keys on the shortcut sheet until the returned function is called. */
export function showShortcuts(scope: ShortcutScope, shortcuts: readonly Shortcut[]): () => void {
  const entry = { scope, shortcuts };
  shown.add(entry);
  return () => void shown.delete(entry);
}

/** The keys that work now, each once. */
export function shownShortcuts(scope: ShortcutScope): readonly Shortcut[] {
  const all = [...shown].flatMap((entry) => (entry.scope === scope ? entry.shortcuts : []));
  return [...new Map(all.map((one) => [one.keys.join(' '), one])).values()];
}

/** A shortcut as it is printed on a keyboard: `mod+k` is `Ctrl` and `K`. */
export function spellShortcut(shortcut: string): readonly string[] {
  return shortcut.split('+').map((key) => (key === 'mod' ? 'Ctrl' : key.toUpperCase()));
}
