import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LoanWishes, TestPortfolio } from '../../../testing/arrange.ts';
import { openOffice, type Office } from '../../../testing/open-office.ts';
import { createTestApp, type TestClient } from '../../../testing/test-app.ts';
import { closeDays } from '../../control/end-of-day/close-days.ts';

const test = await createTestApp();
let made = 0;

describe('a call agreed for later', () => {
  let office: Office;
  let portfolio: TestPortfolio;
  let agent: TestClient;
  beforeEach(async () => {
    test.clock.moveTo('2026-06-15T12:00:00Z');
    made += 1;
    office = await openOffice({ test, tag: `agreed${made}` });
    portfolio = office.portfolio;
    agent = await office.signIn('agent');
  });

  const arrange = async (wishes?: LoanWishes) => (await office.arrangeHeld(wishes)).id;
  const readQueue = async (client = agent) => (await client.get('/api/work/queue')).body;
  type Item = { loanId: string; reasons: string[] };
  const queueOf = async (client = agent) =>
    (await readQueue(client)).items.map(({ loanId, reasons }: Item) => [loanId, reasons]);
  const promise = (loanId: string, promisedOn: string) =>
    agent.post(`/api/loans/${loanId}/promises`, {
      id: uuidv7(),
      currency: 'USD',
      lines: [{ amountMinor: 5_000, promisedOn }],
    });
  const contact = (loanId: string, client = agent, wishes: object = {}) =>
    client.post(`/api/loans/${loanId}/contacts`, {
      id: uuidv7(),
      channel: 'call',
      outcome: 'answered',
      contactedAt: test.clock.now().toISOString(),
      ...wishes,
    });
  const tryInVain = (loanId: string, wishes: object = {}) =>
    contact(loanId, agent, { outcome: 'no-response', ...wishes });
  const plan = (loanId: string, action: object | null) =>
    agent.put(`/api/loans/${loanId}/next-action`, { action });
  const snooze = (loanId: string, until: string | null) =>
    agent.put(`/api/loans/${loanId}/snooze`, { until });
  const onDay = async (day: string) => {
    test.clock.moveTo(`${day}T12:00:00Z`);
    agent = await office.signIn('agent');
    await closeDays(test.database, { now: test.clock.now() });
  };

  const at = '2026-06-15T12:20:00.000Z';
  const waitingOf = async () =>
    (await readQueue()).waiting.map(({ loanId, tryAgainAt }: Record<string, string>) => [
      loanId,
      tryAgainAt,
    ]);

  it.each(['answered', 'no-response', 'call-back', 'paid', 'refused', 'unreachable', 'promised'])(
    'after the outcome %s takes the loan out of the queue until its hour, then puts it first',
    async (outcome) => {
      const [agreed, broken] = [await arrange(), await arrange({ principalMinor: 900_000 })];
      await promise(broken, '2026-06-14');
      const given = {
        id: uuidv7(),
        currency: 'USD',
        lines: [{ amountMinor: 5_000, promisedOn: '2026-06-20' }],
      };
      const answer = await contact(agreed, agent, {
        outcome,
        tryAgainAt: at,
        ...(outcome === 'promised' && { promise: given }),
      });
      expect(answer.body.contact).toMatchObject({ tryAgainAt: at });
      const queue = await readQueue();
      expect(queue.items.map(({ loanId }: Item) => loanId)).toEqual([broken]);
      expect(queue).toMatchObject({
        waiting: [{ loanId: agreed, tryAgainAt: at }],
        waitingCount: 1,
        worked: [{ loanId: agreed, isOpen: false, tryAgainAt: at }],
        progress: { done: 0 },
      });
      expect((await agent.get(`/api/loans/${agreed}/work`)).body.tryAgainAt).toBe(at);
      test.clock.moveTo(at);
      const [first] = (await readQueue()).items;
      expect(first).toMatchObject({ loanId: agreed, tryAgainAt: at });
      expect(first.reasons[0]).toBe('try-again');
      expect(await waitingOf()).toEqual([]);
    },
  );

  it('returns at its hour, whatever was logged, snoozed or planned before or since', async () => {
    const loan = await arrange();
    await contact(loan);
    await snooze(loan, '2026-06-30');
    await plan(loan, { what: 'Visit', dueOn: '2026-06-25', remindAt: null });
    await tryInVain(loan, { tryAgainAt: at });
    await snooze(loan, '2026-06-30');
    await contact(loan, agent, { channel: 'letter' });
    await promise(loan, '2026-06-20');
    expect(await waitingOf()).toEqual([[loan, at]]);
    test.clock.moveTo(at);
    expect(await queueOf()).toEqual([[loan, ['try-again']]]);
    await contact(loan);
    expect(await queueOf()).toEqual([]);
    expect((await readQueue()).progress.done).toBe(1);
  });

  it('is the latest agreed one, and a late entry never replaces it', async () => {
    const loan = await arrange();
    const [early, late] = ['2026-06-15T13:00:00.000Z', '2026-06-15T16:00:00.000Z'];
    await contact(loan, agent, { contactedAt: '2026-06-15T11:00:00.000Z', tryAgainAt: early });
    await contact(loan, agent, { contactedAt: '2026-06-15T11:30:00.000Z', tryAgainAt: late });
    expect(await waitingOf()).toEqual([[loan, late]]);
    await contact(loan, agent, { contactedAt: '2026-06-15T11:10:00.000Z', tryAgainAt: at });
    expect(await waitingOf()).toEqual([[loan, late]]);
    await contact(loan, agent, { tryAgainAt: null });
    expect(await waitingOf()).toEqual([]);
    await contact(loan, agent, { contactedAt: '2026-06-15T11:20:00.000Z', tryAgainAt: at });
    expect(await waitingOf()).toEqual([]);
  });

  it('that nobody made stays first on the next days, the earliest hour before the others', async () => {
    const [second, first] = [await arrange(), await arrange()];
    await tryInVain(second, { tryAgainAt: '2026-06-15T16:00:00.000Z' });
    await contact(first, agent, { tryAgainAt: '2026-06-15T15:00:00.000Z' });
    await onDay('2026-06-17');
    expect((await queueOf()).map(([loanId]: string[]) => loanId)).toEqual([first, second]);
    await tryInVain(first);
    expect(await queueOf()).toEqual([
      [second, ['try-again', 'overdue']],
      [first, ['overdue']],
    ]);
    await snooze(second, '2026-06-18');
    expect(await queueOf()).toEqual([[first, ['overdue']]]);
  });

  it('keeps its time when the entry waited for a connection', async () => {
    const loan = await arrange();
    const soon = '2026-06-15T11:59:00.000Z';
    const wait = { contactedAt: undefined, tryAgainAt: soon };
    expect((await contact(loan, agent, wait)).body.error).toBe('try_again_passed');
    expect((await contact(loan, agent, { ...wait, secondsAgo: 120 })).status).toBe(200);
    expect(await queueOf()).toEqual([[loan, ['try-again', 'overdue']]]);
  });

  it.each([
    ['try_again_passed', '2026-06-15T12:00:00.000Z'],
    ['try_again_in_quiet_hours', '2026-06-15T21:00:00.000Z'],
    ['try_again_in_quiet_hours', '2026-06-16T07:59:00.000Z'],
    ['day_too_far', '2027-06-17T12:00:00.000Z'],
  ])('is refused as %s at %s', async (error, tryAgainAt) => {
    const loan = await arrange();
    const { body } = await contact(loan, agent, { tryAgainAt });
    expect(body).toMatchObject({ error, fields: { tryAgainAt: expect.any(String) } });
    expect(await queueOf()).toEqual([[loan, ['overdue']]]);
  });

  it('is part of the contact that a repeated id must equal', async () => {
    const loan = await arrange();
    const id = uuidv7();
    await contact(loan, agent, { id, tryAgainAt: at });
    expect((await contact(loan, agent, { id, tryAgainAt: at })).body.replayed).toBe(true);
    const { body } = await contact(loan, agent, { id });
    expect(body.error).toBe('id_reused_with_different_content');
  });

  it('ends when the agent takes the loan back into the queue, and moves with the loan', async () => {
    const [loan, moved] = [await arrange(), await arrange()];
    await tryInVain(loan, { tryAgainAt: '2026-06-15T15:00:00.000Z' });
    await contact(moved, agent, { tryAgainAt: '2026-06-15T15:00:00.000Z' });
    await snooze(loan, null);
    expect(await queueOf()).toEqual([[loan, ['overdue']]]);
    const desk = await office.signIn('desk');
    await desk.post('/api/assignments', {
      id: uuidv7(),
      selection: { loanIds: [moved] },
      target: { kind: 'agent', id: portfolio.team.otherAgent.id },
    });
    expect(await waitingOf()).toEqual([]);
    const other = await test.signIn(portfolio.team.otherAgent.email);
    expect(await readQueue(other)).toMatchObject({ items: [], waiting: [{ loanId: moved }] });
  });
});
