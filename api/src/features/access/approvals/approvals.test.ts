import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  arrangeAdmin,
  arrangeApprovalRule,
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

const INSTALMENT = 10_662;

describe('an approval request', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let desk: TestClient;
  let manager: TestClient;
  let admin: TestClient;
  beforeEach(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    desk = await test.signIn(portfolio.team.desk.email);
    manager = await test.signIn(portfolio.manager.email);
    admin = await test.signIn((await arrangeAdmin(test.owner)).email);
  });

  const arrangePaid = async (teamId: string | null = portfolio.team.id) => {
    const loan = await arrangeLoan(test.owner, portfolio, { teamId });
    const payment = { id: uuidv7(), amountMinor: INSTALMENT, currency: 'USD', method: 'cash' };
    const body = { ...payment, valueDate: '2026-06-01' };
    expect((await manager.post(`/api/loans/${loan.id}/payments`, body)).status).toBe(200);
    const path = `/api/loans/${loan.id}/payments/${body.id}`;
    return { loan, paymentId: body.id, path };
  };

  const askFor = (path: string, client = desk, id = uuidv7()) =>
    client.post(`${path}/reversal`, { id, reason: 'the cheque bounced' });
  const decide = (client: TestClient, id: string, decision: string, reason = '') =>
    client.post(`/api/approvals/${id}/decision`, { decision, reason });
  const waitingOf = async (client: TestClient) =>
    (await client.get('/api/approvals')).body.approvals as { id: string }[];
  const eventsOf = async (client: TestClient) => {
    const { body } = await client.get('/api/notices');
    return body.notifications.map((notification: { event: string; subject: string }) => [
      notification.event,
      notification.subject,
    ]);
  };
  const auditsOf = async (id: string) => {
    const rows = await test.owner`
      select event, actor_id from audit_events where subject_id = ${id} order by at, id`;
    return rows.map((row) => [row['event'], row['actorId']]);
  };
  const countReversals = async () => (await test.owner`select from payment_reversals`).length;

  it('leaves the payment unchanged, and notifies the users who may approve it', async () => {
    const { path, loan, paymentId } = await arrangePaid();
    const [before] = await test.owner`select * from loan_state where loan_id = ${loan.id}`;
    expect((await desk.get(`${path}/reversal-preview`)).body.needsApproval).toBe(true);
    const id = uuidv7();
    const asked = await askFor(path, desk, id);
    expect(asked).toMatchObject({
      status: 200,
      body: {
        outcome: 'awaiting-approval',
        payment: { reversal: null, reversalRequestId: id },
        loanStatus: 'active',
        replayed: false,
      },
    });
    const [after] = await test.owner`select * from loan_state where loan_id = ${loan.id}`;
    expect(after).toEqual(before);
    expect(await countReversals()).toBe(0);
    const { body } = await manager.get(`/api/approvals/${id}`);
    expect(body).toMatchObject({
      borrower: expect.stringMatching(/^Borrower \d+$/),
      payment: { valueDate: '2026-06-01', method: 'cash' },
      reason: 'the cheque bounced',
    });
    expect(body).toMatchObject({
      kind: 'reverse-payment',
      state: 'waiting',
      subject: 'L-000001',
      loanId: loan.id,
      amountMinor: INSTALMENT,
      before: { outstandingMinor: 120_000 - 9_462, oldestUnpaidDueOn: '2026-07-01' },
      after: { outstandingMinor: 120_000, oldestUnpaidDueOn: '2026-06-01' },
      reason: 'the cheque bounced',
      requestedBy: 'delta-desk one',
      isOwn: false,
      mayDecide: true,
    });
    for (const client of [manager, admin]) {
      expect(await eventsOf(client)).toEqual([['approval-wanted', 'L-000001']]);
      expect((await client.get('/api/approvals/waiting')).body).toEqual({ waiting: 1, listed: 1 });
    }
    expect(await eventsOf(desk)).toEqual([]);
    expect(await auditsOf(id)).toEqual([['request-approval', portfolio.team.desk.id]]);
    expect((await askFor(path, desk, id)).body).toMatchObject({
      outcome: 'awaiting-approval',
      replayed: true,
    });
    expect((await askFor(path)).body.error).toBe('request_already_waiting');
    const { body: list } = await desk.get(`/api/loans/${loan.id}/payments`);
    expect(list.payments[0]).toMatchObject({ id: paymentId, reversalRequestId: id });
  });

  it('runs the reversal in the requester’s name when another person approves', async () => {
    const { path, loan, paymentId } = await arrangePaid();
    const id = uuidv7();
    await askFor(path, desk, id);
    const approved = await decide(manager, id, 'approve');
    expect(approved).toMatchObject({
      status: 200,
      body: { state: 'approved', decidedBy: 'manager one', mayDecide: false },
    });
    const [state] = await test.owner`
      select outstanding_principal_minor from loan_state where loan_id = ${loan.id}`;
    expect(state?.['outstandingPrincipalMinor']).toBe(120_000);
    const reversals = await test.owner`select id, payment_id, reversed_by from payment_reversals`;
    expect(reversals.map((row) => ({ ...row }))).toEqual([
      { id, paymentId, reversedBy: portfolio.team.desk.id },
    ]);
    expect(await auditsOf(id)).toEqual([
      ['request-approval', portfolio.team.desk.id],
      ['approve-request', portfolio.manager.id],
    ]);
    const [audit] = await test.owner`
      select after from audit_events where event = 'reverse-payment'`;
    expect(audit?.['after']).toMatchObject({ paymentId, approvedBy: portfolio.manager.id });
    expect(await eventsOf(desk)).toEqual([['approval-given', 'L-000001']]);
    expect((await askFor(path, desk, id)).body).toMatchObject({
      outcome: 'reversed',
      replayed: true,
    });
    expect((await decide(admin, id, 'decline', 'no')).body.error).toBe('request_already_decided');
  });

  it('changes nothing when declined, and gives the requester the reason', async () => {
    const { path } = await arrangePaid();
    const id = uuidv7();
    await askFor(path, desk, id);
    expect((await decide(manager, id, 'decline', '  ')).body).toMatchObject({
      error: 'reason_missing',
      fields: { reason: expect.any(String) },
    });
    const declined = await decide(manager, id, 'decline', 'The bank says it was paid.');
    expect(declined.body).toMatchObject({ state: 'declined' });
    expect(await countReversals()).toBe(0);
    const { body } = await desk.get('/api/approvals?state=decided&own=true');
    expect(body.approvals).toMatchObject([
      { id, state: 'declined', decisionReason: 'The bank says it was paid.', isOwn: true },
    ]);
    expect(await eventsOf(desk)).toEqual([['approval-declined', 'L-000001']]);
    expect((await askFor(path)).body.outcome).toBe('awaiting-approval');
  });

  it('is not decided by the requester or by users without the permission', async () => {
    const { path } = await arrangePaid();
    const id = uuidv7();
    await askFor(path, manager, id);
    expect((await decide(manager, id, 'approve')).body.error).toBe('own_request');
    // Desks do not decide managers' requests to reverse a payment.
    expect((await decide(desk, id, 'approve')).body.error).toBe('not_found');
    expect((await manager.get('/api/approvals/waiting')).body).toEqual({ waiting: 0, listed: 1 });
    expect((await manager.get(`/api/approvals/${id}`)).body).toMatchObject({
      isOwn: true,
      mayDecide: false,
    });
    const own = test.owner`
      update approvals set state = 'approved', decided_at = now(), decided_by = requested_by`;
    await expect(own).rejects.toThrow(/approvals/);
    expect((await decide(admin, id, 'approve')).body.state).toBe('approved');
  });

  it('is withdrawn only by the requester, who can then request again', async () => {
    const { path } = await arrangePaid();
    const id = uuidv7();
    await askFor(path, desk, id);
    expect((await manager.post(`/api/approvals/${id}/withdrawal`)).status).toBe(404);
    const withdrawn = await desk.post(`/api/approvals/${id}/withdrawal`);
    expect(withdrawn.body).toMatchObject({ state: 'withdrawn', decidedBy: 'delta-desk one' });
    expect((await decide(manager, id, 'approve')).body.error).toBe('request_already_decided');
    expect((await desk.post(`/api/approvals/${id}/withdrawal`)).status).toBe(409);
    expect(await auditsOf(id)).toContainEqual(['withdraw-request', portfolio.team.desk.id]);
    expect((await askFor(path)).status).toBe(200);
  });

  it('fails with the reason if the command can no longer run', async () => {
    const { path, loan } = await arrangePaid();
    const id = uuidv7();
    await askFor(path, desk, id);
    await test.owner`update loan_state set status = 'written_off' where loan_id = ${loan.id}`;
    const failed = await decide(manager, id, 'approve');
    expect(failed.body).toMatchObject({
      state: 'failed',
      failure: { code: 'loan_is_written_off', details: { status: 'written_off' } },
    });
    expect(await countReversals()).toBe(0);
    expect(await eventsOf(desk)).toEqual([['approval-failed', 'L-000001']]);
  });

  it('fails if the requester has lost the permission or the loan', async () => {
    const { path, loan } = await arrangePaid();
    const id = uuidv7();
    await askFor(path, desk, id);
    await test.owner`
      update loan_state set team_id = ${portfolio.otherTeam.id} where loan_id = ${loan.id}`;
    expect((await decide(manager, id, 'approve')).body.failure.code).toBe('author_may_no_longer');
    const second = await arrangePaid();
    const other = uuidv7();
    await askFor(second.path, desk, other);
    await admin.put('/api/permissions/reverse-payment/team', { granted: false });
    expect((await decide(manager, other, 'approve')).body.failure.code).toBe(
      'author_may_no_longer',
    );
  });

  it('accepts one of two simultaneous decisions', async () => {
    const { path } = await arrangePaid();
    const id = uuidv7();
    await askFor(path, desk, id);
    const answers = await Promise.all([
      decide(manager, id, 'approve'),
      decide(admin, id, 'decline', 'no'),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe(
      'request_already_decided',
    );
  });

  it('is hidden outside the scope', async () => {
    const { path } = await arrangePaid();
    const id = uuidv7();
    await askFor(path, desk, id);
    const elsewhere = await arrangePortfolio(test.owner, 'elsewhere');
    await admin.put('/api/permissions/approve-requests/team', { granted: true });
    for (const email of [elsewhere.manager.email, portfolio.otherTeam.desk.email]) {
      const stranger = await test.signIn(email);
      expect(await waitingOf(stranger)).toEqual([]);
      expect((await stranger.get(`/api/approvals/${id}`)).status).toBe(404);
      expect((await decide(stranger, id, 'approve')).status).toBe(404);
      expect((await stranger.get('/api/approvals/waiting')).body).toEqual({
        waiting: 0,
        listed: 0,
      });
    }
    const second = await arrangePaid();
    await askFor(second.path, manager, uuidv7());
    expect(await waitingOf(desk)).toHaveLength(2);
  });

  it('is required for a reassignment above the limit, and moves the loans once approved', async () => {
    await arrangeApprovalRule(test.owner, portfolio, {
      kind: 'reassign-loans',
      required: true,
      limitLoans: 1,
    });
    const { team, otherTeam } = portfolio;
    const loans = await Promise.all(
      [null, team.id, team.id].map((teamId) => arrangeLoan(test.owner, portfolio, { teamId })),
    );
    const give = (loanIds: string[], teamId: string, id = uuidv7()) =>
      manager.post('/api/assignments', {
        id,
        selection: { loanIds },
        target: { kind: 'team', id: teamId },
        reason: 'Cedar takes the region over',
      });
    const [fresh = '', first = '', second = ''] = loans.map((loan) => loan.id);
    expect((await give([fresh, first], otherTeam.id)).body.outcome).toBe('assigned');
    expect((await give([fresh, first], team.id)).body.outcome).toBe('awaiting-approval');
    const id = uuidv7();
    const asked = await give([first, second, fresh], team.id, id);
    expect(asked.body).toMatchObject({ outcome: 'awaiting-approval', count: 2 });
    expect((await give([first, second, fresh], team.id, id)).body).toMatchObject({
      outcome: 'awaiting-approval',
      replayed: true,
    });
    const { body: request } = await admin.get(`/api/approvals/${id}`);
    expect(request).toMatchObject({
      kind: 'reassign-loans',
      subject: 'delta',
      loans: 2,
      amountMinor: 240_000,
      before: { loans: 1, outstandingMinor: 120_000, holder: 'cedar' },
      after: { loans: 3, outstandingMinor: 360_000, holder: 'delta' },
    });
    expect((await decide(admin, id, 'approve')).body.state).toBe('approved');
    const held = await test.owner`select from loan_state where team_id = ${team.id}`;
    expect(held).toHaveLength(3);
    const [batch] = await test.owner`select made_by from assignment_batches where id = ${id}`;
    expect(batch?.['madeBy']).toBe(portfolio.manager.id);
  });

  it('follows the rules that an administrator sets for a portfolio', async () => {
    const { path } = await arrangePaid();
    const rulePath = `/api/approval-rules/${portfolio.id}/reverse-payment`;
    expect((await manager.put(rulePath, { required: false })).body.error).toBe(
      'permission_missing',
    );
    const changed = await admin.put(rulePath, { required: false, limitLoans: 7 });
    expect(changed.body).toEqual({
      kind: 'reverse-payment',
      required: false,
      limitLoans: null,
      isDefault: false,
    });
    expect((await askFor(path)).body.outcome).toBe('reversed');
    const limit = await admin.put(`/api/approval-rules/${portfolio.id}/reassign-loans`, {
      required: true,
      limitLoans: 50,
    });
    expect(limit.body).toMatchObject({ limitLoans: 50, isDefault: false });
    const { body } = await manager.get('/api/approval-rules');
    expect(body.portfolios).toMatchObject([
      {
        id: portfolio.id,
        rules: [
          { kind: 'reverse-payment', required: false },
          { kind: 'write-off-loan', required: true, limitLoans: null },
          { kind: 'reschedule-loan', required: true, limitLoans: null },
          { kind: 'make-promise', required: true, limitLoans: null },
          { kind: 'add-charge', required: false, limitLoans: null },
          { kind: 'waive-charge', required: true, limitLoans: null },
          { kind: 'refund-credit', required: true, limitLoans: null },
          { kind: 'disburse-loan', required: true, limitLoans: null },
          { kind: 'reassign-loans', required: true, limitLoans: 50 },
        ],
      },
    ]);
    expect(await auditsOf(portfolio.id)).toHaveLength(2);
    const unknown = `/api/approval-rules/${uuidv7()}/reverse-payment`;
    expect((await admin.put(unknown, { required: true })).status).toBe(404);
  });
});
