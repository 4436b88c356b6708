import { describe, expect, it } from 'vitest';
import { matchesShortcut, showShortcuts, shownShortcuts, spellShortcut } from './use-shortcut.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false };

describe('a shortcut', () => {
  it('is a key, with or without the command key', () => {
    expect(matchesShortcut({ ...none, key: 'p', code: 'KeyP' }, 'p')).toBe(true);
    expect(matchesShortcut({ ...none, key: 'P', code: 'KeyP' }, 'p')).toBe(true);
    expect(matchesShortcut({ ...none, key: '?', code: 'Slash' }, '?')).toBe(true);
    expect(matchesShortcut({ ...none, ctrlKey: true, key: 'k', code: 'KeyK' }, 'mod+k')).toBe(true);
    expect(matchesShortcut({ ...none, metaKey: true, key: 'k', code: 'KeyK' }, 'mod+k')).toBe(true);
  });

  it('does not match a different combination of the same key', () => {
    expect(matchesShortcut({ ...none, ctrlKey: true, key: 'p', code: 'KeyP' }, 'p')).toBe(false);
    expect(matchesShortcut({ ...none, key: 'k', code: 'KeyK' }, 'mod+k')).toBe(false);
    expect(matchesShortcut({ ...none, altKey: true, key: 'p', code: 'KeyP' }, 'p')).toBe(false);
  });

  it('works on an Arabic layout, and follows the letters of a different Latin one', () => {
    expect(matchesShortcut({ ...none, key: 'ح', code: 'KeyP' }, 'p')).toBe(true);
    expect(matchesShortcut({ ...none, key: 'l', code: 'KeyP' }, 'p')).toBe(false);
  });
});

describe('the shortcuts that are shown', () => {
  it('are those of mounted components', () => {
    const pay = { keys: ['P'], label: 'Post payment' };
    const hide = showShortcuts('page', [pay]);
    expect(shownShortcuts('page')).toEqual([pay]);
    expect(shownShortcuts('everywhere')).toEqual([]);
    hide();
    expect(shownShortcuts('page')).toEqual([]);
  });

  it('are listed once, even if several lists have them', () => {
    const next = { keys: ['↓', 'J'], label: 'Next row' };
    const hideAll = [showShortcuts('list', [next]), showShortcuts('list', [next])];
    expect(shownShortcuts('list')).toEqual([next]);
    for (const hide of hideAll) hide();
  });

  it('are spelt as on a keyboard', () => {
    expect(spellShortcut('p')).toBe('P');
    expect(spellShortcut('/')).toBe('/');
    expect(spellShortcut('mod+k')).toBe('Ctrl+K');
    expect(spellShortcut('escape')).toBe('Esc');
  });
});
