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
import type { Ids } from './sample-body.ts';
import { createTestApp, type TestApp, type TestClient } from './test-app.ts';

/**
 * When a user creates a record, the answer must not reveal that another user's record has the same
 * id.
 */
describe('the id of a record of another account', () => {
  let test: TestApp;
  let circles: Circles;
  beforeAll(async () => {
    test = await createTestApp();
    circles = await arrangeCircles(test);
  });

  it('can be used like a new one', async () => {
    const people = [circles.own.team.desk.id, circles.own.team.otherAgent.id];
    const { own } = circles;
    const agent = await test.signIn(own.team.agent.email);
    const mine = await agent.post('/api/boards', { ...boardOf(), columns: [columnOf()] });
    const board = (await agent.get(`/api/boards/${mine.body.id}`)).body;
    const creations: Record<string, { path: string; body: object; name: string }> = {
      event: { path: '/api/calendar-events', body: eventBody, name: 'eventId' },
      task: { path: '/api/tasks', body: taskBody(own.team.agent.id), name: 'taskId' },
      memo: { path: '/api/memos', body: personalNoteBody, name: 'memoId' },
      acquaintance: { path: '/api/acquaintances', body: personBody, name: 'acquaintanceId' },
      board: { path: '/api/boards', body: boardOf(), name: 'boardId' },
      column: { path: `/api/boards/${mine.body.id}/columns`, body: columnOf(), name: 'columnId' },
      card: {
        path: `/api/board-columns/${board.columns[0].id}/cards`,
        body: cardBody,
        name: 'cardId',
      },
      label: { path: '/api/internal-mail-labels', body: labelBody, name: 'labelId' },
      group: { path: '/api/chats', body: { name: 'Own', accountIds: people }, name: 'chatId' },
    };
    for (const circle of ['Faraway', 'Neighbour'] as const) {
      for (const [what, { path, body, name }] of Object.entries(creations)) {
        const foreignId = circles.idsOf.get(circle)?.[name] ?? '';
        const answers = [];
        for (const id of [foreignId, uuidv7()]) {
          const named = 'name' in body ? { name: `${what} ${id}`.slice(0, 39) } : {};
          answers.push(await agent.post(path, { ...body, ...named, id }));
        }
        const [foreign, free] = answers;
        expect(foreign?.status, `${circle} ${what}: ${JSON.stringify(foreign)}`).toBe(200);
        expect(Object.keys(foreign?.body ?? {})).toEqual(Object.keys(free?.body ?? {}));
        expect(foreign?.body.id).not.toBe(foreignId);
      }
      await tryMails(agent, circles.idsOf.get(circle) ?? {});
    }
    // The other users' records are unchanged.
    const [left] = await test.owner<{ texts: string }[]>`
      select string_agg(title, ',' order by title) texts from (
        select title from kanban_boards union all select title from kanban_columns
        union all select title from kanban_cards union all select title from personal_notes
        union all select title from tasks union all select title from calendar_events
        union all select name from external_contacts) as all_titles
      where title like 'Faraway%' or title like 'Neighbour%'`;
    expect(left?.texts.split(',')).toHaveLength(14);
  });

  /** Tries to create a draft, a sent message and an attachment under other users' ids. */
  async function tryMails(agent: TestClient, ids: Ids): Promise<void> {
    const mail = {
      answersId: null,
      accountIds: [circles.own.team.agent.id],
      teamIds: [],
      subject: 'Own',
      html: '',
      attachmentIds: [],
    };
    const at = `/api/internal-mails/${ids['internalMailId']}`;
    const draft = await agent.put(`${at}/draft`, mail);
    expect(draft, JSON.stringify(draft)).toMatchObject({ status: 200 });
    expect(draft.body.id).not.toBe(ids['internalMailId']);
    expect((await agent.post(`${at}/send`, mail)).body.id).toBe(draft.body.id);
    const query = `id=${ids['attachmentId']}&fileName=own.txt`;
    const file = await agent.upload(`/api/internal-mail-attachments?${query}`, Buffer.from('own'));
    expect(file, JSON.stringify(file)).toMatchObject({ status: 200 });
    expect(file.body.id).not.toBe(ids['attachmentId']);
  }
});
