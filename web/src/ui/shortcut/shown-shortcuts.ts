/** A key and what it does. Keys are pressed together: `['Ctrl', 'K']`. */
export type Shortcut = { keys: readonly string[]; label: string };

/** Where a key works: in what is open, in the rows of a list, or wherever one is. */
export type ShortcutScope = 'page' | 'list' | 'everywhere';

type Shown = { scope: ShortcutScope; shortcuts: readonly Shortcut[] };

const shown = new Set<Shown>();

/** Keys that work from now on; the answer ends it. Whatever hears a key says so here. */
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
