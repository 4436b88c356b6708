import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('the list of assignment batches', () => {
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

  const assign = async (client: TestClient, loanIds: string[], target: object) => {
    const id = uuidv7();
    const body = { id, selection: { loanIds }, target, reason: 'new quarter' };
    expect((await client.post('/api/assignments', body)).status).toBe(200);
    return id;
  };
  const batchesOf = async (client: TestClient) => {
    const { body } = await client.get('/api/assignments');
    return body.batches as { id: string; undone: unknown; undo: unknown; loans: number }[];
  };

  it('shows who moved how many loans where, and who undid which batch', async () => {
    const one = await arrangeLoan(test.owner, portfolio);
    const two = await arrangeLoan(test.owner, portfolio);
    const first = await assign(manager, [one.id, two.id], { kind: 'team', id: portfolio.team.id });
    const second = await assign(desk, [one.id], { kind: 'agent', id: portfolio.team.agent.id });
    const expected = {
      id: second,
      kind: 'assign',
      loans: 1,
      loan: { id: one.id, reference: 'L-000001' },
      holder: 'delta-agent one',
      spreadOver: 0,
      reason: 'new quarter',
      madeBy: 'delta-desk one',
      undone: null,
    };
    // The desk can undo its own batch; the manager's batch cannot be undone because a loan moved
    // again.
    expect(await batchesOf(manager)).toEqual([
      expect.objectContaining({ ...expected, undo: { holders: ['delta'] } }),
      expect.objectContaining({ id: first, loans: 2, loan: null, undo: null }),
    ]);
    expect((await desk.post(`/api/assignments/${second}/undo`, { id: uuidv7() })).status).toBe(200);
    const [undone] = await batchesOf(manager);
    expect(undone).toMatchObject({
      id: second,
      undone: { by: 'delta-desk one', at: test.clock.now().toISOString() },
      undo: null,
    });
  });

  it('shows a desk only its own team, page by page', async () => {
    const one = await arrangeLoan(test.owner, portfolio);
    const two = await arrangeLoan(test.owner, portfolio);
    const spread = { ids: [portfolio.team.id, portfolio.otherTeam.id], by: 'count' };
    const both = await assign(manager, [one.id, two.id], { kind: 'team', spread });
    const other = { kind: 'team', id: portfolio.otherTeam.id };
    await assign(manager, [(await arrangeLoan(test.owner, portfolio)).id], other);
    expect(await batchesOf(desk)).toEqual([
      // One of the two loans came to this team; the desk cannot undo a batch that the manager made.
      expect.objectContaining({ id: both, loans: 1, spreadOver: 2, holder: null, undo: null }),
    ]);
    const { body: page } = await manager.get('/api/assignments?limit=1');
    const { body: rest } = await manager.get(`/api/assignments?limit=1&after=${page.nextCursor}`);
    expect(rest).toMatchObject({ batches: [{ id: both }], nextCursor: null });
    const agent = await test.signIn(portfolio.team.agent.email);
    expect((await agent.get('/api/assignments')).status).toBe(403);
  });
});
