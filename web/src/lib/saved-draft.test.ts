import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBrowserDouble } from '../../build/browser-double.ts';
import { draftKey, readDraft } from './saved-draft.ts';
import { bindPageToAccount } from './session.ts';

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

it('a draft belongs to the account whose page is open, whichever signs in in another tab', () => {
  const { cookies } = openBrowserDouble({ cookies: { token: 'a', id: 'ann' } });
  const unbind = bindPageToAccount();
  const key = draftKey('promise');
  cookies.set('token', 'b').set('id', 'ben');
  expect(draftKey('promise')).toBe(key);
  unbind();
  expect(draftKey('promise')).toBe('bursar.draft.ben.promise');
  vi.unstubAllGlobals();
});
