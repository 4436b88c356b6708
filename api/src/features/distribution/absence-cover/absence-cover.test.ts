import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LoanWishes, TestPortfolio } from '../../../testing/arrange.ts';
import { openOffice, paymentOf, type Office } from '../../../testing/open-office.ts';
import { createTestApp, type TestClient } from '../../../testing/test-app.ts';
import { meetAt } from '../../../testing/while-held.ts';
import { followAbsenceCovers } from './follow-absence-covers.ts';

const test = await createTestApp();
let made = 0;

describe('absence cover of a queue', () => {
  let office: Office;
  let portfolio: TestPortfolio;
  let desk: TestClient;
  beforeEach(async () => {
    test.clock.moveTo('2026-06-15T12:00:00Z');
    made += 1;
    office = await openOffice({ test, tag: `hand${made}` });
    portfolio = office.portfolio;
    desk = await office.signIn('desk');
  });

  const arrange = async (wishes?: LoanWishes) => (await office.arrangeHeld(wishes)).id;
  const wish = (wishes: object = {}) => ({
    id: uuidv7(),
    agentId: portfolio.team.agent.id,
    standInIds: [portfolio.team.otherAgent.id],
    fromOn: '2026-06-15',
    untilOn: '2026-06-19',
    reason: 'Annual leave',
    ...wishes,
  });
  const handOver = (wishes: object = {}, client = desk) =>
    client.post('/api/handovers', wish(wishes));
  const arrangeThirdAgent = async () => {
    const id = uuidv7();
    await test.owner`
      insert into accounts (id, portfolio_id, team_id, role, email, name, password_hash)
      values (${id}, ${portfolio.id}, ${portfolio.team.id}, 'agent', ${`${id}@bursar.example`},
        'Third agent', 'none')`;
    return id;
  };
  const holdersOf = async (ids: readonly string[]) => {
    const rows = await test.owner<{ loanId: string; agentId: string | null }[]>`
      select loan_id, agent_id from loan_state where loan_id = any(${[...ids]}::uuid[])`;
    return ids.map((id) => rows.find(({ loanId }) => loanId === id)?.agentId);
  };
  const follow = (instant: string) => followAbsenceCovers(test.database, new Date(instant));

  it('moves the active loans at once if it begins today, and notifies the stand-in', async () => {
    const { agent, otherAgent } = portfolio.team;
    const loans = [await arrange(), await arrange()];
    const closed = await arrange({ status: 'closed' });
    const answer = await handOver();
    expect(answer).toMatchObject({
      status: 200,
      body: {
        absenceCover: { state: 'running', standIns: [{ id: otherAgent.id, loans: 2 }] },
        replayed: false,
      },
    });
    expect(await holdersOf([...loans, closed])).toEqual([otherAgent.id, otherAgent.id, agent.id]);
    const notifications = await test.owner`
      select event, count, message from notifications where account_id = ${otherAgent.id} order by event`;
    expect(notifications.map((notification) => ({ ...notification }))).toEqual([
      { event: 'assignment-message', count: 2, message: 'Annual leave' },
      { event: 'loans-assigned', count: 2, message: '' },
    ]);
    const audits = await test.owner`
      select event from audit_events where portfolio_id = ${portfolio.id}
        and event in ('make-handover', 'assign-loans') order by event`;
    expect(audits.map(({ event }) => event)).toEqual(['assign-loans', 'make-handover']);
  });

  it('spreads the loans evenly over several stand-ins', async () => {
    const { team } = portfolio;
    const third = await arrangeThirdAgent();
    for (let count = 0; count < 5; count += 1) await arrange();
    const { body } = await handOver({ standInIds: [team.otherAgent.id, third] });
    const shares = body.absenceCover.standIns.map(({ loans }: { loans: number }) => loans);
    expect(shares.toSorted()).toEqual([2, 3]);
  });

  it('begins on its first day and ends after its last, each once', async () => {
    const { agent, otherAgent } = portfolio.team;
    const loan = await arrange();
    const planned = await handOver({ fromOn: '2026-06-17' });
    expect(planned.body.absenceCover.state).toBe('planned');
    await follow('2026-06-16T23:59:00Z');
    expect(await holdersOf([loan])).toEqual([agent.id]);
    await Promise.all([follow('2026-06-17T00:00:00Z'), follow('2026-06-17T00:00:00Z')]);
    expect(await holdersOf([loan])).toEqual([otherAgent.id]);
    await follow('2026-06-19T23:59:00Z');
    expect(await holdersOf([loan])).toEqual([otherAgent.id]);
    await follow('2026-06-20T00:00:00Z');
    expect(await holdersOf([loan])).toEqual([agent.id]);
    expect((await desk.get('/api/handovers')).body.absenceCovers).toEqual([]);
    const batches = await test.owner`
      select from assignment_batches where portfolio_id = ${portfolio.id}`;
    expect(batches).toHaveLength(2);
  });

  it('begins even if another one fails', async () => {
    const loan = await arrange();
    const other = await openOffice({ test, tag: `fails${made}` });
    const { agent, otherAgent } = other.portfolio.team;
    const earlier = {
      agentId: agent.id,
      standInIds: [otherAgent.id],
      fromOn: '2026-06-16',
    };
    const failing = await handOver(earlier, await other.signIn('desk'));
    const planned = await handOver({ fromOn: '2026-06-17' });
    expect([failing.status, planned.status]).toEqual([200, 200]);
    await test.owner.unsafe(`
      create function refuse_one() returns trigger language plpgsql as $$
      begin raise exception 'out of order'; end $$;
      create trigger refuse_one before update on absence_covers for each row
        when (old.portfolio_id = '${other.portfolio.id}') execute function refuse_one()`);
    await expect(follow('2026-06-17T00:00:00Z')).rejects.toThrow('out of order');
    await test.owner`drop function refuse_one cascade`;
    expect(await holdersOf([loan])).toEqual([portfolio.team.otherAgent.id]);
  });

  it('returns exactly the loans that the stand-in still holds', async () => {
    const { agent, otherAgent } = portfolio.team;
    const [unmoved, moved, returned] = [await arrange(), await arrange(), await arrange()];
    const { body } = await handOver();
    const assign = (loanId: string, target: object) =>
      desk.post('/api/assignments', { id: uuidv7(), selection: { loanIds: [loanId] }, target });
    test.clock.moveTo('2026-06-15T12:05:00Z');
    await assign(moved, { kind: 'take-back' });
    await assign(returned, { kind: 'agent', id: agent.id });
    test.clock.moveTo('2026-06-15T12:10:00Z');
    await assign(returned, { kind: 'agent', id: otherAgent.id });
    const path = `/api/handovers/${body.absenceCover.id}/end`;
    expect(await desk.post(path)).toMatchObject({
      status: 200,
      body: { returned: 1, absenceCover: { state: 'ended' } },
    });
    // A loan that the desk reassigned meanwhile is not returned by the absence cover.
    expect(await holdersOf([unmoved, moved, returned])).toEqual([agent.id, null, otherAgent.id]);
    expect(await desk.post(path)).toMatchObject({
      status: 409,
      body: { error: 'handover_already_ended' },
    });
  });

  it('ends while loans of several stand-ins are assigned together', async () => {
    const { team } = portfolio;
    const third = await arrangeThirdAgent();
    for (let count = 0; count < 4; count += 1) await arrange();
    const { body } = await handOver({ standInIds: [team.otherAgent.id, third] });
    const shares = await test.owner<{ agentId: string; first: string; last: string }[]>`
      select agent_id, min(loan_id::text) as first, max(loan_id::text) as last from loan_state
      where agent_id in (${team.otherAgent.id}, ${third}) group by agent_id`;
    const shareOf = (place: number) =>
      shares.find(({ agentId }) => agentId === body.absenceCover.standIns[place].id);
    // The assignment locks the first loan of the second share, then the last of the first share.
    const loanIds = [shareOf(1)?.first ?? '', shareOf(0)?.last ?? ''];
    expect(loanIds).toEqual(loanIds.toSorted());
    test.clock.moveTo('2026-06-15T12:05:00Z');
    const target = { kind: 'take-back' };
    const answers = await meetAt(
      test.owner,
      (transaction) =>
        transaction`select from loan_state where loan_id = ${loanIds[0] ?? ''} for update`,
      [
        () => desk.post('/api/assignments', { id: uuidv7(), selection: { loanIds }, target }),
        () => desk.post(`/api/handovers/${body.absenceCover.id}/end`),
      ],
    );
    expect(answers).toMatchObject([
      { status: 200, body: { count: 2 } },
      { status: 200, body: { returned: 2 } },
    ]);
  });

  it('leaves the loans with the agent if the stand-in was suspended before the first day', async () => {
    const { agent, otherAgent } = portfolio.team;
    const loan = await arrange();
    await handOver({ fromOn: '2026-06-17', untilOn: '2026-06-19' });
    await test.owner`update accounts set status = 'suspended' where id = ${otherAgent.id}`;
    await follow('2026-06-17T00:00:00Z');
    expect(await holdersOf([loan])).toEqual([agent.id]);
  });

  it.each(['planned', 'running'])('that is %s prevents a change of team', async (state) => {
    const { agent, otherAgent } = portfolio.team;
    const manager = await office.signIn('manager');
    const change = async (id: string) => {
      const { body: before } = await manager.get(`/api/staff/${id}`);
      const { name, email, version } = before;
      const teamId = portfolio.otherTeam.id;
      return manager.put(`/api/staff/${id}`, { name, email, version, teamId });
    };
    const { body } = await handOver(state === 'planned' ? { fromOn: '2026-06-17' } : {});
    expect(body.absenceCover.state).toBe(state);
    expect(await change(agent.id)).toMatchObject({
      status: 409,
      body: { error: 'agent_has_absence_cover', fields: { teamId: expect.any(String) } },
    });
    expect((await change(otherAgent.id)).status).toBe(200);
    await desk.post(`/api/handovers/${body.absenceCover.id}/end`);
    expect(await change(agent.id)).toMatchObject({
      status: 200,
      body: { team: { id: portfolio.otherTeam.id } },
    });
  });

  it('planned while the agent changes team leaves the agent in the team', async () => {
    const { agent } = portfolio.team;
    const manager = await office.signIn('manager');
    const { body: before } = await manager.get(`/api/staff/${agent.id}`);
    const { name, email, version } = before;
    const change = { name, email, version, teamId: portfolio.otherTeam.id };
    const [planned, changed] = await meetAt(
      test.owner,
      (transaction) => transaction`select from accounts where id = ${agent.id} for update`,
      [
        () => handOver({ fromOn: '2026-06-17' }),
        () => manager.put(`/api/staff/${agent.id}`, change),
      ],
    );
    expect(planned).toMatchObject({ status: 200 });
    expect(changed).toMatchObject({ status: 409, body: { error: 'agent_has_absence_cover' } });
  });

  it('ends on its first day without moving loans of another team', async () => {
    const { agent } = portfolio.team;
    const { body } = await handOver({ fromOn: '2026-06-17' });
    const { otherTeam } = portfolio;
    await test.owner`update accounts set team_id = ${otherTeam.id} where id = ${agent.id}`;
    const loan = await arrange({ teamId: otherTeam.id });
    await follow('2026-06-17T00:00:00Z');
    expect(await holdersOf([loan])).toEqual([agent.id]);
    const covers = await test.owner`
      select begun_at, ended_at, returned_count from absence_covers
      where id = ${body.absenceCover.id}`;
    expect({ ...covers[0] }).toEqual({
      begunAt: null,
      endedAt: '2026-06-17T00:00:00.000Z',
      returnedCount: 0,
    });
  });

  it('returns the loans to the desk if the agent has been suspended in between', async () => {
    const loan = await arrange();
    await handOver();
    await test.owner`
      update accounts set status = 'suspended' where id = ${portfolio.team.agent.id}`;
    await follow('2026-06-20T00:00:00Z');
    expect(await holdersOf([loan])).toEqual([null]);
  });

  it('credits payments during the absence to the stand-in, also after it ends', async () => {
    const { otherAgent } = portfolio.team;
    const loan = await arrange();
    const { body } = await handOver();
    const standIn = await test.signIn(otherAgent.email);
    await standIn.post(`/api/loans/${loan}/payments`, paymentOf({ valueDate: '2026-06-15' }));
    await desk.post(`/api/handovers/${body.absenceCover.id}/end`);
    const [payment] = await test.owner`select agent_id from payments where loan_id = ${loan}`;
    expect(payment?.['agentId']).toBe(otherAgent.id);
  });

  it('is created once when sent twice, at once or later', async () => {
    await arrange();
    const body = wish();
    const twice = await Promise.all([
      desk.post('/api/handovers', body),
      desk.post('/api/handovers', body),
    ]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await desk.post('/api/handovers', body)).body.replayed).toBe(true);
    const rows = await test.owner`select from absence_covers where portfolio_id = ${portfolio.id}`;
    expect(rows).toHaveLength(1);
    const changed = await desk.post('/api/handovers', { ...body, untilOn: '2026-06-30' });
    expect(changed.body.error).toBe('id_reused_with_different_content');
  });

  it.each([
    { error: 'agent_not_found', wishes: () => ({ agentId: portfolio.otherTeam.agent.id }) },
    {
      error: 'stand_in_not_in_team',
      wishes: () => ({ standInIds: [portfolio.otherTeam.agent.id] }),
    },
    { error: 'stand_in_not_in_team', wishes: () => ({ standInIds: [portfolio.team.agent.id] }) },
    { error: 'day_passed', wishes: () => ({ fromOn: '2026-06-14' }) },
    { error: 'range_upside_down', wishes: () => ({ untilOn: '2026-06-14' }) },
    { error: 'day_too_far', wishes: () => ({ untilOn: '2027-07-01' }) },
  ])('is refused as $error', async ({ error, wishes }) => {
    expect((await handOver(wishes())).body.error).toBe(error);
    const rows = await test.owner`select from absence_covers where portfolio_id = ${portfolio.id}`;
    expect(rows).toHaveLength(0);
  });

  it('is refused for a queue that has open absence cover', async () => {
    await handOver();
    expect((await handOver()).body.error).toBe('queue_already_handed_over');
  });

  it('is hidden from other teams, which cannot end it', async () => {
    const { body } = await handOver();
    const other = await test.signIn(portfolio.otherTeam.desk.email);
    expect((await other.get('/api/handovers')).body.absenceCovers).toEqual([]);
    expect((await other.post(`/api/handovers/${body.absenceCover.id}/end`)).status).toBe(404);
  });
});
