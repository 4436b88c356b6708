import { describe, expect, it } from 'vitest';
import { sentencesOf } from '../../../../testing/read-whole-tape.ts';
import { templateColumns, templateTape } from '../../../../testing/template-tape.ts';
import { writeWorkbook, zip } from '../../../../testing/write-workbook.ts';

const header = templateColumns.join(',');
const wide = 'the row has content after column 500, the last that is read.';
const long = 'a cell has more than 32,767 characters.';

/** Builds a workbook whose sheet contains exactly this XML. */
function sheetOf(rows: string, texts?: string): Buffer {
  return zip({
    'xl/workbook.xml':
      '<workbook xmlns:r="urn:r"><sheets><sheet name="Tape" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="sheet1.xml"/></Relationships>',
    'xl/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...(texts !== undefined && { 'xl/sharedStrings.xml': `<sst>${texts}</sst>` }),
  });
}

const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const headerRow = `<row r="1">${templateColumns.map(inline).join('')}</row>`;

describe('text beyond a limit', () => {
  it.each([
    ['a row of 501 cells', `${header}\n${'1,'.repeat(500)}1`, `Row 2: ${wide}`],
    ['a header of 501 names', `${header}${',x'.repeat(490)}\n`, `Row 1: ${wide}`],
    ['a cell of 33,000 letters', `${header}\n${'x'.repeat(33_000)}`, `Row 2: ${long}`],
    [
      'a row of 300,000 letters',
      `${header}\n${'x'.repeat(300_000)}`,
      'Row 2: the row has more than 262,144 characters.',
    ],
    [
      'more rows than a sheet has',
      `${header}${'\n'.repeat(1_048_577)}1`,
      'Row 1048578: the file has more than 1,048,576 rows.',
    ],
  ])('such as %s is refused with it', async (_name, content, sentence) => {
    const sentences = await sentencesOf(content);
    expect(sentences.at(-1)).toMatch(sentence);
    expect(sentences.at(-1)).toMatch(/\. (Delete|Shorten|Check|Split) [^.]+\.$/);
  });
});

describe('a workbook beyond a limit', () => {
  it.each([
    ['a cell in column XFD', `<row r="2"><c r="XFD2"><v>1</v></c></row>`, `Row 2: ${wide}`],
    ['a cell of 33,000 letters', `<row>${inline('x'.repeat(33_000))}</row>`, `Row 2: ${long}`],
    [
      'a cell that many pieces make long',
      `<row><c t="inlineStr"><is>${`<t>${'x'.repeat(3000)}</t>`.repeat(11)}</is></c></row>`,
      `Row 2: ${long}`,
    ],
    [
      'a row of 300,000 letters in ten cells',
      `<row>${inline('x'.repeat(30_000)).repeat(10)}</row>`,
      'Row 2: the row has more than 262,144 characters.',
    ],
    ['a text without an end', `<row><c><v>${'1'.repeat(900_000)}`, 'A cell has more than 32,767'],
  ])('such as %s is refused with it', async (_name, rows, sentence) => {
    expect((await sentencesOf(sheetOf(headerRow + rows))).at(-1)).toMatch(sentence);
  });

  it('may have cells that are formatted and empty to the end of the sheet', async () => {
    const formatted = headerRow.replace('</row>', '<c r="XFD1" s="1"/></row>');
    expect(await sentencesOf(sheetOf(formatted))).toEqual([
      'The file has a header but no loans below it. Expected one row per loan.',
    ]);
  });

  it.each([
    ['one text of 33,000 letters', `<si><t>${'x'.repeat(33_000)}</t></si>`, /^A cell has more/],
    [
      'two million empty texts',
      '<si/>'.repeat(2_200_000),
      /^The workbook has more than 33,554,432 characters of text\./,
    ],
  ])('such as %s among its texts is refused', async (_name, texts, sentence) => {
    expect((await sentencesOf(sheetOf(headerRow, texts)))[0]).toMatch(sentence);
  });

  it('of a thousand parts is refused', async () => {
    const parts = Array.from({ length: 1001 }, (_, index) => [`p${index}`, '']);
    expect(await sentencesOf(zip(Object.fromEntries(parts)))).toEqual([
      'The workbook has more than 1,000 parts. Copy only the rows into a new workbook and import that.',
    ]);
  });

  it.each([
    ['the same row twice', '<row r="2"/><row r="2"/>'],
    ['a row beyond the last', '<row r="1048577"/>'],
    ['a row of no number', '<row r="x"/>'],
    ['a cell of no column', '<row r="2"><c r="2"><v>1</v></c></row>'],
    ['elements in elements without end', `<row>${'<c>'.repeat(200)}`],
  ])('with %s is damaged', async (_name, rows) => {
    expect((await sentencesOf(sheetOf(headerRow + rows))).at(-1)).toMatch(/damaged or protected/);
  });
});

it('characters that PostgreSQL cannot store do not fail a check', async () => {
  const tape = templateTape({ borrower_name: 'Ada\u0000Byron' }).replace('balance', 'bal\u0000x');
  const utf16 = Buffer.from(`\ufeff${tape}`, 'utf16le');
  expect(await sentencesOf(utf16)).toEqual([
    'Row 1, column balx: this column is not known and is not imported.',
  ]);
  const halved = writeWorkbook({
    rows: [['external_id', 'principal', 'annual_rate_percent', 'instalments', 'x&#xd800;']],
  });
  expect((await sentencesOf(halved)).join('')).not.toMatch(/\p{Surrogate}/u);
});
