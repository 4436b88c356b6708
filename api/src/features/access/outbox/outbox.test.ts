import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { deliverOutbox, type MailSender } from '../../../platform/mail/deliver-outbox.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { logWaitingMail } from '../../../platform/mail/log-waiting-mail.ts';
import { arrangeAdmin, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

const link = 'https://bursar.test/auth/boxed-password-reset?token=secret';
const usedLink = 'https://bursar.test/auth/boxed-password-reset?token=…';

describe('outgoing mail', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let admin: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    await arrangeAdmin(test.owner);
    admin = await test.signIn('admin@bursar.example');
    await test.database.begin(async (transaction) => {
      for (const [minute, email] of ['first@bursar.example', 'second@bursar.example'].entries()) {
        await enqueueMail(transaction, {
          portfolioId: null,
          reader: { email, language: 'en' },
          content: { kind: 'invitation', address: link },
          at: new Date(Date.UTC(2026, 5, 15, 11, minute)),
        });
      }
    });
  });

  const open = (id: string, openingId = uuidv7()) =>
    admin.post(`/api/mails/${id}/open`, { openingId });

  const sent: Parameters<MailSender>[0][] = [];
  const send = (fails: boolean) =>
    deliverOutbox({
      database: test.database,
      clock: test.clock,
      log: { info: () => undefined, warn: () => undefined },
      send: async (mail) => {
        if (fails && mail.to.startsWith('first')) throw new Error('550 no such mailbox');
        sent.push(mail);
      },
    });

  it('is listed newest first for an administrator, without its text', async () => {
    const { body } = await admin.get('/api/mails');
    expect(body).toMatchObject({ count: 2, isDelivered: false, nextCursor: null });
    expect(body.rows.map((row: { to: string }) => row.to)).toEqual([
      'second@bursar.example',
      'first@bursar.example',
    ]);
    expect(body.rows[0]).toMatchObject({ state: 'waiting', attempts: 0, failure: null });
    expect(JSON.stringify(body)).not.toContain('token=');
    const first = await admin.get('/api/mails?limit=1');
    const second = await admin.get(`/api/mails?limit=1&after=${first.body.nextCursor}`);
    expect(second.body.rows[0].to).toBe('first@bursar.example');
  });

  it('is reserved for administrators, even if others are granted the permission', async () => {
    const [mail] = await test.owner`select id from outbox limit 1`;
    const manager = await test.signIn(portfolio.manager.email);
    expect((await manager.get('/api/mails')).body.error).toBe('permission_missing');
    await admin.put('/api/permissions/read-mails/user', { granted: true });
    expect((await manager.get('/api/mails')).body.rows).toEqual([]);
    expect(
      (await manager.post(`/api/mails/${mail?.['id']}/open`, { openingId: uuidv7() })).status,
    ).toBe(404);
    expect((await manager.post(`/api/mails/${mail?.['id']}/retry`)).status).toBe(404);
  });

  it('shows its text without account links, and audits the opening', async () => {
    const { body } = await admin.get('/api/mails');
    const opened = await open(body.rows[0].id);
    expect(opened.body).toMatchObject({ isLinkWithheld: true });
    expect(opened.body.body).toContain(usedLink);
    expect(JSON.stringify(opened.body)).not.toContain('token=secret');
    const [audit] = await test.owner`
      select event, subject_id, after from audit_events order by id desc limit 1`;
    expect(audit).toMatchObject({ event: 'open-mail', subjectId: body.rows[0].id });
    expect(JSON.stringify(audit)).not.toContain('token=');
  });

  it('is audited once when opened, even if the page repeats the request', async () => {
    const { body } = await admin.get('/api/mails');
    const { id } = body.rows[1];
    const openings = async () =>
      (
        await test.owner`
        select id from audit_events where event = 'open-mail' and subject_id = ${id}`
      ).length;
    const openingId = uuidv7();
    const answers = await Promise.all([1, 2, 3].map(() => open(id, openingId)));
    for (const answer of answers) expect(answer.body.body).toContain(usedLink);
    expect(await openings()).toBe(1);
    await open(id);
    expect(await openings()).toBe(2);
    // Another account that sends the same `openingId` gets an audit row of its own.
    await arrangeAdmin(test.owner, 'second-admin@bursar.example');
    const second = await test.signIn('second-admin@bursar.example');
    await second.post(`/api/mails/${id}/open`, { openingId });
    expect(await openings()).toBe(3);
  });

  it('shows the failure, and is retried at once on request', async () => {
    await send(true);
    const failed = await admin.get('/api/mails?state=failed');
    const [row] = failed.body.rows;
    expect(row).toMatchObject({ to: 'first@bursar.example', failure: '550 no such mailbox' });
    const delivered = (await admin.get('/api/mails?state=sent&q=SECOND')).body.rows[0];
    expect(delivered.sentAt).toBe(test.clock.now().toISOString());
    const again = await admin.post(`/api/mails/${delivered.id}/retry`);
    expect(again.body.error).toBe('mail_not_failed');
    const retried = await admin.post(`/api/mails/${row.id}/retry`);
    expect(retried.body).toMatchObject({ state: 'waiting', attempts: 0, failure: null });
    await send(false);
    expect((await admin.get('/api/mails?state=sent')).body.count).toBe(2);
    expect(sent.map(({ to }) => to)).toEqual(['second@bursar.example', 'first@bursar.example']);
    const [audit] =
      await test.owner`select event, after from audit_events order by id desc limit 1`;
    expect(audit).toMatchObject({ event: 'retry-mail', after: { to: 'first@bursar.example' } });
  });

  it('loses its account link once it is sent', async () => {
    for (const { text, html } of sent) {
      expect(text).toContain(link);
      expect(html).toContain(`href="${link}"`);
    }
    const { body } = await admin.get('/api/mails?state=sent');
    const opened = await open(body.rows[0].id);
    expect(opened.body.body).toContain(usedLink);
    const stored = await test.owner`select from outbox where body like '%token=secret%'`;
    expect(stored).toHaveLength(0);
  });

  it('is logged once per mail, by its id alone', async () => {
    const lines: object[] = [];
    const log = { info: (line: object) => void lines.push(line) };
    const until = await logWaitingMail(test.database, log, '2026-06-15T10:00:00Z');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toEqual({ mailId: expect.any(String) });
    await logWaitingMail(test.database, log, until);
    expect(lines).toHaveLength(2);
  });
});
