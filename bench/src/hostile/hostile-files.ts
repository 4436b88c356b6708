import { zip } from '@bursar/api/testing/write-workbook';

const names = ['external_id', 'principal', 'annual_rate_percent', 'instalments', 'disbursed_on'];
const header = names.join(',');
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

/** Returns a workbook whose sheet has this XML below the header of a tape. */
function workbookOf(rows: string): Buffer {
  return zip({
    'xl/workbook.xml':
      '<workbook xmlns:r="urn:r"><sheets><sheet name="Tape" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="sheet1.xml"/></Relationships>',
    'xl/sheet1.xml': `<worksheet><sheetData><row r="1">${names.map(inline).join('')}</row>${rows}</sheetData></worksheet>`,
  });
}

/** Hostile files that keep a server busy, by their defect. */
export const hostileFiles: Readonly<Record<string, () => Buffer>> = {
  'one cell of 50 million letters': () =>
    workbookOf(`<row>${inline('x'.repeat(50_000_000))}</row>`),
  'cells in column XFD': () => workbookOf('<row><c r="XFD"><v>1</v></c></row>'.repeat(30_000)),
  '500 MB of blanks in one archive': () => workbookOf(' '.repeat(500_000_000)),
  'five million elements, each in the other': () => workbookOf(`<row>${'<c>'.repeat(5_000_000)}`),
  'a million tiny rows': () => Buffer.from(`${header}\n${'1,\n'.repeat(1_000_000)}`),
  '430 columns with names of 600 letters': () => {
    const wide = Array.from({ length: 430 }, (_, index) => `${index}`.padStart(600, 'x'));
    const row = `A,1000,10,12,2026-01-01${',1'.repeat(430)}\n`;
    return Buffer.from(`${header},${wide.join(',')}\n${row.repeat(20_000)}`);
  },
  'rows of 250,000 letters': () => {
    const cells = Array.from({ length: 8 }, () => '\\'.repeat(31_000)).join(',');
    return Buffer.from(
      `${header},a,b,c,d,e,f,g,h\n${`A,1000,10,12,2026-01-01,${cells}\n`.repeat(190)}`,
    );
  },
  'a web page of 2.5 million rows': () =>
    Buffer.from(`<table><tr><td>${'</tr><tr><td>1<td>2'.repeat(2_500_000)}`),
  'a web page of 12 million elements': () => Buffer.from(`<table>${'<td>'.repeat(12_000_000)}`),
  '500,000 wrong rows': () => Buffer.from(`${header}\n${'A,-1,x,0,2026-13-01\n'.repeat(499_999)}`),
};
