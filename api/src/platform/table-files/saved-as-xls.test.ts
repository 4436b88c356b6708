import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { readWholeTape } from '../../testing/read-whole-tape.ts';
import { tapeFileOf } from '../../testing/tape-files.ts';
import { openTapeRows } from './tape-rows.ts';

async function rowsOf(content: string | Buffer, sheet: string | null = null) {
  const file = await tapeFileOf(content, 'tape.xls');
  try {
    const table = await openTapeRows(file, null, { sheet });
    const rows = [];
    for await (const row of table.rows) rows.push(row);
    return { ...table, rows, cells: rows.map(({ cells }) => cells) };
  } finally {
    await file.handle.close();
  }
}

const refusalOf = (content: string | Buffer) =>
  rowsOf(content).then(
    () => 'read',
    (error: Error) => error.message,
  );

const head = ['external_id', 'borrower_name', 'principal', 'annual_rate_percent', 'instalments'];
const tapeRows = [
  [...head, 'disbursed_on', 'balance'],
  ['007', 'Ada Byron', 10_001.5, 13.49, 24, '15.01.2026', 8000.25],
];

const page = (body: string) => `<html><head><style>td { color: red }</style></head>${body}</html>`;
const table = (...rows: readonly (readonly (string | number)[])[]) =>
  `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</table>`;

describe('a web page saved as .xls', () => {
  it('has the table that a browser would show', async () => {
    const { cells, rows, dateSystem, workbook, encoding } = await rowsOf(
      page(
        '<!-- <table><tr><td>no</td></tr></table> --><script>"<table>"</script>' +
          '<table><tr><th colspan=2>Kontoauszug&nbsp;4711</th></tr>' +
          '<TR><TD>Datum<TD>Betrag&euro;<td>Name</TR>' +
          '<tr style="display:none"><td>1.1.2026</td><td>7</td><td>x</td></tr>' +
          '<tr><td rowspan=2>13.06.2026</td><td> 1.500,00 </td><td>Ada<br>Byron</td></tr>' +
          '<tr><td>-1,50<span style="display: none">99</span></td><td></td></tr></table>',
      ),
    );
    expect(cells).toEqual([
      ['Kontoauszug 4711'],
      ['Datum', 'Betrag€', 'Name'],
      ['1.1.2026', '7', 'x'],
      ['13.06.2026', '1.500,00', 'Ada Byron'],
      ['', '-1,50', ''],
    ]);
    expect(rows.map(({ number, isHidden }) => [number, isHidden])).toEqual([
      [1, false],
      [2, false],
      [3, true],
      [4, false],
      [5, false],
    ]);
    expect(dateSystem).toBeNull();
    expect(encoding).toBe('utf-8');
    expect(workbook?.sheets).toEqual([{ name: '1', isHidden: false }]);
  });

  it('may have its table inside one for the layout, and others can be chosen', async () => {
    const inner = table(['a', 'b', 'c'], [1, 2, 3]);
    const outer = `<table><tr><td>Menu</td><td>${inner}</td></tr><tr><td>End</td></tr></table>`;
    const { cells, workbook } = await rowsOf(page(outer + table(['x', 'y', 'z'], [4, 5, 6])));
    expect(workbook?.sheets.map(({ name }) => name)).toEqual(['1', '2', '3']);
    expect(workbook?.sheet).toBe('2');
    expect(cells).toEqual([
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ]);
    expect((await rowsOf(page(outer), '1')).cells).toEqual([['Menu', ''], ['End']]);
  });

  it('is read as a tape, with its texts as they are shown', async () => {
    const content = page(table(...tapeRows.map((cells) => cells.map(String))));
    const { loans, findings } = await readWholeTape(await tapeFileOf(content));
    expect(findings).toEqual([]);
    expect(loans).toMatchObject([
      { externalId: '007', principalMinor: 1_000_150, disbursedOn: '2026-01-15' },
    ]);
  });

  it('has the encoding that it states, unless it is UTF-8', async () => {
    const stated = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1256">';
    const arabic = Buffer.from([0xe3, 0xcd, 0xe3, 0xcf]);
    const [before = '', after = ''] = page(table(['name', 'b', 'c'], ['@', 1, 2])).split('@');
    const bytes = Buffer.concat([Buffer.from(stated + before), arabic, Buffer.from(after)]);
    const read = await rowsOf(bytes);
    expect(read.cells[1]?.[0]).toBe('محمد');
    expect(read.isEncodingInDoubt).toBe(false);
    expect((await rowsOf(stated + before + 'محمد' + after)).cells[1]?.[0]).toBe('محمد');
    const silent = await rowsOf(Buffer.concat([Buffer.from(before), arabic, Buffer.from(after)]));
    expect(silent.isEncodingInDoubt).toBe(true);
  });

  it('without a table is refused', async () => {
    expect(await refusalOf(page('<body>Sign in</body>'))).toBe('file_not_a_table');
  });
});

describe('a workbook in the XML of Excel 2003', () => {
  const book = (rows: string, more = '') =>
    `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>` +
    `<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">` +
    `<Styles><Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style><Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style>` +
    `<Style ss:ID="z"><NumberFormat ss:Format="000000"/></Style></Styles>` +
    `<Worksheet ss:Name="Loans"><Table>${rows}</Table></Worksheet>${more}</Workbook>`;
  const cell = (type: string, value: string, more = '') =>
    `<Cell${more}><Data ss:Type="${type}">${value}</Data></Cell>`;

  it('gives values, formats, formulas and hidden rows', async () => {
    const { rows, workbook, dateSystem } = await rowsOf(
      book(
        `<Row>${cell('String', 'a')}${cell('String', 'b')}${cell('String', 'c')}</Row>` +
          `<Row ss:Index="4" ss:Hidden="1">${cell('Number', '0.1349', ' ss:StyleID="p"')}` +
          cell('DateTime', '2026-06-13T00:00:00.000', ' ss:Index="3" ss:StyleID="d"') +
          cell('DateTime', '2026-06-13T09:30:00.000') +
          `<Cell ss:Formula="=RC[-1]"><Data ss:Type="Number">1.1000000000000001</Data></Cell>` +
          `<Cell><ss:Data ss:Type="String"><B>Ada</B> Byron</ss:Data></Cell></Row>`,
        '<Worksheet ss:Name="Old"><Table/><WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions></Worksheet>',
      ),
    );
    expect(workbook?.sheets).toEqual([
      { name: 'Loans', isHidden: false },
      { name: 'Old', isHidden: true },
    ]);
    expect(dateSystem).toBe(1900);
    expect(rows[1]).toMatchObject({
      number: 4,
      isHidden: true,
      cells: ['0.1349', '', '2026-06-13', '2026-06-13T09:30:00.000', '1.1', 'Ada Byron'],
      formulas: [4],
    });
    expect(rows[1]?.numbers?.[0]?.kind).toBe('percent');
  });

  it('is read as a tape, also as another library writes it', async () => {
    const sheet = utils.aoa_to_sheet(tapeRows);
    const content = write(
      { SheetNames: ['Loans'], Sheets: { Loans: sheet } },
      {
        type: 'buffer',
        bookType: 'xlml',
      },
    );
    const { loans, findings } = await readWholeTape(await tapeFileOf(content));
    expect(findings).toEqual([]);
    expect(loans).toMatchObject([
      { externalId: '007', principalMinor: 1_000_150, annualRate: '13.49', instalmentCount: 24 },
    ]);
  });

  it('keeps the encoding that it states', async () => {
    const latin = book(`<Row>${cell('String', 'Müller')}</Row>`).replace(
      'version="1.0"',
      'version="1.0" encoding="ISO-8859-1"',
    );
    expect((await rowsOf(Buffer.from(latin, 'latin1'))).cells).toEqual([['Müller']]);
    const unknown = book(`<Row>${cell('String', 'Müller')}</Row>`);
    expect(await refusalOf(Buffer.from(unknown, 'latin1'))).toBe('file_not_a_table');
  });

  it.each([
    [
      'entities that grow',
      book('').replace(
        '<Workbook',
        '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><Workbook',
      ),
    ],
    ['a damaged end', book('<Row>').slice(0, -60)],
    ['rows that go back', book('<Row ss:Index="5"></Row><Row ss:Index="4"></Row>')],
    ['five hundred thousand elements in each other', book('<Row>'.repeat(500_000))],
  ])('with %s is refused', async (_name, content) => {
    expect(await refusalOf(content)).toBe('file_not_a_table');
  });
});

describe('a hostile web page', () => {
  it.each([
    [
      'with a million open elements',
      page(`<table>${'<div>'.repeat(1_000_000)}`),
      'file_not_a_table',
    ],
    ['with tables in tables', page('<table><tr><td>'.repeat(100_000)), 'file_not_a_table'],
    [
      'with more tables than a workbook',
      page('<table></table>'.repeat(2_000)),
      'workbook_has_too_many_parts',
    ],
    [
      'with a hundred thousand cells in a row',
      page(`<table><tr>${'<td>'.repeat(100_000)}`),
      'row_too_wide',
    ],
    ['with one long cell', page(table(['x'.repeat(40_000), 'b', 'c'])), 'cell_too_long'],
    ['with an endless attribute', page(`<table title="${'x'.repeat(6_000_000)}`), 'cell_too_long'],
    ['with an endless comment', page(`<table><!--${'x'.repeat(6_000_000)}`), 'cell_too_long'],
    [
      'with cells beyond the last column',
      page(table(['<td colspan=999>', 'a', 'b'])),
      'row_too_wide',
    ],
  ])('%s is refused', async (_name, content, code) => {
    expect(await refusalOf(content)).toBe(code);
  });

  it('with cells that span a million rows and columns is read', async () => {
    const spans = '<td colspan=1000000 rowspan=1000000>x</td>';
    const { rows } = await rowsOf(
      page(`<table><tr>${spans}</tr>${'<tr></tr>'.repeat(50_000)}</table>`),
    );
    expect(rows).toHaveLength(1);
  });
});
