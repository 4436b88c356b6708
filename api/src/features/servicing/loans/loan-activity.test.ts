import { activityKinds, eventsOf } from '@bursar/contracts/activity-kinds';
import type { LoanActivity } from '@bursar/contracts/servicing/loan-activity';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { lendingBy } from '../../../testing/lending.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';

const { test, portfolio, signIn, signInDeputy, arrangeHeld } = await openOffice();
const manager = await signIn('manager');
const agent = await signIn('agent');

const list = async (loanId: string, query = '', client = manager) =>
  (await client.get(`/api/loans/${loanId}/activity${query}`)).body;
const eventNames = async (loanId: string, query = ''): Promise<string[]> =>
  (await list(loanId, query)).rows.map(({ event }: LoanActivity) => event);

/** Works on a loan. The steps are a second apart, so that their order is certain. */
async function worked() {
  const { id } = await arrangeHeld();
  const steps = [
    () => agent.post(`/api/loans/${id}/payments`, paymentOf({ amountMinor: 500 })),
    () => agent.post(`/api/loans/${id}/notes`, { id: uuidv7(), text: 'Works nights' }),
    () =>
      manager.post(`/api/assignments`, {
        id: uuidv7(),
        selection: { loanIds: [id] },
        target: { kind: 'agent', id: portfolio.team.otherAgent.id },
        reason: 'Holiday',
      }),
  ];
  for (const [second, step] of steps.entries()) {
    test.clock.moveTo(`2026-06-15T12:00:0${second + 1}Z`);
    const { status, body } = await step();
    expect(status, JSON.stringify(body)).toBe(200);
  }
  return id;
}

describe('the activity of a loan', () => {
  it('lists everything that happened to it, newest first, with author, amount and reason', async () => {
    const id = await worked();
    const { rows, nextCursor } = await list(id);
    expect(nextCursor).toBeNull();
    expect(rows).toMatchObject([
      { event: 'assign-loans', by: 'manager one', reason: 'Holiday', amount: null },
      { event: 'write-note', amount: null, reason: '' },
      { event: 'post-payment', amount: { amountMinor: 500, currency: 'USD' } },
    ]);
  });

  it('shows the reason of a user as it is, even in the words of a penalty', async () => {
    const { id } = await arrangeHeld();
    const reason = 'Late since 2026-05-01';
    await test.owner`
      insert into audit_events (id, portfolio_id, actor_id, event, subject, subject_id, after, at)
      values (${uuidv7()}, ${portfolio.id}, ${portfolio.manager.id}, 'add-charge', 'loan', ${id},
        ${test.owner.json({ amountMinor: 2_500, reason })}, '2026-06-15T12:00:00Z')`;
    expect((await list(id)).rows).toMatchObject([{ reason, lateSince: [] }]);
    const { body: audit } = await manager.get(`/api/audit?loanId=${id}`);
    expect(audit.rows[0].after).toEqual({ amountMinor: 2_500, reason });
  });

  it('shows penalties of earlier versions by their due days, not in English', async () => {
    const { id } = await arrangeHeld();
    await test.owner`
      insert into audit_events (id, portfolio_id, event, subject, subject_id, after, at)
      values (${uuidv7()}, ${portfolio.id}, 'add-charge', 'loan', ${id},
        ${test.owner.json({ amountMinor: 2_500, reason: 'Late since 2026-05-01, Late since 2026-06-01' })},
        '2026-06-15T12:00:00Z')`;
    const lateSince = ['2026-05-01', '2026-06-01'];
    expect((await list(id)).rows).toMatchObject([{ event: 'add-charge', reason: '', lateSince }]);
    const { body: audit } = await manager.get(`/api/audit?loanId=${id}`);
    expect(audit.rows[0].after).toEqual({ amountMinor: 2_500, lateSince: lateSince.join(', ') });
  });

  it('shows the channel, outcome and note of a logged contact', async () => {
    const { id } = await arrangeHeld();
    const sent = { id: uuidv7(), channel: 'visit', outcome: 'refused', note: 'Wants a receipt' };
    expect((await agent.post(`/api/loans/${id}/contacts`, sent)).status).toBe(200);
    await agent.post(`/api/loans/${id}/notes`, { id: uuidv7(), text: 'Works nights' });
    const { rows } = await list(id);
    const contactOf = (named: string) =>
      rows.find(({ event }: LoanActivity) => event === named).contact;
    expect(contactOf('log-contact')).toEqual({
      channel: 'visit',
      outcome: 'refused',
      note: 'Wants a receipt',
    });
    expect(contactOf('write-note')).toBeNull();
  });

  it('filters by kind and continues with the next page', async () => {
    const id = await worked();
    expect(await eventNames(id, '?kind=money')).toEqual(['post-payment']);
    expect(await eventNames(id, '?kind=holder')).toEqual(['assign-loans']);
    expect(await eventNames(id, '?kind=request')).toEqual([]);
    const first = await list(id, '?limit=2');
    const after = `?limit=2&after=${encodeURIComponent(first.nextCursor)}`;
    expect(await eventNames(id, after)).toEqual(['post-payment']);
  });

  it('includes approval requests and the disbursement', async () => {
    const { loanId } = await lendingBy(manager, await signInDeputy()).paidOut();
    const payment = paymentOf({ amountMinor: 500, valueDate: '2026-06-15' });
    await manager.post(`/api/loans/${loanId}/payments`, payment);
    await manager.post(`/api/loans/${loanId}/payments/${payment.id}/reversal`, {
      id: uuidv7(),
      reason: 'the cheque bounced',
    });
    expect(await eventNames(loanId, '?kind=request')).toEqual(['request-approval']);
    expect(await eventNames(loanId, '?kind=money')).toEqual(
      expect.arrayContaining(['disburse-loan', 'post-payment']),
    );
  });

  it('is visible only to the holders of the loan', async () => {
    const { id } = await arrangeHeld({ agentId: portfolio.team.otherAgent.id });
    const answer = await agent.get(`/api/loans/${id}/activity`);
    expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it('assigns each event to exactly one kind', () => {
    const all = activityKinds.flatMap(eventsOf);
    expect(new Set(all).size).toBe(all.length);
  });
});
