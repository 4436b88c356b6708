import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangeAdmin, arrangeApprovalRule } from '../../../testing/arrange.ts';
import { openOffice, paymentOf, type Office } from '../../../testing/open-office.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('a request whose subject changes while it waits', () => {
  let test: TestApp;
  let office: Office;
  let desk: TestClient;
  let manager: TestClient;
  let admin: TestClient;
  beforeEach(async () => {
    test = await createTestApp();
    office = await openOffice({ test });
    desk = await office.signIn('desk');
    manager = await office.signIn('manager');
    admin = await test.signIn((await arrangeAdmin(test.owner)).email);
  });

  const arrangePaid = async () => {
    const { id: loanId } = await office.arrangeHeld();
    const payment = paymentOf();
    expect((await manager.post(`/api/loans/${loanId}/payments`, payment)).status).toBe(200);
    return `/api/loans/${loanId}/payments/${payment.id}/reversal`;
  };
  const reverse = (client: TestClient, path: string, id = uuidv7()) =>
    client.post(path, { id, reason: 'The cheque bounced' });
  const decide = (client: TestClient, id: string, decision = 'approve') =>
    client.post(`/api/approvals/${id}/decision`, { decision, reason: 'Seen' });
  const limitTo = (limitLoans: number) =>
    arrangeApprovalRule(test.owner, office.portfolio, {
      kind: 'reassign-loans',
      required: true,
      limitLoans,
    });
  const countReversals = async () => (await test.owner`select from payment_reversals`).length;

  it('runs once when two users approve it at the same moment', async () => {
    const path = await arrangePaid();
    const id = uuidv7();
    await reverse(desk, path, id);
    const answers = await Promise.all([decide(manager, id), decide(admin, id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe(
      'request_already_decided',
    );
    expect(await countReversals()).toBe(1);
  });

  it('returns the first answer if one person sends the same decision twice', async () => {
    const path = await arrangePaid();
    const id = uuidv7();
    await reverse(desk, path, id);
    const [first, second] = await Promise.all([decide(manager, id), decide(manager, id)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(await countReversals()).toBe(1);
    const audits = await test.owner`select from audit_events where event = 'approve-request'`;
    expect(audits).toHaveLength(1);
    expect((await decide(manager, id, 'decline')).body.error).toBe('request_already_decided');
  });

  it.each(['decline', 'withdraw'])(
    'cannot be repeated under the same id after a %s, only under a new one',
    async (end) => {
      const path = await arrangePaid();
      const id = uuidv7();
      await reverse(desk, path, id);
      if (end === 'decline') await decide(manager, id, 'decline');
      else await desk.post(`/api/approvals/${id}/withdrawal`);
      expect((await reverse(desk, path, id)).body.error).toBe('request_already_decided');
      expect((await reverse(desk, path)).body.outcome).toBe('awaiting-approval');
    },
  );

  it('is not run for a requester who was suspended, or whose role changed', async () => {
    for (const change of [
      test.owner`update accounts set status = 'suspended'`,
      test.owner`update accounts set role = 'agent'`,
    ]) {
      const path = await arrangePaid();
      const id = uuidv7();
      expect((await reverse(desk, path, id)).body.outcome).toBe('awaiting-approval');
      await test.owner`${change} where id = ${office.portfolio.team.desk.id}`;
      expect((await decide(manager, id)).body).toMatchObject({
        state: 'failed',
        failure: { code: 'author_may_no_longer' },
      });
      await test.owner`
        update accounts set status = 'active', role = 'team'
        where id = ${office.portfolio.team.desk.id}`;
    }
    expect(await countReversals()).toBe(0);
  });

  it('remains waiting when its rule is switched off, and fails if the command ran without it', async () => {
    const path = await arrangePaid();
    const id = uuidv7();
    await reverse(desk, path, id);
    const rule = `/api/approval-rules/${office.portfolio.id}/reverse-payment`;
    await admin.put(rule, { required: false });
    expect((await reverse(desk, path, id)).body).toMatchObject({
      outcome: 'awaiting-approval',
      replayed: true,
    });
    expect((await reverse(desk, path)).body.outcome).toBe('reversed');
    expect((await decide(manager, id)).body).toMatchObject({
      state: 'failed',
      failure: { code: 'payment_already_reversed' },
    });
    expect(await countReversals()).toBe(1);
  });

  it('reverses a payment once if approval and direct reversal are simultaneous', async () => {
    const path = await arrangePaid();
    const id = uuidv7();
    await reverse(desk, path, id);
    await admin.put(`/api/approval-rules/${office.portfolio.id}/reverse-payment`, {
      required: false,
    });
    const [decided, reversed] = await Promise.all([decide(manager, id), reverse(desk, path)]);
    const done = [decided.body.state === 'approved', reversed.status === 200];
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await countReversals()).toBe(1);
  });

  it('moves nothing if the loans were reassigned in between', async () => {
    await limitTo(1);
    const { team, otherTeam } = office.portfolio;
    const loanIds = [(await office.arrangeHeld()).id, (await office.arrangeHeld()).id];
    const give = (ids: string[], target: object, id = uuidv7()) =>
      manager.post('/api/assignments', { id, selection: { loanIds: ids }, target });
    const id = uuidv7();
    const toCedar = { kind: 'team', id: otherTeam.id };
    expect((await give(loanIds, toCedar, id)).body.outcome).toBe('awaiting-approval');
    // One loan is not above the limit, so it is reassigned while the request waits.
    test.clock.moveTo('2026-06-15T12:05:00Z');
    const toColleague = { kind: 'agent', id: team.otherAgent.id };
    expect((await give(loanIds.slice(0, 1), toColleague)).body.outcome).toBe('assigned');
    expect((await decide(admin, id)).body).toMatchObject({
      state: 'failed',
      failure: { code: 'selection_changed' },
    });
    const rows = await test.owner`select from loan_state where team_id = ${otherTeam.id}`;
    expect(rows).toHaveLength(0);
  });

  it('moves nothing if the filter now matches the same number of different loans', async () => {
    await limitTo(1);
    const { otherTeam, team } = office.portfolio;
    const first = await office.arrangeHeld();
    await office.arrangeHeld();
    const id = uuidv7();
    const asked = await manager.post('/api/assignments', {
      id,
      selection: {
        filter: { view: 'all', agentId: team.agent.id, status: 'active' },
        expectedCount: 2,
      },
      target: { kind: 'team', id: otherTeam.id },
    });
    expect(asked.body.outcome).toBe('awaiting-approval');
    await test.owner`update loan_state set status = 'closed' where loan_id = ${first.id}`;
    await office.arrangeHeld();
    expect((await decide(admin, id)).body).toMatchObject({
      state: 'failed',
      failure: { code: 'selection_changed' },
    });
  });

  it('says in the preview whether removing these loans needs a second person', async () => {
    await limitTo(1);
    const { otherTeam } = office.portfolio;
    const loanIds = [(await office.arrangeHeld()).id, (await office.arrangeHeld()).id];
    const preview = async (ids: string[]) => {
      const target = { kind: 'team', id: otherTeam.id };
      const body = { selection: { loanIds: ids }, target };
      return (await manager.post('/api/assignments/preview', body)).body.needsApproval;
    };
    expect(await preview(loanIds.slice(0, 1))).toBe(false);
    expect(await preview(loanIds)).toBe(true);
    const fresh = await office.arrangeHeld({ teamId: null, agentId: null });
    expect(await preview([loanIds[0] ?? '', fresh.id])).toBe(false);
  });
});
