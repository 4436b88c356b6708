import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBrowserDouble } from '../../build/browser-double.ts';
import { queryClientAhead } from './query-client.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the cache that is filled before its frame stands', () => {
  it('is one until the frame opens', () => {
    openBrowserDouble({ cookies: { token: 'a' } });
    queryClientAhead()?.setQueryData(['loans'], 'of a');
    expect(queryClientAhead()?.getQueryData(['loans'])).toBe('of a');
  });

  it('holds nothing that another session was told', () => {
    openBrowserDouble({ cookies: { token: 'a' } });
    queryClientAhead()?.setQueryData(['loans'], 'of a');
    openBrowserDouble({ cookies: { token: 'b' } });
    expect(queryClientAhead()?.getQueryData(['loans'])).toBeUndefined();
  });
});
