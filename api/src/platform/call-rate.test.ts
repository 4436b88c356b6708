import fastify from 'fastify';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { forgetCalls } from './count-calls.ts';
import { callsAMinute, limitCalls, networkOf, secondsOfTooManyCalls } from './call-rate.ts';

let databases: TestDatabase;
beforeAll(async () => {
  databases = await createTestDatabase();
});
beforeEach(async () => {
  await databases.owner`truncate call_counts`;
});

describe('calls of a rate-limited route', () => {
  it('are refused above the limit, for one network but not for others', async () => {
    const app = fastify();
    await limitCalls(app, databases.database);
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

describe('several processes', () => {
  const openProcess = async () => {
    const app = fastify();
    await limitCalls(app, databases.database);
    app.setErrorHandler((_error, _request, reply) => reply.code(429).send());
    app.get('/one', { config: callsAMinute(4) }, async () => 'here');
    app.get('/two', { config: callsAMinute(4) }, async () => 'here');
    return (url: string) => app.inject({ url, remoteAddress: '192.0.2.1' });
  };

  it('count the calls of one network together, for each route', async () => {
    const [first, second] = [await openProcess(), await openProcess()];
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => (at % 2 === 0 ? first : second)('/one')),
    );
    const statuses = answers
      .map(({ statusCode }) => statusCode)
      .toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    expect((await second('/two')).statusCode).toBe(200);
  });

  it('count anew after a minute, and store no address', async () => {
    const call = await openProcess();
    for (let calls = 0; calls < 5; calls += 1) await call('/one');
    expect((await call('/one')).statusCode).toBe(429);
    await databases.owner`update call_counts set counted_from = now() - interval '61 s'`;
    expect((await call('/one')).statusCode).toBe(200);
    const rows = await databases.owner`select * from call_counts`;
    expect(JSON.stringify(rows)).not.toContain('192.0.2.1');
    await databases.owner`update call_counts set counted_from = now() - interval '11 min'`;
    await forgetCalls(databases.database);
    expect(await databases.owner`select from call_counts`).toHaveLength(0);
  });
});

describe('a call whose connection closes before it is counted', () => {
  it('counts together with all such calls, and is not reported as a server error', async () => {
    const app = fastify();
    await limitCalls(app, databases.database);
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
