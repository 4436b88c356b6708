import type { ServerResponse } from 'node:http';
import { uuidv7 } from 'uuidv7';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { recordAudit } from '../../../platform/audit.ts';
import { openOffice, type Office } from '../../../testing/open-office.ts';
import { startReceiver, type Receiver } from '../../../testing/webhook-receiver.ts';
import { listDueWebhooks } from './deliveries.store.ts';
import { openDispatch, type Dispatch } from './dispatch-webhooks.ts';

describe('a receiver of webhooks that does not answer', () => {
  let office: Office;
  let silent: Receiver;
  let quick: Receiver;
  beforeAll(async () => {
    office = await openOffice();
    [silent, quick] = [await startReceiver(), await startReceiver()];
  });
  let ids: string[];
  beforeEach(async () => {
    await office.test.owner`update webhooks set removed_at = now()`;
    ids = [];
    const manager = await office.signIn('manager');
    for (const { url } of [silent, quick]) {
      const { status, body } = await manager.post('/api/webhooks', {
        id: uuidv7(),
        portfolioId: office.portfolio.id,
        name: 'Ledger',
        url,
        events: ['write-note'],
      });
      expect(status).toBe(200);
      ids.push(body.webhook.id);
    }
  });

  const causeEvents = (count: number) =>
    office.test.database.begin(async (transaction) => {
      for (let made = 0; made < count; made += 1) {
        await recordAudit(transaction, {
          portfolioId: office.portfolio.id,
          actorId: office.portfolio.manager.id,
          event: 'write-note',
          subject: 'loan',
          subjectId: uuidv7(),
          requestId: null,
          at: office.test.clock.now(),
        });
      }
    });

  function open(): Dispatch {
    const { database, clock, secrets } = office.test;
    return openDispatch({ database, clock, secrets, rule: 'any' }, (error) => {
      throw error;
    });
  }

  it('gets five calls at once, while another receiver gets all its events, also later ones', async () => {
    const held: (() => void)[] = [];
    silent.answers = (response) => held.push(() => response.end());
    const dispatch = open();
    onTestFinished(async () => {
      silent.answers = (response) => response.end();
      for (const answer of held) answer();
      await dispatch.ended();
    });
    await causeEvents(12);
    await dispatch.begin();
    await expect.poll(() => quick.received.length).toBe(12);
    expect(held).toHaveLength(5);
    await causeEvents(1);
    await expect
      .poll(async () => {
        await dispatch.begin();
        return quick.received.length;
      })
      .toBe(13);
    expect(held).toHaveLength(5);
    silent.answers = (response) => response.end();
    for (const answer of held.splice(0)) answer();
    expect(await dispatch.ended()).toBe(26);
    expect(silent.received).toHaveLength(13);
  });

  it('does not end the attempt that a replay makes, by an answer to the one before', async () => {
    const [id = ''] = ids;
    const [manager, { clock }] = [await office.signIn('manager'), office.test];
    const deliveries = async () =>
      (await manager.get(`/api/webhooks/${id}/deliveries`)).body.deliveries;
    /** Sends what is due, as one of several processes, until the receiver has the call. */
    const send = async () => {
      const call = Promise.withResolvers<ServerResponse>();
      silent.answers = call.resolve;
      const dispatch = open();
      await dispatch.begin();
      return { answer: await call.promise, ended: dispatch.ended };
    };
    await causeEvents(1);
    const before = await send();
    const [{ eventId }] = await deliveries();
    clock.moveTo(new Date(clock.now().getTime() + 1_000).toISOString());
    await manager.post(`/api/webhooks/${id}/deliveries/${eventId}/replay`);
    const after = await send();
    before.answer.end('from before the replay');
    await before.ended();
    expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1, answer: '' }]);
    after.answer.writeHead(500).end('not now');
    await after.ended();
    expect(await deliveries()).toMatchObject([
      { state: 'waiting', status: 500, answer: 'not now' },
    ]);
  });

  it('waits for those that answer if there are more webhooks than places', async () => {
    const { database, owner, clock } = office.test;
    await causeEvents(1);
    const due = { at: clock.now().toISOString(), except: [], limit: 2 };
    const [first = '', second = ''] = await listDueWebhooks(database, due);
    expect([first, second].toSorted()).toEqual(ids.toSorted());
    await owner`update webhooks set failures = 1, failing_since = now() where id = ${first}`;
    expect(await listDueWebhooks(database, due)).toEqual([second, first]);
    expect(await listDueWebhooks(database, { ...due, limit: 1 })).toEqual([second]);
    expect(await listDueWebhooks(database, { ...due, except: [second] })).toEqual([first]);
  });
});
