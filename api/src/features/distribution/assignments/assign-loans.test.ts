import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('assigning loans', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  let desk: TestClient;
  beforeEach(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    desk = await test.signIn(portfolio.team.desk.email);
  });

  const arrangeLoans = (count: number) =>
    Promise.all(Array.from({ length: count }, () => arrangeLoan(test.owner, portfolio)));
  const toTeam = (loanIds: string[], teamId = portfolio.team.id) => ({
    id: uuidv7(),
    selection: { loanIds },
    target: { kind: 'team', id: teamId },
  });
  const countOf = async (client: TestClient, view: string): Promise<number> =>
    (await client.get(`/api/loans?view=${view}`)).body.sums.count;

  it('moves loans to a team, then to its agent, each seeing them in the right list', async () => {
    const loans = await arrangeLoans(3);
    const agent = await test.signIn(portfolio.team.agent.email);
    const [first, second] = loans.map((loan) => loan.id);
    const given = await manager.post('/api/assignments', toTeam([first ?? '', second ?? '']));
    expect(given).toMatchObject({ status: 200, body: { count: 2, outstandingMinor: 240_000 } });
    expect(await countOf(manager, 'unassigned')).toBe(1);
    expect(await countOf(manager, 'assigned')).toBe(2);
    expect(await countOf(desk, 'unassigned')).toBe(2);
    expect(await countOf(agent, 'all')).toBe(0);

    const target = { kind: 'agent', id: portfolio.team.agent.id };
    const handed = await desk.post('/api/assignments', {
      id: uuidv7(),
      selection: { filter: { view: 'unassigned' }, expectedCount: 2 },
      target,
    });
    expect(handed.body.count).toBe(2);
    expect(await countOf(desk, 'unassigned')).toBe(0);
    expect(await countOf(agent, 'all')).toBe(2);
    const history = await agent.get(`/api/loans/${first}/assignments`);
    expect(history.body.assignments).toMatchObject([
      { fromAgent: null, toAgent: 'delta-agent one', toTeam: 'delta' },
      { fromTeam: null, toTeam: 'delta', toAgent: null },
    ]);
  });

  it('counts the active loans of each possible holder, as their lists do', async () => {
    const { team } = portfolio;
    const holder = { teamId: team.id, agentId: team.agent.id };
    await arrangeLoan(test.owner, portfolio, holder);
    await arrangeLoan(test.owner, portfolio, { ...holder, status: 'closed' });
    const loansOf = (rows: { id: string; loans: number }[], id: string) =>
      rows.find((row) => row.id === id)?.loans;
    const { teams, agents } = (await manager.get('/api/assignment-targets')).body;
    expect([loansOf(teams, team.id), loansOf(agents, team.agent.id)]).toEqual([1, 1]);
  });

  it('shows in the preview what it would move', async () => {
    const loans = await arrangeLoans(2);
    const { id: _id, ...request } = toTeam(loans.map((loan) => loan.id));
    await manager.post('/api/assignments', toTeam([loans[0]?.id ?? '']));
    const preview = await manager.post('/api/assignments/preview', request);
    expect(preview.body).toEqual({
      seen: expect.any(String),
      count: 1,
      picked: 2,
      borrowers: 1,
      alongCount: 0,
      needsApproval: false,
      alreadyThere: 1,
      outstandingMinor: 120_000,
      currency: 'USD',
      targets: [
        {
          id: portfolio.team.id,
          name: 'delta',
          receives: 1,
          loansBefore: 1,
          loansAfter: 2,
          outstandingBeforeMinor: 120_000,
          outstandingAfterMinor: 240_000,
        },
      ],
    });
  });

  it('undoes a batch as a whole, once, and not after a later change', async () => {
    const loans = await arrangeLoans(2);
    const ids = loans.map((loan) => loan.id);
    const { body: batch } = await manager.post('/api/assignments', toTeam(ids));
    const undo = (id = uuidv7()) => manager.post(`/api/assignments/${batch.batchId}/undo`, { id });
    const undoId = uuidv7();
    const undone = await Promise.all([undo(undoId), undo(undoId)]);
    expect(undone.map(({ body }) => body.count)).toEqual([2, 2]);
    expect(undone.filter(({ body }) => body.replayed)).toHaveLength(1);
    expect((await undo(undoId)).body).toMatchObject({ count: 2, replayed: true });
    expect((await undo()).body.error).toBe('batch_already_undone');
    expect(await countOf(manager, 'unassigned')).toBe(2);

    const { body: second } = await manager.post('/api/assignments', toTeam(ids));
    test.clock.moveTo('2026-06-15T12:05:00Z');
    await manager.post('/api/assignments', toTeam([ids[0] ?? ''], portfolio.otherTeam.id));
    const late = await manager.post(`/api/assignments/${second.batchId}/undo`, { id: uuidv7() });
    expect(late.body).toMatchObject({
      error: 'loans_moved_since',
      details: { count: 1, loans: expect.stringMatching(/^L-00000\d$/), by: 'manager one' },
    });
  });

  it.each([
    ['suspended', "status = 'suspended'"],
    ['moved to another team', 'team_id = null'],
  ])('does not return a loan to an agent who has been %s since', async (_, change) => {
    const { team } = portfolio;
    const toAgent = (agentId: string) =>
      desk.post('/api/assignments', {
        id: uuidv7(),
        selection: { loanIds: [loan.id] },
        target: { kind: 'agent', id: agentId },
      });
    const loan = await arrangeLoan(test.owner, portfolio, { teamId: team.id });
    await toAgent(team.agent.id);
    test.clock.moveTo('2026-06-15T12:05:00Z');
    const { body: batch } = await toAgent(team.otherAgent.id);
    const latestUndo = async () =>
      (await desk.get(`/api/staff/${team.otherAgent.id}/assignments`)).body.moves[0].undo;
    expect(await latestUndo()).not.toBeNull();
    await test.owner.unsafe(`update accounts set ${change} where id = '${team.agent.id}'`);
    expect(await latestUndo()).toBeNull();
    const refused = await desk.post(`/api/assignments/${batch.batchId}/undo`, { id: uuidv7() });
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'former_holder_is_gone', details: { agents: 'delta-agent one' } },
    });
    const [state] = await test.owner`select agent_id from loan_state where loan_id = ${loan.id}`;
    expect(state?.['agentId']).toBe(team.otherAgent.id);
  });

  it('acts once on a double click', async () => {
    const loans = await arrangeLoans(1);
    const request = toTeam(loans.map((loan) => loan.id));
    const answers = await Promise.all([
      manager.post('/api/assignments', request),
      manager.post('/api/assignments', request),
    ]);
    expect(answers.filter(({ body }) => body.replayed)).toHaveLength(1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const batches = await test.owner`select from assignment_batches`;
    expect(batches).toHaveLength(1);
  });

  it('assigns the same loans to one of two desks and refuses the other', async () => {
    const loans = await arrangeLoans(20);
    const loanIds = loans.map((loan) => loan.id);
    await manager.post('/api/assignments', toTeam(loanIds));
    const give = (agentId: string) =>
      desk.post('/api/assignments', {
        id: uuidv7(),
        selection: { loanIds, filter: { view: 'unassigned' } },
        target: { kind: 'agent', id: agentId },
      });
    const answers = await Promise.all([
      give(portfolio.team.agent.id),
      give(portfolio.team.otherAgent.id),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      error: 'loans_taken_meanwhile',
      details: { count: 20, loans: 'L-000001, L-000002, L-000003, …', by: 'delta-desk one' },
    });
    const holders = await test.owner`select distinct agent_id from loan_state`;
    expect(holders).toHaveLength(1);
  });

  it('names the loans that moved since the selection, and moves them on confirmation', async () => {
    const loans = await arrangeLoans(3);
    const loanIds = loans.map((loan) => loan.id);
    const { id: _id, ...looked } = toTeam(loanIds, portfolio.otherTeam.id);
    const preview = await manager.post('/api/assignments/preview', looked);
    const { seen } = preview.body;
    await manager.post('/api/assignments', toTeam(loanIds.slice(0, 2)));
    const moved = loans
      .slice(0, 2)
      .map(({ number }) => `L-00000${number}`)
      .toSorted();
    const refused = await manager.post('/api/assignments', { ...toTeam(loanIds), seen });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: 'loans_moved_meanwhile',
        details: { count: 2, loans: moved.join(', '), by: 'manager one', to: 'delta' },
      },
    });
    expect(await countOf(desk, 'unassigned')).toBe(2);
    const goingOn = { ...looked, id: uuidv7(), seen: refused.body.details.seen };
    expect((await manager.post('/api/assignments', goingOn)).body).toMatchObject({ count: 3 });
    // A replay of a completed request gives the same answer, whatever selection was seen.
    expect((await manager.post('/api/assignments', { ...goingOn, seen })).body).toMatchObject({
      replayed: true,
    });
  });

  it('refuses the second of two managers who send the same selection', async () => {
    const loans = await arrangeLoans(4);
    const loanIds = loans.map((loan) => loan.id);
    const { id: _id, ...looked } = toTeam(loanIds);
    const { seen } = (await manager.post('/api/assignments/preview', looked)).body;
    const answers = await Promise.all([
      manager.post('/api/assignments', { ...toTeam(loanIds), seen }),
      manager.post('/api/assignments', { ...toTeam(loanIds, portfolio.otherTeam.id), seen }),
    ]);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => [body.error, body.details.count])).toEqual([
      ['loans_moved_meanwhile', 4],
    ]);
  });

  it('refuses a filter that no longer matches the number of loans shown', async () => {
    await arrangeLoans(2);
    const answer = await manager.post('/api/assignments', {
      id: uuidv7(),
      selection: { filter: { view: 'unassigned' }, expectedCount: 5 },
      target: { kind: 'team', id: portfolio.team.id },
    });
    expect(answer.body).toMatchObject({ error: 'selection_changed', details: { count: 2 } });
  });

  it('limits a desk to its own agents and loans', async () => {
    const [loan] = await arrangeLoans(1);
    const give = (target: object) =>
      desk.post('/api/assignments', { id: uuidv7(), selection: { loanIds: [loan?.id] }, target });
    const foreignAgent = await give({ kind: 'agent', id: portfolio.otherTeam.agent.id });
    expect(foreignAgent.body.error).toBe('agent_not_found');
    const team = await give({ kind: 'team', id: portfolio.team.id });
    expect(team.body.error).toBe('team_not_found');
    const notItsLoan = await give({ kind: 'agent', id: portfolio.team.agent.id });
    expect(notItsLoan.body.error).toBe('selection_changed');
  });
});
