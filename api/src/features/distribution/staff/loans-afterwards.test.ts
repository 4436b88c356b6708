import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangeAdmin, arrangeApprovalRule } from '../../../testing/arrange.ts';
import { openOffice, type Office } from '../../../testing/open-office.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('the loans of a suspended agent, above the limit of one person', () => {
  let test: TestApp;
  let office: Office;
  let desk: TestClient;
  let manager: TestClient;
  beforeEach(async () => {
    test = await createTestApp();
    office = await openOffice({ test });
    await arrangeApprovalRule(test.owner, office.portfolio, {
      kind: 'reassign-loans',
      required: true,
      limitLoans: 1,
    });
    desk = await office.signIn('desk');
    manager = await office.signIn('manager');
    for (let count = 0; count < 2; count += 1) await office.arrangeHeld();
  });

  const suspend = (client: TestClient, wishes: object = {}) => {
    const { agent, otherAgent } = office.portfolio.team;
    const body = { id: uuidv7(), loans: 'move', toAgentId: otherAgent.id, ...wishes };
    return client.post(`/api/staff/${agent.id}/suspend`, body);
  };
  const decide = (client: TestClient, id: string) =>
    client.post(`/api/approvals/${id}/decision`, { decision: 'approve' });
  const countWith = async (agentId: string) => {
    const rows = await test.owner`select from loan_state where agent_id = ${agentId}`;
    return rows.length;
  };

  it('are counted in the preview within the caller’s scope, with the need for approval', async () => {
    const { agent, otherAgent } = office.portfolio.team;
    const preview = async (client: TestClient, accountIds: string[]) =>
      (await client.post('/api/staff/suspension-preview', { accountIds })).body;
    const both = [agent.id, otherAgent.id];
    expect(await preview(desk, both)).toEqual({ loans: 2, needsApproval: true });
    expect(await preview(desk, [otherAgent.id])).toEqual({ loans: 0, needsApproval: false });
    const stranger = await test.signIn(office.portfolio.otherTeam.desk.email);
    expect(await preview(stranger, both)).toEqual({ loans: 0, needsApproval: false });
  });

  it('wait for a second person, while the agent is suspended at once', async () => {
    const { agent, otherAgent } = office.portfolio.team;
    const working = await office.signIn('agent');
    const id = uuidv7();
    const suspended = await suspend(desk, { id });
    expect(suspended).toMatchObject({
      status: 200,
      body: { status: 'suspended', loans: 2, loansAwaitApproval: true },
    });
    expect((await working.get('/api/loans')).status).toBe(401);
    expect((await suspend(desk, { id })).body.loansAwaitApproval).toBe(true);
    const { body: request } = await manager.get(`/api/approvals/${id}`);
    expect(request).toMatchObject({
      kind: 'move-held-loans',
      loans: 2,
      amountMinor: 240_000,
      before: { loans: 2, outstandingMinor: 240_000 },
      after: { loans: 0, outstandingMinor: 0 },
      isOwn: false,
      mayDecide: true,
    });
    expect((await decide(manager, id)).body.state).toBe('approved');
    expect([await countWith(agent.id), await countWith(otherAgent.id)]).toEqual([0, 2]);
    const [batch] = await test.owner`select made_by from assignment_batches where id = ${id}`;
    expect(batch?.['madeBy']).toBe(office.portfolio.team.desk.id);
    expect((await suspend(desk, { id })).body.loansAwaitApproval).toBe(false);
  });

  it('stay with an agent who is reinstated before the approval', async () => {
    const { agent } = office.portfolio.team;
    const id = uuidv7();
    await suspend(desk, { id, loans: 'take-back' });
    await manager.post(`/api/staff/${agent.id}/reinstate`);
    expect((await decide(manager, id)).body).toMatchObject({
      state: 'failed',
      failure: { code: 'account_not_suspended' },
    });
    expect(await countWith(agent.id)).toBe(2);
  });

  it('move at once if they stay with their team, or are within the limit', async () => {
    expect((await suspend(desk, { loans: 'stay' })).body).toMatchObject({
      loans: 2,
      loansAwaitApproval: false,
    });
    await test.owner`update approval_rules set limit_loans = 2`;
    await manager.post(`/api/staff/${office.portfolio.team.agent.id}/reinstate`);
    expect((await suspend(desk)).body).toMatchObject({ loans: 0, loansAwaitApproval: false });
  });

  it('need a manager’s approval even if an administrator suspends the agent', async () => {
    const admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    const id = uuidv7();
    expect((await suspend(admin, { id, loans: 'take-back' })).body.loansAwaitApproval).toBe(true);
    expect((await decide(admin, id)).body.error).toBe('own_request');
    expect((await decide(manager, id)).body.state).toBe('approved');
    expect(await countWith(office.portfolio.team.agent.id)).toBe(0);
  });

  it('are counted together if several agents are suspended at once', async () => {
    const { agent, otherAgent } = office.portfolio.team;
    await test.owner`update approval_rules set limit_loans = 2`;
    await office.arrangeHeld({ agentId: otherAgent.id });
    const accounts = [agent, otherAgent].map(({ id }) => ({ accountId: id, batchId: uuidv7() }));
    const body = { action: 'suspend', accounts, loans: 'take-back' };
    expect((await manager.post('/api/staff/change-many', body)).body).toEqual({
      done: 2,
      loansAwaiting: 2,
      refused: [],
    });
    expect([await countWith(agent.id), await countWith(otherAgent.id)]).toEqual([2, 1]);
  });

  it('are counted without loans that the caller cannot see', async () => {
    const { portfolio } = office;
    const stranger = portfolio.otherTeam.agent;
    await test.owner`update approval_rules set limit_loans = 2`;
    await office.arrangeHeld({ teamId: portfolio.otherTeam.id, agentId: stranger.id });
    const accounts = [portfolio.team.agent, stranger].map(({ id }) => ({
      accountId: id,
      batchId: uuidv7(),
    }));
    const body = { action: 'suspend', accounts, loans: 'take-back' };
    expect((await desk.post('/api/staff/change-many', body)).body).toMatchObject({
      done: 1,
      loansAwaiting: 0,
      refused: [{ accountId: stranger.id, error: 'not_found' }],
    });
  });
});
