import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBrowserDouble } from '../../build/browser-double.ts';
import { queryClientAhead } from './query-client.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the query cache of a frame before it opens', () => {
  it('is the same until the frame opens', () => {
    openBrowserDouble({ cookies: { token: 'a' } });
    queryClientAhead()?.setQueryData(['loans'], 'of a');
    expect(queryClientAhead()?.getQueryData(['loans'])).toBe('of a');
  });

  it('contains no answer of a different session', () => {
    openBrowserDouble({ cookies: { token: 'a' } });
    queryClientAhead()?.setQueryData(['loans'], 'of a');
    openBrowserDouble({ cookies: { token: 'b' } });
    expect(queryClientAhead()?.getQueryData(['loans'])).toBeUndefined();
  });
});
