import { describe, expect, it } from 'vitest';
import { createResponseCache } from './response-cache.ts';
import type { Scope } from './scope.ts';

const businessDate = '2026-06-15';
const manager: Scope = { role: 'user', accountId: 'm1', portfolioId: 'one' };
const stranger: Scope = { role: 'user', accountId: 'm2', portfolioId: 'two' };
const desk: Scope = { role: 'team', accountId: 'd1', portfolioId: 'one', teamId: 'delta' };
const agent: Scope = { role: 'agent', accountId: 'a1', portfolioId: 'one' };
const admin: Scope = {
  role: 'admin',
  accountId: 'root',
  now: '2026-06-15T12:00:10.000Z',
  demoPortfolioIds: [],
};

const NOT_CACHED = -2;
const LARGE = -3;

/**
 * Creates a cache whose notifications the test sends itself; each answer is the number of its read.
 */
function openAnswers(maxBytes?: number) {
  const line = { isHealthy: true, onNotify: (_word: string) => {}, onGap: () => {} };
  const answers = createResponseCache(
    {
      subscribe: ({ onNotify, onGap }) => {
        Object.assign(line, { onNotify, onGap });
        return () => line.isHealthy;
      },
      stop: async () => {},
    },
    maxBytes,
  );
  let readings = 0;
  const find = (scope: Scope, read = async () => (readings += 1), day = businessDate) =>
    answers.find({
      name: 'figures',
      session: { scope, businessDate: day },
      read,
      bytesOf: (answer) => (answer === NOT_CACHED ? null : answer === LARGE ? 3_000 : 1_000),
    });
  return { answers, line, find };
}

/** A read that ends when the test calls `end`. */
function pausedReading() {
  let end = (_answer: number) => {};
  const answer = new Promise<number>((resolve) => {
    end = resolve;
  });
  return { read: () => answer, end: () => end(-1) };
}

describe('a cached answer', () => {
  it('is read once for all users with the same scope and day', async () => {
    const { find } = openAnswers();
    const scopes: Scope[] = [
      manager,
      stranger,
      desk,
      { ...desk, teamId: 'cedar' },
      agent,
      { ...agent, accountId: 'a2' },
      admin,
    ];
    for (const [index, scope] of scopes.entries()) expect(await find(scope)).toBe(index + 1);
    for (const [index, scope] of scopes.entries()) expect(await find(scope)).toBe(index + 1);
    expect(await find({ ...manager, accountId: 'm3' })).toBe(1);
    expect(await find({ ...desk, accountId: 'd3' })).toBe(3);
    expect(await find(manager, undefined, '2026-06-16')).toBe(8);
    expect(await find({ ...admin, now: '2026-06-15T12:01:00.000Z' })).toBe(9);
  });

  it('is discarded after a change in its portfolio, and an administrator’s after any change', async () => {
    const { find, line, answers } = openAnswers();
    for (const scope of [manager, stranger, admin]) await find(scope);
    line.onNotify('two');
    expect(await find(manager)).toBe(1);
    expect(await find(stranger)).toBe(4);
    expect(await find(admin)).toBe(5);
    answers.forget('one');
    expect(await find(stranger)).toBe(4);
    expect(await find(manager)).toBe(6);
    line.onGap();
    expect(await find(stranger)).toBe(7);
  });

  it('is shared while it is read, but not after a change, which also prevents caching it', async () => {
    const { find, line } = openAnswers();
    const { read, end } = pausedReading();
    const first = find(manager, read);
    const second = find(manager);
    line.onNotify('one');
    const third = find(manager);
    end();
    expect(await Promise.all([first, second, third])).toEqual([-1, -1, 1]);
    expect(await find(manager)).toBe(1);
  });

  it('is neither used nor stored while the notification connection is not proved healthy', async () => {
    const { find, line } = openAnswers();
    expect(await find(manager)).toBe(1);
    line.isHealthy = false;
    expect(await find(manager)).toBe(2);
    expect(await find(manager)).toBe(3);
  });

  it('is not cached if reading failed', async () => {
    const { find } = openAnswers();
    await expect(find(manager, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await find(manager)).toBe(1);
  });

  it('is not cached if caching is off', async () => {
    const { find } = openAnswers();
    expect(await find(manager, async () => NOT_CACHED)).toBe(NOT_CACHED);
    expect(await find(manager)).toBe(1);
  });

  it('is evicted for others, least recently used first', async () => {
    const { find, line } = openAnswers(10_999);
    const nth = (index: number): Scope => ({ ...agent, accountId: `n${index}` });
    for (let index = 1; index <= 10; index += 1) await find(nth(index));
    expect(await find(nth(1))).toBe(1);
    expect(await find(nth(11))).toBe(11);
    expect(await find(nth(1))).toBe(1);
    expect(await find(nth(2))).toBe(12);
    // Discarding an answer frees memory for other answers.
    line.onNotify('one');
    for (let index = 1; index <= 10; index += 1) await find(nth(index));
    for (let index = 1; index <= 10; index += 1) expect(await find(nth(index))).toBe(12 + index);
  });

  it('is not stored if it exceeds the whole cache, and leaves the others in place', async () => {
    const { find } = openAnswers(2_000);
    expect(await find(manager)).toBe(1);
    expect(await find(agent, async () => LARGE)).toBe(LARGE);
    expect(await find(manager)).toBe(1);
    expect(await find(agent)).toBe(2);
  });
});
