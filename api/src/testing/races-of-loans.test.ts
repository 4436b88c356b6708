import { uuidv7 } from 'uuidv7';
import { describe, expect } from 'vitest';
import { expectStatuses, move, openRaceOffice, pay, undo } from './race-office.ts';

const { portfolio, arrangeHeld, arrangeLoans, manager, secondManager, test, run } =
  await openRaceOffice();
const { team, otherTeam } = portfolio;
const { owner } = test;
const toTeam = { kind: 'team', id: team.id };
const toOtherTeam = { kind: 'team', id: otherTeam.id };
const toAgent = { kind: 'agent', id: team.agent.id };
const overAgents = {
  kind: 'agent',
  spread: { ids: [team.agent.id, team.otherAgent.id], by: 'count' },
};
const takeBack = { kind: 'take-back' };

/**
 * Expects that each line of a loan's history continues the previous one, and that the newest line
 * names the present holder. A loan without lines passes.
 */
async function expectHistory(loanIds: readonly string[]): Promise<void> {
  const holders = await owner<{ loanId: string; team: string | null; agent: string | null }[]>`
    select state.loan_id, team.name as team, agent.name as agent from loan_state state
    left join teams team on team.portfolio_id = state.portfolio_id and team.id = state.team_id
    left join accounts agent on agent.id = state.agent_id
    where state.loan_id = any(${[...loanIds]}::uuid[])`;
  for (const { loanId, ...holder } of holders) {
    const { body } = await manager.get(`/api/loans/${loanId}/assignments`);
    const lines: { toTeam: string; toAgent: string; fromTeam: string; fromAgent: string }[] =
      body.assignments;
    const [newest] = lines;
    if (!newest) continue;
    expect({ team: newest.toTeam, agent: newest.toAgent }).toEqual(holder);
    for (const [place, line] of lines.entries()) {
      const before = lines[place + 1];
      if (!before) continue;
      expect([line.fromTeam, line.fromAgent]).toEqual([before.toTeam, before.toAgent]);
    }
  }
}

describe('simultaneous changes of loan holders', () => {
  run({
    'two assignments of the same loans': async () => {
      const ids = await arrangeLoans(6);
      const answers = await Promise.all([
        move(manager, ids, toTeam),
        move(secondManager, ids.toReversed(), toAgent),
        move(secondManager, ids.slice(2), toOtherTeam),
      ]);
      expectStatuses(answers, [200, 200, 200]);
      await expectHistory(ids);
    },
    'two overlapping assignments': async () => {
      const ids = await arrangeLoans(5);
      const answers = await Promise.all([
        move(manager, ids.slice(0, 4), toTeam),
        move(secondManager, ids.slice(1).toReversed(), toOtherTeam),
      ]);
      expectStatuses(answers, [200, 200]);
      await expectHistory(ids);
    },
    'two spreads of the same loans': async () => {
      const ids = await arrangeLoans(6);
      const answers = await Promise.all([
        move(manager, ids, overAgents),
        move(secondManager, ids, {
          kind: 'team',
          spread: { ids: [otherTeam.id, team.id], by: 'outstanding' },
        }),
      ]);
      expectStatuses(answers, [200, 200]);
      await expectHistory(ids);
    },
    'an assignment and a take-back': async () => {
      const ids = await arrangeLoans(4);
      await move(manager, ids, toAgent);
      const answers = await Promise.all([
        move(manager, ids, toOtherTeam),
        move(secondManager, ids, takeBack),
      ]);
      expectStatuses(answers, [200, 200]);
      await expectHistory(ids);
    },
    'an assignment and an undo of the previous one': async () => {
      const ids = await arrangeLoans(4);
      const batchId = uuidv7();
      await move(manager, ids, toTeam, batchId);
      const [undone, moved] = await Promise.all([
        undo(manager, batchId),
        move(secondManager, ids.slice(1), toOtherTeam),
      ]);
      expect(moved.status).toBe(200);
      expect([200, 409]).toContain(undone.status);
      if (undone.status === 409) expect(undone.body.error).toBe('loans_moved_since');
      await expectHistory(ids);
    },
    'two undos of the same batch': async () => {
      const ids = await arrangeLoans(4);
      const batchId = uuidv7();
      await move(manager, ids, toTeam, batchId);
      const answers = await Promise.all([undo(manager, batchId), undo(secondManager, batchId)]);
      expectStatuses(answers, [200, 409]);
      await expectHistory(ids);
    },
    'two requests for the same assignment': async () => {
      const ids = await arrangeLoans(4);
      const batchId = uuidv7();
      const answers = await Promise.all([
        move(manager, ids, toTeam, batchId),
        move(manager, ids, toTeam, batchId),
      ]);
      expectStatuses(answers, [200, 200]);
      expect(answers.filter(({ body }) => body.replayed)).toHaveLength(1);
      await expectHistory(ids);
    },
    'an assignment and a payment': async () => {
      const [loanId = ''] = await arrangeLoans(1);
      const answers = await Promise.all([
        move(manager, [loanId], toAgent),
        pay(secondManager, loanId),
        move(secondManager, [loanId], toOtherTeam),
      ]);
      expectStatuses(answers, [200, 200, 200]);
      await expectHistory([loanId]);
    },
    'absence cover, its end and an assignment': async () => {
      const held = [await arrangeHeld(), await arrangeHeld(), await arrangeHeld()];
      const ids = held.map(({ id }) => id);
      const handoverId = uuidv7();
      const [made, moved] = await Promise.all([
        manager.post('/api/handovers', {
          id: handoverId,
          agentId: team.agent.id,
          standInIds: [team.otherAgent.id],
          fromOn: '2026-06-15',
          untilOn: '2026-06-18',
        }),
        move(secondManager, ids.slice(0, 2), toOtherTeam),
      ]);
      expectStatuses([made, moved], [200, 200]);
      await expectHistory(ids);
      const ended = await Promise.all([
        manager.post(`/api/handovers/${handoverId}/end`),
        move(secondManager, ids.slice(1), toOtherTeam),
      ]);
      expectStatuses(ended, [200, 200]);
      await expectHistory(ids);
      // The next round hands over this agent's queue again.
      await move(manager, ids, takeBack);
    },
  });
});
