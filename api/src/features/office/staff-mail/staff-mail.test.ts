import { readFile, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeAdmin, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { openAttachmentFolder, sweepAttachments } from './upload-attachment.ts';

const pdf = Buffer.from('%PDF-1.7 a budget');

describe('staff mail', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  let desk: TestClient;
  let agent: TestClient;
  let otherAgent: TestClient;
  let stranger: TestClient;
  let admin: TestClient;
  beforeAll(async () => {
    test = await createTestApp({ ticking: true });
    portfolio = await arrangePortfolio(test.owner);
    const { team, otherTeam } = portfolio;
    manager = await test.signIn(portfolio.manager.email);
    desk = await test.signIn(team.desk.email);
    agent = await test.signIn(team.agent.email);
    otherAgent = await test.signIn(team.otherAgent.email);
    stranger = await test.signIn(otherTeam.agent.email);
    admin = await test.signIn((await arrangeAdmin(test.owner)).email);
  });

  type Changes = Partial<{
    answersId: string | null;
    accountIds: string[];
    teamIds: string[];
    ccAccountIds: string[];
    ccTeamIds: string[];
    subject: string;
    html: string;
    attachmentIds: string[];
  }>;
  const mailOf = (changes: Changes = {}) => ({
    answersId: null,
    accountIds: [],
    teamIds: [],
    subject: 'Hardship plans',
    html: '<p>Please read.</p>',
    attachmentIds: [],
    ...changes,
  });
  const post = (client: TestClient, id: string, mail: object) =>
    client.post(`/api/internal-mails/${id}/send`, mail);
  const send = async (client: TestClient, changes: Changes) => {
    const answer = await post(client, uuidv7(), mailOf(changes));
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
    const { id, threadId, recipients } = answer.body;
    return { id: String(id), threadId: String(threadId), recipients };
  };
  const save = (client: TestClient, id: string, changes: Changes) =>
    client.put(`/api/internal-mails/${id}/draft`, mailOf(changes));
  const list = async (client: TestClient, query = '') =>
    (await client.get(`/api/internal-mails?${query}`)).body;
  const counts = async (client: TestClient) =>
    (await client.get('/api/internal-mails/counts')).body;
  const subjects = async (client: TestClient, query = ''): Promise<string[]> =>
    (await list(client, query)).rows.map(({ subject }: { subject: string }) => subject);
  const open = (client: TestClient, threadId: string) =>
    client.get(`/api/internal-mail-threads/${threadId}`);
  const mark = (client: TestClient, threadId: string, marks: object) =>
    client.post('/api/internal-mails/mark', { threadIds: [threadId], ...marks });
  const attach = async (client: TestClient, fileName = 'Budget.pdf', content = pdf) => {
    const query = new URLSearchParams({ id: uuidv7(), fileName }).toString();
    const answer = await client.upload(`/api/internal-mail-attachments?${query}`, content);
    return { id: String(answer.body.id), answer };
  };
  const download = (client: TestClient, id: string) =>
    client.get(`/api/internal-mail-attachments/${id}/content`);

  it('is readable only by the present desk and agents of the team it was sent to', async () => {
    const subject = 'For delta';
    const { id, threadId, recipients } = await send(manager, {
      teamIds: [portfolio.team.id],
      subject,
    });
    expect(recipients).toBe(3);
    for (const member of [desk, agent, otherAgent]) {
      expect(await subjects(member, `q=${subject}`)).toEqual([subject]);
      expect((await open(member, threadId)).body.mails).toMatchObject([
        { id, to: [{ kind: 'team', id: portfolio.team.id, name: 'delta' }] },
      ]);
    }
    for (const other of [stranger, admin]) {
      expect(await subjects(other, 'folder=all')).not.toContain(subject);
      expect((await open(other, threadId)).status).toBe(404);
      expect((await mark(other, threadId, { isStarred: true })).status).toBe(404);
      const answer = await post(other, uuidv7(), mailOf({ answersId: id }));
      expect(answer.status).toBe(404);
    }
    // A new team member does not get earlier mail; a former member retains it.
    await test.owner`update accounts set team_id = ${portfolio.team.id}
      where id = ${portfolio.otherTeam.agent.id}`;
    await test.owner`update accounts set team_id = ${portfolio.otherTeam.id}
      where id = ${portfolio.team.otherAgent.id}`;
    expect((await open(stranger, threadId)).status).toBe(404);
    expect((await open(otherAgent, threadId)).status).toBe(200);
    const later = await send(manager, { teamIds: [portfolio.team.id], subject: 'Later' });
    expect((await open(stranger, later.threadId)).status).toBe(200);
    expect((await open(otherAgent, later.threadId)).status).toBe(404);
    await test.owner`update accounts set team_id = ${portfolio.otherTeam.id}
      where id = ${portfolio.otherTeam.agent.id}`;
    await test.owner`update accounts set team_id = ${portfolio.team.id}
      where id = ${portfolio.team.otherAgent.id}`;
  });

  it('lists each person once, as recipient or copy', async () => {
    const { team, otherTeam } = portfolio;
    const changes = {
      accountIds: [team.agent.id],
      ccAccountIds: [team.desk.id, team.agent.id],
      ccTeamIds: [otherTeam.id],
      subject: 'For the record',
    };
    const draftId = uuidv7();
    const { body: saved } = await save(manager, draftId, changes);
    const named = {
      to: [{ id: team.agent.id }],
      cc: [{ id: otherTeam.id }, { id: team.desk.id }],
    };
    const draft = await manager.get(`/api/internal-mails/${saved.id}/draft`);
    expect(draft.body).toMatchObject(named);
    const sent = await post(manager, draftId, mailOf(changes));
    expect(sent.body.recipients).toBe(5);
    for (const reader of [agent, desk, stranger]) {
      expect((await open(reader, sent.body.threadId)).body.mails).toMatchObject([named]);
    }
    expect((await open(otherAgent, sent.body.threadId)).status).toBe(404);
    // Sending the message again is a replay; sending it with other recipients is refused.
    expect((await post(manager, draftId, mailOf(changes))).body.replayed).toBe(true);
    const turned = { ...changes, accountIds: [team.desk.id], ccAccountIds: [team.agent.id] };
    expect((await post(manager, draftId, mailOf(turned))).body.error).toBe(
      'id_reused_with_different_content',
    );
    const unreachable = await save(manager, uuidv7(), { ccAccountIds: [uuidv7()] });
    expect(unreachable.body.error).toBe('recipient_not_found');
  });

  it('is answered in its thread, which returns to the inbox of its readers', async () => {
    const { id, threadId } = await send(manager, {
      accountIds: [portfolio.team.agent.id, portfolio.team.desk.id],
      subject: 'Lunch',
    });
    await mark(desk, threadId, { place: 'archive', isUnread: false });
    const answer = await send(agent, {
      answersId: id,
      accountIds: [portfolio.manager.id],
      subject: 'Lunch',
      html: '<p>Gladly</p>',
    });
    expect(answer.threadId).toBe(threadId);
    expect((await open(manager, threadId)).body.mails).toHaveLength(2);
    // The desk was not a recipient of the answer: it does not see the answer, and its conversation
    // stays archived.
    expect((await open(desk, threadId)).body).toMatchObject({ place: 'archive', isUnread: false });
    expect((await open(desk, threadId)).body.mails).toHaveLength(1);
    await send(manager, {
      answersId: id,
      accountIds: [portfolio.team.desk.id],
      subject: 'Lunch',
    });
    expect((await open(desk, threadId)).body).toMatchObject({ place: 'inbox', isUnread: true });
    const [row] = (await list(manager, 'q=lunch')).rows;
    expect(row).toMatchObject({ mails: 3, isUnread: true, threadId });
    expect(row.from.map(({ name }: { name: string }) => name)).toEqual([
      'manager one',
      'delta-agent one',
    ]);
  });

  it('is sent once, even if the request repeats', async () => {
    const id = uuidv7();
    const mail = mailOf({ accountIds: [portfolio.team.agent.id], subject: 'Only once' });
    const answers = await Promise.all([post(manager, id, mail), post(manager, id, mail)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.filter(({ body }) => body.replayed)).toHaveLength(1);
    expect(await subjects(agent, 'q=Only%20once')).toEqual(['Only once']);
    const other = await post(manager, id, { ...mail, html: '<p>Other words</p>' });
    expect(other).toMatchObject({
      status: 409,
      body: { error: 'id_reused_with_different_content' },
    });
    expect((await save(manager, id, {})).body.error).toBe('mail_already_sent');
    const audit = await test.owner`
      select after from audit_events where subject_id = ${answers[0]?.body.id}`;
    expect(audit).toEqual([{ after: { recipients: 1, attachments: 0 } }]);
  });

  it('is stored as a draft, visible only to its author', async () => {
    const sentId = uuidv7();
    const { id } = (await save(agent, sentId, { subject: 'Half' })).body;
    // The browser may continue with the id that it generated or with the stored one.
    const half = { subject: 'Half a mail', html: '<p>so far</p>' };
    for (const one of [sentId, id]) expect((await save(agent, one, half)).body.id).toBe(id);
    expect(await subjects(agent, 'folder=drafts')).toEqual(['Half a mail']);
    expect((await counts(agent)).drafts).toBe(1);
    expect((await agent.get(`/api/internal-mails/${id}/draft`)).body).toMatchObject({
      subject: 'Half a mail',
      html: '<p>so far</p>',
    });
    for (const other of [desk, manager, admin]) {
      expect((await other.get(`/api/internal-mails/${id}/draft`)).status).toBe(404);
      expect((await other.post(`/api/internal-mails/${id}/discard`)).status).toBe(404);
      // Other users can use the same id for a draft of their own.
      expect((await save(other, id, {})).body.id).not.toBe(id);
      expect((await other.post(`/api/internal-mails/${id}/discard`)).status).toBe(200);
    }
    // A refused send leaves the draft unchanged.
    expect((await post(agent, id, mailOf({ subject: 'Nobody' }))).body.error).toBe(
      'recipients_missing',
    );
    const gone = await post(agent, id, mailOf({ accountIds: [uuidv7()], subject: 'Nobody' }));
    expect(gone).toMatchObject({ status: 404, body: { error: 'recipient_not_found' } });
    expect(await subjects(agent, 'folder=drafts')).toEqual(['Half a mail']);
    expect((await agent.post(`/api/internal-mails/${id}/discard`)).status).toBe(200);
    expect(await subjects(agent, 'folder=drafts')).toEqual([]);
    expect(await test.owner`select from staff_mail_threads where id = ${id}`).toHaveLength(0);
  });

  it('cannot be sent to another portfolio or to a suspended account', async () => {
    const other = await arrangePortfolio(test.owner, 'two');
    for (const changes of [{ accountIds: [other.manager.id] }, { teamIds: [other.team.id] }]) {
      const answer = await post(manager, uuidv7(), mailOf(changes));
      expect(answer).toMatchObject({ status: 404, body: { error: 'recipient_not_found' } });
    }
    const { body } = await manager.get('/api/internal-mails/addressees');
    const ids = body.addressees.map(({ id }: { id: string }) => id);
    expect(ids).toContain(portfolio.team.id);
    expect(ids).not.toContain(other.manager.id);
    expect(ids).not.toContain(other.team.id);
  });

  it('removes everything from its text that could run or load', async () => {
    const html = '<p onclick="x()">a<img src=x onerror=x()><script>x()</script></p>';
    const { threadId } = await send(manager, { accountIds: [portfolio.team.agent.id], html });
    const { body } = await open(agent, threadId);
    expect(body.mails[0].html).toBe('<p>a</p>');
  });

  it('is found by its text, people, files and label', async () => {
    const { id: fileId } = await attach(manager, 'Quarter plan.pdf');
    const { threadId } = await send(manager, {
      teamIds: [portfolio.otherTeam.id],
      accountIds: [portfolio.team.agent.id],
      subject: 'Targets & means',
      html: '<p>Ninety per cent</p>',
      attachmentIds: [fileId],
    });
    for (const q of ['targets MEANS', 'ninety', 'manager one', 'cedar', 'quarter']) {
      expect(await subjects(agent, new URLSearchParams({ q }).toString()), q).toContain(
        'Targets & means',
      );
    }
    const label = { id: uuidv7(), name: 'Targets', colour: 'ochre' };
    const { id: labelId } = (await agent.post('/api/internal-mail-labels', label)).body;
    expect((await mark(agent, threadId, { addLabelId: labelId })).status).toBe(200);
    expect(await subjects(agent, `labelId=${labelId}`)).toEqual(['Targets & means']);
    // A label belongs to its owner: other users can neither see nor use it.
    expect((await open(manager, threadId)).body.labelIds).toEqual([]);
    expect((await mark(manager, threadId, { addLabelId: labelId })).status).toBe(404);
    const again = await agent.post('/api/internal-mail-labels', {
      ...label,
      id: uuidv7(),
      name: 'TARGETS',
    });
    expect(again.body.error).toBe('label_name_already_used');
    await mark(agent, threadId, { removeLabelId: labelId });
    expect(await subjects(agent, `labelId=${labelId}`)).toEqual([]);
    await mark(agent, threadId, { addLabelId: labelId });
    expect((await agent.post(`/api/internal-mail-labels/${labelId}/remove`)).status).toBe(200);
    expect((await open(agent, threadId)).body.labelIds).toEqual([]);
  });

  it('is starred, moved and counted for each reader separately', async () => {
    const before = (await counts(agent)).unread;
    const accountIds = [portfolio.team.agent.id];
    const { threadId } = await send(manager, { accountIds, subject: 'Star' });
    expect((await counts(agent)).unread).toBe(before + 1);
    await mark(agent, threadId, { isUnread: false, isStarred: true });
    expect((await counts(agent)).unread).toBe(before);
    const sent = await send(agent, { accountIds: [portfolio.manager.id], subject: 'Sent' });
    await mark(agent, sent.threadId, { isUnread: true });
    expect((await counts(agent)).unread).toBe(before);
    expect(await subjects(agent, 'folder=starred')).toEqual(['Star']);
    expect(await subjects(manager, 'folder=starred')).toEqual([]);
    await mark(agent, threadId, { place: 'archive' });
    expect(await subjects(agent, 'folder=archive')).toContain('Star');
    expect(await subjects(agent)).not.toContain('Star');
    await mark(agent, threadId, { place: 'trash' });
    expect(await subjects(agent, 'folder=all')).not.toContain('Star');
    await mark(agent, threadId, { place: 'inbox' });
    expect(await subjects(agent)).toContain('Star');
  });

  it('is deleted for good once its last reader has emptied the trash', async () => {
    const { id: fileId } = await attach(manager);
    const { id, threadId } = await send(manager, {
      accountIds: [portfolio.team.agent.id],
      subject: 'Short-lived',
      attachmentIds: [fileId],
    });
    const erase = (client: TestClient) =>
      client.post('/api/internal-mails/erase', { threadIds: [threadId] });
    // Erasing works only in the trash.
    expect((await erase(agent)).body).toEqual({ erased: 0 });
    await mark(agent, threadId, { place: 'trash' });
    expect((await erase(agent)).body).toEqual({ erased: 1 });
    expect((await open(agent, threadId)).status).toBe(404);
    expect((await download(agent, fileId)).status).toBe(404);
    expect((await open(manager, threadId)).status).toBe(200);
    await mark(manager, threadId, { place: 'trash' });
    expect((await manager.post('/api/internal-mails/erase', { threadIds: null })).body).toEqual({
      erased: 1,
    });
    expect(await test.owner`select from staff_mails where id = ${id}`).toHaveLength(0);
    expect(await test.owner`select from staff_mail_threads where id = ${threadId}`).toHaveLength(0);
  });

  it('can never be changed once sent, not even in the database', async () => {
    const { id } = await send(manager, { accountIds: [portfolio.team.agent.id] });
    await expect(test.owner`update staff_mails set html = 'x' where id = ${id}`).rejects.toThrow(
      'was sent',
    );
  });

  it('shows its files only to its sender and recipients', async () => {
    const { id: fileId, answer } = await attach(manager, '../Kosten "1".pdf');
    expect(answer.body).toEqual({
      id: fileId,
      name: 'Kosten "1".pdf',
      mediaType: 'application/pdf',
      bytes: pdf.length,
    });
    expect((await download(agent, fileId)).status).toBe(404);
    const attachmentIds = [fileId];
    const stolen = await post(
      agent,
      uuidv7(),
      mailOf({ teamIds: [portfolio.team.id], attachmentIds }),
    );
    expect(stolen).toMatchObject({ status: 404, body: { error: 'attachment_not_found' } });
    const { threadId } = await send(manager, {
      accountIds: [portfolio.team.agent.id],
      attachmentIds,
    });
    expect((await download(agent, fileId)).body).toBe(pdf.toString());
    for (const other of [desk, stranger, admin]) {
      expect((await download(other, fileId)).status).toBe(404);
    }
    // Forwarding a message gives its attachment to recipients who did not receive the original.
    expect((await open(agent, threadId)).body.mails[0].attachments).toMatchObject([{ id: fileId }]);
    await send(agent, { accountIds: [portfolio.team.desk.id], attachmentIds });
    expect((await download(desk, fileId)).body).toBe(pdf.toString());
    const png = await attach(manager, 'picture.png');
    expect(png.answer.body.error).toBe('document_type_not_allowed');
  });

  it('retains the bytes of its files, and deletes unused uploads', async () => {
    const folder = openAttachmentFolder(test.documentsFolder);
    const { id: attached } = await attach(manager);
    const { id: loose } = await attach(manager);
    await save(manager, uuidv7(), { attachmentIds: [attached] });
    const place = (id: string) =>
      join(test.documentsFolder, 'mail', portfolio.id, id.slice(-2), id);
    const orphan = join(test.documentsFolder, 'mail', 'incoming', uuidv7());
    await writeFile(orphan, 'left over');
    const now = new Date();
    const longAgo = new Date(now.getTime() - 2 * 86_400_000);
    for (const path of [orphan, place(attached), place(loose)])
      await utimes(path, longAgo, longAgo);
    await test.owner`update staff_mail_files set filed_at = ${longAgo.toISOString()}
      where id in (${attached}, ${loose})`;
    test.clock.moveTo('2026-06-15T12:00:00Z');
    expect(await sweepAttachments(test.database, { folder, now })).toBe(2);
    expect(await readFile(place(attached))).toEqual(pdf);
    expect(await readdir(join(place(loose), '..'))).not.toContain(loose);
  });

  it('is listed page by page without gap or repetition', async () => {
    for (const number of [1, 2, 3, 4, 5]) {
      await send(desk, { accountIds: [portfolio.team.desk.id], subject: `Page ${number}` });
    }
    const seen: string[] = [];
    let after = '';
    do {
      const page = await list(desk, `q=Page&limit=2${after}`);
      seen.push(...page.rows.map(({ subject }: { subject: string }) => subject));
      after = page.nextCursor === null ? '' : `&after=${page.nextCursor}`;
    } while (after !== '');
    expect(seen).toEqual(['Page 5', 'Page 4', 'Page 3', 'Page 2', 'Page 1']);
  });
});
