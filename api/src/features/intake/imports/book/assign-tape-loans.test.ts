import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arrangePortfolio, type TestPortfolio } from '../../../../testing/arrange.ts';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { readFindingsPage, readObstacles, readSample } from '../read-imports.ts';
import { bookImport } from './book-import.ts';
import { undoImport } from './undo-import.ts';

const { database, owner } = await createTestDatabase();

let office: ImportOffice;
let portfolio: TestPortfolio;
let portfolios = 0;
let tag = '';
beforeEach(async () => {
  portfolios += 1;
  tag = `p${portfolios}`;
  portfolio = await arrangePortfolio(owner, tag);
  office = openImportOffice(database, portfolio);
});

afterEach(() => expect(office.failures).toEqual([]));

/** Builds a tape with a loan for each holder; `heading` is the heading of the last column. */
const tapeOf = (heading: string, ...holders: string[]) =>
  [
    `external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,balance,${heading}`,
    ...holders.map((holder, index) => `L-${index + 1},Ada B,1000,12,12,2026-05-01,900,${holder}`),
  ].join('\n');

const holders = () => owner`
  select loan.external_id, state.team_id, state.agent_id from loan_state state
  join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
  where state.portfolio_id = ${portfolio.id} order by loan.external_id`;
const batches = () => owner`
  select kind, to_team_id, to_agent_id, loan_count, outstanding_minor, made_by
  from assignment_batches where portfolio_id = ${portfolio.id} order by id`;
const findings = async (importId: string) => {
  const page = await readFindingsPage(office.desk, { importId, limit: 50 }, office.actor);
  return page?.findings.map(({ code, column, value }) => [code, column, value]);
};

describe('a tape that names teams and agents', () => {
  it('says who receives how many loans, and assigns them as a person does', async () => {
    const { team } = portfolio;
    const tape = tapeOf(
      'Assigned to',
      `DELTA-AGENT ${tag}`,
      `delta-agent.${tag}@bursar.example`,
      'Delta',
      `delta-desk.${tag}@bursar.example`,
      '',
    );
    const checked = await office.check(tape);
    expect(checked.summary).toMatchObject({ errors: 0 });
    expect(checked.summary?.holders).toEqual(
      expect.arrayContaining([
        {
          kind: 'agent',
          name: `delta-agent ${tag}`,
          team: 'delta',
          loans: 2,
          balanceMinor: 180_000,
        },
        { kind: 'team', name: 'delta', team: null, loans: 2, balanceMinor: 180_000 },
      ]),
    );
    expect(checked.summary?.holders?.at(-1)).toEqual({
      kind: null,
      name: null,
      team: null,
      loans: 1,
      balanceMinor: 90_000,
    });
    expect(await holders()).toEqual([]);
    const booking = await bookImport(office.desk, checked.id, office.actor);
    expect(booking.ok).toBe(true);
    await office.desk.runs.settled();
    const inTeam = { teamId: team.id, agentId: null };
    const withAgent = { teamId: team.id, agentId: team.agent.id };
    expect(await holders()).toMatchObject([
      withAgent,
      withAgent,
      inTeam,
      inTeam,
      { teamId: null, agentId: null },
    ]);
    const made = { kind: 'assign', toTeamId: team.id, loanCount: 2, outstandingMinor: 180_000 };
    const madeBy = portfolio.manager.id;
    const made2 = await batches();
    expect(made2).toHaveLength(2);
    expect(made2).toEqual(
      expect.arrayContaining([
        { ...made, toAgentId: null, madeBy },
        { ...made, toAgentId: team.agent.id, madeBy },
      ]),
    );
    const [audit] = await owner`
      select count(*)::int from audit_events
      where portfolio_id = ${portfolio.id} and event = 'assign-loans'`;
    expect(audit).toEqual({ count: 2 });
    const notifications = await owner`
      select event, count from notifications where account_id = ${team.agent.id}`;
    expect(notifications).toMatchObject([{ event: 'loans-assigned', count: 2 }]);
  });

  it('undoes the assignments when the import is undone', async () => {
    const { id } = await office.book(tapeOf('Agent', `delta-agent ${tag}`));
    expect(await readObstacles(office.desk, id, office.actor)).toMatchObject({ count: 0 });
    const undone = await undoImport(office.desk, id, office.actor);
    expect(undone).toMatchObject({ ok: true, value: { state: 'undone' } });
    expect((await batches()).map(({ kind }) => kind)).toEqual(['assign', 'undo']);
    expect(await holders()).toEqual([]);
    const history = await owner`
      select from_agent_id, to_agent_id from assignments
      where portfolio_id = ${portfolio.id} order by number`;
    const agent = portfolio.team.agent.id;
    expect(history).toEqual([
      { fromAgentId: null, toAgentId: agent },
      { fromAgentId: agent, toAgentId: null },
    ]);
  });

  it('names the assignment as an obstacle only if a person moved the loan since', async () => {
    const { id } = await office.book(tapeOf('Agent', `delta-agent ${tag}`));
    await owner`
      update loan_state set agent_id = ${portfolio.team.otherAgent.id}
      where portfolio_id = ${portfolio.id}`;
    expect(await readObstacles(office.desk, id, office.actor)).toMatchObject({
      loans: [{ obstacles: ['assigned'] }],
    });
  });

  it('asks whom other names mean, and assigns as answered', async () => {
    const tape = tapeOf('Collector', `"${tag}, Agent-Delta"`, 'Jo', 'Jo');
    const { id, summary } = await office.check(tape);
    expect(summary).toMatchObject({ errors: 1 });
    expect(await findings(id)).toEqual([['words_not_known', 'Collector', 'Jo']]);
    const reading = (await readSample(office.desk, id, office.actor))?.reading;
    const agent = `agent:${portfolio.team.agent.id}`;
    expect(reading?.words).toMatchObject([
      {
        field: 'agent',
        words: [
          { word: 'Jo', count: 2, meaning: null, suggested: null },
          { word: `${tag}, Agent-Delta`, count: 1, meaning: null, suggested: agent },
        ],
      },
    ]);
    expect(reading?.words[0]?.holders).toContainEqual({
      meaning: agent,
      kind: 'agent',
      name: `delta-agent ${tag}`,
      email: `delta-agent.${tag}@bursar.example`,
    });
    const words = { agent: { jo: 'unassigned', [`${tag}, agent-delta`]: agent } };
    const booked = await office.book(tape, { readAs: { words } });
    expect(booked.state).toBe('booked');
    expect((await holders()).map(({ agentId }) => agentId)).toEqual([
      portfolio.team.agent.id,
      null,
      null,
    ]);
  });

  it('refuses suspended agents, people of other portfolios and ids that are not there', async () => {
    const stranger = await arrangePortfolio(owner, `${tag}-other`);
    await owner`update accounts set status = 'suspended' where id = ${portfolio.team.agent.id}`;
    const strangeName = `delta-agent.${tag}-other@bursar.example`;
    const tape = tapeOf('Agent', `delta-agent ${tag}`, strangeName);
    const { id } = await office.check(tape);
    expect(await findings(id)).toEqual([
      ['words_not_known', 'Agent', `delta-agent ${tag}`],
      ['holder_suspended', 'Agent', `delta-agent ${tag}`],
    ]);
    const words = {
      agent: {
        [`delta-agent ${tag}`]: `agent:${portfolio.team.agent.id}`,
        [strangeName]: `agent:${stranger.team.agent.id}`,
      },
    };
    const again = await office.check(tape, { readAs: { words } });
    expect(again.summary).toMatchObject({ loans: 0, errors: 2 });
  });

  it('refuses an agent who is not in the team of the row', async () => {
    const tape = tapeOf('Team,Agent', `Cedar,delta-agent ${tag}`, `delta,delta-agent ${tag}`);
    const { id, summary } = await office.check(tape);
    expect(await findings(id)).toEqual([['holders_contradict', 'Agent', `delta-agent ${tag}`]]);
    expect(summary?.holders).toMatchObject([{ name: `delta-agent ${tag}`, loans: 1 }]);
  });

  it('is imported unassigned by a user who may not assign', async () => {
    const actor = { ...office.actor, mayAssign: false };
    const { id } = await office.check(tapeOf('Agent', `delta-agent ${tag}`));
    const refused = await bookImport(office.desk, id, actor);
    expect(refused).toMatchObject({ refusal: { code: 'import_may_not_assign' } });
    const importing = openImportOffice(database, portfolio, { mayAssign: false });
    const booked = await importing.book(tapeOf('Agent', `delta-agent ${tag}`));
    expect(booked).toMatchObject({ state: 'booked', summary: { holders: null, warnings: 1 } });
    expect(await holders()).toMatchObject([{ teamId: null, agentId: null }]);
  });

  it('books nothing if an agent was suspended since the check', async () => {
    const { id } = await office.check(tapeOf('Agent', `delta-agent ${tag}`));
    await owner`update accounts set status = 'suspended' where id = ${portfolio.team.agent.id}`;
    await bookImport(office.desk, id, office.actor);
    await office.desk.runs.settled();
    expect(await office.read(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'holders_changed_meanwhile' },
    });
    expect(await holders()).toEqual([]);
  });
});
