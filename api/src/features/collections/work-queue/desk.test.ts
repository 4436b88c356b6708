import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('a team’s desk', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let desk: TestClient;
  let agent: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    desk = await test.signIn(portfolio.team.desk.email);
    agent = await test.signIn(portfolio.team.agent.email);
  });

  const arrange = async (wishes: object = {}) => {
    const { team } = portfolio;
    const holder = { teamId: team.id, agentId: team.agent.id };
    return (await arrangeLoan(test.owner, portfolio, { ...holder, ...wishes })).id;
  };
  type Row = { id: string };
  const rowOf = async (client: TestClient, id: string) =>
    (await client.get('/api/work/desk')).body.agents.find((row: Row) => row.id === id);

  it('shows each agent’s open and completed work, and who is behind', async () => {
    const [late] = [await arrange(), await arrange(), await arrange({ disbursedOn: '2026-06-10' })];
    await agent.post(`/api/loans/${late}/contacts`, {
      id: uuidv7(),
      channel: 'call',
      outcome: 'promised',
      contactedAt: '2026-06-15T11:00:00.000Z',
      promise: {
        id: uuidv7(),
        currency: 'USD',
        lines: [{ amountMinor: 5_000, promisedOn: '2026-06-15' }],
      },
    });
    expect(await rowOf(desk, portfolio.team.agent.id)).toMatchObject({
      loans: 3,
      outstandingMinor: 360_000,
      overdue: 2,
      overdueMinor: 240_000,
      neglected: 1,
      contactsToday: 1,
      contactsWeek: 1,
      promisesToday: 1,
      promisesWeek: 1,
      promisesSettled: 0,
      absenceCover: null,
    });
    expect(await rowOf(desk, portfolio.team.otherAgent.id)).toMatchObject({
      loans: 0,
      contactsToday: 0,
    });
    // The filters behind each figure must list the same loans.
    const ofAgent = `view=all&agentId=${portfolio.team.agent.id}&status=active`;
    const listed = async (filter: string) =>
      (await desk.get(`/api/loans?${ofAgent}${filter}`)).body.sums.count;
    expect(await listed('')).toBe(3);
    expect(await listed('&bucket=1-30,31-60,61-90,91-180,180%2B')).toBe(2);
    expect(await listed('&work=neglected')).toBe(1);
    expect(await listed('&work=contacted')).toBe(1);
    expect(await listed('&work=promised')).toBe(1);
    const promises = (await desk.get('/api/work/due-promises')).body;
    expect(promises).toMatchObject({
      count: 1,
      kept: 0,
      promisedMinor: 5_000,
      receivedMinor: 0,
      promises: [{ loanId: late, amountMinor: 5_000, agent: 'delta-agent one', state: 'waiting' }],
    });
  });

  it('shows only its own agents, and a manager those of every team', async () => {
    const other = await test.signIn(portfolio.otherTeam.desk.email);
    expect(await rowOf(other, portfolio.team.agent.id)).toBeUndefined();
    expect((await other.get('/api/work/due-promises')).body.count).toBe(0);
    const manager = await test.signIn(portfolio.manager.email);
    const { body } = await manager.get('/api/work/desk');
    expect(body.agents).toHaveLength(4);
    expect((await manager.get('/api/work/due-promises')).body.count).toBe(1);
    expect((await agent.get('/api/work/desk')).status).toBe(403);
  });

  it('lists the promises of the day page by page, to the last', async () => {
    const promised = [7_000, 6_000, 6_000];
    const loans = await Promise.all(promised.map(() => arrange()));
    for (const [at, loanId] of loans.entries()) {
      await agent.post(`/api/loans/${loanId}/contacts`, {
        id: uuidv7(),
        channel: 'call',
        outcome: 'promised',
        contactedAt: '2026-06-15T11:00:00.000Z',
        promise: {
          id: uuidv7(),
          currency: 'USD',
          lines: [{ amountMinor: promised[at], promisedOn: '2026-06-15' }],
        },
      });
    }
    const read: { id: string; amountMinor: number }[] = [];
    let after = '';
    do {
      const { body } = await desk.get(`/api/work/due-promises?limit=1${after}`);
      expect(body.count).toBe(4);
      read.push(...body.promises);
      after = body.nextCursor === null ? '' : `&after=${body.nextCursor}`;
    } while (after !== '');
    expect(read.map(({ amountMinor }) => amountMinor)).toEqual([7_000, 6_000, 6_000, 5_000]);
    expect(new Set(read.map(({ id }) => id)).size).toBe(4);
  });

  it('lists the promises to come and the broken ones, also of one agent', async () => {
    const loans = await Promise.all([arrange(), arrange(), arrange()]);
    const days = ['2026-06-20', '2026-06-18', '2026-06-22'];
    for (const [at, loanId] of loans.entries()) {
      await agent.post(`/api/loans/${loanId}/contacts`, {
        id: uuidv7(),
        channel: 'call',
        outcome: 'promised',
        contactedAt: '2026-06-15T11:00:00.000Z',
        promise: {
          id: uuidv7(),
          currency: 'USD',
          lines: [{ amountMinor: 1_000 + at, promisedOn: days[at] }],
        },
      });
    }
    const [brokenLoan] = loans;
    await test.owner`
      update promises set promised_on = '2026-06-14', made_on = '2026-06-14', state = 'broken'
      where loan_id = ${brokenLoan ?? ''} and amount_minor = 1000`;
    const daysOf = async (query: string) => {
      const { body } = await desk.get(`/api/work/due-promises?${query}`);
      return body.promises.map(({ promisedOn }: { promisedOn: string }) => promisedOn);
    };
    expect(await daysOf('due=coming')).toEqual(['2026-06-18', '2026-06-22']);
    expect(await daysOf('due=broken')).toEqual(['2026-06-14']);
    const { body } = await desk.get('/api/work/due-promises?due=coming&limit=1');
    expect(body).toMatchObject({ count: 2, views: { coming: 2, broken: 1 } });
    const next = `due=coming&limit=1&after=${body.nextCursor}`;
    expect(await daysOf(next)).toEqual(['2026-06-22']);
    const { agent: own, otherAgent } = portfolio.team;
    expect(await daysOf(`due=coming&agentId=${own.id}`)).toHaveLength(2);
    expect(await daysOf(`due=coming&agentId=${otherAgent.id}`)).toEqual([]);
  });

  it('shows that a queue is covered during an absence', async () => {
    const { team } = portfolio;
    const made = await desk.post('/api/handovers', {
      id: uuidv7(),
      agentId: team.agent.id,
      standInIds: [team.otherAgent.id],
      fromOn: '2026-06-15',
      untilOn: '2026-06-16',
    });
    expect(await rowOf(desk, team.agent.id)).toMatchObject({
      loans: 0,
      absenceCover: {
        id: made.body.absenceCover.id,
        isRunning: true,
        standIns: ['delta-other-agent one'],
      },
    });
  });
});
