import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { openQueueDesk, type QueueItem } from '../../../testing/queue-desk.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const test = await createTestApp();

describe('a call agreed for later', () => {
  const desk = openQueueDesk(test, 'agreed');
  const { arrange, contact, onDay, plan, promise, queueOf, readQueue, snooze, tryInVain } = desk;
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
      const answer = await contact(agreed, {
        outcome,
        tryAgainAt: at,
        ...(outcome === 'promised' && { promise: given }),
      });
      expect(answer.body.contact).toMatchObject({ tryAgainAt: at });
      const queue = await readQueue();
      expect(queue.items.map(({ loanId }: QueueItem) => loanId)).toEqual([broken]);
      expect(queue).toMatchObject({
        waiting: [{ loanId: agreed, tryAgainAt: at }],
        waitingCount: 1,
        worked: [{ loanId: agreed, isOpen: false, tryAgainAt: at }],
        progress: { done: 0 },
      });
      expect((await desk.agent().get(`/api/loans/${agreed}/work`)).body.tryAgainAt).toBe(at);
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
    await contact(loan, { channel: 'letter' });
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
    await contact(loan, { contactedAt: '2026-06-15T11:00:00.000Z', tryAgainAt: early });
    await contact(loan, { contactedAt: '2026-06-15T11:30:00.000Z', tryAgainAt: late });
    expect(await waitingOf()).toEqual([[loan, late]]);
    await contact(loan, { contactedAt: '2026-06-15T11:10:00.000Z', tryAgainAt: at });
    expect(await waitingOf()).toEqual([[loan, late]]);
    await contact(loan, { tryAgainAt: null });
    expect(await waitingOf()).toEqual([]);
    await contact(loan, { contactedAt: '2026-06-15T11:20:00.000Z', tryAgainAt: at });
    expect(await waitingOf()).toEqual([]);
  });

  it('that nobody made stays first on the next days, the earliest hour before the others', async () => {
    const [second, first] = [await arrange(), await arrange()];
    await tryInVain(second, { tryAgainAt: '2026-06-15T16:00:00.000Z' });
    await contact(first, { tryAgainAt: '2026-06-15T15:00:00.000Z' });
    await onDay('2026-06-17');
    expect((await queueOf()).map(([loanId]) => loanId)).toEqual([first, second]);
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
    expect((await contact(loan, wait)).body.error).toBe('try_again_passed');
    expect((await contact(loan, { ...wait, secondsAgo: 120 })).status).toBe(200);
    expect(await queueOf()).toEqual([[loan, ['try-again', 'overdue']]]);
  });

  it.each([
    ['try_again_passed', '2026-06-15T12:00:00.000Z'],
    ['try_again_in_quiet_hours', '2026-06-15T21:00:00.000Z'],
    ['try_again_in_quiet_hours', '2026-06-16T07:59:00.000Z'],
    ['day_too_far', '2027-06-17T12:00:00.000Z'],
  ])('is refused as %s at %s', async (error, tryAgainAt) => {
    const loan = await arrange();
    const { body } = await contact(loan, { tryAgainAt });
    expect(body).toMatchObject({ error, fields: { tryAgainAt: expect.any(String) } });
    expect(await queueOf()).toEqual([[loan, ['overdue']]]);
  });

  it('is part of the contact that a repeated id must equal', async () => {
    const loan = await arrange();
    const id = uuidv7();
    await contact(loan, { id, tryAgainAt: at });
    expect((await contact(loan, { id, tryAgainAt: at })).body.replayed).toBe(true);
    const { body } = await contact(loan, { id });
    expect(body.error).toBe('id_reused_with_different_content');
  });

  it('ends when the agent takes the loan back into the queue, and moves with the loan', async () => {
    const [loan, moved] = [await arrange(), await arrange()];
    await tryInVain(loan, { tryAgainAt: '2026-06-15T15:00:00.000Z' });
    await contact(moved, { tryAgainAt: '2026-06-15T15:00:00.000Z' });
    await snooze(loan, null);
    expect(await queueOf()).toEqual([[loan, ['overdue']]]);
    const teamDesk = await desk.office().signIn('desk');
    await teamDesk.post('/api/assignments', {
      id: uuidv7(),
      selection: { loanIds: [moved] },
      target: { kind: 'agent', id: desk.office().portfolio.team.otherAgent.id },
    });
    expect(await waitingOf()).toEqual([]);
    const other = await desk.office().signIn('otherAgent');
    expect(await readQueue(other)).toMatchObject({ items: [], waiting: [{ loanId: moved }] });
  });

  it('is restored with the former snooze when a snooze is undone, unless it was made', async () => {
    const loan = await arrange();
    const put = async (sent: object) =>
      (await desk.agent().put(`/api/loans/${loan}/snooze`, sent)).body;
    const auditOf = async (id: string) =>
      (
        await test.owner`
          select before, after from audit_events
          where event = 'snooze-loan' and subject_id = ${id} order by id desc limit 1`
      )[0];
    await tryInVain(loan, { tryAgainAt: at });
    await put({ until: '2026-06-17' });
    const { before } = await put({ until: '2026-06-30' });
    expect(before).toEqual({ snoozedUntil: '2026-06-17', tryAgainAt: at });
    const undone = { until: '2026-06-17', tryAgainAt: at };
    expect(await put(undone)).toMatchObject({ snoozedUntil: '2026-06-17', tryAgainAt: at });
    const trail = { snoozedUntil: '2026-06-17', tryAgainAt: at };
    expect(await auditOf(loan)).toMatchObject({ after: trail });
    test.clock.moveTo(at);
    expect(await put({ until: '2026-06-30' })).toMatchObject({ tryAgainAt: null });
    expect(await auditOf(loan)).toMatchObject({
      before: trail,
      after: { snoozedUntil: '2026-06-30', tryAgainAt: null },
    });
    expect(await put(undone)).toMatchObject({ tryAgainAt: at });
    await put({ until: '2026-06-30' });
    await contact(loan);
    expect(await put({ until: null, tryAgainAt: at })).toMatchObject({ tryAgainAt: null });
    expect(await put({ until: null, tryAgainAt: null })).toMatchObject({ snoozedUntil: null });
  });
});
