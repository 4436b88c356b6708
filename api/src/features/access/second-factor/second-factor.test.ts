import { Secret, TOTP } from 'otpauth';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  arrangeAdmin,
  arrangePortfolio,
  testPassword,
  type TestAccount,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import {
  clientOf,
  createTestApp,
  postSignIn,
  type TestApp,
  type TestClient,
} from '../../../testing/test-app.ts';

const noon = '2026-06-15T12:00:00Z';

describe('the second factor', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let agent: TestAccount;
  let client: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    await arrangeAdmin(test.owner);
    agent = portfolio.team.agent;
  });
  beforeEach(async () => {
    test.clock.moveTo(noon);
    await test.owner`delete from recovery_codes`;
    await test.owner`delete from second_factors`;
    await test.owner`delete from sign_in_attempts`;
    client = await test.signIn(agent.email);
  });

  const codeOf = (secret: string, at: Date = test.clock.now()) =>
    new TOTP({ secret }).generate({ timestamp: at.getTime() });
  const later = (seconds: number) =>
    test.clock.moveTo(new Date(test.clock.now().getTime() + seconds * 1000).toISOString());
  const begin = async () => {
    const { body } = await client.post('/api/profile/second-factor/begin', {
      password: testPassword,
    });
    return String(body.secret);
  };
  const switchOn = async () => {
    const secret = await begin();
    const { body } = await client.post('/api/profile/second-factor/confirm', {
      code: codeOf(secret),
    });
    later(60);
    return { secret, recoveryCodes: body.recoveryCodes as string[] };
  };
  const enterPassword = () => postSignIn(test.app, { email: agent.email, password: testPassword });
  const enterCode = async (cookies: Record<string, string>, code: string) => {
    const response = await test.app.server.inject({
      method: 'POST',
      url: '/api/login/second-factor',
      cookies,
      payload: { code },
    });
    const set = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
    return { status: response.statusCode, body: response.json(), cookies: set };
  };
  const lastAudit = async () => {
    const [row] = await test.owner`
      select event, actor_id, after from audit_events
      where event <> 'begin-second-factor' order by id desc limit 1`;
    return row;
  };

  it('requires no code until the first code is confirmed', async () => {
    const secret = await begin();
    expect((await enterPassword()).answer.status).toBe(200);
    const wrong = { code: codeOf(secret, new Date('2020-01-01T00:00:00Z')) };
    const refused = await client.post('/api/profile/second-factor/confirm', wrong);
    expect(refused.body).toMatchObject({
      error: 'second_factor_code_wrong',
      fields: { code: refused.body.message },
    });
    const { body } = await client.post('/api/profile/second-factor/confirm', {
      code: codeOf(secret),
    });
    expect(new Set(body.recoveryCodes).size).toBe(10);
    expect(await lastAudit()).toMatchObject({
      event: 'confirm-second-factor',
      actorId: agent.id,
    });
    expect((await client.get('/api/profile/second-factor')).body).toEqual({
      confirmedAt: test.clock.now().toISOString(),
      recoveryCodesLeft: 10,
    });
    const stored = JSON.stringify(await test.owner`select * from recovery_codes`);
    expect(stored).not.toContain(body.recoveryCodes[0]);
  });

  it('stores its secret sealed, and never in audit rows or later answers', async () => {
    const { secret } = await switchOn();
    const [row] = await test.owner<{ secret: Buffer }[]>`select secret from second_factors`;
    const sealed = row?.secret ?? Buffer.alloc(0);
    const plain = Buffer.from(Secret.fromBase32(secret).bytes);
    expect(sealed.includes(plain)).toBe(false);
    expect(test.secrets.open(sealed, agent.id)).toEqual(plain);
    const shown = JSON.stringify([
      await test.owner`select * from audit_events`,
      (await client.get('/api/profile/second-factor')).body,
      (await client.get('/api/profile')).body,
    ]);
    for (const form of [secret, plain.toString('hex'), plain.toString('base64')]) {
      expect(shown).not.toContain(form);
    }
  });

  it('does not work for another account that its sealed secret was copied to', async () => {
    const { secret } = await switchOn();
    await test.owner`
      insert into second_factors (account_id, secret, begun_at, confirmed_at)
      select ${portfolio.team.desk.id}, secret, begun_at, confirmed_at from second_factors`;
    const { email } = portfolio.team.desk;
    const { cookies } = await postSignIn(test.app, { email, password: testPassword });
    expect((await enterCode(cookies, codeOf(secret))).status).toBe(500);
  });

  it('is the second step of sign-in, in the browser that sent the password', async () => {
    const { secret } = await switchOn();
    const { answer, cookies } = await enterPassword();
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ status: false, error: 'second_factor_required' });
    expect(answer.body).not.toHaveProperty('token');
    expect(cookies).not.toHaveProperty('__Host-bursar-binding');
    const code = codeOf(secret);
    expect((await enterCode({}, code)).body).toMatchObject({
      status: false,
      error: 'pending_sign_in_expired',
    });
    const entered = await enterCode(cookies, code);
    expect(entered.status).toBe(200);
    expect(entered.body).toEqual({
      status: true,
      token: expect.stringMatching(/^[\w-]{43}$/),
      role: 'agent',
      id: agent.id,
      email: agent.email,
      message: 'Signed in',
    });
    const browser = clientOf(test.app, { ...entered.cookies, token: entered.body.token });
    expect((await browser.get('/api/session')).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ event: 'sign-in', after: { secondFactor: 'code' } });
  });

  it('accepts a code once, also from two simultaneous requests, and no older code', async () => {
    const { secret } = await switchOn();
    const code = codeOf(secret);
    const [one, other] = [await enterPassword(), await enterPassword()];
    const both = await Promise.all([enterCode(one.cookies, code), enterCode(other.cookies, code)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await enterPassword();
    expect((await enterCode(again.cookies, code)).body.error).toBe('second_factor_code_wrong');
    const before = codeOf(secret, new Date(test.clock.now().getTime() - 30_000));
    expect((await enterCode(again.cookies, before)).body.error).toBe('second_factor_code_wrong');
  });

  it('opens one session per password, even if two codes arrive at once', async () => {
    const { secret, recoveryCodes } = await switchOn();
    const { cookies } = await enterPassword();
    const codes = [codeOf(secret), ...recoveryCodes.slice(0, 3)];
    const entered = await Promise.all(codes.map((code) => enterCode(cookies, code)));
    expect(entered.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('accepts a recovery code once, in any notation', async () => {
    const { recoveryCodes } = await switchOn();
    const [code = ''] = recoveryCodes;
    const first = await enterPassword();
    const typed = code.toUpperCase().replace('-', ' ');
    expect((await enterCode(first.cookies, typed)).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ after: { secondFactor: 'recovery-code' } });
    const second = await enterPassword();
    expect((await enterCode(second.cookies, code)).body.error).toBe('second_factor_code_wrong');
    expect((await client.get('/api/profile/second-factor')).body.recoveryCodesLeft).toBe(9);
  });

  it('expects the code within five minutes of the password', async () => {
    const { secret } = await switchOn();
    const { cookies } = await enterPassword();
    later(301);
    expect((await enterCode(cookies, codeOf(secret))).body.error).toBe('pending_sign_in_expired');
  });

  it('delays guesses of codes, and the right password allows no more of them', async () => {
    const { secret } = await switchOn();
    const errors: string[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      const { cookies } = await enterPassword();
      errors.push((await enterCode(cookies, '000000')).body.error);
    }
    expect(new Set(errors)).toEqual(new Set(['second_factor_code_wrong']));
    expect((await enterPassword()).answer.body.error).toBe('too_many_attempts');
    later(2);
    const { cookies } = await enterPassword();
    expect((await enterCode(cookies, codeOf(secret))).status).toBe(200);
  });

  it('refuses an account that was suspended between the two steps', async () => {
    const { secret } = await switchOn();
    const { cookies } = await enterPassword();
    await test.owner`update accounts set status = 'suspended' where id = ${agent.id}`;
    expect((await enterCode(cookies, codeOf(secret))).body.error).toBe('account_not_active');
    await test.owner`update accounts set status = 'active' where id = ${agent.id}`;
  });

  it('is refused if the password changed after the first step', async () => {
    const { secret } = await switchOn();
    const { cookies } = await enterPassword();
    const other = 'Other#2026';
    await client.post('/api/profile/password', { currentPassword: testPassword, password: other });
    expect((await enterCode(cookies, codeOf(secret))).body.error).toBe('pending_sign_in_expired');
    await client.post('/api/profile/password', { currentPassword: other, password: testPassword });
  });

  it('requires the password to be set up, renewed and switched off', async () => {
    await switchOn();
    for (const step of ['begin', 'recovery-codes', 'switch-off']) {
      const wrong = { password: 'not-the-one' };
      const { body } = await client.post(`/api/profile/second-factor/${step}`, wrong);
      expect(body.error, step).toBe('current_password_wrong');
    }
    const right = { password: testPassword };
    expect((await client.post('/api/profile/second-factor/begin', right)).body.error).toBe(
      'second_factor_already_on',
    );
    const renewed = await client.post('/api/profile/second-factor/recovery-codes', right);
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    expect((await lastAudit())?.['event']).toBe('renew-recovery-codes');
    const off = await client.post('/api/profile/second-factor/switch-off', right);
    expect(off.body).toEqual({ confirmedAt: null, recoveryCodesLeft: 0 });
    expect((await lastAudit())?.['event']).toBe('switch-off-second-factor');
    expect((await enterPassword()).answer.status).toBe(200);
    expect((await client.post('/api/profile/second-factor/recovery-codes', right)).body.error).toBe(
      'second_factor_not_on',
    );
    expect(
      (await client.post('/api/profile/second-factor/confirm', { code: '1' })).body.error,
    ).toBe('second_factor_not_begun');
  });

  it('is reset only by an administrator', async () => {
    await switchOn();
    const address = `/api/staff/${agent.id}/second-factor/reset`;
    const manager = await test.signIn(portfolio.manager.email);
    expect((await manager.post(address)).body.error).toBe('permission_missing');
    const admin = await test.signIn('admin@bursar.example');
    expect((await admin.get(`/api/staff/${agent.id}`)).body.hasSecondFactor).toBe(true);
    expect((await admin.post(address)).body).toMatchObject({ hasSecondFactor: false });
    expect((await lastAudit())?.['event']).toBe('reset-second-factor');
    expect((await enterPassword()).answer.status).toBe(200);
    expect((await admin.post(address)).body.error).toBe('second_factor_not_on');
  });
});
