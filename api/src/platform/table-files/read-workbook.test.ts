import { describe, expect, it } from 'vitest';
import { readWholeTape, sentencesOf } from '../../testing/read-whole-tape.ts';
import { tapeFileOf } from '../../testing/tape-files.ts';
import {
  writeWorkbook,
  zip,
  type WorkbookCell,
  type WorkbookOptions,
} from '../../testing/write-workbook.ts';

const header = [
  'external_id',
  'principal',
  'annual_rate_percent',
  'instalments',
  'disbursed_on',
  'borrower_name',
];
const ada: readonly WorkbookCell[] = [1001, 10_000, 14.07, 36, 43_160, 'Ada & Söhne'];

async function readWorkbook(rows: WorkbookOptions['rows'], options: Partial<WorkbookOptions> = {}) {
  const bytes = writeWorkbook({ rows, ...options });
  return readWholeTape(await tapeFileOf(bytes, 'tape.xlsx'), undefined, unpaid);
}

const unpaid = { answers: { missingBalances: 'unpaid' } } as const;

const expected = {
  externalId: '1001',
  principalMinor: 1_000_000,
  annualRate: '14.07',
  instalmentCount: 36,
  disbursedOn: '2018-03-01',
  borrower: { name: 'Ada & Söhne' },
};

describe('a workbook', () => {
  it.each<[string, Partial<WorkbookOptions>]>([
    ['as Excel writes it', {}],
    ['with a prefix on every element', { prefix: 'x:' }],
    ['with texts in the cells', { hasInlineTexts: true }],
  ])('%s is read like text', async (_name, options) => {
    const { loans, sentences } = await readWorkbook([header, ada], options);
    expect(sentences).toEqual([]);
    expect(loans).toMatchObject([expected]);
  });

  it('names a hidden sheet that it does not read', async () => {
    const { loans, sentences } = await readWorkbook([header, ada], { hasHiddenSheetFirst: true });
    expect(loans).toMatchObject([expected]);
    expect(sentences).toEqual(['The sheet Tape is read. Sheets that are not read: Old.']);
  });

  it('that counts its days from 1904 says so', async () => {
    const rows = [header, ada.with(4, 43_160 - 1462)];
    const { loans } = await readWorkbook(rows, { date1904: true });
    expect(loans).toMatchObject([{ disbursedOn: '2018-03-01' }]);
  });

  it('may write its dates as text', async () => {
    const { loans } = await readWorkbook([header, ada.with(4, '2018-03-01')]);
    expect(loans).toMatchObject([{ disbursedOn: '2018-03-01' }]);
  });

  it('gives the number that people see, not its binary noise', async () => {
    const { loans, sentences } = await readWorkbook([header, ada.with(1, 1.1 + 2.2)]);
    expect(sentences).toEqual([]);
    expect(loans).toMatchObject([{ principalMinor: 330 }]);
  });

  it('may leave cells out at a row’s end and rows between', async () => {
    const { loans, rows } = await readWorkbook([header, ada.slice(0, 5), [], ada.with(0, 1002)]);
    expect(rows.map(({ row }) => row)).toEqual([2, 4]);
    expect(loans).toMatchObject([{ borrower: { name: null } }, { externalId: '1002' }]);
  });

  it('with a formula in a cell gives the value that was calculated, with a note', async () => {
    const rows = [header, ada.with(1, { formula: 'SUM(A1:A2)', value: '10000' })];
    const { sentences, loans } = await readWorkbook(rows);
    expect(loans).toMatchObject([{ principalMinor: 10_000_00 }]);
    expect(sentences).toEqual([
      'Column principal: cells that are formulas: 1. Bursar uses the values that the spreadsheet last calculated.',
    ]);
  });

  it('with a formula that was never calculated is refused there', async () => {
    const rows = [header, ada.with(1, { formula: 'SUM(A1:A2)', value: '' })];
    const { sentences, loans } = await readWorkbook(rows);
    expect(loans).toEqual([]);
    expect(sentences).toEqual([
      'Row 2, column principal: "" is a formula. Expected the value itself: paste values only.',
    ]);
  });

  it('with text that acts as a formula is refused there', async () => {
    const { sentences } = await readWorkbook([header, ada.with(5, '=1+1')]);
    expect(sentences).toEqual([
      'Row 2, column borrower_name: "=1+1" is a formula. Expected the value itself: paste values only.',
    ]);
  });

  it('names a number that is no day', async () => {
    const { sentences } = await readWorkbook([header, ada.with(4, 60)]);
    expect(sentences).toEqual([
      'Row 2, column disbursed_on: "60" is not a date. Expected a day in the format of its column, such as 2018-03-31.',
    ]);
  });

  it('is read in pieces, however many rows it has', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => ada.with(0, index));
    const { summary, sentences } = await readWorkbook([header, ...many]);
    expect(sentences).toEqual([]);
    expect(summary.loans).toBe(3000);
  });
});

describe('an archive', () => {
  it('without a workbook in it is no tape', async () => {
    expect(await sentencesOf(zip({ 'readme.txt': 'hello' }))).toEqual([
      'The file cannot be read: it is a ZIP archive without a table in it. Expected a CSV file or an XLSX, XLS or ODS workbook with the columns of the template.',
    ]);
  });

  it('whose sheet breaks off is a damaged workbook', async () => {
    const whole = writeWorkbook({ rows: [header, ada] });
    const start = whole.indexOf('xl/worksheets/sheet1.xml') + 30;
    const broken = Buffer.from(whole);
    broken.fill(0xff, start, start + 20);
    expect(await sentencesOf(broken)).toEqual([
      'The file cannot be read: it is a damaged or protected workbook. Expected a CSV file or an XLSX, XLS or ODS workbook with the columns of the template.',
    ]);
  });

  it('that unpacks to more than any tape is refused before it is unpacked', async () => {
    const bomb = zip({ 'xl/workbook.xml': 'x' });
    const directory = bomb.lastIndexOf('PK\u0001\u0002');
    bomb.writeUInt32LE(4_000_000_000, directory + 24);
    expect(await sentencesOf(bomb)).toEqual([
      'The workbook unpacks to more than 500.0 MB. Delete other sheets and pictures, or split it and import each part.',
    ]);
  });
});
