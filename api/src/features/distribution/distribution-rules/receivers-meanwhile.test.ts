import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Transaction } from '../../../platform/database.ts';
import { openOffice, type Office } from '../../../testing/open-office.ts';
import { createTestApp, type TestClient } from '../../../testing/test-app.ts';
import { whileHeld } from '../../../testing/while-held.ts';
import { followDistributionRules } from './follow-distribution-rules.ts';

const test = await createTestApp();
let made = 0;

const rule = {
  name: 'All loans',
  buckets: [],
  minOutstandingMinor: null,
  maxOutstandingMinor: null,
  language: null,
  skill: null,
  speaksLanguage: false,
  keepsAgent: false,
  takesHeld: false,
};

describe('a run of the rules', () => {
  let office: Office;
  let manager: TestClient;
  let loanId: string;
  beforeEach(async () => {
    made += 1;
    office = await openOffice({ test, tag: `meanwhile ${made}` });
    manager = await office.signIn('manager');
    const { team, id } = office.portfolio;
    // Only the first agent can receive the loan.
    await test.owner`update accounts set status = 'suspended' where id = ${team.otherAgent.id}`;
    loanId = (await office.arrangeHeld({ teamId: null, agentId: null })).id;
    const rules = [{ ...rule, teamId: team.id }];
    const body = { rules, runsDaily: true, version: 0 };
    expect((await manager.put('/api/distribution-rules', body)).status).toBe(200);
    await test.owner`
      insert into end_of_day_runs (portfolio_id, day, id, state, started_at, ended_at)
      values (${id}, '2026-06-14', ${uuidv7()}, 'closed', now(), now())`;
  });

  const leave = {
    'is suspended': (transaction: Transaction, agentId: string) =>
      transaction`update accounts set status = 'suspended' where id = ${agentId}`,
    'changes team': (transaction: Transaction, agentId: string) => transaction`
      update accounts set team_id = ${office.portfolio.otherTeam.id} where id = ${agentId}`,
  };
  const holderOf = async () => {
    const [row] = await test.owner`select agent_id from loan_state where loan_id = ${loanId}`;
    return row?.['agentId'];
  };

  it.each(Object.entries(leave))(
    'is refused if a receiver %s meanwhile',
    async (_title, change) => {
      const { agent } = office.portfolio.team;
      const { body } = await manager.post('/api/distribution-rules/preview', {});
      const { version, seen, targets } = body;
      expect(targets).toMatchObject([{ id: agent.id }]);
      const answer = await whileHeld(test.owner, agent.id, {
        begin: () => manager.post('/api/distribution-rules/run', { id: uuidv7(), version, seen }),
        meanwhile: (transaction) => change(transaction, agent.id),
      });
      expect(answer).toMatchObject({ status: 409, body: { error: 'selection_changed' } });
      expect(await holderOf()).toBeNull();
    },
  );

  it.each(Object.entries(leave))(
    'after end of day is planned again later if a receiver %s meanwhile',
    async (_title, change) => {
      const { agent } = office.portfolio.team;
      const follow = () => followDistributionRules(test.database, test.clock.now());
      const daily = whileHeld(test.owner, agent.id, {
        begin: follow,
        meanwhile: (transaction) => change(transaction, agent.id),
      });
      await expect(daily).rejects.toThrow('while the rules ran');
      expect(await holderOf()).toBeNull();
      await follow();
      const [settings] = await test.owner`
        select last_run_on from distribution_settings where portfolio_id = ${office.portfolio.id}`;
      expect(settings).toEqual({ lastRunOn: '2026-06-15' });
      expect(await holderOf()).toBeNull();
    },
  );
});
