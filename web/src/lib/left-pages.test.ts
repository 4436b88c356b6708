import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lastLeft, noteLeft } from './left-pages.ts';

describe('the way back to a list', () => {
  const storage = new Map<string, string>();
  beforeEach(() => {
    storage.clear();
    vi.stubGlobal('document', { cookie: 'token=t; id=ann' });
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('leads to the list without a query if none was seen', () => {
    expect(lastLeft('/allloan', '/loan')).toEqual({ path: '/allloan', left: null });
  });

  it('leads to the list seen last, with its query', () => {
    noteLeft({ pathname: '/loan', search: '?q=patel', key: 'a' });
    noteLeft({ pathname: '/allloan', search: '?bucket=31-60', key: 'b' });
    noteLeft({ pathname: '/loan-details', search: '?id=1', key: 'c' });
    const left = { search: '?bucket=31-60', key: 'b' };
    expect(lastLeft('/allloan', '/loan')).toEqual({ path: '/allloan', left });
    noteLeft({ pathname: '/loan', search: '', key: 'd' });
    expect(lastLeft('/allloan', '/loan').path).toBe('/loan');
  });

  it('does not lead to a record at the address of its list', () => {
    noteLeft({ pathname: '/applications', search: '?status=submitted', key: 'a' });
    noteLeft({ pathname: '/applications', search: '?id=1', key: 'b' });
    noteLeft({ pathname: '/applications', search: '?id=2&tab=terms', key: 'c' });
    const left = { search: '?status=submitted', key: 'a' };
    expect(lastLeft('/applications')).toEqual({ path: '/applications', left });
  });

  it('is not shared with other accounts on the same machine', () => {
    noteLeft({ pathname: '/loan', search: '?q=patel', key: 'a' });
    vi.stubGlobal('document', { cookie: 'token=t; id=ben' });
    expect(lastLeft('/loan').left).toBeNull();
  });

  it('starts anew if the stored value is invalid', () => {
    storage.set('left-pages.ann', '{"a":1}');
    expect(lastLeft('/loan').left).toBeNull();
    storage.set('left-pages.ann', '[["/loan", 3], 4]');
    expect(lastLeft('/loan').left).toBeNull();
  });
});
