import { expect, it } from 'vitest';
import { postWebhook } from './post-webhook.ts';

it('a look-up of the receiver that is never answered ends with the time of the delivery', async () => {
  const post = {
    url: new URL('https://receiver.example/'),
    headers: {},
    body: '{}',
    rule: 'public',
  } as const;
  const silent = () => new Promise<never>(() => undefined);
  const result = await postWebhook(post, { resolve: silent, timeoutMs: 20 });
  expect(result).toEqual({ status: null, answer: '', failure: 'timed-out' });
});
