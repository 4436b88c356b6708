import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeAdmin } from '../../../testing/arrange.ts';
import { openOffice, paymentOf, type Office } from '../../../testing/open-office.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

/**
 * At one of these moments Auckland is a day ahead of UTC, at the other Los Angeles is a day behind.
 */
const moments = ['2026-06-15T13:00:00Z', '2026-06-15T03:00:00Z'];
const zones = { auckland: 'Pacific/Auckland', angeles: 'America/Los_Angeles', utc: 'UTC' };

type Row = { id: string };

describe('days past due', () => {
  let test: TestApp;
  const offices = new Map<string, Office>();
  let admin: TestClient;
  let managers: TestClient[];
  beforeAll(async () => {
    test = await createTestApp();
    await arrangeAdmin(test.owner);
    for (const [tag, timeZone] of Object.entries(zones)) {
      const office = await openOffice({ test, tag });
      await test.owner`
        update portfolios set time_zone = ${timeZone} where id = ${office.portfolio.id}`;
      offices.set(tag, office);
      // Due from one day ago to two days ahead of the UTC day, and from 29 to 32 days ago.
      for (const day of ['14', '15', '16', '17']) {
        await office.arrangeHeld({ disbursedOn: `2026-05-${day}` });
        await office.arrangeHeld({ disbursedOn: `2026-04-${day}` });
      }
    }
  });

  const at = async (moment: string) => {
    test.clock.moveTo(moment);
    admin = await test.signIn('admin@bursar.example');
    managers = await Promise.all([...offices.values()].map((office) => office.signIn('manager')));
  };
  const byId = <One extends Row>(rows: readonly One[]) =>
    rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  /**
   * Returns the rows that each manager sees of their own portfolio, and the rows that an
   * administrator sees of all.
   */
  const both = async (path: string, rowsOf: (body: { rows: Row[] }) => Row[]) => {
    const theirs = await Promise.all(managers.map((manager) => manager.get(path)));
    const all = await admin.get(path);
    return {
      managers: byId(theirs.flatMap(({ body }) => rowsOf(body))),
      admin: byId(rowsOf(all.body)),
    };
  };

  it.each(moments)(
    'use the portfolio’s business date in every list of an administrator, at %s',
    async (moment) => {
      await at(moment);
      const lists = [
        'all',
        'all&bucket=1-30',
        'all&bucket=31-60',
        'all&bucket=current',
        'all&arrearsFromMinor=1',
        'all&sort=arrearsAmount',
        'all&q=Borrower',
      ];
      for (const list of lists) {
        const seen = await both(`/api/loans?view=${list}&limit=200`, ({ rows }) => rows);
        expect(seen.admin, list).toEqual(seen.managers);
        expect(seen.admin.length, list).toBeGreaterThan(0);
      }
    },
  );

  it.each(moments)(
    'use the business date on the pages of a loan and a borrower, at %s',
    async (moment) => {
      await at(moment);
      const loans: { id: string; borrower: Row }[] = (
        await admin.get('/api/loans?view=all&limit=200')
      ).body.rows;
      for (const { id, borrower } of loans) {
        for (const path of [`/api/loans/${id}`, `/api/borrowers/${borrower.id}`]) {
          const theirs = await Promise.all(managers.map((manager) => manager.get(path)));
          const own = theirs.find(({ status }) => status === 200);
          expect((await admin.get(path)).body, path).toEqual(own?.body);
        }
      }
    },
  );

  it.each(moments)(
    'use the business date in totals of people, teams and portfolios, at %s',
    async (moment) => {
      await at(moment);
      const people = await both('/api/staff?limit=200&role=agent', ({ rows }) => rows);
      const over30 = (rows: Row[]) => rows.map((row) => ({ ...row, lastSeenAt: null }));
      expect(over30(people.admin)).toEqual(over30(people.managers));
      const theirs = await Promise.all(managers.map((manager) => manager.get('/api/dashboard')));
      const { body } = await admin.get('/api/dashboard');
      type Bucket = { bucket: string; loans: number };
      const buckets: Bucket[][] = theirs.map((answer) => answer.body.books[0].buckets);
      expect(body.books[0].buckets.map(({ loans }: Bucket) => loans)).toEqual(
        buckets[0]?.map((_, index) =>
          buckets.reduce((sum, own) => sum + (own[index]?.loans ?? 0), 0),
        ),
      );
    },
  );

  it.each(moments)('use the business date in an administrator’s export, at %s', async (moment) => {
    await at(moment);
    const linesOf = async (client: TestClient) =>
      String((await client.post('/api/loans/export.csv', { filter: { view: 'all' } })).body)
        .split('\r\n')
        .slice(1, -1);
    const theirs = await Promise.all(managers.map(linesOf));
    expect(theirs.flat()).toHaveLength(24);
    expect((await linesOf(admin)).toSorted()).toEqual(theirs.flat().toSorted());
  });

  it('do not move an administrator’s month figures, which are of UTC days', async () => {
    const pay = async (tag: string, amounts: Record<string, number>) => {
      const office = offices.get(tag);
      const loan = await office?.arrangeHeld({ disbursedOn: '2026-03-01' });
      const manager = await office?.signIn('manager');
      for (const [valueDate, amountMinor] of Object.entries(amounts)) {
        const payment = paymentOf({ valueDate, amountMinor });
        const posted = await manager?.post(`/api/loans/${loan?.id}/payments`, payment);
        expect(posted?.status, JSON.stringify(posted?.body)).toBe(200);
      }
    };
    const figuresOf = async () => {
      const { body } = await admin.get('/api/dashboard');
      const [book] = body.books;
      return {
        compared: Object.values(body.compared),
        collected: [book.collectedMonthMinor, book.collectedPreviousMonthMinor],
        income: [book.incomeMonthMinor, book.incomePreviousMonthMinor],
        disbursed: book.disbursedMonthMinor,
      };
    };
    // Auckland is on 1 July, the others are on 30 June.
    await at('2026-06-30T13:00:00Z');
    await pay('auckland', { '2026-05-30': 1, '2026-05-31': 2, '2026-06-01': 4, '2026-07-01': 8 });
    await pay('angeles', { '2026-05-31': 16, '2026-06-30': 32 });
    await offices.get('auckland')?.arrangeHeld({ disbursedOn: '2026-07-01' });
    expect(await figuresOf()).toEqual({
      compared: ['2026-06-01', '2026-06-30', '2026-05-01', '2026-05-30'],
      collected: [36, 1],
      income: [36, 1],
      disbursed: 0,
    });
    // Los Angeles is on 30 June, the others are on 1 July.
    await at('2026-07-01T03:00:00Z');
    expect(await figuresOf()).toEqual({
      compared: ['2026-07-01', '2026-07-01', '2026-06-01', '2026-06-01'],
      collected: [8, 4],
      income: [8, 4],
      disbursed: 120_000,
    });
  });
});
