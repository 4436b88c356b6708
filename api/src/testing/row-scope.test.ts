import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '@bursar/contracts/endpoint';
import { permissionRoles } from '@bursar/contracts/permissions';
import type { Role } from '@bursar/contracts/roles';
import {
  arrangeAdmin,
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
  type TestTeam,
} from './arrange.ts';
import { createTestApp, type TestApp, type TestClient } from './test-app.ts';

/**
 * Everything that a person could read or change, tried on what lies outside: another portfolio,
 * another team, another agent. Made from the contracts: a new endpoint is tried on its first day,
 * and fails here until what its path and its query need is said below.
 */
const circles = ['Faraway', 'Sibling', 'Neighbour'] as const;
type Circle = (typeof circles)[number];

const outside: Readonly<Record<Exclude<Role, 'admin'>, readonly Circle[]>> = {
  user: ['Faraway'],
  team: ['Faraway', 'Sibling'],
  agent: ['Faraway', 'Sibling', 'Neighbour'],
};

/** What a query must hold for the call to be answered at all. */
const neededQueries: Readonly<Record<string, string>> = {
  'GET /api/income': 'from=2026-01-01&to=2026-12-31',
  'GET /api/income/payments': 'from=2026-01-01&to=2026-12-31',
  'GET /api/notices/older': 'kind=notification&after=first',
  'GET /api/saved-views': 'list=loans',
  'GET /api/search': 'q=Borrower',
};

/** Pages of one role's own: for the others there is nothing under the address. */
const onlyOf: Readonly<Record<string, Role>> = { 'GET /api/work/queue': 'agent' };

/** The rows of one circle, by the names that paths and queries have for them. */
type Ids = Readonly<Record<string, string>>;

describe('row scope', () => {
  let test: TestApp;
  const clients = new Map<Role, TestClient>();
  const idsOf = new Map<Circle, Ids>();

  beforeAll(async () => {
    test = await createTestApp();
    const own = await arrangePortfolio(test.owner);
    const faraway = await arrangePortfolio(test.owner, 'faraway');
    await arrangeAdmin(test.owner);
    await mark('Faraway', faraway, faraway.team, faraway.team.agent.id);
    await mark('Sibling', own, own.otherTeam, own.otherTeam.agent.id);
    await mark('Neighbour', own, own.team, own.team.otherAgent.id);
    clients.set('user', await test.signIn(own.manager.email));
    clients.set('team', await test.signIn(own.team.desk.email));
    clients.set('agent', await test.signIn(own.team.agent.email));
  });

  /** A loan of the circle with all that hangs on one: each text in it begins with the circle's name. */
  async function mark(circle: Circle, portfolio: TestPortfolio, team: TestTeam, agentId: string) {
    const manager = await test.signIn(portfolio.manager.email);
    const loan = await arrangeLoan(test.owner, portfolio, { borrowerName: `${circle} Borrower` });
    const batchId = uuidv7();
    const paymentId = uuidv7();
    const importId = uuidv7();
    const approvalId = uuidv7();
    const note = { id: uuidv7(), text: `${circle} note`, mentions: [] };
    const done = [
      await manager.post('/api/assignments', {
        id: batchId,
        selection: { loanIds: [loan.id] },
        target: { kind: 'agent', id: agentId },
        reason: `${circle} reason`,
      }),
      await manager.post(`/api/loans/${loan.id}/payments`, {
        id: paymentId,
        amountMinor: 10_000,
        currency: 'USD',
        valueDate: '2026-06-01',
        method: 'cash',
        note: `${circle} payment`,
      }),
      await manager.post(`/api/loans/${loan.id}/notes`, note),
      // Waits for a second person, under its own id.
      await manager.post(`/api/loans/${loan.id}/payments/${paymentId}/reversal`, {
        id: approvalId,
        reason: `${circle} mistake`,
      }),
    ];
    expect(done.map(({ status, body }) => (status === 200 ? 200 : body))).toEqual(
      done.map(() => 200),
    );
    await test.owner`
      insert into imports (portfolio_id, id, file_name, state, created_by, created_at)
      values (${portfolio.id}, ${importId}, ${`${circle}.csv`}, 'checked', ${portfolio.manager.id},
        now())`;
    const tagId = uuidv7();
    if (circle === 'Faraway') {
      await test.owner`
        insert into tags (portfolio_id, id, name, colour, created_by, created_at)
        values (${portfolio.id}, ${tagId}, 'Faraway tag', 'teal', ${portfolio.manager.id}, now())`;
    }
    idsOf.set(circle, {
      loanId: loan.id,
      accountId: agentId,
      agentId,
      actorId: agentId,
      teamId: team.id,
      batchId,
      paymentId,
      importId,
      noteId: note.id,
      approvalId,
      tagId,
      // Rows that the circle has none of: nobody knows these ids.
      documentId: uuidv7(),
      mailId: uuidv7(),
      sessionId: uuidv7(),
      viewId: uuidv7(),
      handoverId: uuidv7(),
      noticeId: await noticeOf(agentId),
      borrowerId: await borrowerOf(loan.id),
    });
  }

  async function noticeOf(agentId: string): Promise<string> {
    const [notice] = await test.owner<{ id: string }[]>`
      select id from notices where account_id = ${agentId} limit 1`;
    if (!notice) throw new Error('an agent who is given a loan was told nothing');
    return notice.id;
  }

  async function borrowerOf(loanId: string): Promise<string> {
    const [loan] = await test.owner<{ borrowerId: string }[]>`
      select borrower_id from loans where id = ${loanId}`;
    if (!loan) throw new Error('the loan that was arranged is not there');
    return loan.borrowerId;
  }

  /** Words of a path that stand for no row of anybody's. */
  const plainParts: Ids = { permission: 'read-loans', role: 'agent', event: 'loans-assigned' };

  const endpoints = (role: Role): Endpoint[] =>
    test.app.platform.endpoints.filter(({ access, answerType }) => {
      const holders: readonly Role[] =
        access === 'signed-in' ? [role] : access === 'public' ? [] : permissionRoles[access];
      // A stream that is let in never ends: `changes.test.ts` listens to it.
      return holders.includes(role) && answerType !== 'text/event-stream';
    });

  const pathOf = ({ key }: Endpoint, ids: Ids): string =>
    (key.split(' ')[1] ?? '').replaceAll(/:(\w+)/g, (_, name: string) => {
      const value = ids[name] ?? plainParts[name];
      if (value === undefined) throw new Error(`${key}: say in ids what :${name} stands for`);
      return value;
    });

  /** The plain question, and one for each way of naming something outside. */
  function questionsOf(endpoint: Endpoint, circle: Circle, ids: Ids): string[] {
    const path = pathOf(endpoint, ids);
    const needed = neededQueries[endpoint.key] ?? '';
    const names = Object.keys(endpoint.query?.shape ?? {});
    const narrowed = names.flatMap((name) => {
      if (name === 'q') return [`q=${circle}`];
      const id = ids[name] ?? (name.endsWith('Ids') ? ids[`${name.slice(0, -3)}Id`] : undefined);
      return id === undefined ? [] : [`${name}=${id}`];
    });
    const queries = ['', ...narrowed].map((query) =>
      query.startsWith('q=') && needed.startsWith('q=')
        ? query
        : [needed, query].filter(Boolean).join('&'),
    );
    const view = names.includes('view') ? '&view=all' : '';
    return queries.map((query) => `${path}?${query}${view}`);
  }

  const cases = (['user', 'team', 'agent'] as const).flatMap((role) =>
    outside[role].map((circle) => ({ role, circle })),
  );

  it.each(cases)('keeps $role from everything $circle, however it asks', async (tried) => {
    const { role, circle } = tried;
    const client = clients.get(role);
    const ids = idsOf.get(circle);
    if (!client || !ids) throw new Error(`nothing was arranged for ${role} and ${circle}`);
    const reads = endpoints(role).filter(({ key }) => key.startsWith('GET '));
    for (const endpoint of reads) {
      for (const question of questionsOf(endpoint, circle, ids)) {
        const { status, body } = await client.get(question);
        const asked = `${question} as ${role}`;
        const isNothing = endpoint.key.includes('Id') || (onlyOf[endpoint.key] ?? role) !== role;
        expect(status, `${asked}: ${JSON.stringify(body)}`).toBe(isNothing ? 404 : 200);
        const told = Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body);
        expect(told, asked).not.toContain(circle);
        expect(told, asked).not.toContain(ids['loanId']);
      }
    }
  });

  it.each(cases)('lets $role change nothing that is $circle', async ({ role, circle }) => {
    const client = clients.get(role);
    const ids = idsOf.get(circle);
    if (!client || !ids) throw new Error(`nothing was arranged for ${role} and ${circle}`);
    const before = await snapshot(ids);
    const writes = endpoints(role).filter(({ key }) => /^(POST|PUT) .*Id/.test(key));
    for (const endpoint of writes) {
      const path = pathOf(endpoint, ids);
      const body = { id: uuidv7(), version: 1 };
      const { status } = endpoint.key.startsWith('PUT ')
        ? await client.put(path, body)
        : await client.post(path, body);
      expect(status, `${endpoint.key} as ${role}`).toBeGreaterThanOrEqual(400);
      expect(status, `${endpoint.key} as ${role}`).toBeLessThan(500);
    }
    expect(await snapshot(ids)).toEqual(before);
  });

  it.each(cases)('counts and moves for $role nothing $circle', async ({ role, circle }) => {
    const client = clients.get(role);
    const ids = idsOf.get(circle);
    if (!client || !ids) throw new Error(`nothing was arranged for ${role} and ${circle}`);
    const { loanId } = ids;
    const list = await client.get(`/api/loans?view=all&q=${circle}`);
    expect(list.body.sums).toEqual({ count: 0, amounts: [] });
    if (role === 'agent') return;
    const moved = await client.post('/api/assignments', {
      id: uuidv7(),
      selection: { loanIds: [loanId] },
      target: { kind: 'take-back' },
    });
    expect(moved.status).toBe(409);
    const [state] =
      await test.owner`select agent_id from loan_state where loan_id = ${loanId ?? ''}`;
    expect(state?.['agentId']).toBe(ids['agentId']);
  });

  const snapshot = ({ loanId = '', accountId = '', teamId = '', importId = '' }: Ids) =>
    test.owner`
      select (select to_jsonb(state) from loan_state state where loan_id = ${loanId}) as loan,
        (select to_jsonb(account) - 'last_seen_at' from accounts account
          where id = ${accountId}) as account,
        (select to_jsonb(team) from teams team where id = ${teamId}) as team,
        (select to_jsonb(import) from imports import where id = ${importId}) as import,
        (select count(*)::int from audit_events where subject_id = ${loanId}) as events`;
});
