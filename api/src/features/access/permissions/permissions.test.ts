import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeAdmin, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('permissions of roles', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let admin: TestClient;
  let agent: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    agent = await test.signIn(portfolio.team.agent.email);
  });

  it('change for the next call, both ways, and everyone can read them', async () => {
    const range = '/api/income?from=2026-06-01&to=2026-06-30';
    expect((await agent.get(range)).status).toBe(200);
    await admin.put('/api/permissions/read-income/agent', { granted: false });
    expect((await agent.get(range)).body.error).toBe('permission_missing');
    expect((await agent.get('/api/session')).body.permissions).not.toContain('read-income');
    const { body } = await agent.get('/api/permissions');
    const income = body.permissions.find((row: { name: string }) => row.name === 'read-income');
    expect(income.grants).toContainEqual({
      role: 'agent',
      granted: false,
      grantedByDefault: true,
      mayChange: false,
    });
    await admin.put('/api/permissions/read-income/agent', { granted: true });
    expect((await agent.get(range)).status).toBe(200);
  });

  it('do not widen the scope: a granted permission gives access to no row outside it', async () => {
    await admin.put('/api/permissions/read-staff/agent', { granted: true });
    const { body } = await agent.get('/api/staff');
    expect(body.rows.map((row: { id: string }) => row.id)).toEqual([portfolio.team.agent.id]);
    await admin.put('/api/permissions/read-staff/agent', { granted: false });
  });

  it('beyond one portfolio stay with administrators, even if granted to others', async () => {
    const manager = await test.signIn(portfolio.manager.email);
    for (const [role, client] of [
      ['user', manager],
      ['agent', agent],
    ] as const) {
      await admin.put(`/api/permissions/manage-permissions/${role}`, { granted: true });
      const widened = await client.put('/api/permissions/read-mails/agent', { granted: true });
      expect(widened.status).toBe(404);
      const { body } = await client.get('/api/permissions');
      const squares = body.permissions.flatMap((row: { grants: object[] }) => row.grants);
      expect(squares).not.toContainEqual(expect.objectContaining({ mayChange: true }));
    }
    // Approval rules belong to a portfolio: its manager may change them, its agents may not.
    const path = `/api/approval-rules/${portfolio.id}/reverse-payment`;
    expect((await agent.put(path, { required: false })).status).toBe(404);
    expect((await manager.put(path, { required: false })).status).toBe(200);
    const mayChange = async (client: TestClient) =>
      (await client.get('/api/approval-rules')).body.portfolios[0].mayChange;
    expect([await mayChange(manager), await mayChange(agent)]).toEqual([true, false]);
    for (const role of ['user', 'agent']) {
      await admin.put(`/api/permissions/manage-permissions/${role}`, { granted: false });
    }
    expect(await mayChange(manager)).toBe(false);
  });

  it('show only administrators how many accounts have each role', async () => {
    const peopleFor = async (client: TestClient) =>
      (await client.get('/api/permissions')).body.people;
    expect(await peopleFor(admin)).toContainEqual({ role: 'agent', active: 4 });
    expect(await peopleFor(agent)).toBeNull();
  });

  it('cannot be revoked from administrators who need them', async () => {
    const answer = await admin.put('/api/permissions/manage-permissions/admin', { granted: false });
    expect(answer).toMatchObject({ status: 409, body: { error: 'administrators_locked_out' } });
    const unknown = await admin.put('/api/permissions/fly/admin', { granted: true });
    expect(unknown.status).toBe(404);
    const notYours = await agent.put('/api/permissions/read-income/agent', { granted: true });
    expect(notYours.body.error).toBe('permission_missing');
  });
});
