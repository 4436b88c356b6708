import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeAdmin, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { openChatFolder, sweepChatFiles } from './post-message.ts';

type Listed = { id: string; unread: number; name: string | null; members: { id: string }[] };

describe('staff conversations', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  let agent: TestClient;
  let desk: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    agent = await test.signIn(portfolio.team.agent.email);
    desk = await test.signIn(portfolio.team.desk.email);
  });

  const group = async (accountIds: readonly string[], name = 'Harbour') => {
    const { status, body } = await manager.post('/api/chats', { id: uuidv7(), name, accountIds });
    expect(status).toBe(200);
    return String(body.id);
  };
  const post = (client: TestClient, chatId: string, text: string, id = uuidv7()) =>
    client.post(`/api/chats/${chatId}/messages`, { id, text });
  const read = async (client: TestClient, chatId: string, query = '') =>
    (await client.get(`/api/chats/${chatId}/messages?${query}`)).body;
  const texts = async (client: TestClient, chatId: string): Promise<string[]> =>
    (await read(client, chatId)).messages.map(({ text }: { text: string }) => text);
  const listed = async (client: TestClient, chatId: string): Promise<Listed | undefined> => {
    const { chats }: { chats: Listed[] } = (await client.get('/api/chats')).body;
    return chats.find(({ id }) => id === chatId);
  };
  const auditOf = (chatId: string) => test.owner<{ event: string }[]>`
    select event from audit_events where subject_id = ${chatId} order by id`;

  it('are created once between two people who open one simultaneously', async () => {
    const open = (client: TestClient, accountId: string) =>
      client.post('/api/chats/of-two', { id: uuidv7(), accountId });
    const answers = await Promise.all([
      open(manager, portfolio.team.agent.id),
      open(agent, portfolio.manager.id),
      open(manager, portfolio.team.agent.id),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const [first] = answers;
    expect((await listed(agent, first?.body.id))?.members).toHaveLength(2);
    const renamed = await manager.put(`/api/chats/${first?.body.id}`, { name: 'Ours' });
    expect(renamed).toMatchObject({ status: 409, body: { error: 'chat_is_no_group' } });
  });

  it('are searched by text, only by their members', async () => {
    const search = async (client: TestClient, query: string) =>
      (await client.get(`/api/chats/found?q=${encodeURIComponent(query)}`)).body;
    const numbersOf = async (client: TestClient, query: string) =>
      (await search(client, query)).found.map(
        ({ message }: { message: { number: number } }) => message.number,
      );
    const chatId = await group([portfolio.team.agent.id], 'Lighthouse');
    await post(agent, chatId, 'The keeper of the Café pays on Friday');
    const gone = await post(agent, chatId, 'The keeper calls back');
    await post(manager, chatId, 'A_keeper 100%');
    await agent.post(`/api/chats/${chatId}/messages/${gone.body.id}/remove`);
    expect(await search(manager, 'cafe KEEPER')).toMatchObject({
      found: [{ chatId, message: { number: 2, text: 'The keeper of the Café pays on Friday' } }],
      hasMore: false,
    });
    expect((await numbersOf(agent, 'keeper')).toSorted()).toEqual([2, 4]);
    expect(await numbersOf(agent, '_keeper 0%')).toEqual([4]);
    expect(await numbersOf(desk, 'keeper')).toEqual([]);
    // Search finds message text, not group names.
    expect(await numbersOf(agent, 'Lighthouse')).toEqual([]);
    expect(await search(agent, '  ')).toEqual({ found: [], hasMore: false });
    const leave = { accountId: portfolio.team.agent.id };
    expect((await agent.post(`/api/chats/${chatId}/members/remove`, leave)).status).toBe(200);
    expect(await numbersOf(agent, 'keeper')).toEqual([]);
  });

  it('include only colleagues, and are visible only to members', async () => {
    const other = await arrangePortfolio(test.owner, 'elsewhere');
    const admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    const refused = { status: 404, body: { error: 'colleague_not_found' } };
    for (const accountId of [other.manager.id, portfolio.manager.id, uuidv7()]) {
      const answer = await manager.post('/api/chats/of-two', { id: uuidv7(), accountId });
      expect(answer).toMatchObject(refused);
    }
    const withAdmin = await admin.post('/api/chats/of-two', {
      id: uuidv7(),
      accountId: portfolio.manager.id,
    });
    expect(withAdmin).toMatchObject(refused);
    const chatId = await group([portfolio.team.agent.id]);
    await post(agent, chatId, 'Between us');
    for (const client of [desk, admin, await test.signIn(other.manager.email)]) {
      expect(await listed(client, chatId)).toBeUndefined();
      expect((await client.get(`/api/chats/${chatId}/messages`)).status).toBe(404);
      expect((await post(client, chatId, 'Let me in')).status).toBe(404);
      expect((await client.post(`/api/chats/${chatId}/typing`)).status).toBe(404);
    }
  });

  const countUnread = async (): Promise<number> =>
    (await manager.get('/api/chats/counts')).body.unread;

  it('have one order of messages for all members, and count unread ones', async () => {
    const chatId = await group([portfolio.team.agent.id, portfolio.team.desk.id]);
    const sentTexts = Array.from({ length: 30 }, (_, at) => `Word ${at}`);
    const answers = await Promise.all(
      sentTexts.map((text, at) => post(at % 2 === 0 ? agent : desk, chatId, text)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const numbers = answers.map(({ body }) => body.number).toSorted((one, two) => one - two);
    expect(numbers).toEqual(sentTexts.map((_, at) => at + 2));
    const seen = await texts(manager, chatId);
    expect(await texts(agent, chatId)).toEqual(seen);
    expect(seen.toSorted()).toEqual(['Harbour', ...sentTexts].toSorted());
    expect((await listed(manager, chatId))?.unread).toBe(30);
    const conversations = await countUnread();

    const upTo = (number: number) => manager.post(`/api/chats/${chatId}/read`, { number });
    await Promise.all([upTo(31), upTo(11), upTo(4)]);
    expect((await listed(manager, chatId))?.unread).toBe(0);
    expect(await countUnread()).toBe(conversations - 1);
    // The read position cannot pass the last message, so the next one is unread.
    await upTo(2_000);
    await post(desk, chatId, 'One more');
    expect((await listed(manager, chatId))?.unread).toBe(1);
    expect((await listed(desk, chatId))?.unread).toBe(0);
  });

  it('store a message once when sent twice under one id, even simultaneously', async () => {
    const chatId = await group([portfolio.team.agent.id]);
    const id = uuidv7();
    const answers = await Promise.all([1, 2, 3].map(() => post(agent, chatId, 'Once', id)));
    expect(answers.map(({ body }) => body.number)).toEqual([2, 2, 2]);
    expect((await texts(manager, chatId)).filter((text) => text === 'Once')).toHaveLength(1);
    const other = { status: 409, body: { error: 'id_reused_with_different_content' } };
    expect(await post(agent, chatId, 'Other', id)).toMatchObject(other);
    expect(await post(manager, chatId, 'Once', id)).toMatchObject(other);
    expect((await post(agent, chatId, '  ')).status).toBe(400);
    expect((await post(agent, chatId, 'x'.repeat(4_001))).status).toBe(400);
  });

  it('are read backwards page by page, and return all changes since a revision', async () => {
    const chatId = await group([portfolio.team.agent.id]);
    for (let at = 0; at < 45; at += 1) await post(agent, chatId, `Line ${at}`);
    const latest = await read(manager, chatId);
    expect(latest).toMatchObject({ hasMore: true, revision: 46 });
    expect(latest.messages).toHaveLength(40);
    const earlier = await read(manager, chatId, `before=${latest.messages[0].number}`);
    expect(earlier.hasMore).toBe(false);
    expect([...earlier.messages, ...latest.messages].map(({ number }) => number)).toEqual(
      Array.from({ length: 46 }, (_, at) => at + 1),
    );
    const [, old] = earlier.messages;
    await agent.put(`/api/chats/${chatId}/messages/${old.id}`, { text: 'Put right' });
    await post(agent, chatId, 'New');
    const changed = await read(manager, chatId, `changedAfter=${latest.revision}`);
    expect(changed.messages.map(({ text }: { text: string }) => text)).toEqual([
      'Put right',
      'New',
    ]);
  });

  it('are created once under one id, and refused for another name or other people', async () => {
    const { agent: one, desk: other } = portfolio.team;
    const sent = { id: uuidv7(), name: 'Once', accountIds: [one.id, other.id] };
    const create = (changes: object = {}) => manager.post('/api/chats', { ...sent, ...changes });
    const { body } = await create();
    expect(await create({ accountIds: [other.id, one.id, one.id] })).toMatchObject({ body });
    const reused = { status: 409, body: { error: 'id_reused_with_different_content' } };
    expect(await create({ name: 'Twice' })).toMatchObject(reused);
    expect(await create({ accountIds: [one.id] })).toMatchObject(reused);
    expect(await create({ accountIds: [one.id, portfolio.team.otherAgent.id] })).toMatchObject(
      reused,
    );
    await test.owner`update accounts set status = 'suspended' where id = ${other.id}`;
    expect(await create()).toMatchObject({ status: 200, body });
    expect((await create({ accountIds: [other.id] })).body.error).toBe('colleague_not_found');
    await test.owner`update accounts set status = 'active' where id = ${other.id}`;
    desk = await test.signIn(other.email);
  });

  it('let only the author edit and remove a message', async () => {
    const chatId = await group([portfolio.team.agent.id]);
    const { body: posted } = await post(agent, chatId, 'A slip');
    const at = `/api/chats/${chatId}/messages/${posted.id}`;
    const notYours = { status: 409, body: { error: 'chat_message_not_yours' } };
    expect(await manager.put(at, { text: 'Mine' })).toMatchObject(notYours);
    expect(await manager.post(`${at}/remove`)).toMatchObject(notYours);
    const put = await agent.put(at, { text: 'No slip' });
    expect(put.body).toMatchObject({ text: 'No slip', number: posted.number });
    expect(put.body.editedAt).not.toBeNull();
    expect((await agent.post(`${at}/remove`)).body).toMatchObject({ text: '', isRemoved: true });
    expect(await agent.put(at, { text: 'Back' })).toMatchObject({
      body: { error: 'chat_message_fixed' },
    });
    const rows = await test.owner`select from chat_messages where text like '%slip%'`;
    expect(rows).toHaveLength(0);
    const [first] = (await read(manager, chatId)).messages;
    expect(await manager.post(`/api/chats/${chatId}/messages/${first.id}/remove`)).toMatchObject({
      body: { error: 'chat_message_fixed' },
    });
    expect((await auditOf(chatId)).map(({ event }) => event)).toEqual(['create-chat-group']);
  });

  it('let only the owner of a group change its members, and the others leave it', async () => {
    const chatId = await group([portfolio.team.agent.id]);
    const members = `/api/chats/${chatId}/members`;
    const deskId = portfolio.team.desk.id;
    const add = (client: TestClient) => client.post(members, { accountIds: [deskId] });
    const only = { status: 409, body: { error: 'only_group_owner_may' } };
    expect(await add(agent)).toMatchObject(only);
    expect(await agent.put(`/api/chats/${chatId}`, { name: 'Mine' })).toMatchObject(only);
    expect((await add(manager)).status).toBe(200);
    expect((await add(manager)).status).toBe(200);
    expect(await listed(desk, chatId)).toMatchObject({ unread: 1 });
    const takeOut = (client: TestClient, accountId: string) =>
      client.post(`${members}/remove`, { accountId });
    expect(await takeOut(desk, portfolio.team.agent.id)).toMatchObject(only);
    expect((await takeOut(manager, deskId)).status).toBe(200);
    expect(await listed(desk, chatId)).toBeUndefined();
    expect((await takeOut(manager, portfolio.manager.id)).status).toBe(200);
    expect(await listed(agent, chatId)).toMatchObject({ ownerId: portfolio.team.agent.id });
    expect((await agent.put(`/api/chats/${chatId}`, { name: 'Now mine' })).status).toBe(200);
    expect((await auditOf(chatId)).map(({ event }) => event)).toEqual([
      'create-chat-group',
      'add-chat-members',
      'remove-chat-member',
      'leave-chat-group',
      'rename-chat-group',
    ]);
  });

  it('are led by the first member who is not suspended while the owner cannot', async () => {
    const { agent: first, desk: second, otherAgent: third } = portfolio.team;
    const chatId = await group([second.id]);
    // The members of one request join at the same time, so they are added one by one.
    for (const accountId of [first.id, third.id]) {
      test.clock.moveTo(new Date(test.clock.now().getTime() + 1_000).toISOString());
      const added = await manager.post(`/api/chats/${chatId}/members`, { accountIds: [accountId] });
      expect(added.status).toBe(200);
    }
    const setStatus = (id: string, status: string) =>
      test.owner`update accounts set status = ${status} where id = ${id}`;
    const ownerSeenBy = async (client: TestClient) => await listed(client, chatId);
    const rename = async (client: TestClient, name: string) =>
      (await client.put(`/api/chats/${chatId}`, { name })).status;
    const leave = (client: TestClient, accountId: string) =>
      client.post(`/api/chats/${chatId}/members/remove`, { accountId });

    // The owner is suspended and comes back.
    await setStatus(portfolio.manager.id, 'suspended');
    expect(await ownerSeenBy(agent)).toMatchObject({ ownerId: second.id });
    expect([await rename(agent, 'Mine'), await rename(desk, 'Ours')]).toEqual([409, 200]);
    await setStatus(portfolio.manager.id, 'active');
    manager = await test.signIn(portfolio.manager.email);
    expect(await ownerSeenBy(agent)).toMatchObject({ ownerId: portfolio.manager.id });

    // The owner leaves while the next member is suspended.
    await setStatus(second.id, 'suspended');
    expect((await leave(manager, portfolio.manager.id)).status).toBe(200);
    expect(await ownerSeenBy(agent)).toMatchObject({ ownerId: first.id });
    expect(await rename(agent, 'Harbour')).toBe(200);
    await setStatus(second.id, 'active');
    desk = await test.signIn(second.email);
    expect(await ownerSeenBy(desk)).toMatchObject({ ownerId: first.id });

    // The member who manages the group for its suspended owner removes the owner.
    await setStatus(first.id, 'suspended');
    expect((await leave(desk, first.id)).status).toBe(200);
    await setStatus(first.id, 'active');
    agent = await test.signIn(first.email);
    expect(await ownerSeenBy(desk)).toMatchObject({ ownerId: second.id });
  });

  it('contain files, which only members can read and which removal deletes', async () => {
    const chatId = await group([portfolio.team.agent.id]);
    const id = uuidv7();
    const bytes = Buffer.from('%PDF-1.7\nplan');
    const share = (name: string, content = bytes, of = id) =>
      agent.upload(`/api/chats/${chatId}/files?id=${of}&fileName=${name}`, content);
    const posted = await share('plan.pdf');
    expect(posted.body.file).toMatchObject({ name: 'plan.pdf', bytes: bytes.length });
    expect((await share('plan.pdf')).body.number).toBe(posted.body.number);
    expect(await share('other.pdf')).toMatchObject({ status: 409 });
    expect(await share('plan.exe', bytes, uuidv7())).toMatchObject({
      body: { error: 'document_type_not_allowed' },
    });
    expect(await share('empty.txt', Buffer.alloc(0), uuidv7())).toMatchObject({ status: 400 });
    const content = `/api/chats/${chatId}/messages/${id}/content`;
    expect((await manager.get(content)).body).toBe(bytes.toString());
    expect((await desk.get(content)).status).toBe(404);
    const folder = openChatFolder(test.documentsFolder);
    const now = new Date(Date.now() + 2 * 60 * 60_000);
    expect(await sweepChatFiles(test.database, { folder, now })).toBe(0);
    expect((await agent.post(`/api/chats/${chatId}/messages/${id}/remove`)).status).toBe(200);
    expect((await manager.get(content)).status).toBe(404);
    const left = await readdir(join(test.documentsFolder, 'chats'), {
      recursive: true,
      withFileTypes: true,
    });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
    expect((await auditOf(chatId)).map(({ event }) => event)).toEqual([
      'create-chat-group',
      'post-chat-file',
      'remove-chat-file',
    ]);
  });
});
