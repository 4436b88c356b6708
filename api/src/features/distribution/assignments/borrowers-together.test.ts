import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LoanWishes } from '../../../testing/arrange.ts';
import { openOffice, type Office } from '../../../testing/open-office.ts';
import { createTestApp, type TestClient } from '../../../testing/test-app.ts';

const test = await createTestApp();
let made = 0;

describe('the loans of one borrower', () => {
  let office: Office;
  let manager: TestClient;
  let desk: TestClient;
  let agent: string;
  let otherAgent: string;
  beforeEach(async () => {
    test.clock.moveTo('2026-06-15T12:00:00Z');
    made += 1;
    office = await openOffice({ test, tag: `together${made}` });
    manager = await office.signIn('manager');
    desk = await office.signIn('desk');
    agent = office.portfolio.team.agent.id;
    otherAgent = office.portfolio.team.otherAgent.id;
  });

  const arrange = (wishes: LoanWishes = {}) =>
    office.arrangeHeld({ teamId: office.portfolio.team.id, agentId: null, ...wishes });
  const toAgent = (loanIds: readonly string[], wishes: object = {}) => ({
    selection: { loanIds },
    target: { kind: 'agent', id: agent },
    ...wishes,
  });
  const assign = (client: TestClient, body: object) =>
    client.post('/api/assignments', { id: uuidv7(), ...body });
  const holdersOf = async (...loans: readonly { readonly id: string }[]) => {
    const ids = loans.map(({ id }) => id);
    const rows = await test.owner<{ loanId: string; agentId: string | null }[]>`
      select loan_id, agent_id from loan_state where loan_id = any(${ids}::uuid[])`;
    return ids.map((id) => rows.find(({ loanId }) => loanId === id)?.agentId);
  };

  it('move with an assigned loan, as the preview shows, and return with one undo', async () => {
    const picked = await arrange();
    const { borrowerId } = picked;
    const unassigned = await arrange({ borrowerId });
    const held = await arrange({ borrowerId, agentId: otherAgent });
    const closed = await arrange({ borrowerId, status: 'closed' });
    const ofAnother = await arrange();
    const { body: preview } = await desk.post('/api/assignments/preview', toAgent([picked.id]));
    expect(preview).toMatchObject({
      count: 4,
      picked: 1,
      alongCount: 3,
      borrowers: 1,
      alreadyThere: 0,
      outstandingMinor: 360_000,
    });
    const sent = { ...toAgent([picked.id]), seen: preview.seen };
    const moved = await assign(desk, sent);
    expect(moved).toMatchObject({ status: 200, body: { count: 4, outstandingMinor: 360_000 } });
    const all = [picked, unassigned, held, closed, ofAnother];
    expect(await holdersOf(...all)).toEqual([agent, agent, agent, agent, null]);
    const undo = `/api/assignments/${moved.body.batchId}/undo`;
    expect((await desk.post(undo, { id: uuidv7() })).body.count).toBe(4);
    expect(await holdersOf(...all)).toEqual([null, null, otherAgent, null, null]);
  });

  it('stay with their holders if the user chooses that', async () => {
    const picked = await arrange();
    const other = await arrange({ borrowerId: picked.borrowerId });
    const body = toAgent([picked.id], { borrowersTogether: false });
    const { body: preview } = await desk.post('/api/assignments/preview', body);
    expect(preview).toMatchObject({ count: 1, picked: 1, alongCount: 0, borrowers: 1 });
    expect((await assign(desk, body)).body.count).toBe(1);
    expect(await holdersOf(picked, other)).toEqual([agent, null]);
  });

  it('never leave another team through a desk without access to them', async () => {
    const picked = await arrange();
    const { otherTeam } = office.portfolio;
    const foreign = await arrange({
      borrowerId: picked.borrowerId,
      teamId: otherTeam.id,
      agentId: otherTeam.agent.id,
    });
    const { body: preview } = await desk.post('/api/assignments/preview', toAgent([picked.id]));
    expect(preview).toMatchObject({ count: 1, alongCount: 0, borrowers: 1 });
    expect((await assign(desk, toAgent([picked.id]))).body.count).toBe(1);
    expect(await holdersOf(picked, foreign)).toEqual([agent, otherTeam.agent.id]);
    const byManager = await assign(manager, toAgent([picked.id]));
    expect(byManager.body.count).toBe(1);
    expect(await holdersOf(picked, foreign)).toEqual([agent, agent]);
  });

  it('stay with their agent when their team gets another loan of the borrower', async () => {
    const picked = await arrange({ teamId: null });
    const held = await arrange({ borrowerId: picked.borrowerId, agentId: agent });
    const body = {
      selection: { loanIds: [picked.id] },
      target: { kind: 'team', id: office.portfolio.team.id },
    };
    expect((await assign(manager, body)).body.count).toBe(1);
    expect(await holdersOf(picked, held)).toEqual([null, agent]);
  });

  it('stay with their agent when another loan of the borrower is taken back', async () => {
    const picked = await arrange({ agentId: agent });
    const other = await arrange({ borrowerId: picked.borrowerId, agentId: agent });
    const body = { selection: { loanIds: [picked.id] }, target: { kind: 'take-back' } };
    expect((await assign(desk, body)).body.count).toBe(1);
    expect(await holdersOf(picked, other)).toEqual([null, agent]);
  });

  it('are refused together if one of them moved after the preview', async () => {
    const picked = await arrange();
    const other = await arrange({ borrowerId: picked.borrowerId });
    const { body: preview } = await desk.post('/api/assignments/preview', toAgent([picked.id]));
    await assign(manager, {
      selection: { loanIds: [other.id] },
      target: { kind: 'agent', id: otherAgent },
      borrowersTogether: false,
    });
    const refused = await assign(desk, { ...toAgent([picked.id]), seen: preview.seen });
    expect(refused).toMatchObject({ status: 409, body: { error: 'loans_moved_meanwhile' } });
    expect(await holdersOf(picked, other)).toEqual([null, otherAgent]);
  });

  it('move with loans that match a filter, whose expected count excludes them', async () => {
    const picked = await arrange({ principalMinor: 500_000 });
    await arrange({ borrowerId: picked.borrowerId });
    const body = {
      selection: { filter: { view: 'all', outstandingFromMinor: 400_000 }, expectedCount: 1 },
      target: { kind: 'agent', id: agent },
    };
    expect((await assign(desk, body)).body.count).toBe(2);
  });

  it('go to one target of a spread, with the fewest possible moves', async () => {
    const first = await arrange({ agentId: agent });
    const { borrowerId } = first;
    const rest = [
      await arrange({ borrowerId, agentId: otherAgent }),
      await arrange({ borrowerId }),
    ];
    const others = [await arrange({ agentId: otherAgent }), await arrange({ agentId: otherAgent })];
    const body = {
      selection: { filter: { view: 'all' } },
      target: { kind: 'agent', spread: { ids: [agent, otherAgent], by: 'count' } },
    };
    const { body: preview } = await desk.post('/api/assignments/preview', body);
    expect(preview).toMatchObject({ count: 2, alreadyThere: 3, borrowers: 1 });
    await assign(desk, body);
    expect(await holdersOf(first, ...rest)).toEqual([agent, agent, agent]);
    expect(await holdersOf(...others)).toEqual([otherAgent, otherAgent]);
  });

  it('stay with targets that have their share: 12 of 36 loans move, not 19', async () => {
    const third = uuidv7();
    const { id: portfolioId, team } = office.portfolio;
    await test.owner`
      insert into accounts (id, portfolio_id, team_id, role, email, name, password_hash)
      values (${third}, ${portfolioId}, ${team.id}, 'agent', ${`${third}@bursar.example`}, 'Third',
        'none')`;
    const held = [
      ...Array.from({ length: 24 }, () => agent),
      ...Array.from({ length: 8 }, () => otherAgent),
      ...Array.from({ length: 4 }, () => third),
    ];
    for (const [index, agentId] of held.entries()) {
      await arrange({ agentId, principalMinor: 100_000 + 7919 * ((index * 5) % 36) });
    }
    const body = {
      selection: { filter: { view: 'all' }, expectedCount: 36 },
      target: { kind: 'agent', spread: { ids: [agent, otherAgent, third], by: 'count' } },
    };
    const { body: preview } = await desk.post('/api/assignments/preview', body);
    expect(preview).toMatchObject({ count: 12, alreadyThere: 24, borrowers: 12 });
    expect(preview.targets).toMatchObject([
      { receives: 0, loansBefore: 24, loansAfter: 12 },
      { receives: 4, loansBefore: 8, loansAfter: 12 },
      { receives: 8, loansBefore: 4, loansAfter: 12 },
    ]);
  });

  it('go to one stand-in during absence cover, unless the desk chooses otherwise', async () => {
    const third = uuidv7();
    const { id: portfolioId, team } = office.portfolio;
    await test.owner`
      insert into accounts (id, portfolio_id, team_id, role, email, name, password_hash)
      values (${third}, ${portfolioId}, ${team.id}, 'agent', ${`${third}@bursar.example`}, 'Third',
        'none')`;
    const first = await arrange({ agentId: agent });
    const ofOne = [first, await arrange({ agentId: agent, borrowerId: first.borrowerId })];
    const ofAnother = await arrange({ agentId: agent });
    const preview = await desk.get(`/api/staff/${agent}/handover-preview`);
    expect(preview.body).toEqual({ loans: 3, borrowers: 2 });
    const outside = office.portfolio.otherTeam.agent.id;
    expect((await desk.get(`/api/staff/${outside}/handover-preview`)).status).toBe(404);
    const handOver = (wishes: object = {}) =>
      desk.post('/api/handovers', {
        id: uuidv7(),
        agentId: agent,
        standInIds: [otherAgent, third],
        fromOn: '2026-06-15',
        untilOn: '2026-06-19',
        ...wishes,
      });
    const { body } = await handOver();
    const holders = await holdersOf(...ofOne, ofAnother);
    expect(holders[0]).toBe(holders[1]);
    expect(new Set(holders)).toEqual(new Set([otherAgent, third]));
    test.clock.moveTo('2026-06-15T12:05:00Z');
    await desk.post(`/api/handovers/${body.absenceCover.id}/end`);
    expect(await holdersOf(...ofOne, ofAnother)).toEqual([agent, agent, agent]);
    await handOver({ borrowersTogether: false });
    const dealt = await holdersOf(...ofOne, ofAnother);
    expect(dealt.filter((holder) => holder === third).length).toBeGreaterThan(0);
  });
});
