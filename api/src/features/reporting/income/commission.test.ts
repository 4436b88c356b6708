import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('commission', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
  });

  async function payOn(valueDate: string): Promise<number> {
    const { team } = portfolio;
    const loan = await arrangeLoan(test.owner, portfolio, {
      teamId: team.id,
      agentId: team.agent.id,
      borrowerName: 'محمد Ali',
    });
    const { body } = await manager.post(`/api/loans/${loan.id}/payments`, {
      id: uuidv7(),
      amountMinor: 5_000,
      currency: 'USD',
      valueDate,
      method: 'cash',
    });
    return body.payment.interestMinor;
  }

  async function agree(commissionRatePercent: string, monthlyTargetMinor: number): Promise<void> {
    const { body: agent } = await manager.get(`/api/staff/${portfolio.team.agent.id}`);
    const { name, email, version } = agent;
    const person = { name, email, version, teamId: portfolio.team.id };
    const terms = { commissionRatePercent, monthlyTargetMinor };
    const changed = await manager.put(`/api/staff/${agent.id}`, { ...person, ...terms });
    expect(changed).toMatchObject({ status: 200 });
  }

  it('is the agreed share of the received income, from the day of the agreement on', async () => {
    const before = await payOn('2026-06-10');
    await agree('10', 90_000);
    const after = await payOn('2026-06-15');
    const agent = await test.signIn(portfolio.team.agent.email);
    const { body } = await agent.get('/api/income?step=day&from=2026-06-01&to=2026-06-30');
    expect(before).toBeGreaterThan(0);
    expect(body.own).toEqual({
      kind: 'agent',
      id: portfolio.team.agent.id,
      name: expect.any(String),
      ratePercent: '10',
      commissionMinor: Math.round(after / 10),
      month: {
        start: '2026-06-01',
        incomeMinor: before + after,
        commissionMinor: Math.round(after / 10),
        targetMinor: 90_000,
      },
    });
    const { body: all } = await manager.get('/api/income?step=day&from=2026-06-01&to=2026-06-30');
    expect(all.own).toBeNull();
    const earner = (kind: string) =>
      all.earners.find((row: { earner: { kind: string } }) => row.earner.kind === kind);
    expect(earner('agent').commissionMinor).toBe(Math.round(after / 10));
    // The team has no agreed rate.
    expect(earner('team').commissionMinor).toBeNull();
  });

  it('of a past month stays unchanged when the rate changes', async () => {
    test.clock.moveTo('2026-07-20T12:00:00Z');
    manager = await test.signIn(portfolio.manager.email);
    const july = await payOn('2026-07-18');
    await agree('25', 10_000);
    const later = await payOn('2026-07-20');
    const { id } = portfolio.team.agent;
    const read = async (days: string) =>
      (await manager.get(`/api/income?agentId=${id}&${days}`)).body.own;
    const june = await read('from=2026-06-01&to=2026-06-30');
    const both = await read('from=2026-06-01&to=2026-07-31');
    const inJuly = Math.round(july / 10) + Math.round(later / 4);
    expect(june.ratePercent).toBe('25');
    expect(both.commissionMinor - june.commissionMinor).toBe(inJuly);
    expect(both.month).toMatchObject({ start: '2026-07-01', commissionMinor: inJuly });
  });

  it('of a team is visible to its desk and the manager, but not to its agents', async () => {
    const { team } = portfolio;
    const { body } = await manager.get('/api/teams');
    const { name, version } = body.teams.find(({ id }: { id: string }) => id === team.id);
    const changed = await manager.put(`/api/teams/${team.id}`, {
      name,
      version,
      commissionRatePercent: '7',
      monthlyTargetMinor: null,
    });
    expect(changed).toMatchObject({ status: 200 });
    await payOn('2026-07-20');
    const commissions = async (client: TestClient) => {
      const answer = await client.get('/api/income?from=2026-07-01&to=2026-07-31');
      const rows: { earner: { kind: string }; commissionMinor: number | null }[] =
        answer.body.earners;
      const has = (kind: string) =>
        rows.some((row) => row.earner.kind === kind && row.commissionMinor !== null);
      return { team: has('team'), agent: has('agent') };
    };
    const agent = await test.signIn(team.agent.email);
    expect(await commissions(manager)).toEqual({ team: true, agent: true });
    expect(await commissions(await test.signIn(team.desk.email))).toEqual({
      team: true,
      agent: true,
    });
    expect(await commissions(agent)).toEqual({ team: false, agent: true });
    const ofTeam = `teamId=${team.id}`;
    const read = await agent.get(`/api/income?from=2026-07-01&to=2026-07-31&${ofTeam}`);
    expect(read.body.own.kind).toBe('agent');
    const statement = await agent.get(`/api/income/statement.csv?month=2026-07&${ofTeam}`);
    expect(String(statement.body)).not.toContain(',7,');
  });

  it('has a monthly statement that adds up to the page', async () => {
    const agent = await test.signIn(portfolio.team.agent.email);
    const { body: page } = await agent.get('/api/income?from=2026-07-01&to=2026-07-31');
    const { status, body } = await agent.get('/api/income/statement.csv?month=2026-07');
    expect(status).toBe(200);
    const [head = '', ...lines] = String(body).slice(1).trimEnd().split('\r\n');
    const columns = head.split(',');
    const sum = (kind: string, column: string) =>
      lines
        .map((line) => line.split(','))
        .filter((cells) => cells[0] === kind)
        .reduce(
          (total, cells) => total + Math.round(Number(cells[columns.indexOf(column)]) * 100),
          0,
        );
    expect(sum('payment', 'income')).toBe(page.total.interestMinor);
    expect(sum('commission', 'income')).toBe(page.total.interestMinor);
    expect(sum('commission', 'commission')).toBe(page.own.commissionMinor);
    expect(lines.filter((line) => line.startsWith('commission'))).toHaveLength(2);
  });

  it('has a PDF statement in either language', async () => {
    for (const language of ['en', 'ae']) {
      const answer = await test.app.server.inject({
        url: `/api/income/statement.pdf?month=2026-07&agentId=${portfolio.team.agent.id}&language=${language}`,
        cookies: { ...manager.cookies },
      });
      expect(answer.headers['content-type']).toBe('application/pdf');
      expect(answer.headers['content-disposition']).toMatch(
        /^attachment; filename="statement-.*2026-07\.pdf"$/,
      );
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  it('is visible only inside the scope, and a manager must name the earner', async () => {
    const other = await test.signIn(portfolio.otherTeam.desk.email);
    const { id } = portfolio.team.agent;
    const strange = await other.get(`/api/income/statement.csv?month=2026-07&agentId=${id}`);
    expect(strange).toMatchObject({ status: 404, body: { error: 'not_found' } });
    const whose = await manager.get('/api/income/statement.csv?month=2026-07');
    expect(whose).toMatchObject({ status: 400, body: { error: 'earner_missing' } });
    expect((await manager.get('/api/income/statement.csv?month=2026-13')).status).toBe(400);
  });
});
