import { loanSorts } from '@bursar/contracts/servicing/loan-sorts';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('listing loans', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    // Today is 15 June 2026, and the first instalment falls due a month after each of these days.
    const disbursed = [
      '2026-05-15',
      '2026-05-14',
      '2026-04-16',
      '2026-04-15',
      '2026-03-15',
      '2025-11-01',
    ];
    for (const [index, disbursedOn] of disbursed.entries()) {
      await arrangeLoan(test.owner, portfolio, {
        disbursedOn,
        principalMinor: (index + 1) * 100_000,
        borrowerName: index === 2 ? 'Zoë 100% Müller' : `Borrower ${index}`,
      });
    }
    await arrangeLoan(test.owner, portfolio, { status: 'closed', disbursedOn: '2024-01-01' });
  });

  const references = async (query: string): Promise<string[]> => {
    const { status, body } = await manager.get(`/api/loans?view=all&${query}`);
    expect(status).toBe(200);
    return body.rows.map((row: { reference: string }) => row.reference);
  };

  it('counts days past due from the oldest unpaid due date, in buckets that never overlap', async () => {
    const { body } = await manager.get('/api/loans?view=all&status=active&sort=due&direction=desc');
    const facts = body.rows.map((row: { daysPastDue: number; bucket: string }) => [
      row.daysPastDue,
      row.bucket,
    ]);
    expect(facts).toEqual([
      [0, 'current'],
      [1, '1-30'],
      [30, '1-30'],
      [31, '31-60'],
      [61, '61-90'],
      [196, '180+'],
    ]);
    for (const bucket of ['current', '1-30', '31-60', '61-90', '91-180', '180+']) {
      const found = await manager.get(
        `/api/loans?view=all&status=active&bucket=${encodeURIComponent(bucket)}`,
      );
      const expected = facts.filter(([, name]: [number, string]) => name === bucket).length;
      expect(found.body.sums.count).toBe(expected);
    }
  });

  it.each([
    ['no filter', '', 7],
    ['a filter that matches most loans', '&status=active', 6],
    ['a filter that matches few loans', '&bucket=31-60,61-90', 2],
  ])(
    'pages by key through every sort, each loan once and in order: %s',
    async (_, filter, count) => {
      for (const sort of loanSorts) {
        for (const direction of ['asc', 'desc']) {
          const seen: string[] = [];
          let after = '';
          do {
            const { body } = await manager.get(
              `/api/loans?view=all${filter}&sort=${sort}&direction=${direction}&limit=2${after && `&after=${after}`}`,
            );
            seen.push(...body.rows.map((row: { reference: string }) => row.reference));
            after = body.nextCursor ?? '';
          } while (after);
          expect(new Set(seen).size, `${sort} ${direction}`).toBe(count);
          expect(seen, `${sort} ${direction}`).toEqual(
            await references(`sort=${sort}&direction=${direction}${filter}`),
          );
        }
      }
    },
  );

  it('totals all matching loans, not only the page', async () => {
    const { body } = await manager.get('/api/loans?view=all&status=active&limit=1');
    expect(body.rows).toHaveLength(1);
    expect(body.sums).toEqual({
      count: 6,
      activeCount: 6,
      amounts: [{ currency: 'USD', principalMinor: 2_100_000, outstandingMinor: 2_100_000 }],
    });
  });

  it('counts the active loans among all, unless a filter needs a search', async () => {
    const { body } = await manager.get('/api/loans?view=all&limit=1');
    expect(body.sums.count).toBeGreaterThan(6);
    expect(body.sums.activeCount).toBe(6);
    const found = await manager.get('/api/loans?view=all&q=L-3&limit=1');
    expect(found.body.sums.activeCount).toBeUndefined();
  });

  it('searches by reference in any spelling, external id and part of a name, and reads % literally', async () => {
    expect(await references('q=L-000003')).toEqual(['L-000003']);
    expect(await references('q=l-3')).toEqual(['L-000003']);
    expect(await references('q=X5')).toEqual(['L-000005']);
    expect(await references(`q=${encodeURIComponent('zoë')}`)).toEqual(['L-000003']);
    expect(await references(`q=${encodeURIComponent('%')}`)).toEqual(['L-000003']);
    expect(await references(`q=${encodeURIComponent("' or 1=1 --")}`)).toEqual([]);
  });

  it('filters by outstanding and by due window', async () => {
    expect(await references('outstandingFromMinor=500000&outstandingToMinor=600000')).toEqual([
      'L-000005',
      'L-000006',
    ]);
    expect(await references('dueFrom=2026-06-14&dueTo=2026-06-15')).toEqual([
      'L-000001',
      'L-000002',
    ]);
  });

  it('uses due dates only of loans that still have one', async () => {
    // L-000007 is closed, so it has no due date, although its schedule began in 2024.
    expect((await references('sort=due')).at(0)).toBe('L-000006');
    expect((await references('sort=due')).at(-1)).toBe('L-000007');
    expect(await references('dueTo=2026-01-01')).toEqual(['L-000006']);
  });

  it('refuses an invalid query, by field', async () => {
    const wrong: [query: string, field: string][] = [
      ['view=some', 'view'],
      ['view=all&status=lost', 'status'],
      ['view=all&bucket=1-31', 'bucket'],
      ['view=all&limit=5000', 'limit'],
      ['view=all&dueFrom=2026-02-30', 'dueFrom'],
      ['view=all&teamId=1', 'teamId'],
    ];
    for (const [query, field] of wrong) {
      const { status, body } = await manager.get(`/api/loans?${query}`);
      expect(status, query).toBe(400);
      expect(Object.keys(body.fields), query).toEqual([field]);
    }
  });

  it.each([
    ['muller', 'Müller, Jörg'],
    ['JORG müller', 'Müller, Jörg'],
    ['patel carlos', 'Carlos Patel'],
    ['ahmed احمد', 'أحمد Ahmed'],
    ['ﬁnn 100%', 'Finn 100%'],
  ])('finds %s as %s', async (typed, borrowerName) => {
    const loan = await arrangeLoan(test.owner, portfolio, { borrowerName });
    const { body } = await manager.get(`/api/loans?view=all&q=${encodeURIComponent(typed)}`);
    expect(body.rows.map(({ id }: { id: string }) => id)).toContain(loan.id);
    const other = await manager.get(`/api/loans?view=all&q=${encodeURIComponent(`${typed} xyz`)}`);
    expect(other.body.rows).toEqual([]);
  });

  it('returns one loan in full, with the states of its instalments', async () => {
    const { rows } = (await manager.get('/api/loans?view=all&q=L-000004')).body;
    const { body } = await manager.get(`/api/loans/${rows[0].id}`);
    expect(body).toMatchObject({ reference: 'L-000004', daysPastDue: 31, paymentRefusal: null });
    expect(body.instalments.map((row: { state: string }) => row.state).slice(0, 3)).toEqual([
      'overdue',
      'due',
      'upcoming',
    ]);
    const total = body.instalments.reduce(
      (sum: number, row: { principalMinor: number }) => sum + row.principalMinor,
      0,
    );
    expect(total).toBe(body.principalMinor);
    expect(body.arrearsMinor).toBe(body.instalmentMinor);
  });
});
