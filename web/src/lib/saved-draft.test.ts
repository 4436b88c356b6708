import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readDraft } from './saved-draft.ts';

const empty = { id: 'new', note: '', amountMinor: null };

describe('a saved draft', () => {
  const storage = new Map<string, string>();
  beforeEach(() => {
    vi.stubGlobal('localStorage', { getItem: (key: string) => storage.get(key) ?? null });
  });
  afterEach(() => {
    storage.clear();
    vi.unstubAllGlobals();
  });

  it('is restored as typed, with the id that it will be sent with', () => {
    storage.set('key', JSON.stringify({ id: 'first', note: 'Calls back', amountMinor: 500 }));
    expect(readDraft('key', empty)).toEqual({ id: 'first', note: 'Calls back', amountMinor: 500 });
  });

  it.each([
    ['nothing was saved', undefined],
    ['it lacks a current field', '{"id":"first","note":""}'],
    ['a field holds an invalid value', '{"id":"first","note":{},"amountMinor":null}'],
    ['it cannot be read', '{"id":'],
    ['it is not a draft', '"text"'],
  ])('is ignored if %s', (_, text) => {
    if (text !== undefined) storage.set('key', text);
    expect(readDraft('key', empty)).toBeNull();
  });

  it('is missing if the browser stores nothing', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('refused');
      },
    });
    expect(readDraft('key', empty)).toBeNull();
  });
});
