import { useEffect, useEffectEvent } from 'react';
import { westernDigits } from '../form/western-digits.ts';
import { holdTyping } from './typed-ahead.ts';
import { isModalOpen } from './is-modal-open.ts';

type ShortcutOptions = {
  /** The effect of the key, as the sheet of shortcuts shows it. */
  label: string;
  scope?: Exclude<ShortcutScope, 'list'>;
  enabled?: boolean;
  /** True if the action opens nothing that takes the next keys. */
  opensNothing?: boolean;
};

/**
 * Runs an action on a key: `p`, `?`, or `mod+k` for K with Ctrl or Cmd. Plain keys are ignored
 * while the user types, and all keys while a dialog is open. An overlay that opens receives the
 * keys typed afterwards.
 */
export function useShortcut(shortcut: string, run: () => void, options: ShortcutOptions): void {
  const { label, scope = 'page', enabled = true, opensNothing = false } = options;
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !matchesShortcut(event, shortcut)) return;
    if (!shortcut.startsWith('mod+') && isTyping(event.target)) return;
    if (isModalOpen()) return;
    event.preventDefault();
    if (!opensNothing) holdTyping();
    run();
  });
  useEffect(() => {
    if (!enabled) return undefined;
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [enabled]);
  useEffect(
    () =>
      enabled ? showShortcuts(scope, [{ keys: [spellShortcut(shortcut)], label }]) : undefined,
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
 * Returns whether a pressed key matches a shortcut. A key that writes no Latin letter also matches
 * by its position: with an Arabic layout, the key of `p` still posts a payment.
 */
export function matchesShortcut(pressed: Pressed, shortcut: string): boolean {
  const wantsCommand = shortcut.startsWith('mod+');
  const key = wantsCommand ? shortcut.slice('mod+'.length) : shortcut;
  if (pressed.altKey || (pressed.ctrlKey || pressed.metaKey) !== wantsCommand) return false;
  if (westernDigits(pressed.key).toLowerCase() === key) return true;
  const writesLatin = /^[a-z]$/i.test(pressed.key);
  return !writesLatin && pressed.code === `Key${key.toUpperCase()}`;
}

/** A shortcut and its effect. The keys are alternatives; `Ctrl+K` is pressed together. */
type Shortcut = { keys: readonly string[]; label: string };

/** The scope of a shortcut: the open page, the rows of a list, or everywhere. */
export type ShortcutScope = 'page' | 'list' | 'everywhere';

type Shown = { scope: ShortcutScope; shortcuts: readonly Shortcut[] };

const shown = new Set<Shown>();

/** Lists shortcuts on the sheet until the returned function is called. */
export function showShortcuts(scope: ShortcutScope, shortcuts: readonly Shortcut[]): () => void {
  const entry = { scope, shortcuts };
  shown.add(entry);
  return () => void shown.delete(entry);
}

/** Returns the shortcuts of a scope that work now, without duplicates. */
export function shownShortcuts(scope: ShortcutScope): readonly Shortcut[] {
  const all = [...shown].flatMap((entry) => (entry.scope === scope ? entry.shortcuts : []));
  return [...new Map(all.map((one) => [one.keys.join(' '), one])).values()];
}

/** Returns the keys of a shortcut as printed on a keyboard: `mod+k` is `Ctrl+K`. */
export function spellShortcut(shortcut: string): string {
  const keys = shortcut.split('+').map((key) => printed[key] ?? key.toUpperCase());
  return keys.join('+');
}

const printed: Readonly<Record<string, string>> = { mod: 'Ctrl', escape: 'Esc' };
