import { describe, expect, it } from 'vitest';
import { sentencesOf } from '../../testing/read-whole-tape.ts';
import { tapeFileOf } from '../../testing/tape-files.ts';
import { odsRow, odsText, writeOds, type OdsOptions } from '../../testing/write-ods.ts';
import { openTapeRows } from './tape-rows.ts';

async function rowsOf(options: OdsOptions, sheet: string | null = null) {
  const file = await tapeFileOf(writeOds(options), 'tape.ods');
  try {
    const table = await openTapeRows(file, null, { sheet });
    const rows = [];
    for await (const row of table.rows) rows.push(row);
    return { ...table, rows };
  } finally {
    await file.handle.close();
  }
}

const cell = (attributes: string, shown = '') =>
  `<table:table-cell ${attributes}><text:p>${shown}</text:p></table:table-cell>`;

describe('an OpenDocument spreadsheet', () => {
  it('gives numbers, dates with their times, percentages and currencies as they are stored', async () => {
    const { rows } = await rowsOf({
      tables: {
        Loans: odsRow([
          cell('office:value-type="float" office:value="1.4999999999999999"', '1,5'),
          cell('office:value-type="date" office:date-value="2018-12-15T10:00:00"', '15.12.18'),
          cell('office:value-type="percentage" office:value="0.1349"', '13,49 %'),
          cell('office:value-type="currency" office:currency="EUR" office:value="5"', '5 €'),
          cell('office:value-type="string" calcext:value-type="error"', '#REF!'),
          cell('office:value-type="float" office:value="0"', 'Err:502'),
        ]),
      },
    });
    expect(rows[0]?.cells).toEqual([
      '1.5',
      '2018-12-15T10:00:00',
      '0.1349',
      '5',
      '#REF!',
      '#VALUE!',
    ]);
    const { numbers } = rows[0] ?? {};
    expect(numbers?.[0]?.kind).toBe('plain');
    expect(numbers?.[1]).toBeUndefined();
    expect(numbers?.[2]?.kind).toBe('percent');
    expect(numbers?.[3]?.currencies).toEqual(['EUR']);
  });

  it('gives the leading zeros of a format, also if the column has it', async () => {
    const styles =
      '<number:number-style style:name="N1"><number:text>LN-</number:text><number:number number:min-integer-digits="6" number:decimal-places="0"/></number:number-style>' +
      '<style:style style:name="base" style:family="table-cell" style:data-style-name="N1"/>' +
      '<style:style style:name="ce1" style:family="table-cell" style:parent-style-name="base"/>';
    const { rows } = await rowsOf({
      styles,
      tables: {
        Loans:
          '<table:table-column/><table:table-column table:default-cell-style-name="ce1"/>' +
          odsRow([odsText('a'), cell('office:value-type="float" office:value="121"')]),
      },
    });
    expect(rows[0]?.numbers?.[1]?.pattern?.map(({ kind }) => kind)).toEqual([
      'literal',
      ...Array.from({ length: 6 }, () => 'zero'),
    ]);
  });

  it('repeats cells and rows, and counts those that are empty', async () => {
    const empty =
      '<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
    const { rows } = await rowsOf({
      tables: {
        Loans:
          '<table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>' +
          odsRow([odsText('a', ' table:number-columns-repeated="2"'), odsText('b')]) +
          odsRow([odsText('c')], ' table:number-rows-repeated="2" table:visibility="filter"') +
          empty,
      },
    });
    expect(rows.map(({ number, cells, isHidden }) => [number, isHidden, ...cells])).toEqual([
      [4, false, 'a', 'a', 'b'],
      [5, true, 'c'],
      [6, true, 'c'],
    ]);
  });

  it('joins paragraphs and omits comments', async () => {
    const { rows } = await rowsOf({
      tables: {
        Loans: odsRow([
          '<table:table-cell office:value-type="string"><office:annotation><dc:date/><text:p>note</text:p></office:annotation><text:p>a<text:s text:c="2"/><text:span>b</text:span></text:p><text:p>c</text:p></table:table-cell>',
        ]),
      },
    });
    expect(rows[0]?.cells).toEqual(['a  b\nc']);
  });

  it('notes formulas with their results', async () => {
    const { rows } = await rowsOf({
      tables: {
        Loans: odsRow([cell('table:formula="of:=1+1" office:value-type="float" office:value="2"')]),
      },
    });
    expect(rows[0]).toMatchObject({ cells: ['2'], formulas: [0] });
  });

  it('has its hidden sheets, and counts days from 1904 if it says so', async () => {
    const styles =
      '<style:style style:name="Old" style:family="table"><style:table-properties table:display="false"/></style:style>';
    const { workbook, dateSystem } = await rowsOf({
      styles,
      nullDate: '1904-01-01',
      tables: { Old: odsRow([odsText('x')]), Loans: odsRow([odsText('y')]) },
    });
    expect(workbook).toEqual({
      format: 'ods',
      sheet: 'Loans',
      sheets: [
        { name: 'Old', isHidden: true },
        { name: 'Loans', isHidden: false },
      ],
    });
    expect(dateSystem).toBe(1904);
  });
});

describe('a hostile OpenDocument spreadsheet', () => {
  const sentence = async (rows: string) => sentencesOf(writeOds({ tables: { Loans: rows } }));

  it('cannot repeat a filled row or cell without end', async () => {
    const many = odsRow([odsText('a')], ' table:number-rows-repeated="1000000"');
    expect(await sentence(many)).toEqual([expect.stringContaining('more than 500,000 rows')]);
    const wide = odsRow([odsText('a', ' table:number-columns-repeated="16000"')]);
    expect(await sentence(wide)).toEqual([expect.stringContaining('content after column 500')]);
    const spaces = odsRow([odsText('<text:s text:c="1000000"/>')]);
    expect(await sentence(spaces)).toEqual([expect.stringContaining('more than 32,767')]);
    const beyond = odsRow([odsText('a', ' table:number-columns-repeated="99999999"')]);
    expect(await sentence(beyond)).toEqual([expect.stringContaining('damaged or protected')]);
  });

  it('cannot nest tables or elements without end', async () => {
    const nested = odsRow([
      '<table:table-cell><table:table><table:table-row/></table:table></table:table-cell>',
    ]);
    expect(await sentence(nested)).toEqual([expect.stringContaining('damaged or protected')]);
    const deep = '<text:span>'.repeat(200) + '</text:span>'.repeat(200);
    expect(await sentence(odsRow([odsText(deep)]))).toEqual([
      expect.stringContaining('damaged or protected'),
    ]);
  });

  it('with a password has no readable content', async () => {
    const content = writeOds({ tables: { Loans: odsRow([odsText('a')]) } });
    const at = content.indexOf('content.xml') + 'content.xml'.length;
    content.fill(0x5a, at, at + 40);
    expect(await sentencesOf(content)).toEqual([expect.stringContaining('damaged or protected')]);
  });
});
