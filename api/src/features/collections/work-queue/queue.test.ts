import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { paymentOf } from '../../../testing/open-office.ts';
import { openQueueDesk } from '../../../testing/queue-desk.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { followPromises } from '../../servicing/promises/follow-promises.ts';

const test = await createTestApp();

describe('an agent’s queue', () => {
  const desk = openQueueDesk(test, 'queue');
  const { arrange, contact, plan, promise, queueOf, readQueue, snooze, tryInVain } = desk;
  /** Arranges a loan whose first instalment is due on 10 July, some weeks from today. */
  const current = () => arrange({ disbursedOn: '2026-06-10' });
  const pay = (loanId: string, wishes: object = {}) =>
    desk
      .agent()
      .post(`/api/loans/${loanId}/payments`, paymentOf({ valueDate: '2026-06-15', ...wishes }));
  const onDay = async (day: string) => {
    await desk.onDay(day);
    await followPromises(test.database, test.clock.now());
  };

  it('orders loans by urgency, and gives the reasons', async () => {
    const late = await arrange({ disbursedOn: '2026-02-01' });
    const slightlyLate = await arrange();
    const dueToday = await arrange({ disbursedOn: '2026-05-17' });
    const planned = await current();
    const broken = await arrange();
    const promiseDue = await arrange();
    await current();
    await promise(broken, '2026-06-16');
    await promise(promiseDue, '2026-06-17');
    await plan(planned, { what: 'Ask for documents', dueOn: '2026-06-17', remindAt: null });
    await onDay('2026-06-17');
    const answer = await readQueue();
    expect(await queueOf()).toEqual([
      [broken, ['promise-broken', 'overdue']],
      [promiseDue, ['promise-due', 'overdue']],
      [dueToday, ['due-today']],
      [late, ['overdue']],
      [slightlyLate, ['overdue']],
      [planned, ['next-action']],
    ]);
    expect(answer.left).toBe(6);
    expect(answer.items[0]).toMatchObject({
      dueMinor: 10_662,
      daysPastDue: 16,
      bucket: '1-30',
      promise: { amountMinor: 5_000, state: 'broken' },
    });
  });

  it('puts a loan with an action planned for today before larger overdue loans', async () => {
    const larger = await arrange({ principalMinor: 900_000 });
    const planned = await arrange();
    await plan(planned, { what: 'Call', dueOn: '2026-06-15', remindAt: null });
    expect(await queueOf()).toEqual([
      [planned, ['overdue', 'next-action']],
      [larger, ['overdue']],
    ]);
  });

  it('omits a loan whose borrower was reached today, until tomorrow', async () => {
    const loan = await arrange();
    await contact(loan);
    expect(await queueOf()).toEqual([]);
    await onDay('2026-06-16');
    expect(await queueOf()).toEqual([[loan, ['overdue']]]);
  });

  it('retains a loan after a part payment, and puts broken promises first', async () => {
    const [broken, larger] = [await arrange(), await arrange({ principalMinor: 900_000 })];
    await promise(broken, '2026-06-15');
    await onDay('2026-06-16');
    const open = [
      [broken, ['promise-broken', 'overdue']],
      [larger, ['overdue']],
    ];
    expect(await queueOf()).toEqual(open);
    await pay(broken, { amountMinor: 1_000, valueDate: '2026-06-16' });
    expect(await queueOf()).toEqual(open);
    await pay(broken, { amountMinor: 9_662, valueDate: '2026-06-16' });
    expect(await queueOf()).toEqual([[larger, ['overdue']]]);
  });

  it('puts a loan with a failed attempt behind those without an attempt', async () => {
    const [broken, other] = [await arrange(), await arrange()];
    await promise(broken, '2026-06-15');
    await onDay('2026-06-16');
    await tryInVain(broken);
    expect(await queueOf()).toEqual([
      [other, ['overdue']],
      [broken, ['promise-broken', 'overdue']],
    ]);
    const { items, progress } = await readQueue();
    expect(items[1]).toMatchObject({ triedAt: '2026-06-16T12:00:00.000Z' });
    expect(progress).toMatchObject({ done: 0, contacts: 1 });
  });

  it('shows the last note and contacts of the loan, and today’s work', async () => {
    const loan = await arrange();
    for (const text of ['Shop is closed on Mondays', 'Not this one']) {
      const id = uuidv7();
      await desk.agent().post(`/api/loans/${loan}/notes`, { id, text, mentions: [] });
      if (text === 'Not this one') {
        await desk.agent().post(`/api/notes/${id}/strike`, { reason: 'Another loan' });
      }
    }
    await tryInVain(loan, { note: 'Engaged' });
    await pay(loan, { amountMinor: 1_000 });
    const { items, worked } = await readQueue();
    expect(items[0]).toMatchObject({
      lastNote: { text: 'Shop is closed on Mondays', at: '2026-06-15T12:00:00.000Z' },
      history: [
        { channel: 'call', direction: 'outgoing', outcome: 'no-response', note: 'Engaged' },
      ],
    });
    expect(worked).toEqual([
      expect.objectContaining({
        loanId: loan,
        outcome: 'no-response',
        promisedMinor: 0,
        collectedMinor: 1_000,
        isOpen: true,
      }),
    ]);
  });

  it('shows the pinned note, once, on the card and with the work of the loan', async () => {
    const loan = await arrange();
    const notes = [uuidv7(), uuidv7()];
    for (const [place, id] of notes.entries()) {
      const note = { id, text: place === 0 ? 'Older' : 'Works nights', mentions: [] };
      await desk.agent().post(`/api/loans/${loan}/notes`, note);
    }
    const pin = (noteId: string | null) =>
      desk.agent().put(`/api/loans/${loan}/pinned-note`, { noteId });
    const shown = async () => {
      const [item] = (await readQueue()).items;
      const { body } = await desk.agent().get(`/api/loans/${loan}/work`);
      return [item.pinnedNote?.text, item.lastNote.text, body.pinnedNote?.text];
    };
    expect(await shown()).toEqual([undefined, 'Works nights', undefined]);
    await pin(notes[1] ?? '');
    expect(await shown()).toEqual(['Works nights', 'Older', 'Works nights']);
    expect((await desk.agent().get(`/api/loans/${loan}/work`)).body.pinnedNote).toEqual({
      text: 'Works nights',
      by: expect.stringContaining('delta-agent'),
      at: '2026-06-15T12:00:00.000Z',
    });
    const other = await desk.office().signIn('otherAgent');
    expect((await other.get(`/api/loans/${loan}/work`)).status).toBe(404);
    await pin(null);
    expect(await shown()).toEqual([undefined, 'Works nights', undefined]);
  });

  it('omits a loan with a promise until the promised day', async () => {
    const loan = await arrange();
    await promise(loan, '2026-06-17');
    expect(await queueOf()).toEqual([]);
    await onDay('2026-06-17');
    expect(await queueOf()).toEqual([[loan, ['promise-due', 'overdue']]]);
  });

  it('omits a loan until the day of its next action, unless a promise is broken', async () => {
    const [resting, broken] = [await arrange(), await arrange()];
    await promise(broken, '2026-06-15');
    for (const loan of [resting, broken]) {
      await plan(loan, { what: 'Call', dueOn: '2026-06-20', remindAt: null });
    }
    await onDay('2026-06-16');
    expect(await queueOf()).toEqual([[broken, ['promise-broken']]]);
  });

  it('omits snoozed loans until their day or until unsnoozed', async () => {
    const loan = await arrange();
    await snooze(loan, '2026-06-18');
    expect(await queueOf()).toEqual([]);
    await snooze(loan, null);
    expect(await queueOf()).toEqual([[loan, ['overdue']]]);
    await snooze(loan, '2026-06-18');
    await onDay('2026-06-18');
    expect(await queueOf()).toEqual([[loan, ['overdue']]]);
  });

  it('shows a loan without recent contact, even if nothing is due', async () => {
    const loan = await current();
    await contact(loan);
    await test.owner`update loan_state set oldest_unpaid_due_on = '2027-01-01' where loan_id = ${loan}`;
    await onDay('2026-07-29');
    expect(await queueOf()).toEqual([]);
    await onDay('2026-07-30');
    expect(await queueOf()).toEqual([[loan, ['untouched']]]);
  });

  it('shows a loan only to the agent who holds it', async () => {
    const loan = await arrange();
    const other = await desk.office().signIn('otherAgent');
    expect(await queueOf(other)).toEqual([]);
    const teamDesk = await desk.office().signIn('desk');
    expect((await teamDesk.get('/api/work/queue')).status).toBe(404);
    await teamDesk.post('/api/assignments', {
      id: uuidv7(),
      selection: { loanIds: [loan] },
      target: { kind: 'agent', id: desk.office().portfolio.team.otherAgent.id },
    });
    expect(await queueOf()).toEqual([]);
    expect(await queueOf(other)).toEqual([[loan, ['overdue']]]);
  });

  it('counts only the agent’s own work of today', async () => {
    const [one, two, three] = [await arrange(), await arrange(), await arrange()];
    await contact(one);
    await contact(one);
    await promise(two, '2026-06-20');
    await pay(three);
    await contact(three, {}, await desk.office().signIn('desk'));
    expect((await readQueue()).progress).toEqual({
      done: 3,
      contacts: 2,
      promises: 1,
      collectedMinor: 10_662,
      promisesKept: 0,
      promisesSettled: 0,
      month: { collectedMinor: 10_662, targetMinor: null },
    });
    await onDay('2026-06-21');
    expect((await readQueue()).progress).toMatchObject({
      done: 0,
      contacts: 0,
      collectedMinor: 0,
      promisesKept: 0,
      promisesSettled: 1,
    });
  });
});
