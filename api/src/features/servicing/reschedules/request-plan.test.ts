import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeAdmin, arrangeApprovalRule } from '../../../testing/arrange.ts';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import { openOffice } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';

const office = await openOffice();
const { test, portfolio, arrangeHeld } = office;
const manager = await office.signIn('manager');
const agent = await office.signIn('agent');
const desk = await office.signIn('desk');
const stranger = await office.signIn('otherAgent');

const preview = (loanId: string, query: object = {}, client: TestClient = agent) => {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) asked.set(name, String(value));
  return client.get(`/api/loans/${loanId}/plan-preview?${asked.toString()}`);
};

/** Requests the plan that a preview shows. */
async function request(loanId: string, wishes: object = {}, client: TestClient = agent) {
  const { body } = await preview(loanId, {}, client);
  return client.post(`/api/loans/${loanId}/plan-request`, {
    id: uuidv7(),
    ...body.terms,
    principalMinor: body.principalMinor ?? 0,
    reason: 'Lost the job',
    plan: 'payment-holiday',
    agreedBy: 'call',
    ...wishes,
  });
}

const waitingFor = async (client: TestClient, loanId: string) =>
  (await client.get('/api/approvals')).body.approvals.filter(
    (one: { loanId: string }) => one.loanId === loanId,
  );

describe('a plan for a borrower in difficulty', () => {
  it('is requested by the agent, shown with its terms, and carried out once approved', async () => {
    const { id } = await arrangeHeld();
    const usual = (await preview(id)).body;
    expect(usual).toMatchObject({ needsApproval: true });
    const firstDueOn = '2026-09-01';
    expect((await preview(id, { firstDueOn })).body).toMatchObject({
      terms: { firstDueOn, instalmentCount: usual.terms.instalmentCount },
      after: { nextDueOn: firstDueOn },
    });
    const sent = { firstDueOn, id: uuidv7() };
    expect((await request(id, sent)).body).toEqual({
      outcome: 'awaiting-approval',
      replayed: false,
    });
    expect((await request(id, sent)).body).toMatchObject({ replayed: true });
    const [waiting] = await waitingFor(manager, id);
    expect(waiting).toMatchObject({
      kind: 'reschedule-loan',
      reason: 'Lost the job',
      requestedBy: 'delta-agent one',
      after: { plan: 'payment-holiday', agreedBy: 'call' },
    });
    expect((await agent.get(`/api/loans/${id}`)).body.rescheduledOn).toBeNull();
    const decided = await manager.post(`/api/approvals/${waiting.id}/decision`, {
      decision: 'approve',
      reason: '',
    });
    expect(decided.status).toBe(200);
    const [made] = await test.owner`
      select plan, agreed_by, first_due_on, made_by from loan_reschedules where loan_id = ${id}`;
    expect(made).toMatchObject({ plan: 'payment-holiday', agreedBy: 'call', firstDueOn });
    await expectReconciled(test.owner);
  });

  it('is changed by the manager, and starts once the borrower agrees to the offer', async () => {
    const { id } = await arrangeHeld();
    await request(id, { firstDueOn: '2026-09-01' });
    const [waiting] = await waitingFor(manager, id);
    const terms = { ...waiting.terms, firstDueOn: '2026-08-01', instalmentCount: 24 };
    const decide = (wishes: object) =>
      manager.post(`/api/approvals/${waiting.id}/decision`, {
        decision: 'decline',
        reason: 'One month less',
        offer: terms,
        ...wishes,
      });
    expect((await decide({ decision: 'approve' })).body.error).toBe('offer_not_possible');
    const past = await decide({ offer: { ...terms, firstDueOn: '2026-06-01' } });
    expect(past.body.error).toBe('first_due_not_after');
    const offered = await decide({});
    expect(offered.body).toMatchObject({
      state: 'declined',
      offer: { terms, after: { instalmentsLeft: 24 }, acceptedAt: null },
    });
    const own = (await agent.get(`/api/approvals/${waiting.id}`)).body;
    expect(own.offer.terms).toEqual(terms);
    const accept = { ...terms, id: uuidv7(), acceptedOffer: waiting.id, agreedBy: 'visit' };
    const others = [
      await request(id, { ...accept, instalmentCount: 12, id: uuidv7() }),
      await request(id, { ...accept, id: uuidv7() }, desk),
    ];
    expect(others.map(({ body }) => body.error)).toEqual([
      'offer_no_longer_valid',
      'offer_no_longer_valid',
    ]);
    const done = { outcome: 'done', replayed: false };
    expect((await request(id, accept)).body).toEqual(done);
    expect((await request(id, accept)).body.replayed).toBe(true);
    const again = await request(id, { ...accept, id: uuidv7() });
    expect(again.body.error).toBe('offer_no_longer_valid');
    const [made] = await test.owner`
      select plan, agreed_by, first_due_on, instalment_count from loan_reschedules
      where loan_id = ${id}`;
    expect(made).toEqual({
      plan: 'payment-holiday',
      agreedBy: 'visit',
      firstDueOn: '2026-08-01',
      instalmentCount: 24,
    });
    const [audited] = await test.owner`
      select after from audit_events where event = 'reschedule-loan' and subject_id = ${id}`;
    expect(audited?.after).toMatchObject({ approvedBy: expect.any(String) });
    await expectReconciled(test.owner);
  });

  it('finds the number of instalments for the amount that the borrower can pay', async () => {
    const { id } = await arrangeHeld();
    const usual = (await preview(id)).body;
    const instalmentAtMostMinor = 5_000;
    const { body } = await preview(id, { instalmentAtMostMinor });
    const amounts: number[] = body.instalments.map(
      (row: { principalMinor: number; interestMinor: number }) =>
        row.principalMinor + row.interestMinor,
    );
    const withoutCarried = amounts.map(
      (minor, at) => minor - (at === 0 ? body.unpaidInterestMinor : 0),
    );
    expect(Math.max(...withoutCarried)).toBeLessThanOrEqual(instalmentAtMostMinor);
    const { instalmentCount } = body.terms;
    expect(instalmentCount).toBeGreaterThan(usual.terms.instalmentCount);
    // The second instalment carries no interest from earlier days.
    const { instalments } = (await preview(id, { instalmentCount: instalmentCount - 1 })).body;
    const { principalMinor, interestMinor } = instalments[1];
    expect(principalMinor + interestMinor).toBeGreaterThan(instalmentAtMostMinor);
    const easy = await preview(id, { instalmentAtMostMinor: 1_000_000 });
    expect(easy.body.terms).toEqual(usual.terms);
    expect((await preview(id, { instalmentAtMostMinor: 10 })).body).toMatchObject({
      error: 'instalment_cannot_be_reached',
      details: { leastMinor: expect.any(Number), currency: 'USD' },
    });
  });

  it('needs a second person, whatever the rule says and whoever asks', async () => {
    const { id } = await arrangeHeld();
    const kind = 'reschedule-loan';
    await arrangeApprovalRule(test.owner, portfolio, { kind, required: false });
    expect((await request(id, {}, desk)).body).toMatchObject({ outcome: 'awaiting-approval' });
    const [waiting] = await waitingFor(manager, id);
    const declined = await manager.post(`/api/approvals/${waiting.id}/decision`, {
      decision: 'decline',
      reason: 'Offer a longer term instead',
    });
    expect(declined.status).toBe(200);
    expect((await agent.get(`/api/loans/${id}`)).body.rescheduledOn).toBeNull();
    // The manager reschedules with other terms.
    const other = await manager.get(`/api/loans/${id}/reschedule-preview?instalmentCount=30`);
    const own = await manager.post(`/api/loans/${id}/reschedule`, {
      id: uuidv7(),
      ...other.body.terms,
      principalMinor: other.body.principalMinor,
      reason: 'Agreed with the agent',
      plan: 'longer-term',
      agreedBy: 'call',
    });
    expect(own.body).toMatchObject({ outcome: 'done' });
  });

  it('ends an offer when the schedule changes in the meantime', async () => {
    const { id } = await arrangeHeld();
    // The rule of the test above lets the manager reschedule alone.
    await request(id);
    const [waiting] = await waitingFor(manager, id);
    const terms = { ...waiting.terms, instalmentCount: 24 };
    await manager.post(`/api/approvals/${waiting.id}/decision`, {
      decision: 'decline',
      reason: 'Longer',
      offer: terms,
    });
    const { principalMinor } = (await preview(id)).body;
    const other = { ...terms, instalmentCount: 36, id: uuidv7(), principalMinor, reason: 'Other' };
    const moved = await manager.post(`/api/loans/${id}/reschedule`, other);
    expect(moved.body.outcome).toBe('done');
    const late = await request(id, { ...terms, acceptedOffer: waiting.id });
    expect(late.body.error).toBe('offer_no_longer_valid');
  });

  it('is decided by the desk once an administrator lets desks approve plans', async () => {
    const { id } = await arrangeHeld();
    await request(id, {}, agent);
    const [waiting] = await waitingFor(manager, id);
    expect(await waitingFor(desk, id)).toEqual([]);
    const administrator = await test.signIn((await arrangeAdmin(test.owner)).email);
    await administrator.put('/api/permissions/approve-plans/team', { granted: true });
    expect(await waitingFor(desk, id)).toMatchObject([{ id: waiting.id, mayDecide: true }]);
    const path = `/api/approvals/${waiting.id}/decision`;
    const decided = await desk.post(path, { decision: 'approve', reason: '' });
    expect(decided.body).toMatchObject({ state: 'approved' });
    // The manager decides on a plan that the desk itself requested.
    const { id: other } = await arrangeHeld();
    await request(other, {}, desk);
    const [own] = await waitingFor(desk, other);
    const alone = await desk.post(`/api/approvals/${own.id}/decision`, { decision: 'approve' });
    expect(alone.body.error).toBe('own_request');
    await expectReconciled(test.owner);
  });

  it('is refused for a colleague’s loan, without a reason, and for the manager’s own address', async () => {
    const { id } = await arrangeHeld();
    expect((await preview(id, {}, stranger)).status).toBe(404);
    expect((await request(id, { reason: ' ' })).body).toMatchObject({ error: 'reason_missing' });
    expect((await request(id, { agreedBy: 'rumour' })).status).toBe(400);
    expect((await preview(id, {}, manager)).status).toBe(403);
    const direct = await agent.post(`/api/loans/${id}/reschedule`, {});
    expect(direct.status).toBe(403);
  });
});
