import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  arrangeAdmin,
  arrangeLoan,
  arrangePortfolio,
  testPassword,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

const keyOf = (changes: object = {}) => ({
  id: uuidv7(),
  name: 'Nightly export',
  permissions: ['read-loans', 'post-payment'],
  expiresInDays: 30,
  password: testPassword,
  ...changes,
});

describe('API keys', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
  });

  /** Calls without any cookie, as a program does. */
  async function call(secret: string, path: string, body?: object) {
    const server: FastifyInstance = test.app.server;
    const answer = await server.inject({
      method: body ? 'POST' : 'GET',
      url: path,
      headers: { authorization: `Bearer ${secret}` },
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, body: answer.json() };
  }

  async function make(changes: object = {}, client = manager): Promise<string> {
    const { status, body } = await client.post('/api/profile/api-keys', keyOf(changes));
    expect(status).toBe(200);
    return body.secret;
  }

  it('act in the scope of their owner with only their own permissions', async () => {
    const secret = await make();
    const own = await arrangeLoan(test.owner, portfolio);
    const other = await arrangePortfolio(test.owner, 'two');
    const foreign = await arrangeLoan(test.owner, other);
    const { body } = await call(secret, '/api/loans?view=all');
    expect(body.rows.map(({ id }: { id: string }) => id)).toEqual([own.id]);
    expect((await call(secret, `/api/loans/${foreign.id}`)).status).toBe(404);
    expect((await call(secret, '/api/staff')).body.error).toBe('permission_missing');
    expect((await call(secret, '/api/profile')).body.error).toBe('not_for_api_keys');
    const again = await call(secret, '/api/profile/api-keys', keyOf());
    expect(again.body.error).toBe('permission_missing');
  });

  it('post without an XSRF token, and the audit trail names the key', async () => {
    const secret = await make({ name: 'Payment desk' });
    const loan = await arrangeLoan(test.owner, portfolio);
    const payment = {
      id: uuidv7(),
      amountMinor: 100,
      currency: 'USD',
      valueDate: '2026-06-15',
      method: 'cash',
      note: '',
    };
    const posted = await call(secret, `/api/loans/${loan.id}/payments`, payment);
    expect(posted).toMatchObject({ status: 200 });
    const [row] = await test.owner<{ actorId: string; after: object }[]>`
      select actor_id, after from audit_events
      where event = 'post-payment' and after ->> 'apiKey' is not null`;
    expect(row).toMatchObject({
      actorId: portfolio.manager.id,
      after: { apiKey: 'Payment desk' },
    });
  });

  it('stop at the next call once revoked, expired, or their owner is suspended', async () => {
    const [revoked, expiring, orphan] = [
      await make(),
      await make({ expiresInDays: 1 }),
      await make(),
    ];
    const works = async (secret: string) => (await call(secret, '/api/loans?view=all')).status;
    expect(await Promise.all([revoked, expiring, orphan].map(works))).toEqual([200, 200, 200]);
    const { body } = await manager.get('/api/profile/api-keys');
    const one = body.keys.find((key: { lastCharacters: string }) =>
      revoked.endsWith(key.lastCharacters),
    );
    expect(one).toMatchObject({ name: 'Nightly export', lastUsedAt: '2026-06-15T12:00:00.000Z' });
    expect(JSON.stringify(body)).not.toContain(revoked);
    const path = `/api/profile/api-keys/${one.id}/revoke`;
    expect((await manager.post(path)).body).toEqual({ revoked: true });
    expect((await manager.post(path)).status).toBe(404);
    expect(await works(revoked)).toBe(401);
    test.clock.moveTo('2026-06-16T12:00:01Z');
    expect(await works(expiring)).toBe(401);
    await test.owner`update accounts set status = 'suspended' where id = ${portfolio.manager.id}`;
    expect(await works(orphan)).toBe(401);
    await test.owner`update accounts set status = 'active' where id = ${portfolio.manager.id}`;
    test.clock.moveTo('2026-06-15T12:00:00Z');
  });

  it('are revoked when the password of their owner changes', async () => {
    const other = await arrangePortfolio(test.owner, 'three');
    const owner = await test.signIn(other.manager.email);
    const secret = await make({}, owner);
    const passwords = { currentPassword: testPassword, password: 'Another#2026' };
    expect((await owner.post('/api/profile/password', passwords)).status).toBe(200);
    expect((await call(secret, '/api/loans?view=all')).status).toBe(401);
  });

  it('lose a permission with their owner', async () => {
    const admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    const secret = await make();
    await admin.put('/api/permissions/read-loans/user', { granted: false });
    expect((await call(secret, '/api/loans?view=all')).body.error).toBe('permission_missing');
    await admin.put('/api/permissions/read-loans/user', { granted: true });
    expect((await call(secret, '/api/loans?view=all')).status).toBe(200);
  });

  it.each([
    [{ password: 'wrong' }, 'current_password_wrong'],
    [{ name: '  ' }, 'name_missing'],
    [{ permissions: ['manage-permissions'] }, 'api_key_permission_not_held'],
    [{ permissions: ['make-api-keys'] }, 'api_key_permission_not_held'],
    [{ permissions: ['request-reversal'] }, 'api_key_permission_not_held'],
    [{ permissions: [] }, 'invalid_request'],
    [{ expiresInDays: 0 }, 'invalid_request'],
  ])('with %j are refused: %s', async (changes, error) => {
    const { body } = await manager.post('/api/profile/api-keys', keyOf(changes));
    expect(body.error).toBe(error);
  });

  it('are made once for an id, at most 20 of an account, and not by an agent', async () => {
    const agent = await test.signIn(portfolio.team.agent.email);
    expect((await agent.post('/api/profile/api-keys', keyOf())).body.error).toBe(
      'permission_missing',
    );
    const key = keyOf();
    expect((await manager.post('/api/profile/api-keys', key)).status).toBe(200);
    const repeated = await manager.post('/api/profile/api-keys', key);
    expect(repeated.body.error).toBe('api_key_already_made');
    const { body } = await manager.get('/api/profile/api-keys');
    for (let count = body.keys.length; count < 20; count += 1) await make();
    expect((await manager.post('/api/profile/api-keys', keyOf())).body).toMatchObject({
      error: 'api_keys_full',
      details: { limit: 20 },
    });
  });

  it('are refused with anything but a valid secret, and never fall back to cookies', async () => {
    for (const secret of ['', 'bursar_', 'bursar_x', '../..']) {
      expect((await call(secret, '/api/loans?view=all')).status).toBe(401);
    }
    const answer = await test.app.server.inject({
      method: 'GET',
      url: '/api/loans?view=all',
      headers: { authorization: 'Bearer wrong' },
      cookies: { ...manager.cookies },
    });
    expect(answer.statusCode).toBe(401);
  });
});
