import { MutationObserver, onlineManager } from '@tanstack/react-query';
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

describe('a write that is not answered yet', () => {
  afterEach(() => onlineManager.setOnline(true));

  /** Sends for record `a`, and shows record `b` before the first attempt has an answer. */
  async function sendThenShowNext(attempts: readonly ('fails' | 'works')[]) {
    openBrowserDouble({ cookies: { token: 'writer' } });
    const client = queryClientAhead();
    if (!client) throw new Error('The frame has opened already.');
    const calls: string[] = [];
    const optionsOf = (record: string) => ({
      mutationFn: async () => {
        calls.push(record);
        if (attempts[calls.length - 1] === 'fails') throw new Error('No answer');
      },
      onSuccess: () => void calls.push(`${record} was saved`),
      retry: 1,
      retryDelay: 1,
    });
    const observer = new MutationObserver(client, optionsOf('a'));
    const stop = observer.subscribe(() => undefined);
    const sending = observer.mutate();
    observer.setOptions(optionsOf('b'));
    onlineManager.setOnline(true);
    await client.resumePausedMutations();
    await sending;
    stop();
    return calls;
  }

  it('is repeated for its own record, whichever record is shown by then', async () => {
    expect(await sendThenShowNext(['fails', 'works'])).toEqual(['a', 'a', 'a was saved']);
  });

  it('is sent for its own record once there is a connection', async () => {
    onlineManager.setOnline(false);
    expect(await sendThenShowNext(['works'])).toEqual(['a', 'a was saved']);
  });
});
