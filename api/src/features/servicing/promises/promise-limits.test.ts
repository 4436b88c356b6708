import { addDays, calendarDate } from '@bursar/loan-maths';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { INSTALMENT, openOffice, paymentOf } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';
import { closeDays } from '../../control/end-of-day/close-days.ts';

const { test, portfolio, arrangeHeld, signIn } = await openOffice();
const limits = { daysAhead: 60, sharePercent: 25, mostBroken: 1 };
const path = `/api/promise-limits/${portfolio.id}`;

describe('a promise beyond the limits of its portfolio', () => {
  let agent: TestClient;
  beforeEach(async () => {
    test.clock.moveTo('2026-06-15T12:00:00Z');
    agent = await signIn('agent');
    expect((await (await signIn('manager')).put(path, limits)).status).toBe(200);
  });

  type Line = { amountMinor?: number; promisedOn?: string };
  const promise = (line: Line = {}, wishes: object = {}) => ({
    id: uuidv7(),
    currency: 'USD',
    lines: [{ amountMinor: INSTALMENT, promisedOn: '2026-06-17', ...line }],
    ...wishes,
  });
  const token = () => promise({ amountMinor: 100, promisedOn: '2027-06-15' });
  const give = (loanId: string, body: object) => agent.post(`/api/loans/${loanId}/promises`, body);
  const read = async (loanId: string) => (await agent.get(`/api/loans/${loanId}/promises`)).body;
  const isQueued = async (loanId: string) => {
    const { body } = await agent.get('/api/work/queue');
    return body.items.some((item: { loanId: string }) => item.loanId === loanId);
  };
  const decide = (client: TestClient, id: string, decision: string) =>
    client.post(`/api/approvals/${id}/decision`, { decision, reason: 'Too little' });

  it('waits for approval, and the loan stays in the queue', async () => {
    const { id } = await arrangeHeld();
    const sent = token();
    const { status, body } = await give(id, sent);
    expect(status).toBe(200);
    expect(body).toEqual({
      outcome: 'awaiting-approval',
      promise: null,
      replacedPromiseIds: [],
      replayed: false,
    });
    expect((await give(id, sent)).body).toMatchObject({ replayed: true });
    expect(await read(id)).toMatchObject({
      promises: [],
      requests: [{ id: sent.id, state: 'waiting', exceeded: ['days-ahead', 'share'] }],
      limits,
      measures: { businessDate: '2026-06-15', dueMinor: INSTALMENT, brokenPromises: 0 },
    });
    expect(await isQueued(id)).toBe(true);
    expect((await give(id, token())).body.error).toBe('request_already_waiting');
  });

  it('leaves the queue once the desk approves it', async () => {
    const { id } = await arrangeHeld();
    const sent = token();
    await give(id, sent);
    const desk = await signIn('desk');
    const { body } = await desk.get(`/api/approvals/${sent.id}`);
    expect(body).toMatchObject({
      kind: 'make-promise',
      mayDecide: true,
      amountMinor: 100,
      after: { dueMinor: INSTALMENT, promisedUntilOn: '2027-06-15', exceeded: 'days-ahead, share' },
    });
    const decided = await decide(desk, sent.id, 'approve');
    expect(decided.body.state).toBe('approved');
    expect(await read(id)).toMatchObject({
      promises: [{ id: sent.id, madeBy: 'delta-agent one', lines: [{ state: 'waiting' }] }],
      requests: [],
    });
    expect(await isQueued(id)).toBe(false);
  });

  it('is not made if the desk declines it', async () => {
    const { id } = await arrangeHeld();
    const sent = token();
    await give(id, sent);
    await decide(await signIn('desk'), sent.id, 'decline');
    expect(await read(id)).toMatchObject({ promises: [], requests: [{ state: 'declined' }] });
    expect(await isQueued(id)).toBe(true);
  });

  it('cannot be decided by its author, another team or a role without the permission', async () => {
    const { id } = await arrangeHeld();
    const sent = token();
    await give(id, sent);
    expect((await decide(agent, sent.id, 'approve')).body.error).toBe('permission_missing');
    const other = await signIn('otherAgent');
    expect((await decide(other, sent.id, 'approve')).body.error).toBe('permission_missing');
    // The desk decides promises, but not write-offs.
    const desk = await signIn('desk');
    const [reversal] = await test.owner`
      insert into approvals (portfolio_id, id, kind, subject_id, subject, loan_id, amount_minor,
        currency, command, before, after, reason, requested_by, requested_at)
      values (${portfolio.id}, ${uuidv7()}, 'write-off-loan', ${id}, 'L', ${id}, 1, 'USD', '{}', '{}',
        '{}', 'Lost', ${portfolio.team.agent.id}, now())
      returning id`;
    expect((await desk.get(`/api/approvals/${reversal?.['id']}`)).status).toBe(404);
    expect((await decide(desk, reversal?.['id'], 'approve')).status).toBe(404);
  });

  it('counts payments from the moment it was made, not from its approval', async () => {
    const { id } = await arrangeHeld();
    const sent = promise({ promisedOn: '2026-08-30' });
    expect((await give(id, sent)).body.outcome).toBe('awaiting-approval');
    await agent.post(`/api/loans/${id}/payments`, paymentOf({ valueDate: '2026-06-15' }));
    test.clock.moveTo('2026-06-16T09:00:00Z');
    agent = await signIn('agent');
    await decide(await signIn('desk'), sent.id, 'approve');
    expect((await read(id)).promises).toMatchObject([
      { lines: [{ state: 'kept', receivedMinor: INSTALMENT }] },
    ]);
  });

  it.each([
    { when: 'later', promisedOn: '2027-06-15' },
    { when: 'earlier', promisedOn: '2026-06-16' },
  ])('for an $when day leaves a newer promise that was kept unchanged', async ({ promisedOn }) => {
    const { id } = await arrangeHeld();
    const [asked, newer] = [promise({ amountMinor: 100, promisedOn }), promise()];
    expect((await give(id, asked)).body.outcome).toBe('awaiting-approval');
    expect((await give(id, newer)).body.outcome).toBe('done');
    await agent.post(`/api/loans/${id}/payments`, paymentOf({ valueDate: '2026-06-15' }));
    expect((await decide(await signIn('desk'), asked.id, 'approve')).body.state).toBe('approved');
    const { promises } = await read(id);
    expect(promises).toHaveLength(2);
    expect(promises).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: newer.id,
          lines: [expect.objectContaining({ state: 'kept', receivedMinor: INSTALMENT })],
        }),
        expect.objectContaining({
          id: asked.id,
          lines: [expect.objectContaining({ state: 'waiting', receivedMinor: 0 })],
        }),
      ]),
    );
  });

  it('does not replace a promise that was made after its request', async () => {
    const { id } = await arrangeHeld();
    const [older, asked, newer] = [
      promise(),
      promise({ amountMinor: 100 }, { earlier: 'replace' }),
      promise({ promisedOn: '2026-06-20' }, { earlier: 'replace' }),
    ];
    await give(id, older);
    expect((await give(id, asked)).body.outcome).toBe('awaiting-approval');
    expect((await give(id, newer)).body.outcome).toBe('done');
    expect((await decide(await signIn('desk'), asked.id, 'approve')).body).toMatchObject({
      state: 'failed',
      failure: { code: 'promise_made_since' },
    });
    expect((await read(id)).promises).toMatchObject([
      { id: newer.id, lines: [{ state: 'waiting' }] },
      { id: older.id, lines: [{ state: 'replaced' }] },
    ]);
  });

  it('is logged with its contact, and the loan stays in the queue after the others', async () => {
    const [{ id }, { id: other }] = [await arrangeHeld(), await arrangeHeld()];
    const contact = {
      id: uuidv7(),
      channel: 'call',
      outcome: 'promised',
      contactedAt: '2026-06-15T12:00:00.000Z',
      promise: token(),
    };
    const contacts = `/api/loans/${id}/contacts`;
    expect((await agent.post(contacts, contact)).body).toMatchObject({
      contact: { promise: null },
      replayed: false,
    });
    expect((await agent.post(contacts, contact)).body).toMatchObject({ replayed: true });
    const changed = { ...contact, promise: { ...contact.promise, lines: promise().lines } };
    expect((await agent.post(contacts, changed)).body.error).toBe(
      'id_reused_with_different_content',
    );
    expect((await read(id)).requests).toMatchObject([{ contactId: contact.id }]);
    const { body } = await agent.get('/api/work/queue');
    const places = body.items.map((item: { loanId: string }) => item.loanId);
    expect(places.indexOf(id)).toBeGreaterThan(places.indexOf(other));
    const second = { ...contact, id: uuidv7(), promise: token() };
    expect((await agent.post(contacts, second)).body.error).toBe('request_already_waiting');
  });

  it('waits after too many broken promises', async () => {
    const { id } = await arrangeHeld();
    const breakOne = async (day: string) => {
      test.clock.moveTo(`${day}T12:00:00Z`);
      agent = await signIn('agent');
      expect((await give(id, promise({ promisedOn: day }))).body.outcome).toBe('done');
      const next = addDays(calendarDate(day), 1);
      await closeDays(test.database, { now: new Date(`${next}T00:00:00Z`) });
    };
    await breakOne('2026-06-20');
    await breakOne('2026-06-21');
    test.clock.moveTo('2026-06-22T12:00:00Z');
    agent = await signIn('agent');
    await give(id, promise({ promisedOn: '2026-06-23' }));
    expect((await read(id)).requests).toMatchObject([{ exceeded: ['broken'] }]);
  });

  it('needs no approval if it is added to one that makes up the share', async () => {
    const { id } = await arrangeHeld();
    await give(id, promise());
    const added = promise({ amountMinor: 100, promisedOn: '2026-06-20' }, { earlier: 'add' });
    expect((await give(id, added)).body.outcome).toBe('done');
    const replacing = promise(
      { amountMinor: 100, promisedOn: '2026-06-20' },
      { earlier: 'replace' },
    );
    expect((await give(id, replacing)).body.outcome).toBe('awaiting-approval');
    expect((await read(id)).promises).toHaveLength(2);
  });

  it('needs no approval if the portfolio has no limits', async () => {
    const manager = await signIn('manager');
    await manager.put(path, { daysAhead: null, sharePercent: null, mostBroken: null });
    const { id } = await arrangeHeld();
    expect((await give(id, token())).body.outcome).toBe('done');
    const [audit] = await test.owner`
      select before, after from audit_events where event = 'change-promise-limits'
      order by id desc limit 1`;
    expect(audit).toEqual({
      before: limits,
      after: { daysAhead: null, sharePercent: null, mostBroken: null },
    });
  });

  it('has limits that only the manager of the portfolio changes', async () => {
    expect((await agent.put(path, limits)).status).toBe(403);
    expect((await agent.get('/api/promise-limits')).body.portfolios).toMatchObject([limits]);
  });
});
