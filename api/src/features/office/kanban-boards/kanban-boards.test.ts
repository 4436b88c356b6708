import { uuidv7 } from 'uuidv7';
import { beforeEach, beforeAll, describe, expect, it } from 'vitest';
import { arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { meetAt } from '../../../testing/while-held.ts';

describe('a kanban board', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let foreign: TestPortfolio;
  let manager: TestClient;
  let agent: TestClient;
  let foreigner: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    foreign = await arrangePortfolio(test.owner, 'foreign');
    manager = await test.signIn(portfolio.manager.email);
    agent = await test.signIn(portfolio.team.agent.email);
    foreigner = await test.signIn(foreign.manager.email);
  });

  let boardId: string;
  let [todo, done] = ['', ''];
  beforeEach(async () => {
    const columns = ['To do', 'Done'].map((title) => ({ id: uuidv7(), title }));
    const board = { id: uuidv7(), title: 'Arrears', isShared: true, columns };
    const made = await manager.post('/api/boards', board);
    expect(made.status).toBe(200);
    boardId = made.body.id;
    const { body } = await manager.get(`/api/boards/${boardId}`);
    [todo, done] = body.columns.map(({ id }: { id: string }) => id);
  });

  const cardOf = (title: string, changes: object = {}) => ({
    id: uuidv7(),
    title,
    details: '',
    assigneeId: null,
    dueOn: null,
    labels: [],
    ...changes,
  });
  const add = async (client: TestClient, title: string, columnId = todo): Promise<string> => {
    const made = await client.post(`/api/board-columns/${columnId}/cards`, cardOf(title));
    expect(made.status).toBe(200);
    return made.body.id;
  };
  const move = (client: TestClient, id: string, columnId: string, afterId: string | null) =>
    client.put(`/api/board-cards/${id}/place`, { columnId, afterId });
  const cardsIn = async (columnId: string, client = agent): Promise<string[]> => {
    const { body } = await client.get(`/api/boards/${boardId}`);
    return body.cards
      .filter((card: { columnId: string }) => card.columnId === columnId)
      .map(({ title }: { title: string }) => title);
  };

  it('is visible only in its portfolio if it is shared', async () => {
    await add(agent, 'Call');
    expect(await cardsIn(todo, manager)).toEqual(['Call']);
    expect((await foreigner.get(`/api/boards/${boardId}`)).status).toBe(404);
    const foreignCard = await foreigner.post(`/api/board-columns/${todo}/cards`, cardOf('Spy'));
    expect(foreignCard.status).toBe(404);
    const own = uuidv7();
    await agent.post('/api/boards', { id: own, title: 'Mine', isShared: false, columns: [] });
    expect((await manager.get(`/api/boards/${own}`)).status).toBe(404);
    const column = { id: uuidv7(), title: 'In' };
    expect((await manager.post(`/api/boards/${own}/columns`, column)).status).toBe(404);
  });

  it('accepts no card into a column that is removed at the same moment', async () => {
    const moved = await add(agent, 'Moved');
    const answers = await meetAt(
      test.owner,
      (transaction) => transaction`select from kanban_columns where id = ${done} for update`,
      [
        () => manager.post(`/api/board-columns/${done}/remove`),
        () => agent.post(`/api/board-columns/${done}/cards`, cardOf('New')),
        () => move(agent, moved, done, null),
        () => manager.post(`/api/board-columns/${done}/remove`),
      ],
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 404]);
    expect(await cardsIn(todo)).toEqual(['Moved']);
  });

  it('places cards where they were moved, without changing other cards', async () => {
    const [a, b, c] = [await add(agent, 'a'), await add(agent, 'b'), await add(agent, 'c')];
    const ranksOf = async () =>
      new Map(
        (
          await test.owner<{ title: string; rank: string }[]>`
            select title, rank from kanban_cards where board_id = ${boardId}`
        ).map(({ title, rank }) => [title, rank]),
      );
    const before = await ranksOf();
    expect((await move(agent, c, todo, a)).status).toBe(200);
    expect(await cardsIn(todo)).toEqual(['a', 'c', 'b']);
    expect((await move(agent, b, todo, null)).status).toBe(200);
    expect(await cardsIn(todo)).toEqual(['b', 'a', 'c']);
    expect((await move(manager, a, done, null)).status).toBe(200);
    expect([await cardsIn(todo), await cardsIn(done)]).toEqual([['b', 'c'], ['a']]);
    expect((await ranksOf()).size).toBe(before.size);
    await move(agent, a, todo, b);
    const after = await ranksOf();
    await move(agent, c, done, null);
    expect((await ranksOf()).get('b')).toBe(after.get('b'));
    expect((await ranksOf()).get('a')).toBe(after.get('a'));
  });

  it('gives two simultaneously moved cards different places', async () => {
    const [a, b, c] = [await add(agent, 'a'), await add(agent, 'b'), await add(agent, 'c')];
    const moved = await Promise.all([move(agent, b, done, null), move(manager, c, done, null)]);
    expect(moved.map(({ status }) => status)).toEqual([200, 200]);
    expect((await cardsIn(done)).toSorted((x, y) => x.localeCompare(y))).toEqual(['b', 'c']);
    expect((await move(agent, a, done, b)).status).toBe(200);
    expect(await cardsIn(todo)).toEqual([]);
  });

  it('refuses to move a card to another board or behind a card of another column', async () => {
    const card = await add(agent, 'a');
    const otherColumn = uuidv7();
    await agent.post('/api/boards', {
      id: uuidv7(),
      title: 'Other',
      isShared: true,
      columns: [{ id: otherColumn, title: 'In' }],
    });
    expect((await move(agent, card, otherColumn, null)).status).toBe(404);
    expect((await move(agent, card, done, uuidv7())).status).toBe(404);
    expect((await move(foreigner, card, done, null)).status).toBe(404);
    expect(await cardsIn(todo)).toEqual(['a']);
  });

  it('accepts one change of a card for each version, not counting moves', async () => {
    const id = await add(agent, 'a');
    await move(manager, id, done, null);
    const { id: _, ...card } = cardOf('Renamed', { labels: ['urgent'], dueOn: '2026-06-20' });
    const change = (version: number) =>
      agent.put(`/api/board-cards/${id}`, { ...card, assigneeId: portfolio.team.desk.id, version });
    expect((await change(1)).status).toBe(200);
    expect((await change(1)).body.error).toBe('changed_since');
    const { body } = await manager.get(`/api/boards/${boardId}`);
    expect(body.cards).toMatchObject([
      { title: 'Renamed', columnId: done, labels: ['urgent'], dueOn: '2026-06-20', version: 2 },
    ]);
    expect(body.cards[0].assignee.id).toBe(portfolio.team.desk.id);
  });

  it('assigns cards only to colleagues', async () => {
    const card = cardOf('a', { assigneeId: foreign.team.agent.id });
    const { body } = await agent.post(`/api/board-columns/${todo}/cards`, card);
    expect(body.error).toBe('colleague_not_found');
    const { colleagues } = (await agent.get('/api/colleagues')).body;
    const ids = colleagues.map(({ id }: { id: string }) => id);
    expect(ids).toContain(portfolio.manager.id);
    expect(ids).not.toContain(foreign.team.agent.id);
  });

  it('reorders columns, and removes a column only if it is empty', async () => {
    await add(agent, 'a');
    const remove = () => agent.post(`/api/board-columns/${todo}/remove`);
    expect((await remove()).body.error).toBe('column_has_cards');
    const place = { afterId: done };
    expect((await agent.put(`/api/board-columns/${todo}/place`, place)).status).toBe(200);
    const { body } = await agent.get(`/api/boards/${boardId}`);
    expect(body.columns.map(({ title }: { title: string }) => title)).toEqual(['Done', 'To do']);
    await move(agent, body.cards[0].id, done, null);
    expect((await remove()).status).toBe(200);
  });

  it('is removed with its columns and cards, only by its author or the manager', async () => {
    const card = await add(agent, 'a');
    expect((await agent.post(`/api/boards/${boardId}/remove`)).body.error).toBe('only_maker_may');
    expect((await manager.post(`/api/boards/${boardId}/remove`)).status).toBe(200);
    expect(await test.owner`select from kanban_cards where id = ${card}`).toHaveLength(0);
    const events = await test.owner<{ event: string }[]>`
      select event from audit_events where subject_id in (${card}, ${boardId}) order by at, id`;
    expect(events.map(({ event }) => event)).toEqual([
      'create-board',
      'create-board-card',
      'remove-board',
    ]);
  });

  it('announces a move to the portfolio only', async () => {
    const card = await add(agent, 'a');
    await move(agent, card, done, null);
    const rows = await test.owner<{ reach: string; portfolioId: string }[]>`
      select reach, portfolio_id from live_updates where subject_id = ${card}`;
    expect(new Set(rows.map(({ reach }) => reach))).toEqual(new Set(['colleagues']));
    expect(new Set(rows.map(({ portfolioId }) => portfolioId))).toEqual(new Set([portfolio.id]));
  });
});
