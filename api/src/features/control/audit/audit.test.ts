import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  arrangeAdmin,
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { paymentOf } from '../../../testing/open-office.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { sealAudit, verifyAudit } from './audit-seals.ts';

describe('the audit trail', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let admin: TestClient;
  beforeEach(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    const manager = await test.signIn(portfolio.manager.email);
    const { body } = await manager.get('/api/staff?role=agent&limit=1');
    const [agent] = body.rows;
    await manager.put(`/api/staff/${agent.id}`, {
      name: 'Renamed',
      email: agent.email,
      teamId: agent.team.id,
      version: agent.version,
    });
  });

  const verify = async () => (await admin.post('/api/audit/verify')).body;
  const asIntruder = (change: (sql: TestApp['owner']) => Promise<unknown>) =>
    test.owner.begin(async (sql) => {
      await sql`alter table audit_events disable trigger all`;
      await sql`alter table audit_seals disable trigger all`;
      // The cast is safe, because `sql` is a connection too; only its type is narrower.
      await change(sql as unknown as TestApp['owner']);
      await sql`alter table audit_events enable trigger all`;
      await sql`alter table audit_seals enable trigger all`;
    });

  it('hides private fields of views and groups in old events', async () => {
    const at = '2026-06-15T13:00:00Z';
    for (const [subject, after] of [
      ['saved-view', { name: 'Secret', search: 'q=Secret', list: 'loans' }],
      ['chat', { name: 'Secret', people: 2 }],
    ] as const) {
      await test.owner`
        insert into audit_events (id, portfolio_id, event, subject, subject_id, before, after, at)
        values (${uuidv7()}, ${portfolio.id}, 'test', ${subject}, ${uuidv7()},
          ${test.owner.json({ name: 'Secret' })}, ${test.owner.json(after)}, ${at})`;
    }
    const { body } = await admin.get('/api/audit?event=test');
    const facts = body.rows.map(({ before, after }: Record<string, object>) => ({ before, after }));
    expect(facts).toHaveLength(2);
    expect(facts).toEqual(
      expect.arrayContaining([
        { before: {}, after: { list: 'loans' } },
        { before: {}, after: { people: 2 } },
      ]),
    );
    expect((await admin.get('/api/audit/export.csv?event=test')).body).not.toContain('Secret');
    expect(await verify()).toMatchObject({ intact: true });
  });

  it('shows who changed what, before and after, and filters by person, event and day', async () => {
    const { body } = await admin.get('/api/audit?event=change-staff');
    expect(body.rows).toMatchObject([
      { actor: { id: portfolio.manager.id }, subject: 'account', subjectName: 'Renamed' },
    ]);
    expect(body.rows[0].before.name).not.toBe('Renamed');
    expect(body.rows[0].after.name).toBe('Renamed');
    expect(body.events).toEqual(['change-staff', 'sign-in']);
    const byOneActor = await admin.get(`/api/audit?actorId=${portfolio.team.desk.id}`);
    expect(byOneActor.body.rows).toEqual([]);
    const thatDay = await admin.get('/api/audit?from=2026-06-15&to=2026-06-15&limit=2');
    expect(thatDay.body.rows).toHaveLength(2);
    const rest = await admin.get(`/api/audit?limit=2&after=${thatDay.body.nextCursor}`);
    expect(rest.body.rows).toHaveLength(1);
    const csv = await admin.get('/api/audit/export.csv?event=change-staff');
    expect(String(csv.body).split('\r\n')).toHaveLength(3);
  });

  it('filters by the day in the time zone that the reader sees', async () => {
    const at = '2026-03-01T23:30:00Z';
    await test.owner`
      insert into audit_events (id, portfolio_id, event, subject, subject_id, at)
      values (${uuidv7()}, ${portfolio.id}, 'test', 'loan', ${uuidv7()}, ${at})`;
    const find = async (day: string, client = admin) => {
      const asked = `event=test&from=${day}&to=${day}`;
      const { body } = await client.get(`/api/audit?${asked}`);
      const csv = await client.get(`/api/audit/export.csv?${asked}`);
      return [body.rows.length, String(csv.body).trim().split('\r\n').length - 1];
    };
    expect([await find('2026-03-01'), await find('2026-03-02')]).toEqual([
      [1, 1],
      [0, 0],
    ]);
    const [row] = await test.owner<{ email: string }[]>`
      update accounts set time_zone = 'Asia/Dubai' where role = 'admin' returning email`;
    const inDubai = await test.signIn(row?.email ?? '');
    expect([await find('2026-03-01', inDubai), await find('2026-03-02', inDubai)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it('shows others only the public fields', async () => {
    await test.owner`
      insert into role_permissions (role, permission, granted, changed_by, changed_at)
      select role, 'read-audit', true, ${portfolio.manager.id}, now()
      from unnest(array['user', 'team', 'agent']) role`;
    const faraway = await arrangePortfolio(test.owner, 'faraway');
    await test.signIn(faraway.manager.email);
    const { team } = portfolio;
    const loan = await arrangeLoan(test.owner, portfolio, {
      teamId: team.id,
      agentId: team.agent.id,
    });
    const manager = await test.signIn(portfolio.manager.email);
    await manager.post(`/api/loans/${loan.id}/payments`, paymentOf());
    const trailOf = async (email: string) => {
      const client = await test.signIn(email);
      const { body } = await client.get('/api/audit');
      const verified = await client.post('/api/audit/verify');
      expect(verified.status).toBe(404);
      return body;
    };
    const named = (body: { rows: { event: string; actor: { id: string } }[] }) =>
      body.rows.map(({ event, actor }) => `${event} ${actor.id}`);
    const { id: byManager } = portfolio.manager;
    const managers = await trailOf(portfolio.manager.email);
    expect(named(managers)).toContain(`change-staff ${byManager}`);
    expect(named(managers).join(' ')).not.toContain(faraway.manager.id);
    const held = await trailOf(team.agent.email);
    expect(named(held)).toEqual([`sign-in ${team.agent.id}`, `post-payment ${byManager}`]);
    expect(held.events).toEqual(['post-payment', 'sign-in']);
    expect(named(await trailOf(team.otherAgent.email))).toEqual([`sign-in ${team.otherAgent.id}`]);
    const desks = await trailOf(team.desk.email);
    expect(named(desks)).toEqual([`sign-in ${team.desk.id}`, `post-payment ${byManager}`]);
  });

  it('lists the events of a loan to its holders, including batches and requests', async () => {
    const { team } = portfolio;
    const held = { teamId: team.id, agentId: team.agent.id };
    const loan = await arrangeLoan(test.owner, portfolio, held);
    const other = await arrangeLoan(test.owner, portfolio, held);
    const agent = await test.signIn(team.agent.email);
    const manager = await test.signIn(portfolio.manager.email);
    const payment = paymentOf();
    await agent.post(`/api/loans/${other.id}/payments`, paymentOf());
    await agent.post(`/api/loans/${loan.id}/payments`, payment);
    await manager.post(`/api/loans/${loan.id}/payments/${payment.id}/reversal`, {
      id: uuidv7(),
      reason: 'the cheque bounced',
    });
    const readAudit = async (client: TestClient, query = '') => {
      const { status, body } = await client.get(`/api/audit?loanId=${loan.id}${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    const events = ({ rows }: { rows: { event: string }[] }) => rows.map(({ event }) => event);
    expect((await agent.get(`/api/audit?loanId=${loan.id}`)).status).toBe(403);
    expect(events(await readAudit(manager)).toSorted()).toEqual([
      'post-payment',
      'request-approval',
    ]);
    const first = await readAudit(manager, '&limit=1');
    expect(events(await readAudit(manager, `&limit=1&after=${first.nextCursor}`))).toHaveLength(1);

    await test.owner`
      insert into role_permissions (role, permission, granted, changed_by, changed_at)
      select 'agent', 'read-audit', true, ${portfolio.manager.id}, now()`;
    expect(events(await readAudit(agent))).toEqual(['post-payment']);
    const moved = await manager.post('/api/assignments', {
      id: uuidv7(),
      selection: { loanIds: [loan.id] },
      target: { kind: 'agent', id: team.otherAgent.id },
    });
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    expect(events(await readAudit(manager))).toContain('assign-loans');
    // Past actions on a loan do not give access after it was reassigned.
    expect(await readAudit(agent)).toEqual({ rows: [], nextCursor: null, events: [] });
  });

  it('is intact unless someone tampers with it, also after new events', async () => {
    expect(await verify()).toEqual({ checked: 3, intact: true, brokenAt: null });
    await test.signIn(portfolio.manager.email);
    expect(await verify()).toEqual({ checked: 4, intact: true, brokenAt: null });
  });

  it('is sealed once by several processes, and left to others by one that does not wait', async () => {
    await test.owner`
      insert into audit_events (id, portfolio_id, event, subject, subject_id, at)
      select gen_random_uuid(), ${portfolio.id}, 'log-contact', 'loan', gen_random_uuid(),
        now() - n * interval '1 second'
      from generate_series(1, 4500) n`;
    const at = { now: test.clock.now(), waits: true };
    const sealed = await Promise.all([
      sealAudit(test.database, at),
      sealAudit(test.database, at),
      sealAudit(test.database, { ...at, waits: false }),
    ]);
    expect(sealed.reduce((sum, count) => sum + count, 0)).toBe(4503);
    expect(await sealAudit(test.database, { ...at, waits: false })).toBe(0);
    expect(await verify()).toEqual({ checked: 4503, intact: true, brokenAt: null });
  });

  it('detects a changed event', async () => {
    await verify();
    await asIntruder(
      (sql) => sql`
      update audit_events set after = jsonb_set(after, '{name}', '"Nobody"') where event = 'change-staff'`,
    );
    expect(await verify()).toMatchObject({
      intact: false,
      brokenAt: { number: 3, reason: 'event-changed' },
    });
  });

  it('detects a removed event', async () => {
    await verify();
    await asIntruder((sql) => sql`delete from audit_events where event = 'change-staff'`);
    expect(await verify()).toMatchObject({
      intact: false,
      brokenAt: { number: 3, reason: 'event-missing' },
    });
  });

  it('detects a removed seal', async () => {
    await verify();
    await asIntruder((sql) => sql`delete from audit_seals where number = 2`);
    expect(await verify()).toMatchObject({
      intact: false,
      brokenAt: { number: 2, reason: 'seal-missing' },
    });
  });

  const addOld = (sql: TestApp['owner']) => sql`
    insert into audit_events (id, portfolio_id, event, subject, subject_id, at)
    values (gen_random_uuid(), ${portfolio.id}, 'log-contact', 'loan', gen_random_uuid(),
      now() - interval '1 year')`;

  it('is intact while an old event waits for its seal', async () => {
    await verify();
    await addOld(test.owner);
    expect(await verifyAudit(test.database)).toMatchObject({ intact: true, brokenAt: null });
  });

  it('detects an added event', async () => {
    await verify();
    await asIntruder(addOld);
    expect(await verify()).toMatchObject({
      intact: false,
      brokenAt: { reason: 'event-never-sealed' },
    });
  });
});
