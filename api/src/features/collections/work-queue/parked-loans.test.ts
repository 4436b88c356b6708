import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { openOffice } from '../../../testing/open-office.ts';

const { test, portfolio, arrangeHeld, signIn } = await openOffice();

it('the desk lists the overdue loans that are not in a queue, and why', async () => {
  test.clock.moveTo('2026-06-15T12:00:00Z');
  const agent = await signIn('agent');
  const arrange = async (wishes = {}) => (await arrangeHeld(wishes)).id;
  const [queued, promised, called, snoozed, planned, worked, disputed, unassigned] =
    await Promise.all([...Array.from({ length: 7 }, () => arrange()), arrange({ agentId: null })]);
  // A loan that is not overdue is not parked.
  await arrange({ disbursedOn: '2026-06-10' });
  const contact = (loanId: string | undefined, wishes: object) =>
    agent.post(`/api/loans/${loanId}/contacts`, {
      id: uuidv7(),
      channel: 'call',
      outcome: 'answered',
      contactedAt: '2026-06-15T11:00:00.000Z',
      ...wishes,
    });
  const lines = [{ amountMinor: 5_000, promisedOn: '2026-06-20' }];
  await agent.post(`/api/loans/${promised}/promises`, { id: uuidv7(), currency: 'USD', lines });
  await contact(called, { tryAgainAt: '2026-06-15T15:00:00.000Z' });
  await agent.put(`/api/loans/${snoozed}/snooze`, { until: '2026-06-22' });
  const action = { what: 'Call', dueOn: '2026-06-18', remindAt: null };
  await agent.put(`/api/loans/${planned}/next-action`, { action });
  await contact(worked, {});
  await contact(disputed, { outcome: 'disputed', disputeReason: 'wrong-amount' });

  const desk = await signIn('desk');
  const { body } = await desk.get('/api/work/parked');
  const byId = new Map(body.loans.map((loan: { id: string }) => [loan.id, loan]));
  expect(byId.size).toBe(7);
  expect(byId.get(queued)).toBeUndefined();
  expect(byId.get(promised)).toMatchObject({
    state: 'promised',
    returnsOn: '2026-06-20',
    returnsAt: null,
    agent: 'delta-agent one',
    daysPastDue: 14,
  });
  expect(byId.get(called)).toMatchObject({
    state: 'call-back',
    returnsOn: null,
    returnsAt: '2026-06-15T15:00:00.000Z',
  });
  expect(byId.get(snoozed)).toMatchObject({ state: 'snoozed', returnsOn: '2026-06-22' });
  expect(byId.get(planned)).toMatchObject({ state: 'planned', returnsOn: '2026-06-18' });
  expect(byId.get(worked)).toMatchObject({ state: 'worked', returnsOn: '2026-06-16' });
  expect(byId.get(disputed)).toMatchObject({ state: 'disputed', returnsOn: null });
  expect(byId.get(unassigned)).toMatchObject({ state: 'unassigned', agent: null });
  expect(body.counts).toEqual(
    ['unassigned', 'disputed', 'promised', 'call-back', 'snoozed', 'planned', 'worked'].map(
      (state) => ({ state, loans: 1 }),
    ),
  );

  const only = async (query: string) =>
    (await desk.get(`/api/work/parked?${query}`)).body.loans.map(({ id }: { id: string }) => id);
  expect(await only('state=snoozed')).toEqual([snoozed]);
  expect(await only(`agentId=${portfolio.team.otherAgent.id}`)).toEqual([]);
  const first = (await desk.get('/api/work/parked?limit=4')).body;
  const rest = await only(`limit=4&after=${first.nextCursor}`);
  expect(new Set([...first.loans.map(({ id }: { id: string }) => id), ...rest])).toEqual(
    new Set(byId.keys()),
  );
  expect((await agent.get('/api/work/parked')).status).toBe(403);
});
