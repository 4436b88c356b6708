import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '@bursar/contracts/endpoint';
import { permissionNames, permissionRoles } from '@bursar/contracts/access/permissions';
import { lockSession } from '@bursar/contracts/access/sessions';
import { endProviderSession } from '@bursar/contracts/access/single-sign-on';
import { roles, type Role } from '@bursar/contracts/roles';
import { arrangeAdmin, arrangeLoan, arrangePortfolio, type TestLoan } from './arrange.ts';
import { clientOf, createTestApp, type TestApp, type TestClient } from './test-app.ts';

/**
 * Calls every endpoint as every role. The list comes from the contracts, so a new endpoint is
 * covered.
 */
describe('the API', () => {
  let test: TestApp;
  const clients = new Map<Role, TestClient>();
  let foreignLoan: TestLoan;

  beforeAll(async () => {
    test = await createTestApp();
    const portfolio = await arrangePortfolio(test.owner);
    const foreign = await arrangePortfolio(test.owner, 'foreign');
    foreignLoan = await arrangeLoan(test.owner, foreign, {
      teamId: foreign.team.id,
      agentId: foreign.team.agent.id,
      borrowerName: 'Foreign Borrower',
    });
    const admin = await arrangeAdmin(test.owner);
    const emails: Record<Role, string> = {
      admin: admin.email,
      user: portfolio.manager.email,
      team: portfolio.team.desk.email,
      agent: portfolio.team.agent.email,
    };
    for (const role of roles) clients.set(role, await test.signIn(emails[role]));
  });

  // An event stream never ends; its own tests cover it for every role.
  const guarded = (): Endpoint[] =>
    test.app.platform.endpoints.filter(
      ({ access, answerType }) => access !== 'public' && answerType !== 'text/event-stream',
    );

  /**
   * Calls that end the session: no call after them succeeds. `lock-session.test.ts` and
   * `single-sign-on.test.ts` cover them.
   */
  const endings: readonly string[] = [lockSession.key, endProviderSession.key];
  const answered = (): Endpoint[] => guarded().filter(({ key }) => !endings.includes(key));

  const call = (client: TestClient, { key }: Endpoint) => {
    const [method, path = ''] = key.split(' ');
    const address = path.replaceAll(/:loanId/g, foreignLoan.id).replaceAll(/:\w+/g, uuidv7());
    if (method === 'GET') return client.get(address);
    return method === 'PUT' ? client.put(address, {}) : client.post(address);
  };

  const mayCall = (role: Role, access: Endpoint['access']): boolean => {
    const holders: readonly Role[] =
      access === 'signed-in' || access === 'public' ? roles : permissionRoles[access];
    return holders.includes(role);
  };

  it('has a good number of guarded endpoints', () => {
    expect(guarded().length).toBeGreaterThan(12);
  });

  it('refuses every endpoint without a session', async () => {
    const stranger = clientOf(test.app, {});
    for (const endpoint of guarded()) {
      expect(await call(stranger, endpoint), endpoint.key).toMatchObject({
        status: 401,
        body: { error: 'not_signed_in' },
      });
    }
  });

  it.each(roles)('limits %s to its permissions', async (role) => {
    const client = clients.get(role);
    if (!client) throw new Error(`no client for ${role}`);
    for (const endpoint of answered()) {
      const { access } = endpoint;
      const answer = await call(client, endpoint);
      expect(answer.status === 403, `${endpoint.key} as ${role}`).toBe(!mayCall(role, access));
      expect(answer.status, `${endpoint.key} as ${role}`).toBeLessThan(500);
    }
  });

  it.each(['user', 'team', 'agent'] as const)(
    'shows %s no data of another portfolio',
    async (role) => {
      const client = clients.get(role);
      if (!client) throw new Error(`no client for ${role}`);
      for (const endpoint of answered()) {
        const answer = await call(client, endpoint);
        expect(JSON.stringify(answer.body), `${endpoint.key} as ${role}`).not.toContain('Foreign');
      }
      const ofOneLoan = guarded().filter(
        ({ key, access }) => /^GET .*:loanId/.test(key) && mayCall(role, access),
      );
      for (const endpoint of ofOneLoan) {
        const { status } = await call(client, endpoint);
        expect(status, `${endpoint.key} as ${role}`).toBe(404);
      }
      const list = await client.get('/api/loans?view=all');
      expect(list.body.sums.count).toBe(0);
      const income = await client.get('/api/income?from=2026-01-01&to=2026-12-31');
      expect(income.body.total.payments).toBe(0);
    },
  );

  it('shows nobody another portfolio, even with every permission granted to every role', async () => {
    await test.owner`
      insert into role_permissions (role, permission, granted, changed_by, changed_at)
      select role, permission, true, (select id from accounts where role = 'admin'), now()
      from unnest(${[...roles]}::text[]) role, unnest(${[...permissionNames]}::text[]) permission`;
    for (const role of roles) {
      const client = clients.get(role);
      if (!client) throw new Error(`no client for ${role}`);
      for (const endpoint of answered()) {
        const { status, body } = await call(client, endpoint);
        const text = `${endpoint.key} as ${role}: ${JSON.stringify(body)}`;
        expect(status, text).toBeLessThan(500);
        expect(body.error, text).not.toBe('permission_missing');
        expect(role === 'admin' || !text.includes('Foreign'), text).toBe(true);
      }
    }
    await test.owner`delete from role_permissions`;
  });

  it('describes every endpoint in OpenAPI 3.1', async () => {
    const { body } = await clientOf(test.app, {}).get('/api/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    const described = Object.entries<Record<string, unknown>>(body.paths).flatMap(
      ([path, methods]) =>
        Object.keys(methods).map(
          (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        ),
    );
    const bound = test.app.platform.endpoints.map(({ key }) => key);
    expect(described.toSorted((a, b) => a.localeCompare(b))).toEqual(
      bound.toSorted((a, b) => a.localeCompare(b)),
    );
    const posting = body.paths['/api/loans/{loanId}/payments'].post;
    expect(posting.responses[409].description).toContain('`loan_is_closed`: ');
    const codes = posting.responses[409].content['application/json'].schema.properties.error.enum;
    expect(codes).toContain('loan_is_closed');
    expect(posting.parameters).toMatchObject([{ name: 'loanId', in: 'path', required: true }]);
  });

  it('shows its description as a page, without files of other hosts', async () => {
    const stranger = clientOf(test.app, {});
    const page = await stranger.get('/api/docs');
    expect(page.body).toContain('<title>API | Bursar</title>');
    expect(page.body).not.toMatch(/https?:/);
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect((await stranger.get(file)).status, file).toBe(200);
    const script = (await stranger.get('/api/docs/static/swagger-initializer.js')).body;
    expect(script).toContain('"validatorUrl":null');
  });

  it('gives the page a description without references, which needs no resolving', async () => {
    const stranger = clientOf(test.app, {});
    const settings = (await stranger.get('/api/docs/static/swagger-initializer.js')).body;
    const description = (await stranger.get('/api/docs/json')).body;
    expect(settings).toContain('resolveSubtree');
    expect(JSON.stringify(description)).not.toContain('"$ref"');
  });

  it('is alive, and ready once migrated', async () => {
    const stranger = clientOf(test.app, {});
    expect(await stranger.get('/healthz')).toEqual({ status: 200, body: { status: 'alive' } });
    expect(await stranger.get('/readyz')).toEqual({ status: 200, body: { status: 'ready' } });
  });
});
