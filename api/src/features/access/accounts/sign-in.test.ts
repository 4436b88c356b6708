import { beforeAll, describe, expect, it } from 'vitest';
import { arrangePortfolio, testPassword, type TestPortfolio } from '../../../testing/arrange.ts';
import { whileHeld } from '../../../testing/while-held.ts';
import { clientOf, createTestApp, postSignIn, type TestApp } from '../../../testing/test-app.ts';

describe('sign-in', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
  });

  const right = () => ({ email: portfolio.manager.email, password: testPassword });

  it('answers exactly status, token, role, id, email and message', async () => {
    const { answer } = await postSignIn(test.app, right());
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      status: true,
      token: expect.stringMatching(/^[\w-]{43}$/),
      role: 'user',
      id: portfolio.manager.id,
      email: portfolio.manager.email,
      message: 'Signed in',
    });
  });

  it.each([
    { change: { password_hash: 'another' }, error: 'credentials_wrong' },
    { change: { status: 'suspended' }, error: 'account_not_active' },
  ])(
    'is refused as $error if that change happens while the password is compared',
    async (raced) => {
      const { change, error } = raced;
      const late = await arrangePortfolio(test.owner, error.replaceAll('_', '-'));
      const { id, email } = late.manager;
      const { answer } = await whileHeld(test.owner, id, {
        begin: () => postSignIn(test.app, { email, password: testPassword }),
        meanwhile: (transaction) =>
          transaction`update accounts set ${transaction(change)} where id = ${id}`,
      });
      expect(answer.body.error).toBe(error);
      expect(await test.owner`select from sessions where account_id = ${id}`).toHaveLength(0);
    },
  );

  it('accepts the e-mail in any case, and stores no readable password or token', async () => {
    const { answer } = await postSignIn(test.app, {
      ...right(),
      email: portfolio.manager.email.toUpperCase(),
    });
    expect(answer.status).toBe(200);
    const [stored] = await test.owner`
      select password_hash, (select count(*) from sessions
        where encode(token_hash, 'escape') like ${`%${answer.body.token}%`}) as readable
      from accounts where id = ${portfolio.manager.id}`;
    expect(stored?.['passwordHash']).toMatch(/^\$argon2id\$/);
    expect(stored?.['readable']).toBe(0);
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const wrong = await postSignIn(test.app, { ...right(), password: 'not-the-one' });
    const unknown = await postSignIn(test.app, { ...right(), email: 'nobody@bursar.example' });
    expect(wrong.answer.status).toBe(401);
    expect(wrong.answer.body).toMatchObject({ status: false, error: 'credentials_wrong' });
    const { requestId: _first, ...wrongBody } = wrong.answer.body;
    const { requestId: _second, ...unknownBody } = unknown.answer.body;
    expect(unknownBody).toEqual(wrongBody);
  });

  it('tells only a caller with the right password that the account is suspended', async () => {
    const agent = portfolio.team.otherAgent;
    await test.owner`update accounts set status = 'suspended' where id = ${agent.id}`;
    const known = await postSignIn(test.app, { email: agent.email, password: testPassword });
    expect(known.answer).toMatchObject({ status: 403, body: { error: 'account_not_active' } });
    const guessed = await postSignIn(test.app, { email: agent.email, password: 'guess' });
    expect(guessed.answer.status).toBe(401);
  });

  it('names the field that is missing, as the specification says, at the top level', async () => {
    const { answer } = await postSignIn(test.app, { password: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ status: false, email: 'This is required.' });
  });

  it('requires both the token and the binding cookie', async () => {
    const client = await test.signIn(portfolio.manager.email);
    const { token = '', ...withoutToken } = client.cookies;
    expect((await client.get('/api/session')).status).toBe(200);
    expect((await clientOf(test.app, { token }).get('/api/session')).status).toBe(401);
    expect((await clientOf(test.app, withoutToken).get('/api/session')).status).toBe(401);
    const other = await test.signIn(portfolio.team.desk.email);
    const mixed = { ...other.cookies, token };
    expect((await clientOf(test.app, mixed).get('/api/session')).status).toBe(401);
  });

  it('hides the binding cookie from scripts and from other sites', async () => {
    const response = await test.app.server.inject({
      method: 'POST',
      url: '/api/login/data-login',
      payload: right(),
    });
    const binding = response.cookies.find((cookie) => cookie.name === '__Host-bursar-binding');
    expect(binding).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(binding).toMatchObject({ secure: true });
    expect(binding).not.toHaveProperty('domain');
    const xsrf = response.cookies.find((cookie) => cookie.name === 'XSRF-TOKEN');
    expect(xsrf).not.toHaveProperty('httpOnly');
  });

  it('ends the browser’s former session when it signs in again', async () => {
    const first = await test.signIn(portfolio.manager.email);
    const cookie = `__Host-bursar-binding=${first.cookies['__Host-bursar-binding']}`;
    await postSignIn(test.app, right(), { cookie });
    expect((await first.get('/api/session')).status).toBe(401);
  });

  it('expires after 30 idle minutes, and after 12 hours even if used', async () => {
    const client = await test.signIn(portfolio.manager.email);
    test.clock.moveTo('2026-06-15T12:29:00Z');
    expect((await client.get('/api/session')).status).toBe(200);
    test.clock.moveTo('2026-06-15T12:58:00Z');
    expect((await client.get('/api/session')).status).toBe(200);
    test.clock.moveTo('2026-06-15T13:29:00Z');
    expect((await client.get('/api/session')).status).toBe(401);

    test.clock.moveTo('2026-06-16T00:00:00Z');
    const busy = await test.signIn(portfolio.manager.email);
    for (let minutes = 20; minutes < 720; minutes += 20) {
      test.clock.moveTo(new Date(Date.UTC(2026, 5, 16, 0, minutes)).toISOString());
      expect((await busy.get('/api/session')).status).toBe(200);
    }
    test.clock.moveTo('2026-06-16T12:00:01Z');
    expect((await busy.get('/api/session')).status).toBe(401);
    test.clock.moveTo('2026-06-15T12:00:00Z');
  });

  it('allows no more parallel guesses than sequential ones', async () => {
    const { email } = portfolio.otherTeam.otherAgent;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => postSignIn(test.app, { email, password: 'not-the-one' })),
    );
    const statuses = answers.map(({ answer }) => answer.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  it('does not count successes as failed attempts', async () => {
    await test.owner`delete from sign_in_attempts`;
    for (let times = 0; times < 30; times += 1) await test.signIn(portfolio.manager.email);
    expect((await postSignIn(test.app, right())).answer.status).toBe(200);
  });

  describe('issues an XSRF token that', () => {
    const change = (cookies: Record<string, string>, token: string | null) =>
      test.app.server.inject({
        method: 'POST',
        url: '/api/assignments/preview',
        cookies,
        payload: {},
        ...(token !== null && { headers: { 'x-xsrf-token': token } }),
      });
    const isRefused = { error: 'xsrf_token_mismatch' };

    it('must be sent in a header, even if the cookie has it', async () => {
      const { cookies } = await test.signIn(portfolio.manager.email);
      const token = cookies['XSRF-TOKEN'] ?? '';
      expect((await change(cookies, null)).json()).toMatchObject(isRefused);
      expect((await change(cookies, '')).json()).toMatchObject(isRefused);
      expect((await change(cookies, 'another')).json()).toMatchObject(isRefused);
      expect((await change(cookies, token)).statusCode).toBe(400);
    });

    it('belongs to its session, so one planted as cookie and header is refused', async () => {
      const { cookies } = await test.signIn(portfolio.manager.email);
      const other = await test.signIn(portfolio.team.desk.email);
      for (const planted of ['planted', other.cookies['XSRF-TOKEN'] ?? '']) {
        const answer = await change({ ...cookies, 'XSRF-TOKEN': planted }, planted);
        expect(answer.json()).toMatchObject(isRefused);
      }
    });

    it('is set again if the page lost it', async () => {
      const { cookies } = await test.signIn(portfolio.manager.email);
      const { 'XSRF-TOKEN': token, ...others } = cookies;
      const read = await test.app.server.inject({ url: '/api/session', cookies: others });
      expect(read.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value).toBe(token);
      const again = await test.app.server.inject({ url: '/api/session', cookies });
      expect(again.cookies).toEqual([]);
    });
  });

  it('admits the owner from a known browser while others guess', async () => {
    const owner = await test.signIn(portfolio.team.agent.email);
    const { email } = portfolio.team.agent;
    const guess = () => postSignIn(test.app, { email, password: 'not-the-one' });
    await Promise.all(Array.from({ length: 8 }, guess));
    expect((await postSignIn(test.app, { email, password: testPassword })).answer.status).toBe(429);
    const device = owner.cookies['__Host-bursar-device'];
    const cookie = `__Host-bursar-device=${device}`;
    const entered = await postSignIn(test.app, { email, password: testPassword }, { cookie });
    expect(entered.answer.status).toBe(200);
    expect(entered.cookies['__Host-bursar-device']).toBe(device);
  });

  it('delays guesses increasingly, for known and unknown addresses alike', async () => {
    const statuses = { known: [] as number[], unknown: [] as number[] };
    for (const kind of ['known', 'unknown'] as const) {
      const email = kind === 'known' ? portfolio.otherTeam.desk.email : 'unknown@bursar.example';
      for (let tries = 0; tries < 6; tries += 1) {
        const { answer } = await postSignIn(test.app, { email, password: 'not-the-one' });
        statuses[kind].push(answer.status);
      }
    }
    expect(statuses.known).toEqual([401, 401, 401, 401, 401, 429]);
    expect(statuses.unknown).toEqual(statuses.known);
    const { email } = portfolio.otherTeam.desk;
    const blocked = await test.app.server.inject({
      method: 'POST',
      url: '/api/login/data-login',
      payload: { email, password: testPassword },
    });
    expect(blocked.statusCode).toBe(429);
    expect(blocked.headers['retry-after']).toBe('1');
    test.clock.moveTo('2026-06-15T12:00:01Z');
    await postSignIn(test.app, { email, password: 'not-the-one' });
    const longer = await postSignIn(test.app, { email, password: testPassword });
    expect(longer.answer.body).toMatchObject({
      error: 'too_many_attempts',
      message: 'Too many attempts. Wait 2 seconds and try again.',
    });
    test.clock.moveTo('2026-06-15T12:00:03Z');
    expect((await postSignIn(test.app, { email, password: testPassword })).answer.status).toBe(200);
  });
});
