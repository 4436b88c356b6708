import { describe, expect, it } from 'vitest';
import { showShortcuts, shownShortcuts, spellShortcut } from './shown-shortcuts.ts';

describe('the keys that work', () => {
  it('are those that something on the page hears, as long as it is there', () => {
    const pay = { keys: ['P'], label: 'Post payment' };
    const hide = showShortcuts('page', [pay]);
    expect(shownShortcuts('page')).toEqual([pay]);
    expect(shownShortcuts('everywhere')).toEqual([]);
    hide();
    expect(shownShortcuts('page')).toEqual([]);
  });

  it('are each named once, however many lists hear them', () => {
    const next = { keys: ['↓', 'J'], label: 'Next row' };
    const hideAll = [showShortcuts('list', [next]), showShortcuts('list', [next])];
    expect(shownShortcuts('list')).toEqual([next]);
    for (const hide of hideAll) hide();
  });

  it('are spelled as a keyboard has them', () => {
    expect(spellShortcut('p')).toEqual(['P']);
    expect(spellShortcut('/')).toEqual(['/']);
    expect(spellShortcut('mod+k')).toEqual(['Ctrl', 'K']);
  });
});
