import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio } from '../../../testing/arrange.ts';
import { readWorkbookPart } from '../../../testing/read-workbook-part.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { exportLoansCsv } from './export-loans.ts';

describe('exporting loans', () => {
  let test: TestApp;
  let manager: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    const portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    await arrangeLoan(test.owner, portfolio, { borrowerName: 'Ada "the, quick"' });
    await arrangeLoan(test.owner, portfolio, { borrowerName: '=SUM(A1)', principalMinor: 5 });
    await arrangeLoan(test.owner, portfolio, { status: 'closed' });
  });

  const exportCsv = (body: object) =>
    manager.post('/api/loans/export.csv', { filter: { view: 'all' }, ...body });

  it('writes the matching loans as CSV, with plain decimals and harmless formulas', async () => {
    const { body } = await exportCsv({ filter: { view: 'all', status: 'active' } });
    const lines = String(body).trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFreference,external_id,borrower,purpose,grade,status,bucket,days_past_due,currency,principal,outstanding,annual_rate_percent,disbursed_on,next_due_on,due,arrears,team,agent,tags,national_id',
    );
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(
      'L-000001,X1,"Ada ""the, quick""",car,,active,1-30,14,USD,1200.00,1200.00,12,',
    );
    expect(lines[2]).toContain(`'=SUM(A1)`);
    expect(lines[2]).toContain(',0.05,');
  });

  it('writes the visible columns in their order, each amount with its currency', async () => {
    const columns = ['arrears', 'reference', 'principal'];
    const { body } = await exportCsv({ filter: { view: 'all', status: 'active' }, columns });
    const [head, first] = String(body).split('\r\n');
    expect(head).toBe('\uFEFFbucket,days_past_due,reference,currency,principal');
    expect(first).toBe('1-30,14,L-000001,USD,1200.00');
    expect((await exportCsv({ columns: ['salary'] })).status).toBe(400);
  });

  it('contains only the selected rows, without the excluded ones', async () => {
    const { body: list } = await manager.get('/api/loans?view=all');
    const [first, second, third] = list.rows.map(({ id }: { id: string }) => id);
    const referencesOf = async (picked: object) => {
      const { body } = await exportCsv({ columns: ['reference'], ...picked });
      return String(body).trimEnd().split('\r\n').slice(1);
    };
    expect(await referencesOf({ loanIds: [third, first] })).toEqual(['L-000001', 'L-000003']);
    expect(await referencesOf({ exceptLoanIds: [second] })).toEqual(['L-000001', 'L-000003']);
  });

  it('writes days and amounts into a workbook as dates and numbers', async () => {
    const response = await test.app.server.inject({
      method: 'POST',
      url: '/api/loans/export.xlsx',
      cookies: { ...manager.cookies },
      headers: { 'x-xsrf-token': manager.cookies['XSRF-TOKEN'] ?? '' },
      payload: { filter: { view: 'all' }, columns: ['reference', 'principal', 'disbursed'] },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-disposition']).toBe(
      'attachment; filename="loans-2026-06-15.xlsx"',
    );
    const sheet = await readWorkbookPart(response.rawPayload, 'xl/worksheets/sheet1.xml');
    const styles = await readWorkbookPart(response.rawPayload, 'xl/styles.xml');
    expect(styles).toContain('formatCode="#,##0.00"');
    expect(styles).toContain('formatCode="yyyy-mm-dd"');
    const cells = [...sheet.matchAll(/<c r="([A-D]2)"([^>]*)><v>([^<]*)<\/v>/g)];
    // Workbooks store text as an index into the shared texts, and numbers and dates as formatted
    // numbers.
    expect(
      cells.map(([, place, attributes = '']) => [place, attributes.includes('t="s"')]),
    ).toEqual([
      ['A2', true],
      ['B2', true],
      ['C2', false],
      ['D2', false],
    ]);
    const { body: list } = await manager.get('/api/loans?view=all');
    const [, , amount, day] = cells.map(([, , , value]) => Number(value));
    expect(amount).toBe(list.rows[0].principalMinor / 100);
    // Workbooks count days from 30 December 1899.
    const daysSince1970 = (day ?? 0) - 25_569;
    expect(new Date(daysSince1970 * 86_400_000).toISOString().slice(0, 10)).toBe(
      list.rows[0].disbursedOn,
    );
  });
});

it('contains each loan once, as it was when the export began, whatever changes meanwhile', async () => {
  const { owner, database, clock } = await createTestApp();
  const portfolio = await arrangePortfolio(owner);
  const { id: loanId, borrowerId } = await arrangeLoan(owner, portfolio, { principalMinor: 1 });
  // Insert more loans than the two pages that the stream reads ahead of the reader, so that the
  // change below comes before the last pages are read.
  await owner`
    insert into loans (portfolio_id, id, reference_number, borrower_id, product_id, purpose, currency,
      principal_minor, annual_rate_percent, instalment_count, frequency_unit, frequency_every,
      schedule_method, day_count, instalment_rounding, instalment_minor, disbursed_on, first_due_on,
      created_at)
    select portfolio_id, gen_random_uuid(), reference_number + copy, borrower_id, product_id,
      purpose, currency, 1 + copy, annual_rate_percent, instalment_count, frequency_unit,
      frequency_every, schedule_method, day_count, instalment_rounding, 1 + copy, disbursed_on,
      first_due_on, created_at
    from loans, generate_series(1, 4000) copy where borrower_id = ${borrowerId}`;
  await owner`
    insert into loan_state (portfolio_id, loan_id, status, outstanding_principal_minor,
      oldest_unpaid_due_on)
    select portfolio_id, id, 'active', principal_minor, first_due_on from loans where id <> ${loanId}`;
  const scope = {
    role: 'user',
    accountId: portfolio.manager.id,
    portfolioId: portfolio.id,
  } as const;
  let file = '';
  for await (const text of exportLoansCsv(database, {
    scope,
    businessDate: clock.now().toISOString().slice(0, 10),
    exported: {
      filter: { view: 'all' },
      columns: ['reference', 'outstanding'],
      sort: 'outstanding',
      direction: 'asc',
    },
  })) {
    if (file === '') {
      await owner`
        update loan_state set outstanding_principal_minor = case
          when outstanding_principal_minor = 1 then 9999 else 0 end
        where outstanding_principal_minor in (1, 4001)`;
    }
    file += String(text);
  }
  const lines = file.trimEnd().split('\r\n');
  const amounts = lines.slice(1).map((line) => line.split(',').at(-1));
  expect(amounts).toHaveLength(4001);
  expect([amounts[0], amounts.at(-1)]).toEqual(['0.01', '40.01']);
  expect(new Set(lines).size).toBe(lines.length);
});
