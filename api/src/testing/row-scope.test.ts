import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '@bursar/contracts/endpoint';
import { isForApiKeys } from '@bursar/contracts/access/api-key-permissions';
import { permissionNames, permissionRoles } from '@bursar/contracts/access/permissions';
import { roles, type Role } from '@bursar/contracts/roles';
import { arrangeAdmin, testPassword } from './arrange.ts';
import { arrangeCircles, outside, type Circle, type Circles } from './circles.ts';
import { neededQueries } from './needed-queries.ts';
import { sampleBodies, type Ids } from './sample-body.ts';
import { createTestApp, type TestApp, type TestClient } from './test-app.ts';

/**
 * Tries to read and change records outside a user's scope in every possible way: those of another
 * portfolio, team or agent, or for an administrator those of a portfolio of demo data. It then
 * repeats everything with every permission granted. The cases are derived from the contracts, so a
 * new endpoint is covered at once. It fails here until its path parameters have values, arranged or
 * in `plainParts`, and its required query parameters are in `needed-queries.ts`.
 */
const cases = roles.flatMap((role) => outside[role].map((circle) => ({ role, circle })));
type Case = (typeof cases)[number];

/** A signed-in browser or a program with an API key. */
type Reader = Pick<TestClient, 'get'>;

/**
 * Endpoints that read one row named in the query; without a name they may return the caller's own.
 */
const namedByQuery: ReadonlySet<string> = new Set([
  'GET /api/handovers/preview',
  'GET /api/income/statement.csv',
  'GET /api/income/statement.pdf',
]);

/** Endpoints for certain roles only; other roles except administrators get "not found". */
const onlyOf: Readonly<Record<string, readonly Role[]>> = {
  'GET /api/assignment-targets': ['user', 'team'],
  'GET /api/demo-portfolio': [],
  'GET /api/security-rules': [],
  'GET /api/single-sign-on': [],
  'GET /api/imports': ['user'],
  'GET /api/bank-files': ['user'],
  'GET /api/bank-posting-rule': ['user'],
  'GET /api/distribution-rules': ['user'],
  'GET /api/message-templates': ['user'],
  'GET /api/dunning-steps': ['user'],
  'GET /api/message-batches': ['user'],
  'GET /api/work/collection-targets/:month': ['user', 'team'],
  'GET /api/work/collection-report.pdf': ['user', 'team'],
  'GET /api/work/collection-report.xlsx': ['user', 'team'],
  'GET /api/work/report-recipients': ['user'],
  'GET /api/work/desk': ['user', 'team'],
  'GET /api/work/due-promises': ['user', 'team'],
  'GET /api/work/parked': ['user', 'team'],
  'GET /api/work/queue': ['agent'],
  'GET /api/work/view-queues': ['user', 'team'],
};

/** Path parameters that do not name a row. */
const plainParts: Ids = {
  permission: 'read-loans',
  role: 'agent',
  event: 'loans-assigned',
  kind: 'reverse-payment',
  centreRole: 'caller',
  duty: 'manage-patients',
  day: '2026-07-15',
  month: '2026-07',
};

describe('row scope', () => {
  let test: TestApp;
  let arranged: Circles;
  let admin: TestClient;
  const clients = new Map<Role, TestClient>();

  beforeAll(async () => {
    test = await createTestApp();
    arranged = await arrangeCircles(test);
    admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    const { manager, team } = arranged.own;
    clients.set('admin', admin);
    clients.set('user', await test.signIn(manager.email));
    clients.set('team', await test.signIn(team.desk.email));
    clients.set('agent', await test.signIn(team.agent.email));
  });

  describe('with the default permissions of the roles', () => {
    holds((role, { access }) => {
      const holders: readonly Role[] =
        access === 'signed-in' ? roles : access === 'public' ? [] : permissionRoles[access];
      return holders.includes(role);
    });
  });

  describe('with every permission granted to every role', () => {
    beforeAll(async () => {
      for (const permission of permissionNames) {
        for (const role of roles) {
          if (permissionRoles[permission].some((holder) => holder === role)) continue;
          const granted = { granted: true };
          const { status } = await admin.put(`/api/permissions/${permission}/${role}`, granted);
          expect(status).toBe(200);
        }
      }
    });
    holds((_role, { access }) => access !== 'public');

    describe('by an API key that has every permission a key can have', () => {
      const keys = new Map<Role, Reader>();
      beforeAll(async () => {
        const permissions = permissionNames.filter(isForApiKeys);
        for (const [role, client] of clients) {
          const made = await client.post('/api/profile/api-keys', {
            id: uuidv7(),
            name: role,
            permissions,
            expiresInDays: null,
            password: testPassword,
          });
          keys.set(role, readerOf(made.body.secret));
        }
      });
      const isForKeys = ({ access }: Endpoint) =>
        access !== 'public' && access !== 'signed-in' && isForApiKeys(access);
      hides((_role, endpoint) => isForKeys(endpoint), keys);
    });
  });

  const readerOf = (secret: string): Reader => ({
    get: async (url) => {
      const headers = { authorization: `Bearer ${secret}` };
      const answer = await test.app.server.inject({ method: 'GET', url, headers });
      const isJson = String(answer.headers['content-type']).includes('json');
      return { status: answer.statusCode, body: isJson ? answer.json() : answer.body };
    },
  });

  type MayCall = (role: Role, endpoint: Endpoint) => boolean;

  const callable = (mayCall: MayCall, role: Role): Endpoint[] =>
    test.app.platform.endpoints.filter(
      (one) =>
        mayCall(role, one) &&
        // An accepted event stream never ends; `live-updates.test.ts` covers it.
        one.answerType !== 'text/event-stream' &&
        // This is the only endpoint that shows demo data to administrators.
        !(role === 'admin' && one.key.includes('/api/demo-portfolio')),
    );

  function hides(mayCall: MayCall, callers: ReadonlyMap<Role, Reader>): void {
    it.each(cases)('hides everything of $circle from $role, whatever the query', async (tried) => {
      const { ids } = partsOf(tried);
      const { role, circle } = tried;
      const client = callers.get(role);
      if (!client) throw new Error(`nobody calls as ${role}`);
      const reads = callable(mayCall, role).filter(({ key }) => key.startsWith('GET '));
      for (const endpoint of reads) {
        for (const question of questionsOf(endpoint, circle, ids)) {
          const { status, body } = await client.get(question);
          const asked = `${question} as ${role}`;
          const isOfOthers = !(onlyOf[endpoint.key] ?? [role]).includes(role);
          // Administrators have no portfolio, so some lists may refuse them.
          const isNothing = endpoint.key.includes('Id') || (role !== 'admin' && isOfOthers);
          const mayLack = role === 'admin' || namedByQuery.has(endpoint.key);
          const answered = mayLack ? [200, 400, 404] : [200];
          const expected = isNothing ? [404] : answered;
          expect(expected, `${asked}: ${status} ${JSON.stringify(body)}`).toContain(status);
          const text = Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body);
          expect(text, asked).not.toContain(circle);
          expect(text, asked).not.toContain(ids['loanId']);
        }
      }
    });
  }

  function holds(mayCall: MayCall): void {
    hides(mayCall, clients);

    it.each(cases)('prevents $role from changing anything of $circle', async (tried) => {
      const { client, ids } = partsOf(tried);
      const before = await snapshot(ids);
      const writes = callable(mayCall, tried.role).filter(({ key }) => !key.startsWith('GET '));
      for (const endpoint of writes) {
        const namesARow = endpoint.key.includes('Id');
        for (const sample of sampleBodies(endpoint, ids)) {
          if (!namesARow && !names(sample, ids)) continue;
          const path = pathOf(endpoint, ids);
          const { status, body } = endpoint.key.startsWith('PUT ')
            ? await client.put(path, sample)
            : await client.post(path, sample);
          const asked = `${endpoint.key} ${JSON.stringify(sample)} as ${tried.role}`;
          const text = `${asked}: ${JSON.stringify(body)}`;
          expect(status, text).toBeLessThan(500);
          expect(!namesARow || status >= 400, text).toBe(true);
          expect(JSON.stringify(body), asked).not.toContain(tried.circle);
        }
      }
      expect(await snapshot(ids)).toEqual(before);
    });

    it.each(cases)(
      'leaves out everything of $circle when $role counts or moves loans',
      async (tried) => {
        const { client, ids } = partsOf(tried);
        const { loanId } = ids;
        const list = await client.get(`/api/loans?view=all&q=${tried.circle}`);
        expect(list.body.sums).toEqual({ count: 0, amounts: [] });
        if (tried.role === 'agent' || tried.role === 'admin') return;
        const moved = await client.post('/api/assignments', {
          id: uuidv7(),
          selection: { loanIds: [loanId] },
          target: { kind: 'take-back' },
        });
        expect(moved.status).toBe(409);
        const [state] =
          await test.owner`select agent_id from loan_state where loan_id = ${loanId ?? ''}`;
        expect(state?.['agentId']).toBe(ids['agentId']);
      },
    );
  }

  function partsOf({ role, circle }: Case): { client: TestClient; ids: Ids } {
    const client = clients.get(role);
    const ids = arranged.idsOf.get(circle);
    if (!client || !ids) throw new Error(`nothing was arranged for ${role} and ${circle}`);
    return { client, ids };
  }

  const names = (body: object, ids: Ids): boolean => {
    const sent = JSON.stringify(body);
    return Object.values(ids).some((id) => sent.includes(id));
  };

  const pathOf = ({ key }: Endpoint, ids: Ids): string =>
    (key.split(' ')[1] ?? '').replaceAll(/:(\w+)/g, (_, name: string) => {
      const value = ids[name] ?? plainParts[name];
      if (value === undefined) throw new Error(`${key}: say in ids what :${name} stands for`);
      return value;
    });

  /** Builds the plain request, and one for each way to name something outside the scope. */
  function questionsOf(endpoint: Endpoint, circle: Circle, ids: Ids): string[] {
    const path = pathOf(endpoint, ids);
    const needed = neededQueries[endpoint.key] ?? '';
    const parameters = Object.keys(endpoint.query?.shape ?? {});
    const narrowed = parameters.flatMap((name) => {
      if (name === 'q') return [`q=${circle}`];
      const id = ids[name] ?? (name.endsWith('Ids') ? ids[`${name.slice(0, -3)}Id`] : undefined);
      return id === undefined ? [] : [`${name}=${id}`];
    });
    const queries = ['', ...narrowed].map((query) =>
      query.startsWith('q=') && needed.startsWith('q=')
        ? query
        : [needed, query].filter(Boolean).join('&'),
    );
    const views = viewsOf(endpoint);
    return queries.flatMap((query) => views.map((view) => `${path}?${query}${view}`));
  }

  /** Returns the widest view of a list, or all views if none contains the others. */
  function viewsOf({ query }: Endpoint): string[] {
    const view = query?.shape['view'];
    const views = view ? (z.toJSONSchema(view, { io: 'input' }).enum ?? []) : [];
    if (views.length === 0) return [''];
    return (views.includes('all') ? ['all'] : views).map((name) => `&view=${String(name)}`);
  }

  /** Reads the rows outside the scope, and digests of all rows of the other portfolio. */
  async function snapshot(ids: Ids) {
    const { loanId = '', accountId = '', teamId = '', importId = '' } = ids;
    const { applicationId = '', approvalId = '', invoiceId = '' } = ids;
    const rows = await test.owner`
      select (select to_jsonb(state) from loan_state state where loan_id = ${loanId}) as loan,
        (select to_jsonb(account) - 'last_seen_at' from accounts account
          where id = ${accountId}) as account,
        (select to_jsonb(team) from teams team where id = ${teamId}) as team,
        (select to_jsonb(import) from imports import where id = ${importId}) as import,
        (select to_jsonb(application) from loan_applications application
          where id = ${applicationId}) as application,
        (select to_jsonb(approval) from approvals approval where id = ${approvalId}) as approval,
        (select to_jsonb(invoice) from invoices invoice where id = ${invoiceId}) as invoice,
        (select count(*)::int from audit_events where subject_id = ${loanId}) as events`;
    const tables = await test.owner<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'portfolio_id' and table_name in (
        select table_name from information_schema.tables where table_type = 'BASE TABLE'
      ) order by table_name`;
    const faraway = [];
    for (const { name } of tables) {
      const [row] = await test.owner`
        select md5(string_agg(kept::text, ' ' order by kept::text)) as digest
        from ${test.owner(name)} kept where kept.portfolio_id = ${arranged.farawayId}`;
      faraway.push([name, row?.['digest']]);
    }
    return { rows: rows[0], faraway };
  }
});
