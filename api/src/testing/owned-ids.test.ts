import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  boardOf,
  cardBody,
  columnOf,
  eventBody,
  labelBody,
  personalNoteBody,
  personBody,
  taskBody,
} from './app-record-bodies.ts';
import { arrangeCircles, type Circles } from './circles.ts';
import { createTestApp, type TestApp, type TestClient } from './test-app.ts';

/** The stored id differs from the sent one, so a client must continue with the answered id. */
describe('the id returned when a record is created', () => {
  let test: TestApp;
  let circles: Circles;
  let agent: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    circles = await arrangeCircles(test);
    agent = await test.signIn(circles.own.team.agent.email);
  });

  /** Creates a record twice with the same sent id, as a browser does after a lost answer. */
  async function createTwice(path: string, body: object): Promise<{ id: string; version: number }> {
    const id = uuidv7();
    const first = await agent.post(path, { ...body, id });
    const again = await agent.post(path, { ...body, id });
    expect(first, JSON.stringify(first)).toMatchObject({ status: 200 });
    expect(again).toEqual(first);
    expect(first.body.id).not.toBe(id);
    return first.body;
  }

  async function changeAndRemove(path: string, change: object) {
    const changed = await agent.put(path, change);
    expect(changed, `${path} ${JSON.stringify(changed)}`).toMatchObject({ status: 200 });
    const removed = await agent.post(`${path}/remove`);
    expect(removed, `${path} ${JSON.stringify(removed)}`).toMatchObject({ status: 200 });
  }

  it('changes and removes events, personal notes, external contacts and labels', async () => {
    expect.hasAssertions();
    const kinds = [
      { path: '/api/calendar-events', body: eventBody },
      { path: '/api/memos', body: personalNoteBody },
      { path: '/api/acquaintances', body: personBody },
      { path: '/api/internal-mail-labels', body: labelBody },
    ];
    for (const { path, body } of kinds) {
      const { id, version } = await createTwice(path, body);
      await changeAndRemove(`${path}/${id}`, { ...body, version });
    }
  });

  it('changes, completes and deletes a task', async () => {
    const body = taskBody(circles.own.team.agent.id);
    const { id, version } = await createTwice('/api/tasks', body);
    const changed = await agent.put(`/api/tasks/${id}`, { ...body, version });
    const settled = await agent.put(`/api/tasks/${id}/state`, {
      isDone: true,
      isRemoved: true,
      version: changed.body.version,
    });
    expect(settled, JSON.stringify(settled)).toMatchObject({ status: 200 });
    expect(await agent.post(`/api/tasks/${id}/erase`)).toMatchObject({ status: 200 });
  });

  it('adds columns and cards to a board, and moves and removes them', async () => {
    const { id: boardId, version } = await createTwice('/api/boards', {
      ...boardOf(),
      columns: [columnOf()],
    });
    const column = await createTwice(`/api/boards/${boardId}/columns`, columnOf());
    const card = await createTwice(`/api/board-columns/${column.id}/cards`, cardBody);
    const [first] = (await agent.get(`/api/boards/${boardId}`)).body.columns;
    const place = { columnId: first.id, afterId: null };
    const moved = await agent.put(`/api/board-cards/${card.id}/place`, place);
    expect(moved, JSON.stringify(moved)).toMatchObject({ status: 200 });
    await changeAndRemove(`/api/board-cards/${card.id}`, { ...cardBody, version: card.version });
    const { version: columnVersion } = column;
    await changeAndRemove(`/api/board-columns/${column.id}`, {
      title: 'Later',
      version: columnVersion,
    });
    await changeAndRemove(`/api/boards/${boardId}`, { title: 'Later', isShared: false, version });
  });

  it('identifies the conversation for messages, in groups and between two', async () => {
    const { desk, otherAgent } = circles.own.team;
    const group = await createTwice('/api/chats', {
      name: 'Own',
      accountIds: [desk.id, otherAgent.id],
    });
    const ofTwo = await createTwice('/api/chats/of-two', { accountId: desk.id });
    for (const { id: chatId } of [group, ofTwo]) {
      const id = uuidv7();
      const path = `/api/chats/${chatId}/messages`;
      const posted = await agent.post(path, { id, text: 'Hello' });
      expect(await agent.post(path, { id, text: 'Hello' })).toEqual(posted);
      expect(await agent.put(`${path}/${posted.body.id}`, { text: 'Good day' })).toMatchObject({
        status: 200,
      });
      expect((await agent.post(`${path}/${posted.body.id}/remove`)).status).toBe(200);
    }
    expect((await agent.put(`/api/chats/${group.id}`, { name: 'Later' })).status).toBe(200);
  });

  it('continues, sends or discards a mail, with its attachment', async () => {
    const fileId = uuidv7();
    const upload = () =>
      agent.upload(
        `/api/internal-mail-attachments?id=${fileId}&fileName=own.txt`,
        Buffer.from('own'),
      );
    const file = await upload();
    expect(await upload()).toEqual(file);
    const mail = {
      answersId: null,
      accountIds: [circles.own.team.desk.id],
      teamIds: [],
      ccAccountIds: [],
      ccTeamIds: [],
      subject: 'Own',
      html: '<p>Own</p>',
      attachmentIds: [file.body.id],
    };
    for (const end of ['send', 'discard'] as const) {
      const sentId = uuidv7();
      const own = end === 'send' ? mail : { ...mail, attachmentIds: [] };
      const started = await agent.put(`/api/internal-mails/${sentId}/draft`, own);
      const again = await agent.put(`/api/internal-mails/${sentId}/draft`, own);
      expect(started, JSON.stringify(started)).toMatchObject({ status: 200 });
      expect(again.body.id).toBe(started.body.id);
      const at = `/api/internal-mails/${started.body.id}`;
      expect((await agent.get(`${at}/draft`)).body.subject).toBe('Own');
      const saved = await agent.put(`${at}/draft`, { ...own, subject: 'Later' });
      expect(saved.body.id).toBe(started.body.id);
      const body = end === 'send' ? own : undefined;
      const ended = await agent.post(`${at}/${end}`, body);
      expect(ended, JSON.stringify(ended)).toMatchObject({ status: 200 });
      expect(ended.body.id).toBe(started.body.id);
      // The browser retries with the sent id of a message whose answer was lost.
      const repeated = await agent.post(`/api/internal-mails/${sentId}/${end}`, body);
      expect(repeated.body).toMatchObject(
        end === 'send' ? { ...ended.body, replayed: true } : { error: 'not_found' },
      );
    }
    const content = `/api/internal-mail-attachments/${file.body.id}/content`;
    expect((await agent.get(content)).status).toBe(200);
  });

  it('is returned again for a resent task whose assignee was suspended in between', async () => {
    const { otherAgent } = circles.own.team;
    const sent = { ...taskBody(otherAgent.id), id: uuidv7() };
    const group = {
      id: uuidv7(),
      name: 'Own',
      accountIds: [otherAgent.id, circles.own.team.desk.id],
    };
    const first = [await agent.post('/api/tasks', sent), await agent.post('/api/chats', group)];
    await test.owner`update accounts set status = 'suspended' where id = ${otherAgent.id}`;
    const again = [await agent.post('/api/tasks', sent), await agent.post('/api/chats', group)];
    expect(again).toEqual(first);
    const fresh = await agent.post('/api/tasks', { ...sent, id: uuidv7() });
    expect(fresh.body.error).toBe('colleague_not_found');
  });
});
