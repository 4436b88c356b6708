import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../testing/arrange.ts';
import { openOffice, type Office } from '../../../testing/open-office.ts';
import { createTestApp, type TestClient } from '../../../testing/test-app.ts';

const test = await createTestApp();
let made = 0;

describe('absence cover for more loans than one person may reassign', () => {
  let office: Office;
  let desk: TestClient;
  let manager: TestClient;
  beforeEach(async () => {
    test.clock.moveTo('2026-06-15T12:00:00Z');
    made += 1;
    office = await openOffice({ test, tag: `ask${made}` });
    await arrangeApprovalRule(test.owner, office.portfolio, {
      kind: 'reassign-loans',
      required: true,
      limitLoans: 1,
    });
    desk = await office.signIn('desk');
    manager = await office.signIn('manager');
    await office.arrangeHeld();
  });

  const wish = (wishes: object = {}) => ({
    id: uuidv7(),
    agentId: office.portfolio.team.agent.id,
    standInIds: [office.portfolio.team.otherAgent.id],
    fromOn: '2026-06-15',
    untilOn: '2026-06-19',
    reason: 'Annual leave',
    ...wishes,
  });
  const decide = (id: string, decision = 'approve') =>
    manager.post(`/api/approvals/${id}/decision`, { decision, reason: 'No' });
  const countWith = async (agentId: string) => {
    const rows = await test.owner`select from loan_state where agent_id = ${agentId}`;
    return rows.length;
  };
  const deskRow = async () => {
    const { body } = await desk.get('/api/work/desk');
    return body.agents.find(({ id }: { id: string }) => id === office.portfolio.team.agent.id);
  };

  it('begins at once up to the limit, and the preview shows that more need approval', async () => {
    expect(await deskRow()).toMatchObject({ loans: 1, absenceCoverNeedsApproval: false });
    expect((await desk.post('/api/handovers', wish())).body.outcome).toBe('made');
    const { otherAgent } = office.portfolio.team;
    expect(await countWith(otherAgent.id)).toBe(1);
  });

  it('changes nothing above the limit until it is approved', async () => {
    await office.arrangeHeld();
    expect(await deskRow()).toMatchObject({ loans: 2, absenceCoverNeedsApproval: true });
    const body = wish();
    const asked = await desk.post('/api/handovers', body);
    expect(asked.body).toEqual({
      outcome: 'awaiting-approval',
      absenceCover: null,
      replayed: false,
    });
    expect((await desk.get('/api/handovers')).body.absenceCovers).toEqual([]);
    const { agent, otherAgent } = office.portfolio.team;
    expect(await countWith(agent.id)).toBe(2);
    expect((await desk.post('/api/handovers', body)).body.replayed).toBe(true);
    expect((await desk.post('/api/handovers', { ...body, untilOn: '2026-06-30' })).body.error).toBe(
      'id_reused_with_different_content',
    );
    expect((await desk.post('/api/handovers', wish())).body.error).toBe('request_already_waiting');
    const { body: request } = await manager.get(`/api/approvals/${body.id}`);
    expect(request).toMatchObject({
      kind: 'make-handover',
      loans: 2,
      amountMinor: 240_000,
      before: { loans: 2, outstandingMinor: 240_000 },
      after: { loans: 0, outstandingMinor: 0, fromOn: '2026-06-15', untilOn: '2026-06-19' },
      reason: 'Annual leave',
    });
    expect((await decide(body.id)).body.state).toBe('approved');
    expect(await countWith(otherAgent.id)).toBe(2);
    expect((await desk.get('/api/handovers')).body.absenceCovers).toMatchObject([
      { id: body.id, state: 'running', standIns: [{ loans: 2 }] },
    ]);
    // Returning loans at the end of an absence cover needs no approval.
    const ended = await desk.post(`/api/handovers/${body.id}/end`);
    expect(ended.body).toMatchObject({ returned: 2 });
    expect(await countWith(agent.id)).toBe(2);
  });

  it('creates one request when sent twice at the same moment', async () => {
    await office.arrangeHeld();
    const body = wish();
    const twice = await Promise.all([
      desk.post('/api/handovers', body),
      desk.post('/api/handovers', body),
    ]);
    expect(twice.map(({ body: answer }) => answer.outcome)).toEqual([
      'awaiting-approval',
      'awaiting-approval',
    ]);
    expect(twice.filter(({ body: answer }) => answer.replayed)).toHaveLength(1);
  });

  it('leaves the queue unchanged when declined, and can be requested again under a new id', async () => {
    await office.arrangeHeld();
    const body = wish();
    await desk.post('/api/handovers', body);
    expect((await decide(body.id, 'decline')).body.state).toBe('declined');
    expect(await countWith(office.portfolio.team.agent.id)).toBe(2);
    expect((await desk.post('/api/handovers', body)).body.error).toBe('request_already_decided');
    expect((await desk.post('/api/handovers', wish())).body.outcome).toBe('awaiting-approval');
  });

  it('begins on the day of approval if its first day has passed, and fails after its last day', async () => {
    await office.arrangeHeld();
    const [late, over] = [wish(), wish({ untilOn: '2026-06-16' })];
    await desk.post('/api/handovers', over);
    test.clock.moveTo('2026-06-17T09:00:00Z');
    manager = await office.signIn('manager');
    expect((await decide(over.id)).body).toMatchObject({
      state: 'failed',
      failure: { code: 'day_passed' },
    });
    test.clock.moveTo('2026-06-15T13:00:00Z');
    desk = await office.signIn('desk');
    await desk.post('/api/handovers', late);
    test.clock.moveTo('2026-06-17T10:00:00Z');
    manager = await office.signIn('manager');
    expect((await decide(late.id)).body.state).toBe('approved');
    expect(await countWith(office.portfolio.team.otherAgent.id)).toBe(2);
  });
});
