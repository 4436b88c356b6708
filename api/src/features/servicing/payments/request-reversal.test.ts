import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  arrangeApprovalRule,
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('requesting the reversal of the agent’s own payment', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let agent: TestClient;
  let manager: TestClient;
  beforeEach(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    agent = await test.signIn(portfolio.team.agent.email);
    manager = await test.signIn(portfolio.manager.email);
  });

  const arrangePaid = async (by = agent) => {
    const { team } = portfolio;
    const holder = { teamId: team.id, agentId: team.agent.id };
    const loan = await arrangeLoan(test.owner, portfolio, holder);
    const payment = { id: uuidv7(), amountMinor: 10_662, currency: 'USD', method: 'cash' };
    const body = { ...payment, valueDate: '2026-06-01' };
    expect((await by.post(`/api/loans/${loan.id}/payments`, body)).status).toBe(200);
    return { loan, path: `/api/loans/${loan.id}/payments/${payment.id}` };
  };
  const askFor = (path: string, { client = agent, id = uuidv7(), reason = 'wrong loan' } = {}) =>
    client.post(`${path}/reversal-request`, { id, reason });
  const decide = (id: string, decision: string, reason = '') =>
    manager.post(`/api/approvals/${id}/decision`, { decision, reason });
  const countReversals = async () => (await test.owner`select from payment_reversals`).length;
  const notificationsOf = async (client: TestClient) =>
    (await client.get('/api/notices')).body.notifications as { event: string; message: string }[];

  it('needs another person’s approval even if the rule requires none', async () => {
    await arrangeApprovalRule(test.owner, portfolio, { kind: 'reverse-payment', required: false });
    const { path, loan } = await arrangePaid();
    const id = uuidv7();
    expect(await askFor(path, { id })).toMatchObject({
      status: 200,
      body: { replayed: false, payment: { reversal: null, reversalRequestId: id } },
    });
    expect(await countReversals()).toBe(0);
    expect((await manager.get(`/api/approvals/${id}`)).body).toMatchObject({
      kind: 'reverse-payment',
      state: 'waiting',
      subject: 'L-000001',
      loanId: loan.id,
      borrower: expect.stringMatching(/^Borrower/),
      payment: { valueDate: '2026-06-01', method: 'cash' },
      amountMinor: 10_662,
      reason: 'wrong loan',
      requestedBy: 'delta-agent one',
      mayDecide: true,
    });
    expect(await notificationsOf(manager)).toEqual([
      expect.objectContaining({ event: 'approval-wanted', message: 'wrong loan' }),
    ]);
    const audits = await test.owner`
      select event, actor_id from audit_events where subject_id = ${id}`;
    expect(audits).toEqual([{ event: 'request-approval', actorId: portfolio.team.agent.id }]);
    expect((await askFor(path, { id })).body).toMatchObject({ replayed: true });
  });

  it('reverses the payment in the agent’s name once it is approved', async () => {
    const { path, loan } = await arrangePaid();
    const id = uuidv7();
    await askFor(path, { id });
    expect((await decide(id, 'approve')).body).toMatchObject({ state: 'approved' });
    expect(await countReversals()).toBe(1);
    const [audit] = await test.owner`
      select actor_id, after from audit_events where event = 'reverse-payment'`;
    expect(audit).toMatchObject({
      actorId: portfolio.team.agent.id,
      after: { reason: 'wrong loan', approvedBy: portfolio.manager.id },
    });
    const { body } = await agent.get(`/api/loans/${loan.id}/payments`);
    expect(body.payments[0]).toMatchObject({ reversal: { reason: 'wrong loan' } });
    expect(await notificationsOf(agent)).toEqual([
      expect.objectContaining({ event: 'approval-given' }),
    ]);
    // The request is decided, so the manager's notification no longer asks for action.
    expect(await notificationsOf(manager)).toEqual([
      expect.objectContaining({
        event: 'approval-wanted',
        request: 'reverse-payment',
        borrower: expect.stringMatching(/^Borrower/),
        isOver: true,
      }),
    ]);
  });

  it('is decided by the agent’s desk, which does not decide requests of others', async () => {
    const { path } = await arrangePaid();
    const id = uuidv7();
    await askFor(path, { id });
    const desk = await test.signIn(portfolio.team.desk.email);
    expect(await notificationsOf(desk)).toEqual([
      expect.objectContaining({ event: 'approval-wanted', message: 'wrong loan' }),
    ]);
    expect((await desk.get('/api/approvals/waiting')).body).toEqual({ waiting: 1, listed: 1 });
    expect((await desk.get(`/api/approvals/${id}`)).body).toMatchObject({ mayDecide: true });
    const stranger = await test.signIn(portfolio.otherTeam.desk.email);
    expect((await stranger.get(`/api/approvals/${id}`)).status).toBe(404);
    const decided = await desk.post(`/api/approvals/${id}/decision`, { decision: 'approve' });
    expect(decided.body).toMatchObject({ state: 'approved', decidedBy: 'delta-desk one' });
    expect(await countReversals()).toBe(1);
    const ofManager = await arrangePaid(manager);
    const other = uuidv7();
    await manager.post(`${ofManager.path}/reversal`, { id: other, reason: 'bounced' });
    expect((await desk.get(`/api/approvals/${other}`)).status).toBe(404);
    expect(await notificationsOf(desk)).toHaveLength(1);
    expect((await desk.get('/api/approvals/waiting')).body).toEqual({ waiting: 0, listed: 0 });
  });

  it('shows the agent the reason of a declined request, and leaves the payment unchanged', async () => {
    const { path, loan } = await arrangePaid();
    const id = uuidv7();
    await askFor(path, { id });
    await decide(id, 'decline', 'the bank confirms the money');
    expect(await countReversals()).toBe(0);
    expect(await notificationsOf(agent)).toEqual([
      expect.objectContaining({
        event: 'approval-declined',
        message: 'the bank confirms the money',
      }),
    ]);
    expect((await agent.get(`/api/approvals/${id}`)).body).toMatchObject({
      state: 'declined',
      decisionReason: 'the bank confirms the money',
      isOwn: true,
    });
    const { body } = await agent.get(`/api/loans/${loan.id}/payments`);
    expect(body.payments[0]).toMatchObject({ reversal: null, reversalRequestId: null });
  });

  it('is refused with the first reason in this order', async () => {
    const { path, loan } = await arrangePaid();
    const refusalOf = async (answer: Promise<{ status: number; body: { error: string } }>) => {
      const { status, body } = await answer;
      return [status, body.error];
    };
    const stranger = await test.signIn(portfolio.otherTeam.agent.email);
    expect(await refusalOf(askFor(path, { client: stranger }))).toEqual([404, 'not_found']);
    const unknown = `/api/loans/${loan.id}/payments/${uuidv7()}`;
    expect(await refusalOf(askFor(unknown))).toEqual([404, 'not_found']);
    const { path: posted } = await arrangePaid(manager);
    expect(await refusalOf(askFor(posted))).toEqual([409, 'payment_not_yours']);
    expect(await refusalOf(askFor(path, { reason: ' ' }))).toEqual([400, 'reason_missing']);
    const id = uuidv7();
    await askFor(path, { id });
    expect(await refusalOf(askFor(path, { id, reason: 'other' }))).toEqual([
      409,
      'id_reused_with_different_content',
    ]);
    expect(await refusalOf(askFor(path))).toEqual([409, 'request_already_waiting']);
    await decide(id, 'approve');
    expect(await refusalOf(askFor(path, { id }))).toEqual([409, 'request_already_decided']);
    expect(await refusalOf(askFor(path))).toEqual([409, 'payment_already_reversed']);
  });

  it('requires the permission at the request and at the approval', async () => {
    const { path } = await arrangePaid();
    const desk = await test.signIn(portfolio.team.desk.email);
    expect((await askFor(path, { client: desk })).status).toBe(403);
    const id = uuidv7();
    await askFor(path, { id });
    await test.owner`
      insert into role_permissions (permission, role, granted, changed_by, changed_at)
      values ('request-reversal', 'agent', false, ${portfolio.manager.id}, now())`;
    expect((await decide(id, 'approve')).body).toMatchObject({
      state: 'failed',
      failure: { code: 'author_may_no_longer' },
    });
    expect(await countReversals()).toBe(0);
  });
});
