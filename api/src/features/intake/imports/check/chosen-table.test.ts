import { beforeEach, describe, expect, it } from 'vitest';
import { arrangePortfolio, type TestPortfolio } from '../../../../testing/arrange.ts';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { readLines, readWholeTape } from '../../../../testing/read-whole-tape.ts';
import { tapeFileOf } from '../../../../testing/tape-files.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { writeWorkbook } from '../../../../testing/write-workbook.ts';
import { readFindingsPage, readSample } from '../read-imports.ts';
import type { TapeTerms } from './read-tape.ts';

const { database, owner } = await createTestDatabase();

const heading = [
  'external_id',
  'borrower_name',
  'principal',
  'annual_rate_percent',
  'instalments',
  'disbursed_on',
  'balance',
];
const loans = [
  ['L-1', 'Ada Byron', '10000.50', '13.49', '24', '2026-01-15', '8000.25'],
  ['L-2', 'Bo Lind', '5000.25', '9.90', '12', '2026-02-15', '4000.00'],
];
const csv = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(','));

/** The fields of a table without a heading, by the position of their columns. */
const byPosition = {
  externalId: '#1',
  borrowerName: '#2',
  principal: '#3',
  annualRate: '#4',
  instalmentCount: '#5',
  disbursedOn: '#6',
  balance: '#7',
};

/** The column of rates has no heading that says which period they are for. */
const answers = { ratePeriod: 'year' } as const;

describe('the heading of a tape', () => {
  it('is shown with its row and the rows around it', async () => {
    const { table } = await readLines(['Portfolio of June', ...csv([heading, ...loans])]);
    expect(table).toMatchObject({ sheet: null, sheets: [], row: 2, hasHeading: true });
    expect(table?.preview.map(({ row, cells }) => [row, cells.length])).toEqual([
      [1, 1],
      [2, 7],
      [3, 7],
      [4, 7],
    ]);
  });

  it('is the row that a user chose, so a heading above it is no loan', async () => {
    const other = ['Loan', 'Name', 'Amount', 'Rate', 'Term', 'Start', 'Open'];
    const lines = csv([other, heading, ...loans]);
    const read = await readLines(lines, { table: { row: 2 } });
    expect(read.table).toMatchObject({ row: 2, hasHeading: true, isOpen: false });
    expect(read.loans.map(({ externalId }) => externalId)).toEqual(['L-1', 'L-2']);
    expect(read.findings).toMatchObject([{ code: 'rows_above_header', details: { rows: 1 } }]);
  });

  it('can be further down than titles usually reach', async () => {
    const notes = Array.from({ length: 40 }, (_, index) => `Note ${index},see,below`);
    const lines = [...notes, ...csv([heading, ...loans])];
    const { loans: read, table } = await readLines(lines, { table: { row: 41 } });
    expect(read).toHaveLength(2);
    expect(table?.preview.at(-1)?.row).toBe(41);
  });

  it('is refused if the chosen row is empty', async () => {
    const lines = ['Title', '', ...csv([heading, ...loans])];
    const { findings, rows } = await readLines(lines, { table: { row: 2 } });
    expect(findings).toMatchObject([{ code: 'table_row_empty', row: 2, severity: 'error' }]);
    expect(rows).toEqual([]);
  });
});

describe('a tape without a heading', () => {
  it('is asked about, with suggested fields, and no row is read', async () => {
    const { findings, rows, table, columns } = await readLines(csv(loans));
    expect(findings).toMatchObject([{ code: 'heading_not_found', row: 1 }]);
    expect(rows).toEqual([]);
    expect(table).toMatchObject({ row: 1, hasHeading: false, isOpen: true });
    expect(columns.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G']);
    expect(columns[0]).toMatchObject({ values: ['L-1', 'L-2'], suggested: 'externalId' });
  });

  it('does not lose its first loan if only its columns are chosen', async () => {
    const { findings, rows } = await readLines(csv(loans), { columns: byPosition });
    expect(findings).toMatchObject([{ code: 'heading_not_found' }]);
    expect(rows).toEqual([]);
  });

  it('is read from the first row once a user says so', async () => {
    const table = { hasNoHeading: true } as const;
    const read = await readLines(csv(loans), { table, columns: byPosition, answers });
    expect(read.summary).toMatchObject({ loans: 2, errors: 0, principalMinor: 1_500_075 });
    expect(read.findings).toEqual([]);
    const below = await readLines(['Loans of June', ...csv(loans)], {
      table: { ...table, row: 2 },
      columns: byPosition,
      answers,
    });
    expect(below.summary).toMatchObject({ loans: 2, errors: 0 });
  });
});

describe('a sheet of a workbook', () => {
  const workbook = writeWorkbook({
    rows: [heading, ['X-1', 'Old One', '1.00', '1.00', '12', '2026-01-15', '1.00']],
    secondSheet: [['June'], heading, ...loans],
  });
  const readBook = async (overrides: Partial<TapeTerms>) =>
    readWholeTape(await tapeFileOf(workbook, 'book.xlsx'), undefined, overrides);

  it('can be chosen', async () => {
    const { table, loans: read } = await readBook({ table: { sheet: 'Loans' } });
    expect(table).toMatchObject({ sheet: 'Loans', row: 2 });
    expect(table?.sheets.map(({ name }) => name)).toEqual(['Tape', 'Loans']);
    expect(read.map(({ externalId }) => externalId)).toEqual(['L-1', 'L-2']);
  });

  it('that does not exist is named, with the sheets to choose from', async () => {
    const { table, findings } = await readBook({ table: { sheet: 'May' } });
    expect(findings).toMatchObject([{ code: 'sheet_not_there', details: { sheet: 'May' } }]);
    expect(table?.sheets).toHaveLength(2);
  });

  it('is used again for the next tape with that header on a sheet of that name', async () => {
    const remembered = [
      {
        importId: '0198a7a0-0000-7000-8000-000000000001',
        fileName: 'book.xlsx',
        bookedAt: '2026-05-01T00:00:00Z',
        header: heading,
        table: { sheet: 'Loans', row: 5 },
        columns: null,
        answers: null,
        words: null,
        forAll: null,
      },
    ];
    const { table } = await readBook({ remembered });
    expect(table).toMatchObject({ sheet: 'Loans', row: 2 });
  });
});

describe('an import', () => {
  let office: ImportOffice;
  let portfolio: TestPortfolio;
  let portfolios = 0;
  beforeEach(async () => {
    portfolios += 1;
    portfolio = await arrangePortfolio(owner, `p${portfolios}`);
    office = openImportOffice(database, portfolio);
  });
  const sampleOf = (id: string) => readSample(office.desk, id, office.actor);
  const errorsOf = async (importId: string) => {
    const query = { importId, severity: 'error' as const, limit: 50 };
    return (await readFindingsPage(office.desk, query, office.actor))?.findings;
  };

  it('stores the choice, and reads the next tape of this kind without a question', async () => {
    const readAs = { table: { hasNoHeading: true }, columns: byPosition, answers } as const;
    const first = await office.book(csv(loans).join('\n'), { readAs });
    expect(first).toMatchObject({ state: 'booked', rowsBooked: 2 });
    expect((await sampleOf(first.id))?.readAs.table).toEqual({ hasNoHeading: true });
    const next = csv([['L-3', 'Cy Moe', '700.00', '10.00', '12', '2026-03-15', '650.00']]);
    const second = await office.check(next.join('\n'));
    expect(second.summary).toMatchObject({ loans: 1, errors: 0, principalMinor: 70_000 });
    expect((await sampleOf(second.id))?.reading?.recalledFrom?.importId).toBe(first.id);
  });

  it('asks again if a column of the next tape has other values', async () => {
    const readAs = { table: { hasNoHeading: true }, columns: byPosition, answers } as const;
    await office.book(csv(loans).join('\n'), { readAs });
    const moved = csv([['L-3', 'Cy Moe', '2026-03-15', '10.00', '12', '700.00', '650.00']]);
    const second = await office.check(moved.join('\n'));
    expect(second.summary).toMatchObject({ loans: 0, errors: 1 });
    expect(await errorsOf(second.id)).toMatchObject([{ code: 'heading_not_found' }]);
  });
});
