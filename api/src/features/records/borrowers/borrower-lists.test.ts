import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  arrangeAdmin,
  arrangeLoan,
  arrangePhone,
  arrangePortfolio,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

type Named = { readonly name: string };

describe('the list of borrowers', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    const { team } = portfolio;
    const holder = { teamId: team.id, agentId: team.agent.id };
    const ada = await arrangeLoan(test.owner, portfolio, { ...holder, borrowerName: 'Ada Wong' });
    const second = await arrangeLoan(test.owner, portfolio, { teamId: team.id });
    await test.owner`
      update loans set borrower_id = (select borrower_id from loans where id = ${ada.id})
      where id = ${second.id}`;
    await arrangePhone(test.owner, ada.id, '+14155552671');
    await arrangeLoan(test.owner, portfolio, {
      borrowerName: 'Zoë Novák',
      status: 'closed',
      teamId: portfolio.otherTeam.id,
    });
    // Equal incomes and regions make a page end between rows with equal sort values.
    const people = Array.from({ length: 40 }, (_, at) => ({
      portfolio_id: portfolio.id,
      id: uuidv7(),
      name: `Person ${String(at).padStart(2, '0')}`,
      region: at % 2 === 0 ? 'CA' : null,
      home_ownership: at < 10 ? 'rent' : 'OWN',
      annual_income_minor: at % 4 === 3 ? null : (at % 3) * 1_000_000,
      employment_years: at,
      created_at: `2026-03-${String(1 + (at % 28)).padStart(2, '0')}T23:30:00Z`,
    }));
    await test.owner`insert into borrowers ${test.owner(people)}`;
    await test.owner`delete from borrowers where name = 'Borrower 2'`;
  });

  const list = async (question: string, client = manager) =>
    (await client.get(`/api/borrowers?${question}`)).body;
  const namesOf = async (question: string, client = manager): Promise<string[]> =>
    (await list(question, client)).rows.map(({ name }: Named) => name);

  it('shows the manager all borrowers with their loans and contacts', async () => {
    const { rows, sums } = await list('q=wong');
    expect(rows).toMatchObject([
      {
        name: 'Ada Wong',
        phone: '+14155552671',
        email: null,
        currency: 'USD',
        loans: 2,
        activeLoans: 2,
        outstandingMinor: 240_000,
        daysPastDue: 14,
      },
    ]);
    expect(sums).toEqual({
      count: 1,
      loans: 2,
      amounts: [{ currency: 'USD', outstandingMinor: 240_000 }],
    });
    expect((await list('limit=1')).sums).toMatchObject({ count: 42, loans: 3 });
  });

  it('shows a desk and an agent only borrowers whose loans they hold, with those loans', async () => {
    const { team, otherTeam } = portfolio;
    const desk = await test.signIn(team.desk.email);
    expect((await list('', desk)).rows).toMatchObject([{ name: 'Ada Wong', loans: 2 }]);
    const agent = await test.signIn(team.agent.email);
    const seen = await list('sort=-outstanding', agent);
    expect(seen.rows).toMatchObject([{ name: 'Ada Wong', loans: 1, outstandingMinor: 120_000 }]);
    expect(seen.sums).toMatchObject({ count: 1, loans: 1 });
    expect(await namesOf('', await test.signIn(team.otherAgent.email))).toEqual([]);
    expect(await namesOf('', await test.signIn(otherTeam.desk.email))).toEqual(['Zoë Novák']);
  });

  it('shows a borrower without a loan only to the manager', async () => {
    const { rows } = await list('q=person 07');
    const address = `/api/borrowers/${rows[0].id}`;
    expect((await manager.get(address)).body).toMatchObject({ name: 'Person 07', loans: [] });
    const desk = await test.signIn(portfolio.team.desk.email);
    expect((await desk.get(address)).status).toBe(404);
  });

  it('shows several portfolios only to administrators', async () => {
    const foreign = await arrangePortfolio(test.owner, 'foreign');
    await arrangeLoan(test.owner, foreign, { borrowerName: 'Foreign Wong' });
    expect(await namesOf('q=wong')).toEqual(['Ada Wong']);
    const admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    expect(await namesOf('q=wong', admin)).toEqual(['Ada Wong', 'Foreign Wong']);
  });

  it('finds every typed word, without accents, and a number or an e-mail', async () => {
    expect(await namesOf('q=novak zoe')).toEqual(['Zoë Novák']);
    expect(await namesOf('q=4155552671')).toEqual(['Ada Wong']);
    expect(await namesOf('q=zoe 4155552671')).toEqual([]);
    expect(await namesOf('q=100%25')).toEqual([]);
  });

  it('filters by standing, home, region and ranges that include their bounds', async () => {
    expect(await namesOf('standing=owing,past')).toEqual(['Ada Wong', 'Zoë Novák']);
    expect(await namesOf('standing=past')).toEqual(['Zoë Novák']);
    expect((await list('standing=none')).sums.count).toBe(40);
    expect((await list('homeOwnership=RENT')).sums.count).toBe(10);
    expect((await list('region=ca')).sums.count).toBe(20);
    expect((await list('employmentYearsFrom=3&employmentYearsTo=5')).sums.count).toBe(3);
    expect((await list('incomeFromMinor=2000000&incomeToMinor=2000000')).sums.count).toBe(10);
    expect(await namesOf('outstandingFromMinor=240000')).toEqual(['Ada Wong']);
    expect((await list('createdFrom=2026-03-02&createdTo=2026-03-02')).sums.count).toBe(2);
  });

  it('filters by the day of creation in the time zone that the reader sees', async () => {
    const only = 'createdFrom=2026-03-02&createdTo=2026-03-02&q=Person';
    const { id } = portfolio.manager;
    onTestFinished(async () => {
      await test.owner`update accounts set time_zone = null where id = ${id}`;
      await test.owner`update portfolios set time_zone = 'UTC' where id = ${portfolio.id}`;
    });
    // 23:30 UTC on 1 March is 2 March in Dubai.
    await test.owner`update portfolios set time_zone = 'Asia/Dubai' where id = ${portfolio.id}`;
    const inDubai = await test.signIn(portfolio.manager.email);
    const [first] = (await list(only, inDubai)).rows;
    expect(first.createdAt).toBe('2026-03-01T23:30:00.000Z');
    const exported = {
      filter: { createdFrom: '2026-03-02', createdTo: '2026-03-02', q: 'Person' },
      sort: 'name',
      columns: ['created'],
    };
    const { body } = await inDubai.post('/api/borrowers/export.csv', exported);
    expect(String(body)).toContain('2026-03-01T23:30');
    await test.owner`update accounts set time_zone = 'America/Lima' where id = ${id}`;
    const inLima = await test.signIn(portfolio.manager.email);
    expect((await list(only, inLima)).rows[0].createdAt).toBe('2026-03-02T23:30:00.000Z');
    expect((await list(only, inLima)).sums.count).toBe(2);
  });

  it('sorts by several columns, each in its own direction', async () => {
    const { rows } = await list('sort=-region,income,-name&limit=200');
    type Row = Named & { region: string | null; annualIncomeMinor: number | null };
    const keys = rows.map(({ region, annualIncomeMinor, name }: Row) => ({
      region: region ?? '',
      income: annualIncomeMinor ?? -1,
      name: name.toLowerCase(),
    }));
    const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);
    type Key = (typeof keys)[number];
    const expected = keys.toSorted(
      (left: Key, right: Key) =>
        compare(right.region, left.region) ||
        left.income - right.income ||
        compare(right.name, left.name),
    );
    expect(keys).toEqual(expected);
    expect(keys[0].region).toBe('CA');
  });

  it.each([
    'name',
    '-income',
    'region,-income',
    '-homeOwnership,region,created',
    'outstanding,-loans',
  ])('pages through %s by key and by number without losing or repeating a row', async (sort) => {
    const { rows } = await list(`sort=${sort}&limit=200`);
    const whole = rows.map(({ id }: { id: string }) => id);
    const byKey: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const page: { rows: { id: string }[]; nextCursor: string | null } = await list(
        `sort=${sort}&limit=9${after ? `&after=${after}` : ''}`,
      );
      byKey.push(...page.rows.map(({ id }) => id));
      after = page.nextCursor;
    }
    expect(byKey).toEqual(whole);
    const third = await list(`sort=${sort}&limit=9&page=3`);
    expect(third.rows.map(({ id }: { id: string }) => id)).toEqual(whole.slice(18, 27));
  });

  it('starts from the first page if the cursor belongs to a different order', async () => {
    const { nextCursor } = await list('sort=-income&limit=3');
    expect(await namesOf(`sort=name&limit=2&after=${nextCursor}`)).toEqual(
      await namesOf('sort=name&limit=2'),
    );
    expect((await manager.get('/api/borrowers?sort=salary')).status).toBe(400);
    expect((await manager.get('/api/borrowers?sort=name,name,name,name')).status).toBe(400);
  });

  it('exports matching or selected rows in the shown columns and order', async () => {
    const exported = async (body: object) => {
      const answer = await manager.post('/api/borrowers/export.csv', { filter: {}, ...body });
      return String(answer.body).trimEnd().split('\r\n');
    };
    const columns = ['name', 'outstanding'];
    expect(await exported({ filter: { standing: 'owing,past' }, columns, sort: '-name' })).toEqual([
      '\uFEFFexternal_id,name,currency,outstanding',
      'B3,Zoë Novák,USD,0.00',
      'B1,Ada Wong,USD,2400.00',
    ]);
    const [first, second, third] = (await list('limit=3')).rows.map(({ id }: { id: string }) => id);
    expect(await exported({ borrowerIds: [third, first] })).toHaveLength(3);
    expect(await exported({ exceptBorrowerIds: [second] })).toHaveLength(42);
  });
});
