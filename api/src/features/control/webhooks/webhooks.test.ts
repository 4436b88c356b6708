import { uuidv7 } from 'uuidv7';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordAudit } from '../../../platform/audit.ts';
import {
  arrangeAdmin,
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { meetAt } from '../../../testing/while-held.ts';
import { signersOf, startReceiver, type Receiver } from '../../../testing/webhook-receiver.ts';
import { claimDeliveries } from './deliveries.store.ts';
import { openDispatch } from './dispatch-webhooks.ts';

const HOUR_MS = 3_600_000;

describe('webhooks', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let other: TestPortfolio;
  let manager: TestClient;
  let receiver: Receiver;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    other = await arrangePortfolio(test.owner, 'two');
    await arrangeAdmin(test.owner);
    receiver = await startReceiver();
  });
  beforeEach(async () => {
    await test.owner`update webhooks set removed_at = now()`;
    await wait(24 * HOUR_MS);
    receiver.received.length = 0;
    receiver.answers = (response) => response.end('thanks');
  });

  const bodyOf = (changes: object = {}) => ({
    id: uuidv7(),
    portfolioId: portfolio.id,
    name: 'Ledger',
    url: receiver.url,
    events: ['post-payment'],
    ...changes,
  });

  async function create(changes: object = {}, client = manager) {
    const { status, body } = await client.post('/api/webhooks', bodyOf(changes));
    expect(status, JSON.stringify(body)).toBe(200);
    // The answer is checked by its contract.
    const { webhook, secret } = body as {
      webhook: { id: string; version: number };
      secret: string;
    };
    return { ...webhook, secret };
  }

  /** Sends everything that is due and returns the number of deliveries. */
  async function deliver(): Promise<number> {
    const { database, clock, secrets } = test;
    const failures: unknown[] = [];
    const delivering = { database, clock, secrets, rule: 'any' } as const;
    const dispatch = openDispatch(delivering, (error) => failures.push(error));
    await dispatch.begin();
    const count = await dispatch.ended();
    expect(failures).toEqual([]);
    return count;
  }

  const delivered = async () => ({ deliveries: await deliver() });

  /** Moves the clock ahead and signs the manager in again, because sessions end during the wait. */
  async function wait(ms: number): Promise<void> {
    test.clock.moveTo(new Date(test.clock.now().getTime() + ms).toISOString());
    manager = await test.signIn(portfolio.manager.email);
  }

  async function pay(client = manager, of = portfolio) {
    const loan = await arrangeLoan(test.owner, of, { borrowerName: 'Samira Haddad' });
    const payment = {
      id: uuidv7(),
      amountMinor: 100,
      currency: 'USD',
      valueDate: '2026-06-15',
      method: 'cash',
      note: 'for Samira',
    };
    const { status } = await client.post(`/api/loans/${loan.id}/payments`, payment);
    expect(status).toBe(200);
    return { loan, payment };
  }

  const deliveriesOf = async (id: string, query = '') =>
    (await manager.get(`/api/webhooks/${id}/deliveries${query}`)).body.deliveries;

  const stateOf = async (id: string) =>
    (await manager.get('/api/webhooks')).body.webhooks.find(
      (webhook: { id: string }) => webhook.id === id,
    );

  it('send chosen events of their portfolio, signed, with ids and no name', async () => {
    const { id, secret } = await create();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const { loan, payment } = await pay();
    await pay(await test.signIn(other.manager.email), other);
    await manager.post(`/api/loans/${loan.id}/notes`, {
      id: uuidv7(),
      text: 'not chosen',
      mentions: [],
    });
    expect(await deliver()).toBe(1);
    expect(await deliver()).toBe(0);
    const [received] = receiver.received;
    if (!received) throw new Error('nothing was received');
    expect(receiver.received).toHaveLength(1);
    expect(signersOf(received, [secret])).toEqual([secret]);
    expect(JSON.parse(received.body)).toEqual({
      id: received.headers['webhook-id'],
      type: 'post-payment',
      timestamp: test.clock.now().toISOString(),
      data: {
        portfolioId: portfolio.id,
        actorId: portfolio.manager.id,
        subject: { kind: 'loan', id: loan.id },
        facts: {
          paymentId: payment.id,
          amountMinor: 100,
          currency: 'USD',
          valueDate: '2026-06-15',
          status: expect.any(String),
        },
      },
    });
    expect(received.body).not.toContain('Samira');
    expect(await deliveriesOf(id)).toMatchObject([
      { event: 'post-payment', state: 'delivered', attempts: 1, status: 200, answer: 'thanks' },
    ]);
    expect(await stateOf(id)).toMatchObject({ state: 'active', waiting: 0, failed: 0 });
  });

  it('show their secret once and store it encrypted', async () => {
    const body = bodyOf();
    const made = await manager.post('/api/webhooks', body);
    expect(made.status).toBe(200);
    expect((await manager.post('/api/webhooks', body)).body.error).toBe('webhook_already_made');
    const [row] = await test.owner<{ secret: Buffer }[]>`
      select secret from webhooks where id = ${made.body.webhook.id}`;
    const secret = Buffer.from(made.body.secret.replace('whsec_', ''), 'base64');
    expect(row?.secret.includes(secret)).toBe(false);
    const listed = await manager.get('/api/webhooks');
    expect(JSON.stringify(listed.body)).not.toContain('whsec_');
    const [audit] = await test.owner<{ after: object }[]>`
      select after from audit_events where event = 'create-webhook'
        and subject_id = ${made.body.webhook.id}`;
    // The path of an address can hold a key.
    expect(audit?.after).toMatchObject({ name: 'Ledger', url: new URL(receiver.url).origin });
    expect(JSON.stringify(audit?.after)).not.toContain('/bursar');
  });

  it('send nothing for a transaction that was rolled back', async () => {
    const { id } = await create({ events: null });
    const written = test.database.begin(async (transaction) => {
      await recordAudit(transaction, {
        portfolioId: portfolio.id,
        actorId: portfolio.manager.id,
        event: 'write-note',
        subject: 'loan',
        subjectId: uuidv7(),
        requestId: null,
        at: test.clock.now(),
      });
      throw new Error('rolled back');
    });
    await expect(written).rejects.toThrow('rolled back');
    const events = (await deliveriesOf(id)).map(({ event }: { event: string }) => event);
    expect(events).toEqual(['create-webhook']);
  });

  it('send an event again that a killed process had claimed', async () => {
    const { id: webhookId } = await create();
    await pay();
    const at = test.clock.now();
    const until = new Date(at.getTime() + 60_000).toISOString();
    await test.database.begin((transaction) =>
      claimDeliveries(transaction, { webhookId, at: at.toISOString(), until }),
    );
    expect(await deliver()).toBe(0);
    await wait(60_000);
    expect(await deliver()).toBe(1);
    expect(receiver.received).toHaveLength(1);
  });

  it('are sent once by several processes at the same time', async () => {
    await create();
    for (const _ of [1, 2, 3]) await pay();
    const counts = await Promise.all([deliver(), deliver(), deliver()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(3);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    expect(receiver.received).toHaveLength(3);
  });

  it('try a failed delivery again with growing waits, then give it up', async () => {
    const { id } = await create();
    await pay();
    receiver.answers = (response) => response.writeHead(500).end('x'.repeat(5_000));
    const waits = [10_000, 60_000, 300_000, 0.5 * HOUR_MS, 2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS];
    for (const [index, ms] of [...waits, 24 * HOUR_MS].entries()) {
      expect(await deliver(), `attempt ${index + 1}`).toBe(1);
      await wait(ms - 1_000);
      expect(await deliver()).toBe(0);
      await wait(1_000);
    }
    expect(await deliver()).toBe(1);
    expect(await deliveriesOf(id, '?state=failed')).toMatchObject([
      { attempts: 9, status: 500, answer: 'x'.repeat(300), nextAttemptAt: null },
    ]);
    await wait(1_000 * HOUR_MS);
    expect(await deliver()).toBe(0);
    // Nine failures do not pause the webhook, so it still gets new events.
    expect(await stateOf(id)).toMatchObject({ state: 'active', failed: 1 });
  });

  it('do not follow a redirect', async () => {
    const { id } = await create();
    await pay();
    receiver.answers = (response) => response.writeHead(302, { location: receiver.url }).end();
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect(await deliveriesOf(id)).toMatchObject([
      { state: 'waiting', status: 302, failure: 'redirected' },
    ]);
  });

  it('pause with a notification after many failures over a day, and go on when resumed', async () => {
    const { id } = await create();
    for (let index = 0; index < 5; index += 1) await pay();
    receiver.answers = (response) => response.destroy();
    for (let round = 0; round < 6; round += 1) {
      await deliver();
      await wait(6 * HOUR_MS);
    }
    expect(await stateOf(id)).toMatchObject({ state: 'paused', pausedBecause: 'failing' });
    const [notice] = (await manager.get('/api/notices')).body.notifications;
    expect(notice).toMatchObject({ event: 'webhook-paused', subject: 'Ledger' });
    const pauses = await test.owner`
      select from audit_events where event = 'pause-webhook' and subject_id = ${id}`;
    expect(pauses).toHaveLength(1);
    expect(await deliver()).toBe(0);
    receiver.answers = (response) => response.end();
    receiver.received.length = 0;
    await pay();
    await manager.put(`/api/webhooks/${id}/state`, { state: 'active' });
    for (let round = 0; round < 3; round += 1) await deliver();
    await wait(24 * HOUR_MS);
    for (let round = 0; round < 3; round += 1) await deliver();
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(6);
  });

  it('pause at once if the receiver is gone or the secret cannot be read', async () => {
    const gone = await create();
    const lost = await create({ events: ['write-note'] });
    await test.owner`update webhooks set secret = 'lost' where id = ${lost.id}`;
    const { loan } = await pay();
    await manager.post(`/api/loans/${loan.id}/notes`, { id: uuidv7(), text: 'a', mentions: [] });
    receiver.answers = (response) => response.writeHead(410).end();
    await deliver();
    expect(await stateOf(gone.id)).toMatchObject({ pausedBecause: 'gone' });
    expect(await stateOf(lost.id)).toMatchObject({ pausedBecause: 'secret-lost' });
    expect(receiver.received).toHaveLength(1);
  });

  it('replay one event with the same id, and all events from a time on', async () => {
    const before = await pay();
    await wait(60_000);
    const since = test.clock.now().toISOString();
    await pay();
    const { id } = await create();
    const { payment } = await pay();
    await deliver();
    const [first] = receiver.received;
    const path = `/api/webhooks/${id}/deliveries/${String(first?.headers['webhook-id'])}/replay`;
    expect((await manager.post(path)).body).toEqual({ queued: 1 });
    await deliver();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]?.body).toBe(first?.body);
    expect(first?.body).toContain(payment.id);
    // Includes the payment from before the webhook existed, but not the one from before `since`.
    const replayed = await manager.post(`/api/webhooks/${id}/replay`, { since });
    expect(replayed.body).toEqual({ queued: 2 });
    receiver.received.length = 0;
    await deliver();
    const bodies = receiver.received.map(({ body }) => body).join(' ');
    expect(receiver.received).toHaveLength(2);
    expect(bodies).not.toContain(before.payment.id);
    const old = await manager.post(`/api/webhooks/${id}/replay`, { since: '2026-01-01T00:00:00Z' });
    expect(old.body.error).toBe('webhook_replay_too_old');
  });

  it('are replayed while one of their deliveries ends', async () => {
    const { id } = await create();
    await pay();
    const [delivery] = await test.owner<{ eventId: string }[]>`
      select event_id from webhook_deliveries where webhook_id = ${id}`;
    const path = `/api/webhooks/${id}/deliveries/${delivery?.eventId ?? ''}/replay`;
    const [replayed, ended] = await meetAt<object>(
      test.owner,
      (transaction) => transaction`select from webhooks where id = ${id} for update`,
      [() => manager.post(path), () => delivered()],
    );
    expect(replayed).toMatchObject({ status: 200 });
    // The event was queued again before the delivery ended, so it is sent a second time.
    expect(ended).toEqual({ deliveries: 2 });
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    expect(receiver.received).toHaveLength(2);
  });

  it('sign with the earlier secret too for a day after a rotation', async () => {
    const { id, version, secret } = await create();
    const rotated = await manager.post(`/api/webhooks/${id}/secret`, { version });
    const secrets = [secret, rotated.body.secret];
    // A repeated call must not end the overlap period of the two secrets.
    const twice = await manager.post(`/api/webhooks/${id}/secret`, { version });
    expect(twice.body.error).toBe('changed_since');
    await pay();
    await deliver();
    await wait(24 * HOUR_MS + 1_000);
    await pay();
    await deliver();
    const [during, after] = receiver.received;
    if (!during || !after) throw new Error('two events should have been received');
    expect(signersOf(during, secrets)).toEqual(secrets);
    expect(signersOf(after, secrets)).toEqual([rotated.body.secret]);
  });

  it('are changed by their version, and stop when removed', async () => {
    const { id, version } = await create();
    const { id: _, portfolioId: __, ...change } = bodyOf({ name: 'Cash desk', events: null });
    const changed = await manager.put(`/api/webhooks/${id}`, { ...change, version });
    expect(changed.body).toMatchObject({ name: 'Cash desk', events: null, version: 2 });
    expect((await manager.put(`/api/webhooks/${id}`, { ...change, version })).status).toBe(200);
    const late = await manager.put(`/api/webhooks/${id}`, { ...change, name: 'Late', version });
    expect(late.body.error).toBe('changed_since');
    expect((await manager.post(`/api/webhooks/${id}/remove`)).status).toBe(200);
    expect((await manager.post(`/api/webhooks/${id}/remove`)).status).toBe(404);
    await pay();
    expect(await deliver()).toBe(0);
  });

  it('are changed if only the path or the query of their address differs', async () => {
    const { id, version } = await create();
    const { id: _, portfolioId: __, ...change } = bodyOf({ url: `${receiver.url}?key=new` });
    const path = `/api/webhooks/${id}`;
    const changed = await manager.put(path, { ...change, version });
    expect(changed.body).toMatchObject({ url: `${receiver.url}?key=new`, version: 2 });
    // A repeated call finds the values that it sent before; the audit trail never has the key.
    expect((await manager.put(path, { ...change, version })).body).toMatchObject({ version: 2 });
    const named = { ...change, name: 'Cash desk', version: 2 };
    expect((await manager.put(path, named)).body).toMatchObject({ version: 3 });
    const { origin } = new URL(receiver.url);
    const audits = await test.owner<{ before: object; after: object }[]>`
      select before, after from audit_events
      where event = 'change-webhook' and subject_id = ${id} order by at, id`;
    const before = { name: 'Ledger', url: origin, events: 'post-payment' };
    expect(audits.map((one) => ({ ...one }))).toEqual([
      { before, after: { ...before, urlChanged: 'true' } },
      { before, after: { ...before, name: 'Cash desk' } },
    ]);
  });

  it.each([
    [{ url: 'http://example.com/' }, 'webhook_address_invalid'],
    [{ url: 'https://user:secret@example.com/' }, 'webhook_address_invalid'],
    [{ url: 'https://169.254.169.254/' }, 'webhook_address_forbidden'],
    [{ name: '  ' }, 'name_missing'],
    [{ portfolioId: uuidv7() }, 'not_found'],
  ])('are refused with %j: %s', async (changes, failure) => {
    const { body } = await manager.post('/api/webhooks', bodyOf(changes));
    expect(body.error).toBe(failure);
  });

  it('belong to the managers of their portfolio', async () => {
    const { id } = await create();
    const stranger = await test.signIn(other.manager.email);
    const agent = await test.signIn(portfolio.team.agent.email);
    expect((await stranger.post('/api/webhooks', bodyOf())).status).toBe(404);
    expect((await stranger.get(`/api/webhooks/${id}/deliveries`)).status).toBe(404);
    expect((await stranger.post(`/api/webhooks/${id}/remove`)).status).toBe(404);
    expect((await stranger.get('/api/webhooks')).body.webhooks).toEqual([]);
    expect((await agent.get('/api/webhooks')).body.error).toBe('permission_missing');
    const admin = await test.signIn('admin@bursar.example');
    const ofAdmin = await create({ name: 'Audit copy' }, admin);
    const names = (await admin.get('/api/webhooks')).body.webhooks.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toEqual(['Ledger', 'Audit copy']);
    expect(await stateOf(ofAdmin.id)).toMatchObject({ portfolio: { id: portfolio.id } });
  });
});
