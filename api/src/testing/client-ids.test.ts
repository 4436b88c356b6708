import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '@bursar/contracts/endpoint';
import { arrangeLoan } from './arrange.ts';
import { arrangeCircles, type Circles } from './circles.ts';
import { sampleBodies, type Ids } from './sample-body.ts';
import { createTestApp, type TestAnswer, type TestApp, type TestClient } from './test-app.ts';

/** Clients make the ids of what they create: one that is used already says nothing of by whom. */
describe('an id that is used already', () => {
  let test: TestApp;
  let circles: Circles;
  let manager: TestClient;
  let desk: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    circles = await arrangeCircles(test);
    manager = await test.signIn(circles.own.manager.email);
    desk = await test.signIn(circles.own.team.desk.email);
  });

  const idsOf = (circle: 'Faraway' | 'Sibling'): Ids => circles.idsOf.get(circle) ?? {};
  const told = ({ status, body: { requestId: _id, ...body } }: TestAnswer) => ({ status, body });
  const isTaken = { status: 409, body: { error: 'id_reused_with_different_content' } };

  it('for a person is refused alike, whether the account is in sight or not', async () => {
    const person = (id: string) => {
      const email = `noor.${uuidv7()}@bursar.example`;
      return { id, role: 'agent', name: 'Noor Khalil', email };
    };
    const own = await manager.post('/api/staff', person(circles.own.team.agent.id));
    const foreign = await manager.post('/api/staff', person(idsOf('Faraway')['agentId'] ?? ''));
    expect(told(own)).toMatchObject(isTaken);
    expect(told(foreign)).toEqual(told(own));
    // The same from a desk, about another team's agent.
    const sibling = await desk.post('/api/staff', person(idsOf('Sibling')['agentId'] ?? ''));
    expect(told(sibling)).toEqual(told(own));
  });

  it('for a team or its desk is refused alike', async () => {
    const team = (id: string, deskId: string) => {
      const name = uuidv7();
      return { id, name, desk: { id: deskId, name, email: `${name}@bursar.example` } };
    };
    const { own } = circles;
    const ofTeam = await manager.post('/api/teams', team(own.team.id, uuidv7()));
    const ofOwn = await manager.post('/api/teams', team(uuidv7(), own.team.agent.id));
    const foreignId = idsOf('Faraway')['agentId'] ?? '';
    const ofForeign = await manager.post('/api/teams', team(uuidv7(), foreignId));
    expect(told(ofTeam)).toMatchObject(isTaken);
    expect(told(ofOwn)).toEqual(told(ofTeam));
    expect(told(ofForeign)).toEqual(told(ofTeam));
  });

  it('for a view is refused under another name, and is everybody else’s to use', async () => {
    const id = uuidv7();
    const save = (client: TestClient, name: string) =>
      client.post('/api/saved-views', { id, list: 'loans/userAll', name, search: 'a=1' });
    expect((await save(manager, 'Late')).status).toBe(200);
    expect((await save(manager, 'Late')).status).toBe(200);
    expect(told(await save(manager, 'Large'))).toMatchObject(isTaken);
    expect((await save(desk, 'Large')).status).toBe(200);
  });

  it('of a record that somebody else made is as good as free', async () => {
    const people = [circles.own.team.desk.id, circles.own.team.otherAgent.id];
    const { own } = circles;
    const agent = await test.signIn(own.team.agent.email);
    const mine = await agent.post('/api/boards', { ...boardOf(), columns: [columnOf()] });
    const board = (await agent.get(`/api/boards/${mine.body.id}`)).body;
    const creations: Record<string, { path: string; body: object; name: string }> = {
      event: { path: '/api/calendar-events', body: eventBody, name: 'eventId' },
      task: { path: '/api/tasks', body: taskBody(own.team.agent.id), name: 'taskId' },
      memo: { path: '/api/memos', body: memoBody, name: 'memoId' },
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
    // Nothing of the others was touched.
    const [told] = await test.owner<{ texts: string }[]>`
      select string_agg(title, ',' order by title) texts from (
        select title from boards union all select title from board_columns
        union all select title from board_cards union all select title from memos
        union all select title from tasks union all select title from calendar_events
        union all select name from acquaintances) as all_titles
      where title like 'Faraway%' or title like 'Neighbour%'`;
    expect(told?.texts.split(',')).toHaveLength(14);
  });

  /** A draft, a mail that is sent and an attachment under the ids that others have. */
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

  it('for anything else never ends in an error of the server', async () => {
    const { own } = circles;
    const held = { teamId: own.team.id, agentId: own.team.agent.id };
    const loan = await arrangeLoan(test.owner, own, held);
    const reached: Ids = { loanId: loan.id, agentId: own.team.agent.id, teamId: own.team.id };
    const creations = test.app.platform.endpoints.filter(
      ({ key, access, body }) =>
        key.startsWith('POST ') && access !== 'public' && body && 'id' in body.shape,
    );
    expect(creations.length).toBeGreaterThan(10);
    for (const { client, ids } of [
      { client: manager, ids: idsOf('Faraway') },
      { client: desk, ids: idsOf('Sibling') },
    ]) {
      for (const endpoint of creations) {
        for (const name of ['accountId', 'teamId', 'batchId', 'noteId', 'approvalId', 'tagId']) {
          await tryId(client, endpoint, { reached, id: ids[name] ?? '' });
        }
      }
    }
  });

  async function tryId(
    client: TestClient,
    endpoint: Endpoint,
    { reached, id }: { reached: Ids; id: string },
  ): Promise<void> {
    const path = (endpoint.key.split(' ')[1] ?? '').replaceAll(
      /:(\w+)/g,
      (_, name: string) => reached[name] ?? uuidv7(),
    );
    const [body] = sampleBodies(endpoint, reached);
    const { status, body: answer } = await client.post(path, { ...body, id });
    const asked = `${endpoint.key} ${JSON.stringify({ ...body, id })}: ${JSON.stringify(answer)}`;
    expect(status, asked).toBeLessThan(500);
    expect(JSON.stringify(answer), asked).not.toMatch(/Faraway|Sibling/);
  }
});

const columnOf = () => ({ id: uuidv7(), title: 'Own' });
const boardOf = () => ({ id: uuidv7(), title: 'Own', isShared: false, columns: [] });
const cardBody = { title: 'Own', details: '', assigneeId: null, dueOn: null, labels: [] };
const labelBody = { name: 'Own', colour: 'teal' };
const memoBody = { title: 'Own', text: '', colour: 'teal', tags: [], isShared: false };
const taskBody = (assigneeId: string) => ({
  title: 'Own',
  details: '',
  assigneeId,
  dueOn: null,
  priority: 'normal',
  loanId: null,
});
const personBody = {
  name: 'Own',
  organisation: '',
  occupation: '',
  email: '',
  phone: '',
  address: '',
  details: '',
  isShared: false,
};
const eventBody = {
  title: 'Own',
  place: '',
  details: '',
  colour: 'teal',
  isShared: false,
  when: { firstDay: '2026-06-15', lastDay: '2026-06-15' },
};
