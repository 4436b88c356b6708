import { beforeAll, describe, expect, it } from 'vitest';
import { deliverOutbox } from '../../../platform/mail/deliver-outbox.ts';
import { arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { whileHeld } from '../../../testing/while-held.ts';
import { clientOf, createTestApp, postSignIn, type TestApp } from '../../../testing/test-app.ts';

describe('password recovery', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  beforeAll(async () => {
    test = await createTestApp({ isMailDelivered: true });
    portfolio = await arrangePortfolio(test.owner);
  });

  const stranger = () => clientOf(test.app, {});
  const mailsTo = (email: string) => test.owner<{ body: string }[]>`
    select body from outbox where to_address = ${email} order by created_at`;
  const waitForMails = async (email: string, count: number) => {
    await expect.poll(async () => (await mailsTo(email)).length).toBe(count);
    return mailsTo(email);
  };
  const tokenIn = (body = '') => /token=([\w-]+)/.exec(body)?.[1] ?? '';

  it('answers the same for a known and an unknown address, and mails only the known one', async () => {
    const known = await stranger().post('/api/recovery/request', {
      email: portfolio.manager.email,
    });
    const unknown = await stranger().post('/api/recovery/request', {
      email: 'nobody@bursar.example',
    });
    expect(known).toEqual(unknown);
    expect(known.status).toBe(200);
    const [mail] = await waitForMails(portfolio.manager.email, 1);
    expect(mail?.body).toContain('https://bursar.test/auth/boxed-password-reset?token=');
    expect(await mailsTo('nobody@bursar.example')).toEqual([]);
    const [stored] = await test.owner`select count(*) as n from password_links
      where encode(token_hash, 'escape') like ${`%${tokenIn(mail?.body)}%`}`;
    expect(stored?.['n']).toBe(0);
  });

  it('sets the password once, ends the sessions and invalidates the old password', async () => {
    const { email } = portfolio.team.desk;
    const signedIn = await test.signIn(email);
    await stranger().post('/api/recovery/request', { email });
    const [mail] = await waitForMails(email, 1);
    const token = tokenIn(mail?.body);
    const complete = (password: string) =>
      stranger().post('/api/recovery/complete', { token, password });
    expect((await complete('short')).body).toMatchObject({ error: 'password_length_wrong' });
    expect((await complete('far-too-long-for-it')).body.fields).toHaveProperty('password');
    expect((await complete('Fresh#2026')).status).toBe(200);
    expect((await complete('Again#2026')).body.error).toBe('recovery_link_not_valid');
    expect((await signedIn.get('/api/session')).status).toBe(401);
    expect((await postSignIn(test.app, { email, password: 'Bursar#2026' })).answer.status).toBe(
      401,
    );
    await test.signIn(email, 'Fresh#2026');
  });

  it('makes the browser that completed it a known device, and forgets the others', async () => {
    const { email } = portfolio.otherTeam.desk;
    const former = await test.signIn(email);
    await stranger().post('/api/recovery/request', { email });
    const [mail] = await waitForMails(email, 1);
    const completed = await test.app.server.inject({
      method: 'POST',
      url: '/api/recovery/complete',
      payload: { token: tokenIn(mail?.body), password: 'Fresh#2026' },
    });
    const guess = () => postSignIn(test.app, { email, password: 'not-the-one' });
    await Promise.all(Array.from({ length: 8 }, guess));
    const enterWith = async (device: string | undefined) => {
      const cookie = `__Host-bursar-device=${device}`;
      return (await postSignIn(test.app, { email, password: 'Fresh#2026' }, { cookie })).answer;
    };
    expect((await enterWith(former.cookies['__Host-bursar-device'])).status).toBe(429);
    expect((await enterWith(completed.cookies[0]?.value)).status).toBe(200);
  });

  it('sends at most three links an hour, each valid for one hour', async () => {
    const { email } = portfolio.team.agent;
    for (let asked = 0; asked < 5; asked += 1) {
      await stranger().post('/api/recovery/request', { email });
    }
    const mails = await waitForMails(email, 3);
    test.clock.moveTo('2026-06-15T13:00:01Z');
    const late = await stranger().post('/api/recovery/complete', {
      token: tokenIn(mails[0]?.body),
      password: 'Later#2026',
    });
    expect(late.body.error).toBe('recovery_link_not_valid');
    test.clock.moveTo('2026-06-15T12:00:00Z');
  });

  it('does not readmit an account that is suspended while its new password is stored', async () => {
    const late = await arrangePortfolio(test.owner, 'late');
    const { id, email } = late.team.agent;
    await stranger().post('/api/recovery/request', { email });
    const [mail] = await waitForMails(email, 1);
    const payload = { token: tokenIn(mail?.body), password: 'Fresh#2026' };
    const answer = await whileHeld(test.owner, id, {
      begin: () => stranger().post('/api/recovery/complete', payload),
      meanwhile: (transaction) =>
        transaction`update accounts set status = 'suspended' where id = ${id}`,
    });
    expect(answer.body.error).toBe('recovery_link_not_valid');
    const [account] = await test.owner`select status from accounts where id = ${id}`;
    expect(account).toEqual({ status: 'suspended' });
  });

  it('uses the account’s language for its mail and its answer', async () => {
    const { email } = portfolio.otherTeam.agent;
    await test.owner`update accounts set language = 'ae' where email = ${email}`;
    await stranger().post('/api/recovery/request', { email });
    const [mail] = await waitForMails(email, 1);
    expect(mail?.body).toContain('يعمل الرابط مرة واحدة فقط');
    expect(mail?.body).not.toContain('the link works once');
    const [row] = await test.owner`
      select subject, language from outbox where to_address = ${email}`;
    expect(row).toEqual({ subject: 'كلمة مرورك في Bursar', language: 'ae' });
    const answer = await stranger().post('/api/recovery/complete', {
      token: tokenIn(mail?.body),
      password: 'Arabic#2026',
    });
    expect(answer.status).toBe(200);
  });

  it('sends waiting mail once, and retries failed mail later', async () => {
    const sent: string[] = [];
    const log = { info: () => undefined, warn: () => undefined };
    const base = { database: test.database, clock: test.clock, log };
    const failing = async () => Promise.reject(new Error('mailbox full'));
    await deliverOutbox({ ...base, send: failing });
    await deliverOutbox({ ...base, send: async ({ to }) => sent.push(to) });
    expect(sent).toEqual([]);
    test.clock.moveTo('2026-06-15T12:02:00Z');
    await deliverOutbox({ ...base, send: async ({ to, html }) => sent.push(to, html) });
    await deliverOutbox({ ...base, send: async ({ to }) => sent.push(to) });
    expect(sent.filter((text) => text.includes('<html lang="ar" dir="rtl">'))).toHaveLength(1);
    expect(sent).toContain(portfolio.manager.email);
    const [waiting] = await test.owner`
      select count(*) as n from outbox where sent_at is null`;
    expect(waiting?.['n']).toBe(0);
  });
});
