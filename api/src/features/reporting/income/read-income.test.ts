import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  arrangeLoan,
  arrangePortfolio,
  type TestPortfolio,
  type TestTeam,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { cutPeriods } from './income-periods.ts';

describe('income', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  const interestOf = { delta: 0, cedar: 0, nobody: 0 };

  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    interestOf.delta = await payOn('2026-05-20', portfolio.team);
    interestOf.delta += await payOn('2026-06-02', portfolio.team);
    interestOf.cedar = await payOn('2026-06-02', portfolio.otherTeam);
    interestOf.nobody = await payOn('2026-06-10', null);
  });

  async function payOn(valueDate: string, team: TestTeam | null): Promise<number> {
    const loan = await arrangeLoan(test.owner, portfolio, {
      teamId: team?.id ?? null,
      agentId: team?.agent.id ?? null,
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

  const read = async (client: TestClient, query: string) =>
    (await client.get(`/api/income?${query}`)).body;

  it('belongs to the period of its value date, and is compared with the previous period', async () => {
    const june = await read(manager, 'step=month&from=2026-06-01&to=2026-06-30');
    // Today is 15 June, so only 1 to 15 May is compared.
    expect(june).toMatchObject({ previousFrom: '2026-05-01', previousTo: '2026-05-15' });
    expect(june.total.interestMinor).toBe(
      interestOf.delta / 2 + interestOf.cedar + interestOf.nobody,
    );
    expect(june.previousTotal.interestMinor).toBe(0);
    const before = await read(manager, 'step=month&from=2026-05-01&to=2026-05-31');
    expect(before.total.interestMinor).toBe(interestOf.delta / 2);
    const days = await read(manager, 'step=day&from=2026-06-01&to=2026-06-30');
    expect(days.periods).toHaveLength(30);
    expect(days.periods[1]).toMatchObject({ start: '2026-06-02', payments: 2 });
  });

  it('of teams and of agents adds up to the total, including unassigned loans', async () => {
    const { earners, total } = await read(manager, 'step=month&from=2026-05-01&to=2026-06-30');
    for (const kind of ['team', 'agent']) {
      const own = earners.filter((row: { earner: { kind: string } }) => row.earner.kind === kind);
      const sum = own.reduce(
        (all: number, row: { interestMinor: number }) => all + row.interestMinor,
        0,
      );
      expect(sum, kind).toBe(total.interestMinor);
      expect(own.some((row: { earner: { id: string | null } }) => row.earner.id === null)).toBe(
        true,
      );
    }
  });

  it('reconciles with the ledger and with the payments behind it', async () => {
    const range = 'from=2026-05-01&to=2026-06-30';
    const { total } = await read(manager, `step=week&${range}`);
    const [ledger] = await test.owner`
      select sum(credit_minor)::bigint as income from ledger_lines where account = 'interest-income'`;
    expect(total.interestMinor).toBe(ledger?.['income']);
    const seen: number[] = [];
    let after = '';
    do {
      const { body } = await manager.get(
        `/api/income/payments?${range}&limit=2${after && `&after=${after}`}`,
      );
      seen.push(...body.rows.map((row: { interestMinor: number }) => row.interestMinor));
      after = body.nextCursor ?? '';
    } while (after);
    expect(seen.reduce((all, interest) => all + interest, 0)).toBe(total.interestMinor);
  });

  it('stays with the loan’s holder at the time when the loan moves', async () => {
    const agent = await test.signIn(portfolio.team.agent.email);
    const range = 'from=2026-05-01&to=2026-06-30';
    const before = await read(agent, range);
    expect(before.total.interestMinor).toBe(interestOf.delta);
    const held = await agent.get('/api/loans?view=all');
    await manager.post('/api/assignments', {
      id: uuidv7(),
      selection: { loanIds: held.body.rows.map((row: { id: string }) => row.id) },
      target: { kind: 'agent', id: portfolio.otherTeam.agent.id },
    });
    expect((await agent.get('/api/loans?view=all')).body.sums.count).toBe(0);
    expect((await read(agent, range)).total).toEqual(before.total);
  });

  it('equals the collections on the dashboard', async () => {
    const { body } = await manager.get('/api/dashboard');
    expect(body.books).toHaveLength(1);
    expect(body.books[0]).toMatchObject({
      currency: 'USD',
      activeLoans: 4,
      collectedMonthMinor: 15_000,
      // Only 1 to 15 May is compared, so the 5,000 of 20 May do not count yet.
      collectedPreviousMonthMinor: 0,
      incomePreviousMonthMinor: 0,
    });
    expect(body.compared).toEqual({
      from: '2026-06-01',
      to: '2026-06-15',
      previousFrom: '2026-05-01',
      previousTo: '2026-05-15',
    });
    await payOn('2026-05-15', portfolio.team);
    const [book] = (await manager.get('/api/dashboard')).body.books;
    expect(book).toMatchObject({ collectedPreviousMonthMinor: 5_000 });
    expect(book.collections.at(-2)).toEqual({ month: '2026-05-01', collectedMinor: 10_000 });
    expect(body.latestPayments).toHaveLength(4);
  });

  it('is refused for a reversed range, and for a range too long to draw', async () => {
    const upsideDown = await manager.get('/api/income?from=2026-06-02&to=2026-06-01');
    expect(upsideDown).toMatchObject({ status: 400, body: { error: 'range_upside_down' } });
    const tooLong = await manager.get('/api/income?step=day&from=2020-01-01&to=2026-06-01');
    expect(tooLong).toMatchObject({ status: 400, body: { error: 'range_too_long' } });
  });
});

describe('dividing a range into periods', () => {
  it('starts weeks on Monday, and compares with the same number of weeks before', () => {
    const weeks = cutPeriods({ from: '2026-06-01', to: '2026-06-14', step: 'week' }, '2026-12-31');
    expect(weeks.starts).toEqual(['2026-06-01', '2026-06-08']);
    expect(weeks.previousStarts).toEqual(['2026-05-18', '2026-05-25']);
    expect(weeks).toMatchObject({ previousFrom: '2026-05-18', previousTo: '2026-05-31' });
  });

  it('compares a whole February with the whole January before it', () => {
    const february = cutPeriods(
      { from: '2026-02-01', to: '2026-02-28', step: 'month' },
      '2026-12-31',
    );
    expect(february).toMatchObject({ previousFrom: '2026-01-01', previousTo: '2026-01-31' });
  });

  it('compares an unfinished range with the same days of the range before', () => {
    const november = cutPeriods(
      { from: '2026-11-01', to: '2026-11-30', step: 'month' },
      '2026-11-26',
    );
    expect(november).toMatchObject({ previousFrom: '2026-10-01', previousTo: '2026-10-26' });
    const year = cutPeriods({ from: '2026-01-01', to: '2026-12-31', step: 'month' }, '2026-02-28');
    expect(year).toMatchObject({ previousFrom: '2025-01-01', previousTo: '2025-02-28' });
    const march = cutPeriods({ from: '2026-03-01', to: '2026-03-31', step: 'month' }, '2026-03-30');
    expect(march).toMatchObject({ previousFrom: '2026-02-01', previousTo: '2026-02-28' });
  });

  it('compares a month to date with the same days of the month before', () => {
    const toDate = cutPeriods(
      { from: '2026-06-01', to: '2026-06-15', step: 'month' },
      '2026-12-31',
    );
    expect(toDate).toMatchObject({ previousFrom: '2026-05-01', previousTo: '2026-05-15' });
  });
});
