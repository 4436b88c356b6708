import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  arrangeApprovalRule,
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

/** The tests start on Monday, 15 June 2026; the portfolio's time zone is UTC. */
describe('the agents of a desk', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let desk: TestClient;
  let manager: TestClient;
  let agent: TestClient;
  let loanId: string;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    test.clock.moveTo('2026-06-15T08:40:00Z');
    desk = await test.signIn(portfolio.team.desk.email);
    manager = await test.signIn(portfolio.manager.email);
    agent = await test.signIn(portfolio.team.agent.email);
    const { team } = portfolio;
    loanId = (await arrangeLoan(test.owner, portfolio, { teamId: team.id, agentId: team.agent.id }))
      .id;
  });

  /**
   * Signs in again. A session ends after 30 minutes without a call, so a later hour needs a new
   * one.
   */
  const signInAgain = async () => {
    desk = await test.signIn(portfolio.team.desk.email);
    manager = await test.signIn(portfolio.manager.email);
  };

  const rowOf = async (client: TestClient, id: string) =>
    (await client.get('/api/work/desk')).body.agents.find((row: { id: string }) => row.id === id);
  const call = (at: string) =>
    agent.post(`/api/loans/${loanId}/contacts`, {
      id: uuidv7(),
      channel: 'call',
      outcome: 'no-response',
      contactedAt: at,
    });

  it('show when they acted last, who started late and who is idle', async () => {
    const { team } = portfolio;
    test.clock.moveTo('2026-06-15T08:59:00Z');
    expect(await rowOf(desk, team.otherAgent.id)).toMatchObject({
      lastActivityAt: null,
      startedAt: null,
      isIdle: false,
      isLateStart: false,
    });
    test.clock.moveTo('2026-06-15T09:00:00Z');
    await call('2026-06-15T09:00:00.000Z');
    expect(await rowOf(desk, team.otherAgent.id)).toMatchObject({ isLateStart: true });
    expect(await rowOf(desk, team.agent.id)).toMatchObject({
      lastActivityAt: '2026-06-15T09:00:00.000Z',
      startedAt: '2026-06-15T08:40:00.000Z',
      isIdle: false,
      isLateStart: false,
    });
    test.clock.moveTo('2026-06-15T09:59:00Z');
    await signInAgain();
    expect((await rowOf(desk, team.agent.id)).isIdle).toBe(false);
    test.clock.moveTo('2026-06-15T10:00:00Z');
    expect((await rowOf(desk, team.agent.id)).isIdle).toBe(true);
    const { body } = await manager.get('/api/working-hours');
    expect(body.portfolios).toMatchObject([
      { id: portfolio.id, startsBy: '09:00', endsAt: '17:00', timeZone: 'UTC' },
    ]);
    const hours = `/api/working-hours/${portfolio.id}`;
    const upsideDown = await manager.put(hours, { startsBy: '18:00', endsAt: '09:00' });
    expect(upsideDown.body.error).toBe('working_hours_upside_down');
    expect((await desk.put(hours, { startsBy: '07:00', endsAt: '09:30' })).status).toBe(403);
    expect((await manager.put(hours, { startsBy: '08:30', endsAt: '09:30' })).status).toBe(200);
    expect(await rowOf(desk, team.agent.id)).toMatchObject({ isIdle: false, isLateStart: true });
    await manager.put(hours, { startsBy: '09:00', endsAt: '17:00' });
    await manager.put(`/api/days-off/${portfolio.id}/weekdays`, { weekdays: [1] });
    expect(await rowOf(desk, team.otherAgent.id)).toMatchObject({ isLateStart: false });
  });

  it('open their queue to their desk and manager, to read', async () => {
    const { team } = portfolio;
    agent = await test.signIn(team.agent.email);
    await signInAgain();
    const address = `/api/work/agents/${team.agent.id}/queue`;
    const own = (await agent.get('/api/work/queue')).body;
    expect(own.items).toMatchObject([{ loanId }]);
    for (const reader of [desk, manager]) {
      const { body } = await reader.get(address);
      expect(body).toEqual({ ...own, agent: { id: team.agent.id, name: 'delta-agent one' } });
    }
    const other = await test.signIn(portfolio.otherTeam.desk.email);
    expect((await other.get(address)).status).toBe(404);
    expect((await agent.get(address)).status).toBe(403);
    expect((await desk.get(`/api/work/agents/${team.desk.id}/queue`)).status).toBe(404);
    // A loan that left the team is not shown to its desk, although the agent worked on it.
    await manager.post('/api/assignments', {
      id: uuidv7(),
      selection: { loanIds: [loanId] },
      target: { kind: 'team', id: portfolio.otherTeam.id },
    });
    expect((await desk.get(address)).body).toMatchObject({ items: [], worked: [] });
    expect((await agent.get('/api/work/queue')).body.worked).toHaveLength(1);
  });
});

describe('collection targets', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let desk: TestClient;
  let manager: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    desk = await test.signIn(portfolio.team.desk.email);
    manager = await test.signIn(portfolio.manager.email);
  });

  const set = (client: TestClient, month: string, targets: object) =>
    client.put(`/api/work/collection-targets/${month}`, { targets });

  it('hold from their month until a later month has another', async () => {
    const agentId = portfolio.team.agent.id;
    const otherId = portfolio.team.otherAgent.id;
    await set(manager, '2026-06', [
      { agentId, targetMinor: 500_000 },
      { agentId: otherId, targetMinor: 100_000 },
    ]);
    await set(desk, '2026-08', [{ agentId, targetMinor: null }]);
    const of = async (month: string, id = agentId) =>
      (await desk.get(`/api/work/collection-targets/${month}`)).body.agents.find(
        (row: { agentId: string }) => row.agentId === id,
      ).targetMinor;
    expect(await of('2026-05')).toBeNull();
    expect(await of('2026-06')).toBe(500_000);
    expect(await of('2026-07')).toBe(500_000);
    expect(await of('2026-08')).toBeNull();
    expect(await of('2026-08', otherId)).toBe(100_000);
    const events = await test.owner`
      select from audit_events where event = 'set-collection-targets'`;
    expect(events).toHaveLength(3);
    await set(manager, '2026-07', [{ agentId, targetMinor: 500_000 }]);
    expect(await test.owner`select from collection_targets`).toHaveLength(3);
  });

  it('are for agents in scope, and not for months that have passed', async () => {
    const agentId = portfolio.team.agent.id;
    const elsewhere = { agentId: portfolio.otherTeam.agent.id, targetMinor: 1 };
    expect((await set(desk, '2026-06', [elsewhere])).status).toBe(404);
    const passed = await set(desk, '2026-05', [{ agentId, targetMinor: 1 }]);
    expect(passed.body.error).toBe('month_passed');
    expect((await set(desk, '2026-06', [{ agentId, targetMinor: 0 }])).status).toBe(400);
    const agent = await test.signIn(portfolio.team.agent.email);
    expect((await set(agent, '2026-06', [{ agentId, targetMinor: 1 }])).status).toBe(403);
  });

  it('are compared with what the agent collected, without reversed payments', async () => {
    const { team } = portfolio;
    await arrangeApprovalRule(test.owner, portfolio, { kind: 'reverse-payment', required: false });
    const agent = await test.signIn(team.agent.email);
    const holder = { teamId: team.id, agentId: team.agent.id };
    const loan = await arrangeLoan(test.owner, portfolio, holder);
    const pay = async (amountMinor: number, valueDate: string) => {
      const id = uuidv7();
      const payment = { id, amountMinor, currency: 'USD', valueDate, method: 'cash', note: '' };
      expect((await agent.post(`/api/loans/${loan.id}/payments`, payment)).status).toBe(200);
      return id;
    };
    await pay(2_000, '2026-05-31');
    await pay(3_000, '2026-06-01');
    await pay(1_500, '2026-06-15');
    const mistake = await pay(700, '2026-06-15');
    const undone = await desk.post(`/api/loans/${loan.id}/payments/${mistake}/reversal`, {
      id: uuidv7(),
      reason: 'mistake',
    });
    expect(undone.body.outcome).toBe('reversed');
    const month = { collectedMinor: 4_500, targetMinor: 500_000 };
    expect((await agent.get('/api/work/queue')).body.progress.month).toEqual(month);
    const { agents } = (await desk.get('/api/work/desk')).body;
    const row = agents.find(({ id }: { id: string }) => id === team.agent.id);
    expect(row).toMatchObject({ collectedMonthMinor: 4_500, targetMinor: 500_000 });
  });
});
