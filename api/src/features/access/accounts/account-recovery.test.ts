import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { deliverOutbox } from '../../../platform/mail/deliver-outbox.ts';
import { arrangeAdmin } from '../../../testing/arrange.ts';
import { openOffice } from '../../../testing/open-office.ts';
import { clientOf, createTestApp, postSignIn, type TestClient } from '../../../testing/test-app.ts';

const { test, portfolio, signIn } = await openOffice();
const stranger = clientOf(test.app, {});
const owner = portfolio.manager;
const tokenIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? '';
const ask = async (email: string) => {
  await stranger.post('/api/recovery/request', { email });
  // The work continues after the response.
  await new Promise((resolve) => void setTimeout(resolve, 200));
};
const complete = (token: string, code?: string) =>
  stranger.post('/api/recovery/complete', { token, password: 'Fresh#2026', code });

let admin: TestClient;
let second: TestClient;
const at = (part = '', accountId = owner.id) => `/api/staff/${accountId}/recovery${part}`;

beforeAll(async () => {
  await arrangeAdmin(test.owner);
  await arrangeAdmin(test.owner, 'second@bursar.example');
  admin = await test.signIn('admin@bursar.example');
  second = await test.signIn('second@bursar.example');
});

describe('account recovery without a mail server', () => {
  it('creates no readable link, and notifies administrators of the request', async () => {
    await ask(owner.email);
    expect(await test.owner`select from password_links`).toHaveLength(0);
    const { body } = await admin.get('/api/mails');
    expect(body.rows.filter(({ to }: { to: string }) => to === owner.email)).toEqual([]);
    const { notifications } = (await admin.get('/api/notices')).body;
    expect(notifications).toMatchObject([
      { event: 'recovery-wanted', target: { kind: 'account', id: owner.id } },
    ]);
    const { recovery } = (await admin.get(at())).body;
    expect(recovery).toMatchObject({ startedBy: null, hindrance: 'recovery_not_started' });
    // A repeated request sends no second notification.
    await ask(owner.email);
    expect((await admin.get('/api/notices')).body.notifications).toHaveLength(1);
  });

  it('requires two other people, neither of whom can sign in as the owner alone, and notifies the owner of both', async () => {
    const { code } = (await admin.post(at('/start'))).body;
    expect((await admin.post(at('/release'))).body.error).toBe('own_recovery');
    const manager = await signIn('manager');
    // The owner has signed in with the password, so the recovery has ended.
    expect((await second.post(at('/release'))).body.error).toBe('recovery_not_started');
    const again = (await admin.post(at('/start'))).body.code;
    const { link } = (await second.post(at('/release'))).body;
    const token = tokenIn(link);
    for (const wrong of [undefined, '', code]) {
      const refused = await complete(token, wrong);
      expect(refused).toMatchObject({ status: 400, body: { error: 'recovery_code_wrong' } });
    }
    expect((await complete(token, again.toUpperCase())).status).toBe(200);
    expect((await complete(token, again)).body.error).toBe('recovery_link_not_valid');
    expect((await manager.get('/api/session')).status).toBe(401);
    const back = await test.signIn(owner.email, 'Fresh#2026');
    expect((await back.get('/api/session')).body.unseenSecurityEvents).toBe(2);
    const { events } = (await back.get('/api/profile/security-events')).body;
    expect(events).toMatchObject([
      { kind: 'release-recovery', by: 'Admin', isNew: true },
      { kind: 'release-recovery', by: 'Admin', isNew: true },
    ]);
    await back.post('/api/profile/security-events/seen');
    expect((await back.get('/api/session')).body.unseenSecurityEvents).toBe(0);
    const trail = await test.owner<{ event: string }[]>`
      select event from audit_events where subject_id = ${owner.id} and event like '%recovery'
      order by id`;
    expect(trail.map(({ event }) => event)).toEqual([
      'request-recovery',
      'start-recovery',
      'start-recovery',
      'release-recovery',
      'complete-recovery',
    ]);
    const whole = JSON.stringify(await test.owner`select before, after from audit_events`);
    expect(whole).not.toContain(token);
    expect(whole).not.toContain(again);
  });

  it('ends at the fifth wrong code, even with a valid link', async () => {
    const { id } = portfolio.team.agent;
    const { code } = (await admin.post(at('/start', id))).body;
    const { link } = (await second.post(at('/release', id))).body;
    for (let tried = 0; tried < 5; tried += 1) await complete(tokenIn(link), 'aaaaa-aaaaa');
    expect((await complete(tokenIn(link), code)).body.error).toBe('recovery_link_not_valid');
  });

  it('cannot be released by an account that the starter opened, and expires after a day', async () => {
    const invitation = {
      id: uuidv7(),
      role: 'admin',
      name: 'Puppet',
      email: 'puppet@bursar.example',
    };
    await admin.post('/api/staff', invitation);
    const { link } = (await admin.post(`/api/staff/${invitation.id}/invitation-link`)).body;
    expect((await complete(tokenIn(link))).status).toBe(200);
    const puppet = await test.signIn(invitation.email, 'Fresh#2026');
    const { id } = portfolio.team.desk;
    await admin.post(at('/start', id));
    expect((await puppet.post(at('/release', id))).body.error).toBe('accounts_linked');
    expect((await puppet.get(at('', id))).body.recovery.hindrance).toBe('accounts_linked');
    // The puppet invites another puppet, which the same person controls.
    const next = { ...invitation, id: uuidv7(), email: 'next@bursar.example' };
    await puppet.post('/api/staff', next);
    const handed = (await puppet.post(`/api/staff/${next.id}/invitation-link`)).body;
    expect((await complete(tokenIn(handed.link))).status).toBe(200);
    const nextPuppet = await test.signIn(next.email, 'Fresh#2026');
    expect((await nextPuppet.post(at('/release', id))).body.error).toBe('accounts_linked');
    expect((await second.get(at('', id))).body.recovery.hindrance).toBeNull();
    test.clock.moveTo('2026-06-16T12:00:01Z');
    const late = await test.signIn('second@bursar.example');
    expect((await late.post(at('/release', id))).body.error).toBe('recovery_not_started');
    test.clock.moveTo('2026-06-15T12:00:00Z');
  });

  it('is refused for accounts outside the scope and for one’s own', async () => {
    const desk = await signIn('desk');
    expect((await desk.post(at('/start'))).status).toBe(404);
    expect((await desk.post(at('/start', portfolio.otherTeam.agent.id))).status).toBe(404);
    const [own] = await test.owner`select id from accounts where email = 'admin@bursar.example'`;
    const refused = await admin.post(at('/start', String(own?.['id'])));
    expect(refused.body.error).toBe('recovery_of_own_account');
  });
});

describe('an outgoing mail with an account link', () => {
  it('shows the link only while the account is unused and no mail is sent, and records that as an account opening', async () => {
    const invitation = { id: uuidv7(), role: 'admin', name: 'New', email: 'new@bursar.example' };
    await admin.post('/api/staff', invitation);
    const find = async () => (await admin.get('/api/mails?q=new@bursar')).body.rows[0].id as string;
    const open = async () =>
      (await admin.post(`/api/mails/${await find()}/open`, { openingId: uuidv7() })).body;
    const opened = await open();
    expect(opened.isLinkWithheld).toBe(false);
    const openings = await test.owner`
      select kind from account_openings where account_id = ${invitation.id} order by opened_at, kind`;
    expect(openings.map(({ kind }) => kind)).toContain('hand-over-invitation');
    Object.assign(test.app.platform, { isMailDelivered: true });
    expect((await open()).body).toContain('token=…');
    Object.assign(test.app.platform, { isMailDelivered: false });
    await complete(tokenIn(opened.body));
    const used = await open();
    expect(used).toMatchObject({ isLinkWithheld: true });
    expect(used.body).not.toContain(tokenIn(opened.body));
  });
});

describe('an address that an administrator changed', () => {
  it('gets no recovery mail until the owner has signed in with it', async () => {
    const mailed = await openOffice({ test: await createTestApp({ isMailDelivered: true }) });
    await arrangeAdmin(mailed.test.owner);
    const changer = await mailed.test.signIn('admin@bursar.example');
    const { id, email } = mailed.portfolio.manager;
    const row = (await changer.get(`/api/staff/${id}`)).body;
    const changed = await changer.put(`/api/staff/${id}`, {
      ...Object.fromEntries(
        ['name', 'language', 'timeZone', 'commissionRatePercent', 'monthlyTargetMinor'].map(
          (key) => [key, row[key]],
        ),
      ),
      phone: '',
      teamId: null,
      version: row.version,
      email: 'mine@attacker.example',
    });
    expect(changed.status).toBe(200);
    const request = async () => {
      await clientOf(mailed.test.app, {}).post('/api/recovery/request', {
        email: 'mine@attacker.example',
      });
      await new Promise((resolve) => void setTimeout(resolve, 200));
    };
    await request();
    expect(await mailed.test.owner`select from password_links`).toHaveLength(0);
    const sent: string[] = [];
    const { database, clock } = mailed.test;
    const log = { info: () => undefined, warn: () => undefined };
    await deliverOutbox({ database, clock, log, send: async ({ to }) => sent.push(to) });
    expect(sent).toEqual([email]);
    const signedIn = await mailed.test.signIn('mine@attacker.example');
    expect((await signedIn.get('/api/session')).body.unseenSecurityEvents).toBe(1);
    await request();
    expect(await mailed.test.owner`select from password_links`).toHaveLength(1);
    expect((await postSignIn(mailed.test.app, { email, password: 'x' })).answer.status).toBe(401);
  });
});

describe('a recovery that was started and not completed', () => {
  it('shows when the owner asked for help, also after it has expired', async () => {
    const { id, email } = portfolio.otherTeam.desk;
    await ask(email);
    const askedAt = '2026-06-15T12:00:00.000Z';
    await admin.post(at('/start', id));
    await second.post(at('/release', id));
    const released = (await admin.get(at('', id))).body.recovery;
    expect(released).toMatchObject({ askedAt, startedBy: 'Admin', releasedBy: 'Admin' });
    test.clock.moveTo('2026-06-16T12:00:01Z');
    const later = await test.signIn('admin@bursar.example');
    expect((await later.get(at('', id))).body.recovery).toEqual({
      askedAt,
      startedBy: null,
      startedAt: null,
      releasedBy: null,
      releasedAt: null,
      hindrance: 'recovery_not_started',
    });
    test.clock.moveTo('2026-06-15T12:00:00Z');
  });

  it('does not keep a later request of the owner from the helpers, except while its link is valid', async () => {
    const { id, email } = portfolio.otherTeam.agent;
    const helperAt = async (now: string, helper = 'admin@bursar.example') => {
      test.clock.moveTo(now);
      return test.signIn(helper);
    };
    const notificationsOf = async (client: TestClient) => {
      const { notifications } = (await client.get('/api/notices')).body;
      return notifications.filter(({ target }: { target: { id: string } }) => target.id === id);
    };
    await admin.post(at('/start', id));
    const releaser = await helperAt('2026-06-16T11:59:00Z', 'second@bursar.example');
    const { link } = (await releaser.post(at('/release', id))).body;
    const helper = await helperAt('2026-06-16T12:30:00Z');
    await ask(email);
    expect(await notificationsOf(helper)).toEqual([]);
    const later = await helperAt('2026-06-16T13:00:00Z');
    await ask(email);
    expect(await notificationsOf(later)).toHaveLength(1);
    expect((await later.get(at('', id))).body.recovery).toMatchObject({
      askedAt: '2026-06-16T13:00:00.000Z',
      startedAt: null,
      releasedAt: null,
    });
    expect((await complete(tokenIn(link))).body.error).toBe('recovery_link_not_valid');
    const asked = await test.owner`
      select from audit_events where subject_id = ${id} and event = 'request-recovery'`;
    expect(asked).toHaveLength(1);
    test.clock.moveTo('2026-06-15T12:00:00Z');
  });

  it('notifies the helpers again a day after a request that nobody has answered', async () => {
    const { id, email } = portfolio.otherTeam.agent;
    const requestsBy = async (now: string) => {
      test.clock.moveTo(now);
      await ask(email);
      const rows = await test.owner`
        select from audit_events where subject_id = ${id} and event = 'request-recovery'`;
      return rows.length;
    };
    const first = await requestsBy('2026-08-01T12:00:00Z');
    expect(await requestsBy('2026-08-02T11:59:00Z')).toBe(first);
    expect(await requestsBy('2026-08-02T12:00:00Z')).toBe(first + 1);
    test.clock.moveTo('2026-06-15T12:00:00Z');
  });
});
