import { uuidv7 } from 'uuidv7';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  arrangeAdmin,
  arrangePortfolio,
  testPassword,
  type TestAccount,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import {
  createTestApp,
  postSignIn,
  type TestApp,
  type TestClient,
} from '../../../testing/test-app.ts';

const usual = {
  passwordMin: 8,
  idleMinutes: 30,
  longestHours: 12,
  secondFactorRoles: [],
  networks: { admin: [], user: [], team: [], agent: [] },
};

describe('security rules', () => {
  let test: TestApp;
  let admin: TestClient;
  let adminAccount: TestAccount;
  let portfolio: TestPortfolio;
  beforeAll(async () => {
    // Rules must apply at once, also in a process that caches sessions.
    test = await createTestApp({ cachesReads: true });
    adminAccount = await arrangeAdmin(test.owner);
    admin = await test.signIn(adminAccount.email);
    portfolio = await arrangePortfolio(test.owner);
  });
  beforeEach(async () => {
    expect(await change({})).toMatchObject({ status: 200 });
  });

  async function change(changes: object, client = admin) {
    const { version = 0 } = (await admin.get('/api/security-rules')).body;
    const sent = { ...usual, version, password: testPassword, ...changes };
    return client.put('/api/security-rules', sent);
  }

  const networksOf = (networks: object) => ({ networks: { ...usual.networks, ...networks } });

  async function makeKey(client: TestClient): Promise<string> {
    const { body } = await client.post('/api/profile/api-keys', {
      id: uuidv7(),
      name: 'Export',
      permissions: ['read-loans'],
      expiresInDays: 30,
      password: testPassword,
    });
    return body.secret;
  }

  async function statusOf(
    caller: TestClient | string,
    remoteAddress = '127.0.0.1',
    url = '/api/loans?view=all',
  ) {
    const by =
      typeof caller === 'string'
        ? { headers: { authorization: `Bearer ${caller}` } }
        : { cookies: { ...caller.cookies } };
    const answer = await test.app.server.inject({ method: 'GET', url, remoteAddress, ...by });
    return answer.statusCode === 200 ? 200 : answer.json().error;
  }

  describe('on second factors', () => {
    it('admit an account without one to its set-up only, as a person and by key', async () => {
      const { manager, team } = portfolio;
      const client = await test.signIn(manager.email);
      const desk = await test.signIn(team.desk.email);
      const key = await makeKey(client);
      expect(await statusOf(client)).toBe(200);
      expect((await change({ secondFactorRoles: ['user'] })).status).toBe(200);
      const refused = 'second_factor_missing';
      expect(await statusOf(client)).toBe(refused);
      expect(await statusOf(key)).toBe(refused);
      expect(await statusOf(desk)).toBe(200);
      for (const { key: endpoint, access, worksWithoutFactor } of test.app.platform.endpoints) {
        if (access === 'public' || worksWithoutFactor) continue;
        const [method, path = ''] = endpoint.split(' ');
        const url = path.replaceAll(/:\w+/g, uuidv7());
        const answer =
          method === 'GET'
            ? await client.get(url)
            : await (method === 'PUT' ? client.put(url, {}) : client.post(url));
        expect(answer.body.error, endpoint).toBe(refused);
      }
      expect((await client.get('/api/session')).status).toBe(200);
      expect((await client.get('/api/profile/second-factor')).body.confirmedAt).toBeNull();
      await setUp(manager);
      expect(await statusOf(client)).toBe(200);
      expect(await statusOf(key)).toBe(200);
      await removeFactor(manager);
    });
  });

  /** Inserts a confirmed second factor; `second-factor.test.ts` tests the real set-up. */
  const setUp = ({ id }: TestAccount) =>
    test.owner`
    insert into second_factors (account_id, secret, begun_at, confirmed_at)
    values (${id}, ${Buffer.alloc(48)}, now(), now())`.then(settled);
  const removeFactor = ({ id }: TestAccount) =>
    test.owner`delete from second_factors where account_id = ${id}`.then(settled);
  /** Clears cached sessions, as the notification of a change made outside the process would. */
  async function settled(): Promise<void> {
    test.app.platform.sessions?.forget();
  }

  describe('on passwords', () => {
    it('set the shortest that people can choose from now on', async () => {
      const { agent } = portfolio.team;
      const client = await test.signIn(agent.email);
      expect((await change({ passwordMin: 12 })).status).toBe(200);
      const choose = (password: string) =>
        client.post('/api/profile/password', { currentPassword: testPassword, password });
      expect((await choose('Long#enou11')).body).toMatchObject({
        error: 'password_length_wrong',
        message: 'Choose a password of 12 to 15 characters.',
      });
      expect((await choose('Long#enough12')).status).toBe(200);
      // A password in use stays valid.
      expect((await test.signIn(portfolio.manager.email)).cookies['token']).toBeDefined();
    });

    it.each([{ passwordMin: 7 }, { passwordMin: 16 }, { idleMinutes: 31 }, { idleMinutes: 4 }])(
      'are never looser than the product’s own limits: %j',
      async (changes) => {
        expect((await change(changes)).body.error).toBe('invalid_request');
      },
    );
  });

  it('end idle and long sessions sooner, with the reason', async () => {
    const client = await test.signIn(portfolio.team.desk.email);
    const reasonOf = async () => (await client.get('/api/session')).body.details?.reason;
    expect((await change({ idleMinutes: 5, longestHours: 1 })).status).toBe(200);
    expect((await client.get('/api/session')).body.endsInSeconds).toBe(300);
    test.clock.moveTo('2026-06-15T12:04:00Z');
    expect(await reasonOf()).toBeUndefined();
    test.clock.moveTo('2026-06-15T12:09:01Z');
    expect(await reasonOf()).toBe('idle');
    test.clock.moveTo('2026-06-15T12:00:00Z');
    const busy = await test.signIn(portfolio.team.desk.email);
    for (let minute = 4; minute < 60; minute += 4) {
      test.clock.moveTo(`2026-06-15T12:${String(minute).padStart(2, '0')}:00Z`);
      expect((await busy.get('/api/session')).status).toBe(200);
    }
    test.clock.moveTo('2026-06-15T13:00:01Z');
    expect((await busy.get('/api/session')).body.details).toEqual({ reason: 'too-long' });
    test.clock.moveTo('2026-06-15T12:00:00Z');
  });

  describe('on networks', () => {
    it('limit sessions, keys and sign-in of a role, over IPv4 and IPv6', async () => {
      const { team } = portfolio;
      const other = await arrangePortfolio(test.owner, 'two');
      const manager = await test.signIn(other.manager.email);
      const key = await makeKey(manager);
      const desk = await test.signIn(team.desk.email);
      const networks = { user: ['10.0.0.0/8', ' 2001:db8::/32 ', ''] };
      const saved = await change(networksOf(networks));
      expect(saved.body.networks.user).toEqual(['10.0.0.0/8', '2001:db8::/32']);
      for (const caller of [manager, key]) {
        expect(await statusOf(caller)).toBe('address_not_allowed');
        expect(await statusOf(caller, '10.9.8.7')).toBe(200);
        expect(await statusOf(caller, '::ffff:10.9.8.7')).toBe(200);
        expect(await statusOf(caller, '2001:db8:7::1')).toBe(200);
        expect(await statusOf(caller, '2001:db9::1')).toBe('address_not_allowed');
      }
      expect(await statusOf(manager, '127.0.0.1', '/api/session')).toBe('address_not_allowed');
      expect(await statusOf(desk)).toBe(200);
      const typed = { email: other.manager.email, password: testPassword };
      const { answer, cookies } = await postSignIn(test.app, typed);
      expect(answer.body).toMatchObject({
        error: 'address_not_allowed',
        details: { address: '127.0.0.1' },
      });
      expect(cookies['__Host-bursar-binding']).toBeUndefined();
      // The rule reveals nothing to those who do not know the password.
      const guessed = await postSignIn(test.app, { ...typed, password: 'Wrong#2026' });
      expect(guessed.answer.body.error).toBe('credentials_wrong');
    });

    it('must contain the address of the administrator who saves them', async () => {
      const refused = await change(networksOf({ admin: ['10.0.0.0/8'] }));
      expect(refused.body).toMatchObject({
        error: 'networks_lock_you_out',
        details: { address: '127.0.0.1' },
      });
      expect((await admin.get('/api/security-rules')).body.networks.admin).toEqual([]);
      const kept = await change(networksOf({ admin: ['10.0.0.0/8', '127.0.0.1'] }));
      expect(kept.status).toBe(200);
      expect(kept.body.networks.admin).toEqual(['10.0.0.0/8', '127.0.0.1/32']);
      expect(await statusOf(admin, '192.0.2.1', '/api/security-rules')).toBe('address_not_allowed');
    });

    it.each([
      ['10.0.0.0/33', 'network_not_valid'],
      ['office', 'network_not_valid'],
      ['10.1.2.3/8', 'network_not_exact'],
    ])('are refused if malformed: %s', async (network, error) => {
      const { body } = await change(networksOf({ agent: [network] }));
      expect(body).toMatchObject({ error, details: { network } });
      expect(Object.keys(body.fields)).toEqual(['networks.agent']);
    });
  });

  it('are changed by administrators only, with their password, and are audited', async () => {
    const other = await arrangePortfolio(test.owner, 'three');
    const manager = await test.signIn(other.manager.email);
    expect((await change({}, manager)).body.error).toBe('permission_missing');
    await admin.put('/api/permissions/change-security/user', { granted: true });
    expect((await change({}, manager)).status).toBe(404);
    expect((await manager.get('/api/security-rules')).status).toBe(404);
    await admin.put('/api/permissions/change-security/user', { granted: false });
    expect((await change({ password: 'wrong' })).body.error).toBe('current_password_wrong');
    expect((await change({ version: 0 })).body.error).toBe('changed_since');
    await change({ idleMinutes: 20, ...networksOf({ team: ['10.0.0.0/8'] }) });
    const [event] = await test.owner`
      select actor_id, after from audit_events where event = 'change-security-rules'
      order by id desc limit 1`;
    expect(event).toMatchObject({
      actorId: adminAccount.id,
      after: { idleMinutes: 20, networks: 'team: 10.0.0.0/8' },
    });
  });
});
