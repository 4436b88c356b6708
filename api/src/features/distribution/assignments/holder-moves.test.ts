import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('the history of loans that a holder received and lost', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  let desk: TestClient;
  let loanIds: string[];
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    desk = await test.signIn(portfolio.team.desk.email);
    const loans = await Promise.all(
      Array.from({ length: 5 }, () => arrangeLoan(test.owner, portfolio)),
    );
    loanIds = loans.map(({ id }) => id);
    // Single moves first, then two in one batch, a minute apart to fix their order.
    for (const [at, ids] of [[0], [1], [2], [3, 4]].entries()) {
      test.clock.moveTo(`2026-06-15T12:0${at}:00Z`);
      await give(
        manager,
        ids.map((one) => loanIds[one] ?? ''),
        { kind: 'team', id: portfolio.team.id },
      );
    }
  });

  const give = async (client: TestClient, ids: string[], target: object) => {
    const id = uuidv7();
    const given = await client.post('/api/assignments', {
      id,
      selection: { loanIds: ids },
      target,
    });
    expect(given.status).toBe(200);
    return id;
  };
  type Move = { batchId: string; received: number };
  const latestOf = async (client: TestClient, path: string) =>
    (await client.get(path)).body.moves[0];
  const ofTeam = () => `/api/teams/${portfolio.team.id}/assignments`;
  const ofAgent = () => `/api/staff/${portfolio.team.agent.id}/assignments`;

  it('is read page by page to the end, with the name of a single moved loan', async () => {
    const read: Move[] = [];
    let after = '';
    do {
      const { body } = await manager.get(`${ofTeam()}?limit=3${after}`);
      read.push(...body.moves);
      after = body.nextCursor === null ? '' : `&after=${body.nextCursor}`;
    } while (after !== '');
    expect(read.map(({ received }) => received)).toEqual([2, 1, 1, 1]);
    expect(new Set(read.map(({ batchId }) => batchId)).size).toBe(4);
    expect(read[0]).toMatchObject({ loan: null, undo: { loans: 2, holders: [null] } });
    expect(read[1]).toMatchObject({ loan: { id: loanIds[2] } });
  });

  it('names a loan that the reader can no longer see, without a link to it', async () => {
    const [first = ''] = loanIds;
    test.clock.moveTo('2026-06-15T12:10:00Z');
    await give(desk, [first], { kind: 'agent', id: portfolio.team.agent.id });
    expect(await latestOf(desk, ofAgent())).toMatchObject({ received: 1, loan: { id: first } });
    test.clock.moveTo('2026-06-15T12:12:00Z');
    await give(manager, [first], { kind: 'team', id: portfolio.otherTeam.id });
    const move = await latestOf(desk, ofAgent());
    expect(move).toMatchObject({ received: 0, gaveUp: 1, loan: { id: null }, undo: null });
    expect(move.loan.reference).toMatch(/^L-/);
    expect(await latestOf(manager, ofAgent())).toMatchObject({
      loan: { id: first },
      undo: { loans: 1, holders: ['delta-agent one'] },
    });
  });

  it('can be undone later by authorised users, with exactly the listed loans and holders', async () => {
    test.clock.moveTo('2026-06-15T12:20:00Z');
    const batchId = await give(desk, loanIds.slice(3), {
      kind: 'agent',
      id: portfolio.team.agent.id,
    });
    for (const client of [manager, desk]) {
      expect(await latestOf(client, ofAgent())).toMatchObject({
        batchId,
        received: 2,
        undo: { loans: 2, holders: ['delta'] },
      });
    }
    // The loans that came to the team have moved again since.
    const { body } = await manager.get(ofTeam());
    expect(body.moves[1]).toMatchObject({ received: 2, undo: null });
    test.clock.moveTo('2026-06-15T12:22:00Z');
    const undone = await desk.post(`/api/assignments/${batchId}/undo`, { id: uuidv7() });
    expect(undone.body).toMatchObject({ outcome: 'undone', count: 2 });
    const { moves } = (await desk.get(ofAgent())).body;
    expect(moves.slice(0, 2)).toMatchObject([
      { kind: 'undo', gaveUp: 2, undo: null },
      { batchId, undo: null },
    ]);
  });
});
