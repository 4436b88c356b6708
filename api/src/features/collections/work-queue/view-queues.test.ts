import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { openQueueDesk } from '../../../testing/queue-desk.ts';
import { createTestApp, type TestClient } from '../../../testing/test-app.ts';

const test = await createTestApp();

describe('a queue from a view', () => {
  const desk = openQueueDesk(test, 'viewed');
  const { arrange, contact, plan, snooze, tryInVain } = desk;
  const large = { view: 'all', outstandingFromMinor: 500_000 };
  const queueOf = (wishes: object = {}) => ({
    id: uuidv7(),
    name: 'Large loans',
    filter: large,
    sort: null,
    direction: 'asc',
    ...wishes,
  });
  const create = async (wishes: object = {}, who?: TestClient) => {
    const client = who ?? (await desk.office().signIn('manager'));
    const queue = queueOf(wishes);
    const { status, body } = await client.post('/api/work/view-queues', queue);
    expect(status, JSON.stringify(body)).toBe(200);
    return queue.id;
  };
  const remove = async (id: string, client: TestClient) =>
    (await client.post(`/api/work/view-queues/${id}/remove`, {})).status;
  const read = async (queueId: string, client = desk.agent()) =>
    (await client.get(`/api/work/queue?queueId=${queueId}`)).body;
  const itemsOf = async (queueId: string): Promise<[string, string[]][]> =>
    (await read(queueId)).items.map(
      ({ loanId, reasons }: { loanId: string; reasons: string[] }) => [loanId, reasons],
    );
  const current = (principalMinor: number) =>
    arrange({ disbursedOn: '2026-06-10', principalMinor });

  it('has the held loans of the view in its order, with those at rest', async () => {
    const small = await arrange();
    const late = await arrange({ principalMinor: 600_000 });
    const atRest = await current(900_000);
    const byAmount = await create({ name: 'By amount', sort: 'outstanding', direction: 'desc' });
    const byUrgency = await create();
    expect(await itemsOf(byAmount)).toEqual([
      [atRest, ['listed']],
      [late, ['overdue']],
    ]);
    expect(await itemsOf(byUrgency)).toEqual([
      [late, ['overdue']],
      [atRest, ['listed']],
    ]);
    const own = await desk.readQueue();
    expect(own).toMatchObject({
      queueId: null,
      queues: [
        { id: byAmount, name: 'By amount' },
        { id: byUrgency, name: 'Large loans' },
      ],
    });
    expect(await desk.queueOf()).toEqual([
      [late, ['overdue']],
      [small, ['overdue']],
    ]);
  });

  it('leaves out worked, snoozed and planned loans, and puts tried ones last', async () => {
    const [worked, snoozed, planned, tried, open] = [
      await current(900_000),
      await current(890_000),
      await current(880_000),
      await current(870_000),
      await current(600_000),
    ];
    const id = await create({ sort: 'outstanding', direction: 'desc' });
    await contact(worked);
    await snooze(snoozed, '2026-06-20');
    await plan(planned, { what: 'Call', dueOn: '2026-06-20', remindAt: null });
    await tryInVain(tried);
    expect((await itemsOf(id)).map(([loanId]) => loanId)).toEqual([open, tried]);
  });

  it('begins with an agreed call that is due, although the view does not contain it', async () => {
    const agreed = await arrange();
    const late = await arrange({ principalMinor: 600_000 });
    const id = await create({ sort: 'outstanding', direction: 'desc' });
    const tryAgainAt = '2026-06-15T12:20:00.000Z';
    expect((await contact(agreed, { tryAgainAt })).status).toBe(200);
    test.clock.moveTo('2026-06-15T12:20:00Z');
    expect((await itemsOf(id)).map(([loanId]) => loanId)).toEqual([agreed, late]);
  });

  it('of a desk is for its own agents, and no queue widens the rows of an agent', async () => {
    const loan = await arrange({ principalMinor: 600_000 });
    const team = await desk.office().signIn('desk');
    const id = await create({}, team);
    const other = await test.signIn(desk.office().portfolio.otherTeam.agent.email);
    expect(await read(id, other)).toMatchObject({ queueId: null, queues: [], items: [] });
    const sibling = await desk.office().signIn('otherAgent');
    expect(await read(id, sibling)).toMatchObject({ queueId: id, items: [] });
    expect(await read(id)).toMatchObject({ queueId: id, items: [{ loanId: loan }] });
    const agentId = desk.office().portfolio.team.agent.id;
    const seen = await team.get(`/api/work/agents/${agentId}/queue?queueId=${id}`);
    expect(seen.body).toMatchObject({ queueId: id, items: [{ loanId: loan }] });
  });

  it('that was removed is answered by the agent’s own queue', async () => {
    const loan = await arrange();
    const manager = await desk.office().signIn('manager');
    const id = await create({}, manager);
    expect(await read(id)).toMatchObject({ queueId: id, items: [] });
    const team = await desk.office().signIn('desk');
    expect((await team.get('/api/work/view-queues')).body.queues).toMatchObject([
      { id, mayRemove: false },
    ]);
    expect(await remove(id, team)).toBe(404);
    expect([await remove(id, manager), await remove(id, manager)]).toEqual([200, 200]);
    expect(await read(id)).toMatchObject({ queueId: null, queues: [], items: [{ loanId: loan }] });
    const events = await test.owner`
      select event from audit_events where subject = 'view-queue' and subject_id = ${id}
      order by at, id`;
    expect(events.map(({ event }) => event)).toEqual(['create-view-queue', 'remove-view-queue']);
  });

  it('is created once by a repeated request, and its name is used once', async () => {
    const manager = await desk.office().signIn('manager');
    const post = async (queue: object) => {
      const { status, body } = await manager.post('/api/work/view-queues', queue);
      return [status, body.error ?? body.name];
    };
    const queue = queueOf({ name: ' Large loans ', filter: { ...large, bucket: '1-30' } });
    expect(await post(queue)).toEqual([200, 'Large loans']);
    expect(await post(queue)).toEqual([200, 'Large loans']);
    expect(await post({ ...queue, filter: large })).toEqual([
      409,
      'id_reused_with_different_content',
    ]);
    expect(await post(queueOf({ name: 'LARGE loans' }))).toEqual([409, 'name_already_used']);
    expect(await post(queueOf({ name: '  ' }))).toEqual([400, 'name_missing']);
  });

  it('is not made by an agent', async () => {
    expect((await desk.agent().post('/api/work/view-queues', queueOf())).status).toBe(403);
    expect((await desk.agent().get('/api/work/view-queues')).status).toBe(403);
  });
});
