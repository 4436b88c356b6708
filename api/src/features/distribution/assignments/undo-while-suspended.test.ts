import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { arrangeLoan } from '../../../testing/arrange.ts';
import { openOffice } from '../../../testing/open-office.ts';
import { meetAt } from '../../../testing/while-held.ts';

const { test, portfolio, signIn } = await openOffice();
const { owner } = test;
const { id: teamId, agent, otherAgent } = portfolio.team;

it('undoing a batch and suspending an agent on both sides of it wait for each other', async () => {
  const manager = await signIn('manager');
  const batchId = uuidv7();
  await owner`
    insert into assignment_batches (portfolio_id, id, kind, loan_count, outstanding_minor, made_by,
      made_at)
    values (${portfolio.id}, ${batchId}, 'assign', 2, 0, ${portfolio.manager.id}, now())`;
  const moves = [
    [agent.id, otherAgent.id],
    [otherAgent.id, agent.id],
  ] as const;
  for (const [from, to] of moves) {
    const { id } = await arrangeLoan(owner, portfolio, { teamId, agentId: to });
    await owner`
      insert into assignments (portfolio_id, batch_id, loan_id, from_team_id, from_agent_id,
        to_team_id, to_agent_id, made_at)
      values (${portfolio.id}, ${batchId}, ${id}, ${teamId}, ${from}, ${teamId}, ${to}, now())`;
  }
  const undo = async () =>
    (await manager.post(`/api/assignments/${batchId}/undo`, { id: uuidv7() })).body;
  const suspend = async () => {
    const command = { id: uuidv7(), loans: 'take-back' };
    return (await manager.post(`/api/staff/${agent.id}/suspend`, command)).status;
  };
  // Both calls wait for the loan that the agent has now.
  const answers = await meetAt<unknown>(
    owner,
    (transaction) => transaction`
      select from loan_state where agent_id = ${agent.id} for update`,
    [undo, suspend],
  );
  expect(answers).toEqual([expect.objectContaining({ outcome: 'undone' }), 200]);
  expect(await owner`select from loan_state where agent_id = ${agent.id}`).toHaveLength(0);
});
