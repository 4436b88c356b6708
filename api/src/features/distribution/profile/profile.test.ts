import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { arrangePortfolio, testPassword, type TestPortfolio } from '../../../testing/arrange.ts';
import {
  createTestApp,
  postSignIn,
  type TestApp,
  type TestClient,
} from '../../../testing/test-app.ts';
import { meetAt } from '../../../testing/while-held.ts';
import type { Transaction } from '../../../platform/database.ts';

describe('the user’s own profile', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let agent: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
  });
  beforeEach(async () => {
    await test.owner`update sessions set ended_at = now() where ended_at is null`;
    await test.owner`delete from sign_in_attempts`;
    agent = await test.signIn(portfolio.team.agent.email);
  });

  const auditOf = async (event: string) => {
    const [row] = await test.owner`
      select actor_id, subject_id, before, after from audit_events
      where event = ${event} order by at desc, id desc limit 1`;
    return row;
  };
  const postPhoto = (content: Buffer) =>
    test.app.server.inject({
      method: 'POST',
      url: '/api/profile/photo',
      cookies: { ...agent.cookies },
      headers: {
        'content-type': 'application/octet-stream',
        'x-xsrf-token': agent.cookies['XSRF-TOKEN'] ?? '',
      },
      payload: content,
    });

  it('is changed by its owner, with the old and new values in the audit trail', async () => {
    const { body: before } = await agent.get('/api/profile');
    expect(before).toMatchObject({ id: portfolio.team.agent.id, role: 'agent', language: 'en' });
    const change = {
      name: ' Amira Nasser ',
      phone: '+1 415 555 2671',
      language: 'ae',
      timeZone: 'Asia/Dubai',
      version: before.version,
    };
    const { status, body } = await agent.put('/api/profile', change);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Amira Nasser',
      phone: '+14155552671',
      language: 'ae',
      timeZone: 'Asia/Dubai',
      email: portfolio.team.agent.email,
    });
    expect(await auditOf('change-profile')).toMatchObject({
      actorId: portfolio.team.agent.id,
      before: { language: 'en', phone: null },
      after: { name: 'Amira Nasser', language: 'ae' },
    });
    const session = await agent.get('/api/session');
    expect(session.body).toMatchObject({ name: 'Amira Nasser', timeZone: 'Asia/Dubai' });
  });

  it.each([
    [{ name: ' ' }, 'name_missing', 'name'],
    [{ phone: '12' }, 'phone_not_valid', 'phone'],
    [{ timeZone: 'Mars/Olympus' }, 'time_zone_unknown', 'timeZone'],
    // PostgreSQL reads NST as America/St_Johns, JavaScript as Pacific/Auckland, so it is refused.
    [{ timeZone: 'NST' }, 'time_zone_unknown', 'timeZone'],
    [{ version: 0 }, 'changed_since', undefined],
  ])('refuses the change %o: %s', async (wrong, error, field) => {
    const { body: known } = await agent.get('/api/profile');
    const { name, language, timeZone, version } = known;
    const right = { name, phone: '', language, timeZone, version };
    const answer = await agent.put('/api/profile', { ...right, ...wrong });
    expect(answer.body.error).toBe(error);
    expect(Object.keys(answer.body.fields ?? {})[0]).toBe(field);
    expect((await agent.get('/api/profile')).body).toEqual(known);
  });

  it('accepts a new password with the current one, and ends the other sessions', async () => {
    const { email, id } = portfolio.team.agent;
    const other = await test.signIn(email);
    const change = { currentPassword: testPassword, password: 'Own#Choice9' };
    expect((await agent.post('/api/profile/password', change)).body).toEqual({ sessionsEnded: 1 });
    expect((await other.get('/api/session')).status).toBe(401);
    expect((await agent.get('/api/session')).status).toBe(200);
    expect((await postSignIn(test.app, { email, password: testPassword })).answer.status).toBe(401);
    const audit = await auditOf('change-password');
    expect(audit).toMatchObject({ subjectId: id, after: { sessionsEnded: 1 } });
    expect(JSON.stringify(audit)).not.toContain('Own#Choice9');
    const back = { currentPassword: 'Own#Choice9', password: testPassword };
    expect((await agent.post('/api/profile/password', back)).status).toBe(200);
  });

  it('accepts one of two new passwords that are sent at once', async () => {
    const { email, id } = portfolio.team.agent;
    const other = await test.signIn(email);
    const change = (client: TestClient, password: string) => () =>
      client.post('/api/profile/password', { currentPassword: testPassword, password });
    const hold = (transaction: Transaction) =>
      transaction`select from accounts where id = ${id} for update`;
    const [first, second] = await meetAt(test.owner, hold, [
      change(agent, 'Own#Choice9'),
      change(other, 'Thief#Choice9'),
    ]);
    expect(first?.status).toBe(200);
    expect(second?.body).toMatchObject({ error: 'current_password_wrong' });
    const back = { currentPassword: 'Own#Choice9', password: testPassword };
    expect((await agent.post('/api/profile/password', back)).status).toBe(200);
  });

  it.each([
    [{ password: 'short' }, 'password_length_wrong', 'password'],
    [{ password: 'password1' }, 'password_leaked', 'password'],
    [{ currentPassword: 'not-the-one' }, 'current_password_wrong', 'currentPassword'],
    [{ password: testPassword }, 'password_unchanged', 'password'],
  ])('refuses the new password %o: %s', async (wrong, error, field) => {
    const right = { currentPassword: testPassword, password: 'Own#Choice9' };
    const { body } = await agent.post('/api/profile/password', { ...right, ...wrong });
    expect(body).toMatchObject({ error, fields: { [field]: body.message } });
    const { email } = portfolio.team.agent;
    expect((await postSignIn(test.app, { email, password: testPassword })).answer.status).toBe(200);
  });

  it('delays guesses of the current password', async () => {
    const guess = { currentPassword: 'not-the-one', password: 'Own#Choice9' };
    const errors: string[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      errors.push((await agent.post('/api/profile/password', guess)).body.error);
    }
    expect(errors.slice(-2)).toEqual(['current_password_wrong', 'too_many_attempts']);
  });

  it('has a photo that only its owner, the desk and the manager can see', async () => {
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9]);
    expect((await postPhoto(jpeg)).json()).toMatchObject({
      photoChangedAt: test.clock.now().toISOString(),
    });
    expect(await auditOf('change-photo')).toMatchObject({ after: { bytes: jpeg.length } });
    const { team, otherTeam, manager } = portfolio;
    const address = `/api/accounts/${team.agent.id}/photo`;
    for (const seer of [team.agent, team.desk, manager]) {
      const client = await test.signIn(seer.email);
      const cookies = { ...client.cookies };
      // Pages add the time of the change to the address.
      const at = encodeURIComponent(test.clock.now().toISOString());
      for (const url of [address, `${address}?at=${at}`]) {
        const answer = await test.app.server.inject({ url, cookies });
        expect(answer.headers['content-type']).toBe('image/jpeg');
        expect(answer.rawPayload).toEqual(jpeg);
      }
    }
    for (const stranger of [team.otherAgent, otherTeam.desk]) {
      const client = await test.signIn(stranger.email);
      expect((await client.get(address)).status).toBe(404);
    }
    expect((await agent.post('/api/profile/photo/remove')).body.photoChangedAt).toBeNull();
    expect((await agent.get(address)).status).toBe(404);
    expect(await auditOf('remove-photo')).toMatchObject({ subjectId: team.agent.id });
  });

  it('refuses a photo that is not a JPEG or is too large', async () => {
    expect((await postPhoto(Buffer.from('<svg onload="x">'))).json().error).toBe('photo_not_jpeg');
    const large = Buffer.alloc(256 * 1024 + 1, 0xff);
    expect((await postPhoto(large)).json()).toMatchObject({
      error: 'body_too_large',
      details: { limit: '256 KB' },
    });
    expect(await test.owner`select from account_photos`).toHaveLength(0);
  });

  it('lists the open sessions, the current one first, and ends the others', async () => {
    const { email } = portfolio.team.agent;
    const signInFrom = (remoteAddress: string, userAgent: string) =>
      test.app.server.inject({
        method: 'POST',
        url: '/api/login/data-login',
        payload: { email, password: testPassword },
        headers: { 'user-agent': userAgent },
        remoteAddress,
      });
    await signInFrom(
      '192.168.1.7',
      'Mozilla/5.0 (iPhone; CPU) AppleWebKit/605 Version/18.1 Mobile/15E148 Safari/604.1',
    );
    await signInFrom(
      '203.0.113.9',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0 Safari/537.36 Edg/141.0',
    );
    const { body } = await agent.get('/api/profile/sessions');
    expect(body.sessions[0]).toMatchObject({ isCurrent: true, place: 'this-machine' });
    expect(body.sessions).toHaveLength(3);
    expect(body.sessions).toContainEqual(
      expect.objectContaining({ browser: 'Safari', system: 'iPhone', place: 'local-network' }),
    );
    const edge = { browser: 'Edge', system: 'Windows', place: 'elsewhere', address: '203.0.113.9' };
    expect(body.sessions).toContainEqual(expect.objectContaining(edge));

    const ended = body.sessions.at(-1).id;
    expect((await agent.post(`/api/profile/sessions/${ended}/end`)).body).toEqual({ ended: 1 });
    expect((await agent.post(`/api/profile/sessions/${ended}/end`)).status).toBe(404);
    expect(await auditOf('end-session')).toMatchObject({ subjectId: ended });
    const stranger = await test.signIn(portfolio.manager.email);
    const own = body.sessions[0].id;
    expect((await stranger.post(`/api/profile/sessions/${own}/end`)).status).toBe(404);

    expect((await agent.post('/api/profile/sessions/end-others')).body).toEqual({ ended: 1 });
    expect(await auditOf('end-other-sessions')).toMatchObject({ after: { ended: 1 } });
    expect((await agent.get('/api/profile/sessions')).body.sessions).toHaveLength(1);
  });
});
