import { crc32, deflateRawSync } from 'node:zlib';

export type WorkbookCell =
  | string
  | number
  | { readonly formula: string; readonly value: string }
  /** A number with its own format, such as 0.00% or 000000. */
  | { readonly number: number | string; readonly format: string };

export type WorkbookOptions = {
  readonly rows: readonly (readonly WorkbookCell[])[];
  readonly date1904?: boolean;
  /** A namespace prefix with its colon, which some programs write before the elements of sheets. */
  readonly prefix?: string;
  /** Writes texts into the cells instead of the shared list. */
  readonly hasInlineTexts?: boolean;
  /** Adds a hidden sheet first, which must not be read. */
  readonly hasHiddenSheetFirst?: boolean;
  /** The rows of a second sheet, named "Loans". */
  readonly secondSheet?: readonly (readonly WorkbookCell[])[];
  /** The number of a row that is hidden. */
  readonly hiddenRow?: number;
};

/** Writes an XLSX workbook in Excel's layout, small enough for a test. */
export function writeWorkbook(options: WorkbookOptions): Buffer {
  const { prefix = '', date1904 = false, hasHiddenSheetFirst = false } = options;
  const texts: string[] = [];
  const formats: string[] = [];
  const rowsXml = (sheet: WorkbookOptions['rows']) =>
    sheet.map((cells, index) => rowXml(cells, { index, texts, formats, options })).join('');
  const rows = rowsXml(options.rows);
  const second = options.secondSheet && rowsXml(options.secondSheet);
  const tag = (name: string, inner: string, attributes = '') =>
    `<${prefix}${name}${attributes}>${inner}</${prefix}${name}>`;
  const namespace = ` xmlns${prefix ? `:${prefix.slice(0, -1)}` : ''}="urn:main" xmlns:r="urn:relations"`;
  const hidden = hasHiddenSheetFirst
    ? '<sheet name="Old" sheetId="2" state="hidden" r:id="rId2"/>'
    : '';
  const loans = second === undefined ? '' : '<sheet name="Loans" sheetId="3" r:id="rId2"/>';
  const sheets = `${hidden}<sheet name="Tape" sheetId="1" r:id="rId1"/>${loans}`;
  const strings = texts.map((text) => tag('si', tag('t', escapeXml(text))));
  const relation = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="urn:sheet" Target="${target}"/>`;
  const relations =
    relation('rId1', 'worksheets/sheet1.xml') + relation('rId2', '/xl/worksheets/sheet2.xml');
  return zip({
    'xl/worksheets/sheet1.xml': tag('worksheet', tag('sheetData', rows), namespace),
    'xl/worksheets/sheet2.xml': tag('worksheet', tag('sheetData', second ?? ''), namespace),
    ...(texts.length > 0 && { 'xl/sharedStrings.xml': tag('sst', strings.join(''), namespace) }),
    ...(formats.length > 0 && { 'xl/styles.xml': stylesXml(formats) }),
    'xl/workbook.xml': `<workbook xmlns:r="urn:relations"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations}</Relationships>`,
  });
}

type RowContext = {
  readonly index: number;
  readonly texts: string[];
  readonly formats: string[];
  readonly options: WorkbookOptions;
};

function rowXml(cells: readonly WorkbookCell[], row: RowContext): string {
  const { index, texts, formats, options } = row;
  const { prefix = '', hasInlineTexts = false, hiddenRow } = options;
  const hidden = hiddenRow === index + 1 ? ' hidden="1"' : '';
  const written = cells.map((cell, column) => {
    const place = ` r="${columnName(column)}${index + 1}"`;
    // Excel does not write empty cells.
    if (cell === '') return '';
    if (typeof cell === 'number')
      return `<${prefix}c${place}><${prefix}v>${cell}</${prefix}v></${prefix}c>`;
    if (typeof cell === 'object' && 'format' in cell) {
      if (!formats.includes(cell.format)) formats.push(cell.format);
      const style = formats.indexOf(cell.format) + 1;
      return `<${prefix}c${place} s="${style}"><${prefix}v>${cell.number}</${prefix}v></${prefix}c>`;
    }
    if (typeof cell === 'object') {
      const { formula, value } = cell;
      return `<${prefix}c${place} t="str"><${prefix}f>${escapeXml(formula)}</${prefix}f><${prefix}v>${value}</${prefix}v></${prefix}c>`;
    }
    if (hasInlineTexts) {
      return `<${prefix}c${place} t="inlineStr"><${prefix}is><${prefix}t>${escapeXml(cell)}</${prefix}t></${prefix}is></${prefix}c>`;
    }
    texts.push(cell);
    return `<${prefix}c${place} t="s"><${prefix}v>${texts.length - 1}</${prefix}v></${prefix}c>`;
  });
  return `<${prefix}row r="${index + 1}"${hidden}>${written.join('')}</${prefix}row>`;
}

/** Style 0 is General; the other formats follow in order. */
function stylesXml(formats: readonly string[]): string {
  const codes = formats.map(
    (code, index) =>
      `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(code).replaceAll('"', '&quot;')}"/>`,
  );
  const cells = formats.map((_, index) => `<xf numFmtId="${164 + index}"/>`);
  return (
    `<styleSheet><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs>` +
    `<cellXfs><xf numFmtId="0"/>${cells.join('')}</cellXfs></styleSheet>`
  );
}

function columnName(column: number): string {
  const last = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Builds a ZIP archive (APPNOTE 6.3) with deflated parts. */
export function zip(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const data = typeof content === 'string' ? Buffer.from(content) : content;
    const packed = deflateRawSync(data);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const entry = [Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, place, Buffer.from(name)];
    files.push(file);
    directory.push(Buffer.concat(entry));
    offset += file.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, listing, Buffer.from('PK\u0005\u0006'), end]);
}
