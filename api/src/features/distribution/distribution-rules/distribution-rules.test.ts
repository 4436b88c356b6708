import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  arrangeApprovalRule,
  arrangeDeputy,
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { followDistributionRules } from './follow-distribution-rules.ts';

const rule = {
  name: 'All loans',
  buckets: [],
  minOutstandingMinor: null,
  maxOutstandingMinor: null,
  language: null,
  teamId: null,
  skill: null,
  speaksLanguage: false,
  keepsAgent: true,
  takesHeld: false,
};

describe('distribution rules', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
  });

  const read = async () => (await manager.get('/api/distribution-rules')).body;
  const save = async (rules: object[], wishes: object = {}) =>
    manager.put('/api/distribution-rules', {
      rules,
      runsDaily: false,
      version: (await read()).version,
      ...wishes,
    });
  const preview = async () => (await manager.post('/api/distribution-rules/preview', {})).body;
  const run = async (wishes: object = {}) => {
    const { version, seen } = await preview();
    const body = { id: uuidv7(), version, seen, ...wishes };
    return { id: body.id, answer: await manager.post('/api/distribution-rules/run', body) };
  };
  const holderOf = async (loanId: string) => {
    const [row] = await test.owner<{ agentId: string | null }[]>`
      select agent_id from loan_state where loan_id = ${loanId}`;
    return row?.agentId ?? null;
  };

  it('are stored in their order, by the manager alone, and never over another change', async () => {
    const { team } = portfolio;
    expect(await read()).toMatchObject({ rules: [], runsDaily: false, version: 0 });
    const saved = await save([
      { ...rule, name: 'Team', teamId: team.id, maxOutstandingMinor: 500 },
      rule,
    ]);
    expect(saved.body).toMatchObject({
      version: 1,
      rules: [{ name: 'Team', teamId: team.id }, { name: 'All loans' }],
    });
    expect((await save([rule], { version: 0 })).body.error).toBe('changed_since');
    const range = { minOutstandingMinor: 2, maxOutstandingMinor: 1 };
    expect((await save([{ ...rule, ...range }])).body.error).toBe('amounts_upside_down');
    expect((await save([{ ...rule, teamId: uuidv7() }])).body.error).toBe('team_not_found');
    const desk = await test.signIn(team.desk.email);
    expect((await desk.get('/api/distribution-rules')).status).toBe(403);
    const skilled = await manager.put(`/api/distribution-rules/agents/${team.agent.id}`, {
      languages: ['ae'],
      skills: ['Legal', 'legal'],
    });
    expect(
      skilled.body.agents.find(({ agentId }: { agentId: string }) => agentId === team.agent.id),
    ).toMatchObject({ languages: ['ae'], skills: ['legal'] });
    expect(
      (
        await manager.put(`/api/distribution-rules/agents/${team.desk.id}`, {
          languages: [],
          skills: [],
        })
      ).status,
    ).toBe(404);
  });

  it('move what the preview shows, as one batch that can be undone', async () => {
    const { team } = portfolio;
    await save([{ ...rule, skill: 'legal' }]);
    const loan = await arrangeLoan(test.owner, portfolio);
    const held = await arrangeLoan(test.owner, portfolio, {
      teamId: portfolio.otherTeam.id,
      agentId: portfolio.otherTeam.agent.id,
    });
    expect(await preview()).toMatchObject({
      count: 1,
      withoutReceiver: 0,
      needsApproval: false,
      rules: [{ name: 'All loans', receives: 1 }],
      targets: [{ id: team.agent.id, receives: 1, loansBefore: 0, loansAfter: 1 }],
    });
    const stale = await run({ seen: 'other' });
    expect(stale.answer.body.error).toBe('selection_changed');
    const { id, answer } = await run();
    expect(answer.body).toEqual({ outcome: 'assigned', batchId: id, count: 1, replayed: false });
    expect(await holderOf(loan.id)).toBe(team.agent.id);
    expect(await holderOf(held.id)).toBe(portfolio.otherTeam.agent.id);
    const again = await run({ id });
    expect(again.answer.body).toMatchObject({ replayed: true, count: 1 });
    const agent = await test.signIn(team.agent.email);
    const { body } = await agent.get('/api/notices');
    expect(JSON.stringify(body)).toContain('loans-assigned');
    const undone = await manager.post(`/api/assignments/${id}/undo`, { id: uuidv7() });
    expect(undone.body.outcome).toBe('undone');
    expect(await holderOf(loan.id)).toBeNull();
  });

  it('wait for a second person if they take more loans from holders than the limit', async () => {
    await arrangeApprovalRule(test.owner, portfolio, {
      kind: 'reassign-loans',
      required: true,
      limitLoans: 0,
    });
    await save([{ ...rule, skill: 'legal', takesHeld: true }]);
    expect((await preview()).needsApproval).toBe(true);
    const { id, answer } = await run();
    expect(answer.body.outcome).toBe('awaiting-approval');
    const deputy = await test.signIn((await arrangeDeputy(test.owner, portfolio)).email);
    const approved = await deputy.post(`/api/approvals/${id}/decision`, { decision: 'approve' });
    expect(approved.status).toBe(200);
    const rows = await test.owner`
      select from loan_state where agent_id = ${portfolio.team.agent.id}`;
    expect(rows.length).toBeGreaterThan(1);
  });

  it('run once after the day was closed, without loans that need approval', async () => {
    const { team } = portfolio;
    await save([{ ...rule, skill: 'legal', takesHeld: true }], { runsDaily: true });
    const held = await arrangeLoan(test.owner, portfolio, {
      teamId: portfolio.otherTeam.id,
      agentId: portfolio.otherTeam.agent.id,
    });
    const loan = await arrangeLoan(test.owner, portfolio);
    const now = test.clock.now();
    expect(await followDistributionRules(test.database, now)).toBe(0);
    await test.owner`
      insert into end_of_day_runs (portfolio_id, day, id, state, started_at, ended_at)
      values (${portfolio.id}, '2026-06-14', ${uuidv7()}, 'closed', now(), now())`;
    const runs = await Promise.all([
      followDistributionRules(test.database, now),
      followDistributionRules(test.database, now),
    ]);
    expect(Math.max(...runs)).toBe(1);
    expect(await holderOf(loan.id)).toBe(team.agent.id);
    expect(await holderOf(held.id)).toBe(portfolio.otherTeam.agent.id);
    const batches = await test.owner`
      select from assignment_batches where reason = 'All loans' and loan_count = 1`;
    expect(batches.length).toBe(2);
    expect(await followDistributionRules(test.database, now)).toBe(0);
  });

  it('run daily in each portfolio, even if those of another one fail', async () => {
    const { owner, database, clock } = test;
    const ids = [portfolio.id, (await arrangePortfolio(owner, 'two')).id].toSorted();
    await owner`delete from distribution_settings`;
    for (const id of ids) {
      await owner`
        insert into distribution_settings (portfolio_id, runs_daily, version, changed_by, changed_at)
        values (${id}, true, 1, ${portfolio.manager.id}, now())`;
      await owner`
        insert into end_of_day_runs (portfolio_id, day, id, state, started_at, ended_at)
        values (${id}, '2026-06-14', ${uuidv7()}, 'closed', now(), now()) on conflict do nothing`;
    }
    await owner.unsafe(`
      create function refuse_one() returns trigger language plpgsql as $$
      begin raise exception 'out of order'; end $$;
      create trigger refuse_one before update on distribution_settings for each row
        when (old.portfolio_id = '${ids[0]}') execute function refuse_one()`);
    await expect(followDistributionRules(database, clock.now())).rejects.toThrow('out of order');
    await owner`drop function refuse_one cascade`;
    const done = await owner<{ portfolioId: string }[]>`
      select portfolio_id from distribution_settings where last_run_on is not null`;
    expect(done.map(({ portfolioId }) => portfolioId)).toEqual(ids.slice(1));
  });
});
