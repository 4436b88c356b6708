import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  arrangeAdmin,
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('spreading loans over several holders', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  let desk: TestClient;
  let agents: string[];
  beforeEach(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    desk = await test.signIn(portfolio.team.desk.email);
    agents = [portfolio.team.agent.id, portfolio.team.otherAgent.id];
    for (const thousands of [1, 2, 3, 4, 5, 6, 7]) {
      const principalMinor = thousands * 100_000;
      await arrangeLoan(test.owner, portfolio, { principalMinor, teamId: portfolio.team.id });
    }
  });

  const overAgents = (by: string, ids = agents) => ({
    selection: { filter: { view: 'unassigned' }, expectedCount: 7 },
    target: { kind: 'agent', spread: { ids, by } },
  });
  const heldByAgents = () => test.owner`
    select account.name, count(*)::int as loans,
      sum(state.outstanding_principal_minor)::bigint as owed
    from loan_state state join accounts account on account.id = state.agent_id
    group by account.name order by account.name`;

  it('shows each share in the preview, moves exactly that as one batch, and undoes it as a whole', async () => {
    const preview = await desk.post('/api/assignments/preview', overAgents('outstanding'));
    expect(preview.body).toMatchObject({ count: 7, alreadyThere: 0, outstandingMinor: 2_800_000 });
    expect(preview.body.targets).toMatchObject([
      { name: 'delta-agent one', receives: 3, loansBefore: 0, outstandingAfterMinor: 1_400_000 },
      { name: 'delta-other-agent one', receives: 4, outstandingAfterMinor: 1_400_000 },
    ]);
    const id = uuidv7();
    const sent = { id, ...overAgents('outstanding'), reason: 'New month' };
    const moved = await desk.post('/api/assignments', sent);
    expect(moved.body).toMatchObject({ batchId: id, count: 7, outstandingMinor: 2_800_000 });
    expect(await heldByAgents()).toEqual([
      { name: 'delta-agent one', loans: 3, owed: 1_400_000 },
      { name: 'delta-other-agent one', loans: 4, owed: 1_400_000 },
    ]);
    const [audit] = await test.owner`select after from audit_events where subject_id = ${id}`;
    expect(audit?.['after']).toMatchObject({ loans: 7, spreadBy: 'outstanding', over: 2 });
    const notifications = await test.owner`
      select account_id, count from notifications where event = 'loans-assigned' order by count`;
    expect(notifications).toEqual([
      { accountId: agents[0], count: 3 },
      { accountId: agents[1], count: 4 },
    ]);

    const undone = await desk.post(`/api/assignments/${id}/undo`, { id: uuidv7() });
    expect(undone.body.count).toBe(7);
    expect(await heldByAgents()).toEqual([]);
  });

  it('returns the first answer on a retry, and refuses the id for a different spread', async () => {
    const id = uuidv7();
    const first = await desk.post('/api/assignments', { id, ...overAgents('count') });
    const again = await desk.post('/api/assignments', { id, ...overAgents('count') });
    expect(again.body).toEqual({ ...first.body, replayed: true });
    const other = await desk.post('/api/assignments', { id, ...overAgents('outstanding') });
    expect(other.body.error).toBe('id_reused_with_different_content');
    expect(await test.owner`select from assignment_batches`).toHaveLength(1);
  });

  it('leaves the loans of the least loaded target in place', async () => {
    await arrangeLoan(test.owner, portfolio, {
      teamId: portfolio.team.id,
      agentId: agents[0] ?? null,
    });
    await desk.post('/api/assignments', { id: uuidv7(), ...overAgents('least-loaded') });
    expect((await heldByAgents()).map((row) => row['loans'])).toEqual([4, 4]);
  });

  it('refuses targets outside the desk’s team, and moves nothing', async () => {
    const foreign = [agents[0] ?? '', portfolio.otherTeam.agent.id];
    const refused = await desk.post('/api/assignments', {
      id: uuidv7(),
      ...overAgents('count', foreign),
    });
    expect(refused).toMatchObject({ status: 404, body: { error: 'agent_not_found' } });
    expect(await heldByAgents()).toEqual([]);
  });

  it('spreads over teams, including loans that are taken from other teams', async () => {
    const ids = [portfolio.team.id, portfolio.otherTeam.id];
    const moved = await manager.post('/api/assignments', {
      id: uuidv7(),
      selection: { filter: { view: 'all' }, expectedCount: 7 },
      target: { kind: 'team', spread: { ids, by: 'count' } },
    });
    // Four of the seven loans stay; only three have to move.
    expect(moved.body.count).toBe(3);
    const teams = await test.owner`
      select count(*)::int as loans from loan_state group by team_id order by 1`;
    expect(teams).toEqual([{ loans: 3 }, { loans: 4 }]);
  });

  it('lets only one of two simultaneous assignments move the same loans', async () => {
    const byManager = manager.post('/api/assignments', {
      id: uuidv7(),
      selection: { filter: { view: 'all', teamId: portfolio.team.id }, expectedCount: 7 },
      target: { kind: 'team', id: portfolio.otherTeam.id },
    });
    const byDesk = desk.post('/api/assignments', { id: uuidv7(), ...overAgents('count') });
    const answers = await Promise.all([byManager, byDesk]);
    const statuses = answers.map(({ status }) => status);
    // The manager may also take loans from agents, so both requests may succeed in turn, but never
    // partly.
    expect(statuses).toContain(200);
    const torn = await test.owner`
      select state.loan_id from loan_state state join accounts agent on agent.id = state.agent_id
      where agent.team_id is distinct from state.team_id`;
    expect(torn).toEqual([]);
    const holders = await test.owner`select distinct team_id from loan_state`;
    expect(holders).toHaveLength(1);
  });

  it('appears on the page of each agent and team, and in the audit trail of a loan', async () => {
    const id = uuidv7();
    await desk.post('/api/assignments', { id, ...overAgents('count'), reason: 'New month' });
    await desk.post(`/api/assignments/${id}/undo`, { id: uuidv7() });
    const ofAgent = await desk.get(`/api/staff/${agents[0]}/assignments`);
    expect(ofAgent.body.moves).toMatchObject([
      { kind: 'undo', received: 0, gaveUp: 3, madeBy: 'delta-desk one' },
      { kind: 'assign', received: 3, gaveUp: 0, reason: 'New month' },
    ]);
    // The loans never left the team.
    const ofTeam = await manager.get(`/api/teams/${portfolio.team.id}/assignments`);
    expect(ofTeam.body.moves).toEqual([]);
    const foreign = await desk.get(`/api/staff/${portfolio.otherTeam.agent.id}/assignments`);
    expect(foreign.status).toBe(404);

    const admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    const trail = await admin.get('/api/audit?loan=L-000001');
    expect(trail.body.rows.map((row: { event: string }) => row.event)).toEqual([
      'undo-assignment',
      'assign-loans',
    ]);
  });

  it('returns loans to one holder, ignoring a spread in the request', async () => {
    const [agent = '', other = ''] = agents;
    const spread = { ids: agents, by: 'count' };
    const filter = { view: 'unassigned' };
    const given = await desk.post('/api/assignments', {
      id: uuidv7(),
      selection: { filter },
      target: { kind: 'agent', id: agent },
    });
    expect(given.status).toBe(200);
    const takenBack = await desk.post('/api/assignments', {
      id: uuidv7(),
      selection: { filter: { view: 'assigned' } },
      target: { kind: 'take-back', spread },
    });
    expect(takenBack).toMatchObject({ status: 200, body: { count: 7 } });
    expect(await heldByAgents()).toEqual([]);
    const twice = { kind: 'agent', spread: { ids: [other, other], by: 'count' } };
    const refused = await desk.post('/api/assignments', {
      id: uuidv7(),
      selection: { filter },
      target: twice,
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { 'target.spread.ids': expect.any(String) } },
    });
  });
});
