import { beforeEach, describe, expect, it } from 'vitest';
import { arrangePortfolio, type TestPortfolio } from '../../../../testing/arrange.ts';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { writeWorkbook, type WorkbookCell } from '../../../../testing/write-workbook.ts';
import { readBadRowsCsv } from '../read-imports.ts';

const { database, owner } = await createTestDatabase();

const cells = {
  external_id: { number: 121, format: '000000' },
  borrower_name: 'Ada Byron',
  phone: { number: 447912345678, format: '0' },
  principal: { number: 10000, format: '#,##0.00 "USD"' },
  annual_rate_percent: { number: 0.1349, format: '0.00%' },
  instalments: 36,
  disbursed_on: { number: 46_027, format: 'dd/mm/yyyy' },
  first_due_on: 46_058,
  status: 'active',
  balance: 10_000,
  principal_paid: 0,
  interest_paid: 0,
  agreed_on: { number: 45_992, format: 'd mmm yy' },
} satisfies Record<string, WorkbookCell>;
type Cells = { readonly [Column in keyof typeof cells]?: WorkbookCell };

const workbookOf = (...rows: readonly Cells[]) =>
  writeWorkbook({
    rows: [Object.keys(cells), ...rows.map((row) => Object.values({ ...cells, ...row }))],
  });

let office: ImportOffice;
let portfolio: TestPortfolio;
let portfolios = 0;
beforeEach(async () => {
  portfolios += 1;
  portfolio = await arrangePortfolio(owner, `p${portfolios}`);
  office = openImportOffice(database, portfolio);
});

const february = { cutOffOn: '2026-02-10' };

async function badRowsOf(...rows: readonly Cells[]): Promise<string> {
  const { id } = await office.check(workbookOf(...rows), february);
  const csv = await readBadRowsCsv(office.desk, id, office.actor);
  return csv ?? '';
}

describe('the refused rows of a workbook', () => {
  it('show what the workbook shows', async () => {
    const [, row] = (await badRowsOf({ instalments: 999 })).split('\r\n');
    expect(row?.split(',').slice(0, 13).join(',')).toBe(
      '000121,Ada Byron,447912345678,10000,13.49%,999,2026-01-05,2026-02-05,active,10000,0,0,2025-12-01',
    );
  });

  it('are booked as the workbook meant them once they are corrected', async () => {
    const csv = await badRowsOf({ instalments: 999 });
    const booked = await office.book(csv.replace(',999,', ',36,'), february);
    expect(booked).toMatchObject({ state: 'booked', failure: null, rowsBooked: 1 });
    const loans = await owner`
      select loan.external_id, loan.annual_rate_percent::float8 as rate, loan.disbursed_on,
        loan.first_due_on, loan.principal_minor as principal
      from loans loan where loan.portfolio_id = ${portfolio.id}`;
    expect(loans).toEqual([
      {
        externalId: '000121',
        rate: 13.49,
        disbursedOn: '2026-01-05',
        firstDueOn: '2026-02-05',
        principal: 10_000_00,
      },
    ]);
  });

  it.each<[string, Cells, string]>([
    ['an id that became a date', { external_id: cells.disbursed_on }, 'value_turned_into_a_date'],
    [
      'an id that became too long',
      { external_id: { number: '4479123456781234', format: '0' } },
      'value_cut_by_spreadsheet',
    ],
    [
      'an id with hidden digits',
      { external_id: { number: 447912345678, format: 'General' } },
      'value_cut_by_spreadsheet',
    ],
    [
      'an amount in another currency',
      { principal: { number: 10_000, format: '[$€-407] #,##0.00' } },
      'currency_differs',
    ],
    [
      'an amount in another unit',
      { principal: { number: 10_000, format: '0.0"‰"' } },
      'value_in_another_unit',
    ],
  ])('are refused again if they are not corrected, as %s', async (_, row, code) => {
    const csv = await badRowsOf(row);
    const { id, summary } = await office.check(csv, february);
    expect(summary).toMatchObject({ rows: 1, loans: 0, errors: 1 });
    const [finding] = await owner`
      select code from import_findings where import_id = ${id} and severity = 'error'`;
    expect(finding).toEqual({ code });
  });
});
