import { describe, expect, it } from 'vitest';
import { readViews, removeView, saveView } from './view-store.ts';

function memory(first?: string) {
  const kept = new Map(first === undefined ? [] : [['views:loans', first]]);
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe('the views of a list', () => {
  it('come back in the order they were saved', () => {
    const store = memory();
    saveView(store, 'loans', { name: 'Late', search: 'bucket=31-60' });
    saveView(store, 'loans', { name: 'Large', search: 'sort=-outstanding' });
    expect(readViews(store, 'loans').map(({ name }) => name)).toEqual(['Late', 'Large']);
    expect(readViews(store, 'payments')).toEqual([]);
  });

  it('have one view a name', () => {
    const store = memory();
    saveView(store, 'loans', { name: 'Late', search: 'a=1' });
    saveView(store, 'loans', { name: 'Late', search: 'a=2' });
    expect(readViews(store, 'loans')).toEqual([{ name: 'Late', search: 'a=2' }]);
    removeView(store, 'loans', 'Late');
    expect(readViews(store, 'loans')).toEqual([]);
  });

  it.each(['{', '{"name":"x"}', '[1,{"name":"x"}]'])('are none where %s is kept', (garbled) => {
    expect(readViews(memory(garbled), 'loans')).toEqual([]);
  });
});
