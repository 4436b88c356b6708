import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangePortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('personal notes', () => {
  let test: TestApp;
  let manager: TestClient;
  let agent: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    const portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    agent = await test.signIn(portfolio.team.agent.email);
  });

  const personalNoteOf = (title: string, changes: object = {}) => ({
    id: uuidv7(),
    title,
    text: '',
    colour: 'teal',
    tags: [],
    isShared: false,
    ...changes,
  });
  const add = async (client: TestClient, title: string, changes: object = {}) => {
    const personalNote = personalNoteOf(title, changes);
    const { status, body } = await client.post('/api/memos', personalNote);
    expect(status).toBe(200);
    return { ...personalNote, id: String(body.id) };
  };
  const read = async (client: TestClient, query = '') =>
    (await client.get(`/api/memos?${query}`)).body;
  const titles = async (client: TestClient, query = ''): Promise<string[]> =>
    (await read(client, query)).personalNotes.map(({ title }: { title: string }) => title);

  it('are found by view, by tag and by text; private ones only by their author', async () => {
    await add(agent, 'Diary', { text: 'Nobody’s business', tags: ['me'] });
    await add(manager, 'Phone script', { isShared: true, tags: ['calls'], text: 'Good morning' });
    expect(await titles(agent)).toEqual(['Diary', 'Phone script']);
    expect(await titles(manager)).toEqual(['Phone script']);
    expect(await titles(agent, 'personalNotes=own')).toEqual(['Diary']);
    expect(await titles(agent, 'personalNotes=shared')).toEqual(['Phone script']);
    expect(await titles(agent, 'tag=calls')).toEqual(['Phone script']);
    expect(await titles(agent, 'q=good%20MORNING')).toEqual(['Phone script']);
    expect((await read(agent)).tags).toEqual(['calls', 'me']);
    expect((await read(manager)).tags).toEqual(['calls']);
  });

  it('are favourites only of the reader who marked them', async () => {
    const { id } = await add(manager, 'Zebra', { isShared: true });
    const mark = (client: TestClient, isFavourite: boolean) =>
      client.put(`/api/memos/${id}/favourite`, { isFavourite });
    expect((await mark(agent, true)).status).toBe(200);
    expect((await mark(agent, true)).status).toBe(200);
    expect((await titles(agent))[0]).toBe('Zebra');
    expect(await titles(agent, 'personalNotes=favourite')).toEqual(['Zebra']);
    expect(await titles(manager, 'personalNotes=favourite')).toEqual([]);
    await mark(agent, false);
    expect(await titles(agent, 'personalNotes=favourite')).toEqual([]);
    const own = await add(manager, 'Own');
    expect((await agent.put(`/api/memos/${own.id}/favourite`, { isFavourite: true })).status).toBe(
      404,
    );
  });

  it('accept the first of two simultaneous edits and refuse the second', async () => {
    const { id, ...personalNote } = await add(manager, 'Rules', { isShared: true });
    const answers = await Promise.all(
      [manager, agent].map((editor, at) =>
        editor.put(`/api/memos/${id}`, { ...personalNote, text: `Version ${at}`, version: 1 }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, 409]);
    expect((await manager.post(`/api/memos/${id}/remove`)).status).toBe(200);
    expect(await titles(agent, 'q=Rules')).toEqual([]);
  });
});
