import { TOTP } from 'otpauth';
import { uuidv7 } from 'uuidv7';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  arrangeAdmin,
  arrangePortfolio,
  testPassword,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import {
  signInAtProvider,
  startIdentityProvider,
  type IdentityProvider,
} from '../../../testing/identity-provider.ts';
import {
  clientOf,
  createTestApp,
  type TestApp,
  type TestClient,
} from '../../../testing/test-app.ts';
import { whenFileEnds } from '../../../testing/when-file-ends.ts';

describe('single sign-on', () => {
  let test: TestApp;
  let provider: IdentityProvider;
  let admin: TestClient;
  let portfolio: TestPortfolio;

  beforeAll(async () => {
    test = await createTestApp();
    provider = await startIdentityProvider('https://bursar.test');
    whenFileEnds(() => provider.stop());
    admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    portfolio = await arrangePortfolio(test.owner);
    expect(await change({ isOn: true })).toMatchObject({ status: 200 });
  });
  beforeEach(() => {
    provider.changeClaims = null;
    provider.breaksSignature = false;
  });

  async function change(changes: object) {
    const { body } = await admin.get('/api/single-sign-on');
    return admin.put('/api/single-sign-on', {
      isOn: body.isOn,
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      label: 'Sign in with Acme',
      version: body.version,
      password: testPassword,
      ...changes,
    });
  }

  async function call(path: string, payload: object, cookies: Record<string, string> = {}) {
    const url = `/api/login/single-sign-on/${path}`;
    const answer = await test.app.server.inject({ method: 'POST', url, payload, cookies });
    const set = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    return { status: answer.statusCode, body: answer.json(), cookies: { ...cookies, ...set } };
  }

  const begin = async () => {
    const { body, cookies } = await call('begin', {});
    return { address: String(body.address), cookies };
  };

  /** Signs in at the provider and returns what the browser then sends to Bursar. */
  async function answerOf(login: string) {
    const { address, cookies } = await begin();
    const back = await signInAtProvider(address, login);
    expect(back.origin + back.pathname).toBe('https://bursar.test/auth/boxed-signin');
    return { query: back.search, cookies };
  }

  async function signInAs(login: string) {
    const { query, cookies } = await answerOf(login);
    return call('complete', { query }, cookies);
  }

  async function invite(email: string): Promise<void> {
    await test.owner`
      insert into accounts (id, portfolio_id, role, email, name, status)
      values (gen_random_uuid(), ${portfolio.id}, 'user', ${email}, 'Invited', 'invited')`;
  }
  const person = (login: string, email = `${login}@bursar.test`, isVerified = true) => {
    provider.people.set(login, { email, email_verified: isVerified });
    return email;
  };
  const linksOf = (email: string) => test.owner`
    select link.issuer, link.subject, account.status
    from provider_links link join accounts account on account.id = link.account_id
    where account.email = ${email}`;

  async function countFailures(): Promise<number | undefined> {
    const [row] = await test.owner<{ failures: number }[]>`
      select coalesce(sum(failures), 0)::float8 as failures from sign_in_attempts`;
    return row?.failures;
  }

  it('links an invited account once, then knows the person by the subject alone', async () => {
    const email = person('amira');
    await invite(email);
    const first = await signInAs('amira');
    expect(first).toMatchObject({ status: 200, body: { status: true, role: 'user', email } });
    const client = clientOf(test.app, { ...first.cookies, token: first.body.token });
    expect((await client.get('/api/session')).body).toMatchObject({ email });
    expect([...(await linksOf(email))]).toEqual([
      { issuer: provider.issuer, subject: 'amira', status: 'active' },
    ]);
    const events = await test.owner<{ event: string; after: object }[]>`
      select event, after from audit_events where actor_id = ${first.body.id} order by id`;
    expect(events).toMatchObject([
      { event: 'link-sign-in', after: { provider: provider.issuer, subject: 'amira' } },
      { event: 'sign-in', after: { provider: provider.issuer } },
    ]);
    person('amira', 'other@bursar.test', false);
    expect((await signInAs('amira')).body).toMatchObject({ email });
  });

  it('ends its session here and names the address that ends the one of the provider', async () => {
    const { email } = portfolio.manager;
    person('manager', email);
    const { body, cookies } = await signInAs('manager');
    const client = clientOf(test.app, { ...cookies, token: body.token });
    const ended = await client.post('/api/session/end');
    const address = new URL(ended.body.address);
    expect(address.origin).toBe(provider.issuer);
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(
      'https://bursar.test/auth/boxed-signin',
    );
    expect((await client.get('/api/session')).status).toBe(401);
    const byPassword = await test.signIn(email);
    expect((await byPassword.post('/api/session/end')).body).toEqual({ address: null });
    expect((await byPassword.get('/api/session')).status).toBe(401);
  });

  it('refuses a suspended account, linked or not, and links again after reinstatement', async () => {
    const { email, id } = portfolio.team.desk;
    person('desk', email);
    expect((await signInAs('desk')).status).toBe(200);
    const manager = await test.signIn(portfolio.manager.email);
    await test.owner`update accounts set status = 'suspended' where id = ${id}`;
    expect((await signInAs('desk')).body).toMatchObject({ error: 'account_not_active' });
    await test.owner`update accounts set status = 'active' where id = ${id}`;
    const suspended = await manager.post(`/api/staff/${id}/suspend`, {
      id: uuidv7(),
      loans: 'stay',
    });
    expect(suspended).toMatchObject({ status: 200 });
    expect(await linksOf(email)).toHaveLength(0);
    expect((await signInAs('desk')).body).toMatchObject({ error: 'account_not_active' });
    expect(await linksOf(email)).toHaveLength(0);
  });

  it('creates nobody, and needs an address that the provider has verified', async () => {
    person('stranger');
    expect((await signInAs('stranger')).body).toMatchObject({
      error: 'single_sign_on_account_unknown',
      message:
        'No account uses the address stranger@bursar.test. Ask your administrator to invite you.',
    });
    await invite(person('unverified', 'unverified@bursar.test', false));
    const refused = await signInAs('unverified');
    expect(refused.body).toMatchObject({ error: 'single_sign_on_email_unverified', status: false });
    expect(await linksOf('unverified@bursar.test')).toHaveLength(0);
  });

  it('refuses a second person with the address of a linked account', async () => {
    await invite(person('first', 'shared@bursar.test'));
    person('second', 'shared@bursar.test');
    expect((await signInAs('first')).status).toBe(200);
    expect((await signInAs('second')).body.error).toBe('single_sign_on_linked_to_another');
  });

  it('does not trust an address that someone else entered for an account in use', async () => {
    const { email, id } = portfolio.team.agent;
    person('agent', email);
    await test.owner`update accounts set email_set_by = ${portfolio.manager.id} where id = ${id}`;
    expect((await signInAs('agent')).body.error).toBe('single_sign_on_address_changed');
    await test.signIn(email);
    expect((await signInAs('agent')).status).toBe(200);
  });

  it('asks for our second factor too if a rule demands it, which needs no password to set up', async () => {
    const email = person('nadia');
    await invite(email);
    const { version } = (await admin.get('/api/security-rules')).body;
    const rules = {
      passwordMin: 8,
      idleMinutes: 30,
      longestHours: 12,
      networks: { admin: [], user: [], team: [], agent: [] },
      password: testPassword,
    };
    const demand = (secondFactorRoles: string[], at: number) =>
      admin.put('/api/security-rules', { ...rules, secondFactorRoles, version: at });
    expect((await demand(['user'], version)).status).toBe(200);
    const first = await signInAs('nadia');
    const client = clientOf(test.app, { ...first.cookies, token: first.body.token });
    expect((await client.get('/api/loans?view=all')).body.error).toBe('second_factor_missing');
    const begun = await client.post('/api/profile/second-factor/begin', { password: '' });
    const totp = new TOTP({ secret: begun.body.secret });
    const codeAt = (instant: string) => totp.generate({ timestamp: Date.parse(instant) });
    const code = codeAt('2026-06-15T12:00:00Z');
    expect((await client.post('/api/profile/second-factor/confirm', { code })).status).toBe(200);
    expect((await client.get('/api/loans?view=all')).status).toBe(200);

    const again = await signInAs('nadia');
    expect(again.body).toMatchObject({ error: 'second_factor_required', status: false });
    expect(again.cookies['__Host-bursar-binding']).toBeUndefined();
    const failures = await countFailures();
    const completed = await test.app.server.inject({
      method: 'POST',
      url: '/api/login/second-factor',
      payload: { code: codeAt('2026-06-15T12:00:30Z') },
      cookies: again.cookies,
    });
    expect(completed.statusCode).toBe(200);
    expect(await countFailures()).toBe(failures);
    const cookies = Object.fromEntries(completed.cookies.map(({ name, value }) => [name, value]));
    const second = clientOf(test.app, { ...cookies, token: completed.json().token });
    expect((await second.get('/api/session')).body.isByProvider).toBe(true);
    expect((await demand([], version + 1)).status).toBe(200);
    // Once the rule no longer requires a second factor, a sign-in at the provider needs no code
    // from one.
    expect((await signInAs('nadia')).status).toBe(200);
  });

  it.each([
    ['single_sign_on_audience_wrong', { aud: 'another-application' }],
    ['single_sign_on_issuer_wrong', { iss: 'https://another.example' }],
    ['single_sign_on_token_expired', { exp: 1_700_000_000 }],
    ['single_sign_on_nonce_wrong', { nonce: 'of-another-sign-in' }],
  ])('%s: refuses a token with %j', async (error, claims) => {
    await invite(person(error));
    provider.changeClaims = (right) => ({ ...right, ...claims });
    const { body, cookies } = await signInAs(error);
    expect(body).toMatchObject({ error, status: false });
    expect(cookies['__Host-bursar-binding']).toBeUndefined();
    expect(await linksOf(`${error}@bursar.test`)).toHaveLength(0);
  });

  it('refuses a token whose signature is not the provider’s', async () => {
    await invite(person('forged'));
    provider.breaksSignature = true;
    expect((await signInAs('forged')).body.error).toBe('single_sign_on_answer_invalid');
  });

  it('accepts an answer once, soon, and only from the browser that asked', async () => {
    await invite(person('karim'));
    const { query, cookies } = await answerOf('karim');
    const error = 'single_sign_on_not_started';
    expect((await call('complete', { query })).body.error).toBe(error);
    expect((await call('complete', { query }, (await begin()).cookies)).body.error).toBe(error);
    const forged = query.replace(/state=[^&]+/, 'state=guessed');
    expect((await call('complete', { query: forged }, cookies)).body.error).toBe(error);
    expect((await call('complete', { query }, cookies)).status).toBe(200);
    expect((await call('complete', { query }, cookies)).body.error).toBe(error);
    const late = await answerOf('karim');
    test.clock.moveTo('2026-06-15T12:10:01Z');
    expect((await call('complete', late, late.cookies)).body.error).toBe('unknown_fields');
    expect((await call('complete', { query: late.query }, late.cookies)).body.error).toBe(error);
    test.clock.moveTo('2026-06-15T12:00:00Z');
  });

  it('refuses a code that was used for another sign-in', async () => {
    await invite(person('lena'));
    const first = await answerOf('lena');
    expect((await call('complete', { query: first.query }, first.cookies)).status).toBe(200);
    const { address, cookies } = await begin();
    const state = new URL(address).searchParams.get('state');
    const code = new URLSearchParams(first.query).get('code');
    const iss = encodeURIComponent(provider.issuer);
    const replayed = { query: `?code=${code}&state=${state}&iss=${iss}` };
    expect((await call('complete', replayed, cookies)).body.error).toBe('single_sign_on_code_used');
  });

  it('says that the provider declined, with its reason if that is a plain name', async () => {
    const decline = async (reason: string) => {
      const { address, cookies } = await begin();
      const state = new URL(address).searchParams.get('state');
      const iss = encodeURIComponent(provider.issuer);
      const query = `?error=${reason}&state=${state}&iss=${iss}`;
      return (await call('complete', { query }, cookies)).body;
    };
    expect(await decline('access_denied')).toMatchObject({
      error: 'single_sign_on_declined',
      message: 'The identity provider did not sign you in (access_denied). Try again.',
    });
    expect((await decline('%3Cb%3EPay')).details).toEqual({ reason: 'unknown_error' });
  });

  it('says if the provider does not accept the client or does not answer', async () => {
    const { query, cookies } = await answerOf('lena');
    expect((await change({ clientSecret: 'outdated' })).status).toBe(200);
    const refused = await call('complete', { query }, cookies);
    expect(refused.body.error).toBe('single_sign_on_client_refused');
    expect((await change({})).status).toBe(200);
    await test.owner`update single_sign_on set issuer = 'http://127.0.0.1:1'`;
    expect((await call('begin', {})).body.error).toBe('single_sign_on_unreachable');
    await test.owner`update single_sign_on set issuer = ${provider.issuer}`;
  });

  it('has settings whose secret is stored encrypted and never answered', async () => {
    const read = await admin.get('/api/single-sign-on');
    expect(read.body).toMatchObject({
      isOn: true,
      hasSecret: true,
      redirectAddress: 'https://bursar.test/auth/boxed-signin',
    });
    const [stored] = await test.owner<{ clientSecret: Buffer }[]>`
      select client_secret from single_sign_on`;
    expect(stored?.clientSecret.includes(provider.clientSecret)).toBe(false);
    const events = await test.owner`
      select before, after from audit_events where event = 'change-single-sign-on'`;
    expect(events.length).toBeGreaterThan(0);
    const seen = JSON.stringify([read.body, events]);
    expect(seen).not.toContain(provider.clientSecret);
    expect((await change({ clientSecret: '' })).status).toBe(200);
    expect((await call('begin', {})).status).toBe(200);
  });

  it.each([
    [{ password: 'wrong' }, 'current_password_wrong'],
    [{ issuer: 'http://login.example.com' }, 'issuer_not_valid'],
    [{ issuer: 'not an address' }, 'issuer_not_valid'],
    [{ issuer: 'https://name:secret@login.example.com' }, 'issuer_not_valid'],
    [{ clientId: ' ' }, 'client_id_missing'],
    [{ label: ' ' }, 'sign_in_label_missing'],
    [{ issuer: 'http://127.0.0.1:1' }, 'single_sign_on_unreachable'],
    [{ version: 0 }, 'changed_since'],
  ])('does not save %j: %s', async (changes, error) => {
    expect((await change(changes)).body.error).toBe(error);
  });

  it('is set up by administrators only, also if another role gets the permission', async () => {
    const manager = await test.signIn(portfolio.manager.email);
    expect((await manager.get('/api/single-sign-on')).body.error).toBe('permission_missing');
    await admin.put('/api/permissions/change-security/user', { granted: true });
    expect((await manager.get('/api/single-sign-on')).status).toBe(404);
    const { body } = await admin.get('/api/single-sign-on');
    const { hasSecret: _, redirectAddress: __, ...settings } = body;
    const sent = { ...settings, clientSecret: 'theirs', password: testPassword };
    expect((await manager.put('/api/single-sign-on', sent)).status).toBe(404);
    await admin.put('/api/permissions/change-security/user', { granted: false });
  });

  it('offers its button only while it is on', async () => {
    const button = async () =>
      (await test.app.server.inject('/api/login/single-sign-on')).json().label;
    expect(await button()).toBe('Sign in with Acme');
    const { query, cookies } = await answerOf('lena');
    expect((await change({ isOn: false })).status).toBe(200);
    expect(await button()).toBeNull();
    expect((await call('begin', {})).body.error).toBe('single_sign_on_off');
    expect((await call('complete', { query }, cookies)).body.error).toBe('single_sign_on_off');
  });
});
