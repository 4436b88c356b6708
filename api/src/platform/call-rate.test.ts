import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { callsAMinute, limitCalls, networkOf, secondsOfTooManyCalls } from './call-rate.ts';

describe('calls of a rate-limited route', () => {
  it('are refused above the limit, for one network but not for others', async () => {
    const app = fastify();
    await limitCalls(app);
    app.setErrorHandler((error, _request, reply) =>
      reply.code(429).send({ seconds: secondsOfTooManyCalls(error) }),
    );
    app.get('/limited', { config: callsAMinute(2) }, async () => 'here');
    app.get('/free', async () => 'here');
    const statuses = async (url: string, remoteAddress: string) => {
      const answers = [];
      for (let calls = 0; calls < 3; calls += 1)
        answers.push(await app.inject({ url, remoteAddress }));
      return answers;
    };
    const limited = await statuses('/limited', '2001:db8::1');
    expect(limited.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
    expect(limited[2]?.json().seconds).toBeGreaterThan(0);
    const sameNetwork = await app.inject({ url: '/limited', remoteAddress: '2001:db8::2' });
    expect(sameNetwork.statusCode).toBe(429);
    const next = await app.inject({ url: '/limited', remoteAddress: '192.0.2.1' });
    expect(next.statusCode).toBe(200);
    expect(next.headers).not.toHaveProperty('x-ratelimit-limit');
    const free = await statuses('/free', '192.0.2.1');
    expect(free.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });
});

describe('a call whose connection closes before it is counted', () => {
  it('counts together with all such calls, and is not reported as a server error', async () => {
    const app = fastify();
    await limitCalls(app);
    const failures: unknown[] = [];
    app.setErrorHandler((error, _request, reply) => {
      failures.push(secondsOfTooManyCalls(error) === null ? error : 'limited');
      return reply.code(429).send();
    });
    // Node forgets a socket's address when the socket is destroyed.
    app.addHook('onRequest', async (request) => {
      Object.defineProperty(request, 'ip', { value: undefined });
    });
    await app.register(async (inner) => {
      inner.get('/limited', { config: callsAMinute(2) }, async () => 'here');
    });
    for (let calls = 0; calls < 3; calls += 1) {
      await app.inject({ url: '/limited', remoteAddress: `192.0.2.${calls}` });
    }
    expect(failures).toEqual(['limited']);
  });
});

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
