import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { tagColours } from '@bursar/contracts/choices';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangePortfolio } from '../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import type { Transaction } from '../database.ts';

/** An address that reads `borrowers` and is not cached. */
const listed = '/api/borrowers';
/** An address that reads `ledger_days` and is cached, so equal calls share one read. */
const figures = '/api/finance/trial-balance';

describe('the statements of a read', () => {
  let test: TestApp;
  let manager: TestClient;
  let port: number;
  beforeAll(async () => {
    test = await createTestApp({ cachesReads: true, readWithinMs: 3_000 });
    test.app.server.log.level = 'silent';
    const portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    await test.app.server.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = test.app.server.server.address() as AddressInfo);
  });

  /** Locks a table during `work`, so that a read of the table is as slow as the test needs. */
  const whileLocked = <Result>(table: string, work: (locked: Transaction) => Promise<Result>) =>
    test.owner.begin(async (transaction) => {
      await transaction.unsafe(`lock table ${table} in access exclusive mode`);
      return work(transaction);
    });
  const countWaiting = async (locked: Transaction, part: string) => {
    await locked`select pg_stat_clear_snapshot()`;
    const waiting = await locked`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and position(${part} in query) > 0 and pid <> pg_backend_pid()`;
    return waiting.length;
  };
  const untilWaiting = async (locked: Transaction, part: string, isWaiting: boolean) => {
    const read = async () => (await countWaiting(locked, part)) > 0;
    await expect.poll(read, { timeout: 10_000 }).toBe(isWaiting);
  };
  const ask = (path: string, body?: object) => {
    const { token = '', ...cookies } = manager.cookies;
    const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      method: body ? 'POST' : 'GET',
      headers: {
        cookie: [`token=${token}`, ...cookie].join('; '),
        'content-type': 'application/json',
        'x-xsrf-token': manager.cookies['XSRF-TOKEN'] ?? '',
      },
    });
    const status = new Promise<number | undefined>((resolve) => {
      asked.once('response', (answer) => resolve(answer.resume().statusCode));
      asked.once('error', () => resolve(undefined));
    });
    asked.end(body && JSON.stringify(body));
    return { status, leave: () => asked.destroy() };
  };

  it('end when its caller leaves', async () => {
    await whileLocked('borrowers', async (locked) => {
      const { leave } = ask(listed);
      await untilWaiting(locked, 'borrowers borrower', true);
      leave();
      await untilWaiting(locked, 'borrowers borrower', false);
    });
    expect(await ask(listed).status).toBe(200);
  });

  it('end with a named failure when it takes too long', async () => {
    await whileLocked('borrowers', async (locked) => {
      const answer = await test.app.server.inject({
        url: listed,
        cookies: { ...manager.cookies },
      });
      expect(answer.json().error).toBe('database_too_slow');
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30']);
      await untilWaiting(locked, 'borrowers borrower', false);
    });
  });

  it('go on while another caller waits for the same answer, and end with the last', async () => {
    await whileLocked('ledger_days', async (locked) => {
      const [first, second] = [ask(figures), ask(figures)];
      await untilWaiting(locked, 'from ledger_days', true);
      first.leave();
      await first.status;
      await wait(300);
      expect(await countWaiting(locked, 'from ledger_days')).toBe(1);
      second.leave();
      await untilWaiting(locked, 'from ledger_days', false);
    });
    expect(await ask(figures).status).toBe(200);
  });

  it('of a change go on, whether its caller leaves or not', async () => {
    const id = uuidv7();
    await whileLocked('tags', async (locked) => {
      const { leave, status } = ask('/api/tags', { id, name: 'Harbour', colour: tagColours[0] });
      await untilWaiting(locked, 'tags', true);
      leave();
      await status;
      await wait(300);
      expect(await countWaiting(locked, 'tags')).toBe(1);
    });
    await expect.poll(() => test.owner`select id from tags`).toMatchObject([{ id }]);
  });
});
