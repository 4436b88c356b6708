import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio } from '../testing/arrange.ts';
import { paymentOf } from '../testing/open-office.ts';
import { createTestApp, type TestClient } from '../testing/test-app.ts';

const test = await createTestApp({ cachesReads: true });
const portfolio = await arrangePortfolio(test.owner);
const { agent } = portfolio.team;

const { sessions } = test.app.platform;
if (!sessions) throw new Error('this app keeps no sessions');
const { find } = sessions;
/** Number of session look-ups in the database. */
let reads = 0;
Object.assign(sessions, {
  find: (key: string, read: Parameters<typeof find>[1]) =>
    find(key, () => {
      reads += 1;
      return read();
    }),
});

/**
 * Signs in and waits until the session is cached, which takes until a heartbeat has proved the
 * connection.
 */
async function signInAndCache(email: string): Promise<TestClient> {
  const client = await test.signIn(email);
  await expect
    .poll(
      async () => {
        const before = reads;
        await client.get('/api/tags');
        return reads - before;
      },
      { timeout: 15_000 },
    )
    .toBe(0);
  return client;
}

/** Waits for the expected status, because another process's change arrives as a notification. */
async function eventually(client: TestClient, status: number): Promise<void> {
  await expect.poll(async () => (await client.get('/api/tags')).status).toBe(status);
}

describe('a cached session', () => {
  it.each<[string, () => Promise<unknown>, () => Promise<unknown>, number]>([
    [
      'ends when the account is suspended',
      () => test.owner`update accounts set status = 'suspended' where id = ${agent.id}`,
      () => test.owner`update accounts set status = 'active' where id = ${agent.id}`,
      401,
    ],
    [
      'ends when the session is ended elsewhere',
      () => test.owner`update sessions set ended_at = now() where account_id = ${agent.id}`,
      async () => undefined,
      401,
    ],
    [
      'loses a permission that its role loses',
      () => test.owner`
        insert into role_permissions (role, permission, granted, changed_by, changed_at)
        values ('agent', 'read-loans', false, ${portfolio.manager.id}, now())`,
      () => test.owner`delete from role_permissions`,
      403,
    ],
  ])('%s', async (_name, change, back, status) => {
    const client = await signInAndCache(agent.email);
    expect((await client.get('/api/tags')).status).toBe(200);
    await change();
    await eventually(client, status);
    await back();
  });

  it('is read again at once after a change by this process', async () => {
    const manager = await test.signIn(portfolio.manager.email);
    const client = await signInAndCache(agent.email);
    const body = { id: uuidv7(), loans: 'stay' };
    expect((await manager.post(`/api/staff/${agent.id}/suspend`, body)).status).toBe(200);
    expect((await client.get('/api/tags')).status).toBe(401);
    await test.owner`update accounts set status = 'active' where id = ${agent.id}`;
  });

  it('remains cached after a payment, which does not affect it', async () => {
    const { team } = portfolio;
    const loan = await arrangeLoan(test.owner, portfolio, { teamId: team.id, agentId: agent.id });
    const client = await signInAndCache(agent.email);
    const before = reads;
    const path = `/api/loans/${loan.id}/payments`;
    expect((await client.post(path, paymentOf({ valueDate: '2026-06-01' }))).status).toBe(200);
    expect((await client.get('/api/tags')).status).toBe(200);
    expect(reads - before).toBe(0);
  });

  it('expires after half an hour without use', async () => {
    const client = await signInAndCache(agent.email);
    test.clock.moveTo('2026-06-15T12:31:00Z');
    expect((await client.get('/api/tags')).status).toBe(401);
    test.clock.moveTo('2026-06-15T12:00:00Z');
  });

  it('is not cached while notifications cannot arrive', async () => {
    const client = await signInAndCache(agent.email);
    await test.owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query ilike 'listen "bursar_%' and datname = current_database()`;
    await test.owner`update sessions set ended_at = now() where account_id = ${agent.id}`;
    await expect
      .poll(async () => (await client.get('/api/tags')).status, { timeout: 3_000 })
      .toBe(401);
  });
});
