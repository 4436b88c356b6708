import { CFB, utils, write, type WorkBook } from '@e965/xlsx';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readWholeTape, sentencesOf } from '../../testing/read-whole-tape.ts';
import { tapeFileOf } from '../../testing/tape-files.ts';
import { openTapeRows } from './tape-rows.ts';

async function rowsOf(content: Buffer, sheet: string | null = null) {
  const file = await tapeFileOf(content, 'tape.xls');
  try {
    const table = await openTapeRows(file, null, { sheet });
    const rows = [];
    for await (const row of table.rows) rows.push(row);
    return { ...table, rows };
  } finally {
    await file.handle.close();
  }
}

type Cell = string | number | boolean;

function bookOf(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): WorkBook {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  }
  return book;
}

const asXls = (book: WorkBook, bookType: 'biff8' | 'biff5' = 'biff8'): Buffer =>
  write(book, { type: 'buffer', bookType });

/**
 * Replaces the number record of a value by the formula 1+2 with that value as its result, and hides
 * its row. The library writes neither.
 */
function withHiddenFormula(content: Buffer, value: number): Buffer {
  const container = CFB.read(content, { type: 'buffer' });
  const stream = CFB.find(container, 'Workbook');
  if (!stream) throw new Error('the workbook has no stream');
  const records = Buffer.from(stream.content);
  const number = Buffer.alloc(8);
  number.writeDoubleLE(value);
  const end = records.lastIndexOf(number) + number.length;
  const cell = records.subarray(end - 14, end);
  const tokens = Buffer.from('1e01001e020003', 'hex');
  const formula = Buffer.concat([cell, Buffer.alloc(6), Buffer.from([tokens.length, 0]), tokens]);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(0x06, 0);
  head.writeUInt16LE(formula.length, 2);
  // A ROW record with the flag for hidden rows. Its row number is that of the cell's record.
  const row = Buffer.alloc(20);
  row.writeUInt16LE(0x208, 0);
  row.writeUInt16LE(16, 2);
  cell.copy(row, 4, 0, 2);
  row.writeUInt16LE(0x120, 16);
  stream.content = Buffer.concat([
    records.subarray(0, end - 18),
    row,
    head,
    formula,
    records.subarray(end),
  ]);
  stream.size = stream.content.length;
  return CFB.write(container, { type: 'buffer' });
}

const loans = [
  ['id', 'name', 'amount'],
  ['L1', 'Ada', 1.5],
];

describe('an XLS workbook', () => {
  it.each(['biff8', 'biff5'] as const)('of the format %s gives its cells', async (bookType) => {
    const { rows, workbook } = await rowsOf(asXls(bookOf({ Loans: loans }), bookType));
    expect(rows.map(({ number, cells }) => [number, ...cells])).toEqual([
      [1, 'id', 'name', 'amount'],
      [2, 'L1', 'Ada', '1.5'],
    ]);
    expect(rows[1]?.numbers?.map((display) => display?.kind)).toEqual([
      undefined,
      undefined,
      'plain',
    ]);
    expect(workbook).toMatchObject({ format: 'xls', sheet: 'Loans' });
  });

  it('gives formats, errors, formulas and hidden rows as XLSX does', async () => {
    const book = bookOf({ Loans: [...loans, ['L2', 'Bo', 2]] });
    const sheet = book.Sheets['Loans'];
    if (!sheet) throw new Error('the sheet is missing');
    sheet['A2'] = { t: 'n', v: 121, z: '000000' };
    sheet['B2'] = { t: 'e', v: 23 };
    sheet['C2'] = { t: 'n', v: 0.1349, z: '0.00%' };
    sheet['A3'] = { t: 'n', v: 43_449, z: 'yyyy-mm-dd' };
    sheet['C3'] = { t: 'n', v: 3 };
    const { rows } = await rowsOf(withHiddenFormula(asXls(book), 3));
    expect(rows[1]?.cells).toEqual(['121', '#REF!', '0.1349']);
    expect(rows[1]?.numbers?.[0]?.pattern).toHaveLength(6);
    expect(rows[1]?.numbers?.[2]?.kind).toBe('percent');
    expect(rows[2]?.cells).toEqual(['43449', 'Bo', '3']);
    expect(rows[2]?.numbers?.[0]?.kind).toBe('date');
    expect(rows[2]?.formulas).toEqual([2]);
    expect(rows.map(({ isHidden }) => isHidden)).toEqual([false, false, true]);
  });

  it('is read from the first visible sheet with a table, or the one that is chosen', async () => {
    const content = asXls(
      bookOf({ Cover: [['Loans of the branch'], ['June', 2026]], Loans: loans }),
    );
    expect((await rowsOf(content)).workbook).toMatchObject({ sheet: 'Loans' });
    expect((await rowsOf(content, 'Cover')).rows).toHaveLength(2);
    await expect(rowsOf(content, 'Other')).rejects.toMatchObject({
      finding: { code: 'sheet_not_there', details: { sheet: 'Other' } },
    });
  });
});

describe('a hostile XLS file', () => {
  const damaged = [expect.stringContaining('it is a damaged or protected workbook')];

  it('that is another document is refused', async () => {
    const compound = asXls(bookOf({ Loans: loans }));
    // The directory names the workbook's stream in UTF-16; a text document has a stream with
    // another name.
    for (const name of ['Workbook', 'Book']) {
      const at = compound.indexOf(Buffer.from(name, 'utf16le'));
      if (at >= 0) compound.write('WordDocu'.slice(0, name.length), at, 'utf16le');
    }
    expect(await sentencesOf(compound)).toEqual(damaged);
  });

  it('that breaks off anywhere is refused or read, and the next file is read', async () => {
    const whole = await readFile(
      new URL('../../features/intake/imports/check/fixtures/x-resaved.xls', import.meta.url),
    );
    for (const share of [0.1, 0.5, 0.9]) {
      const part = whole.subarray(0, Math.floor(whole.length * share));
      const { loans: read } = await readWholeTape(await tapeFileOf(part, 'tape.xls'));
      expect(read.length).toBeLessThanOrEqual(3);
    }
    expect((await readWholeTape(await tapeFileOf(whole, 'tape.xls'))).loans).toHaveLength(3);
  }, 240_000);

  it('with a password is refused', async () => {
    const content = asXls(bookOf({ Loans: loans }));
    // A FILEPASS record (0x2f) after the first record means that the following records are
    // encrypted.
    const start = content.indexOf(Buffer.from([0x09, 0x08, 0x10, 0x00]));
    const next = start + 4 + 0x10;
    Buffer.from([0x2f, 0x00]).copy(content, next);
    expect(await sentencesOf(content)).toEqual(damaged);
  });

  it('with more columns than a tape has is refused by its row', async () => {
    const row = Array.from({ length: 256 }, (_, index) => `c${index}`);
    const { rows } = await rowsOf(asXls(bookOf({ Loans: [row, row] })));
    expect(rows[0]?.cells).toHaveLength(256);
  });
});
