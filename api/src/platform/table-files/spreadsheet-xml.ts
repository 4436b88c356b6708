import {
  CELL_CHARACTERS_MAX,
  SHEET_ROWS_MAX,
  TAPE_COLUMNS_MAX,
  WORKBOOK_PARTS_MAX,
} from '@bursar/contracts/intake/tape-limits';
import { beyond } from './findings.ts';
import { displayOf, generalDisplay, type NumberDisplay } from './number-display.ts';
import type { RecognisedFile } from './recognise-file.ts';
import { numberText, SHEET_COLUMNS_MAX, type SheetRow } from './sheet-xml.ts';
import { readBytes, type TapeBytes } from './tape-file.ts';
import { decodeText } from './text-encoding.ts';
import type { Sheet, Workbook } from './workbook.ts';
import { readXml, walkXml, type XmlHandlers } from './xml-events.ts';

type Attributes = Readonly<Record<string, string>>;
type XmlWorkbook = Extract<RecognisedFile, { kind: 'xml-workbook' }>;

/**
 * Opens a workbook in the XML of Excel 2003 (SpreadsheetML), which reporting programs save with the
 * ending .xls.
 */
export async function openSpreadsheetXml(file: TapeBytes, xml: XmlWorkbook): Promise<Workbook> {
  const { sheets, displays, dateSystem } = await readStructure(bytesOf(file, xml));
  return {
    format: 'xls',
    dateSystem,
    sheets,
    rowsOf(position) {
      const reader = new WorksheetReader(position, displays);
      return readXml(bytesOf(file, xml), reader, () => reader.takeRows());
    },
  };
}

/** Converts the file to UTF-8, which the XML parser requires. */
async function* bytesOf(file: TapeBytes, xml: XmlWorkbook): AsyncGenerator<Buffer> {
  const bytes = readBytes(file, xml.textStart);
  if (xml.encoding === 'utf-8') yield* bytes;
  else for await (const text of decodeText(bytes, xml.encoding)) yield Buffer.from(text);
}

async function readStructure(bytes: AsyncIterable<Buffer>) {
  const sheets: Sheet[] = [];
  const displays = new Map<string, NumberDisplay>();
  let dateSystem: 1900 | 1904 = 1900;
  let style = '';
  let gathers = '';
  await walkXml(bytes, {
    open(name, attributes) {
      if (name === 'Worksheet') {
        if (sheets.length >= WORKBOOK_PARTS_MAX) {
          throw beyond('workbook_has_too_many_parts', WORKBOOK_PARTS_MAX);
        }
        sheets.push({ name: of(attributes, 'Name') ?? `${sheets.length + 1}`, isHidden: false });
      } else if (name === 'Style') style = of(attributes, 'ID') ?? '';
      else if (name === 'NumberFormat' && displays.size < WORKBOOK_PARTS_MAX) {
        displays.set(style, displayNamed(of(attributes, 'Format') ?? 'General'));
      } else if (name === 'Date1904') dateSystem = 1904;
      gathers = name;
    },
    text(text) {
      const sheet = sheets.at(-1);
      if (gathers === 'Visible' && sheet && /Hidden/.test(text)) {
        sheets[sheets.length - 1] = { ...sheet, isHidden: true };
      }
    },
    close: () => {
      gathers = '';
    },
  });
  return { sheets, displays, dateSystem };
}

/** Returns an attribute, which programs write with the prefix `ss` or without a prefix. */
const of = (attributes: Attributes, name: string): string | undefined =>
  attributes[`ss:${name}`] ?? attributes[name];

/** Returns the display of a format, which is a name such as "Short Date" or a format code. */
function displayNamed(format: string): NumberDisplay {
  const named: Readonly<Record<string, string>> = {
    'General Number': 'General',
    'General Date': 'yyyy-mm-dd hh:mm',
    'Long Date': 'yyyy-mm-dd',
    'Medium Date': 'yyyy-mm-dd',
    'Short Date': 'yyyy-mm-dd',
    'Long Time': 'hh:mm:ss',
    'Medium Time': 'hh:mm',
    'Short Time': 'hh:mm',
    'Euro Currency': '[$€] #,##0.00',
    Fixed: '0.00',
    Standard: '#,##0.00',
    // The currency is that of the computer, which the file does not name.
    Currency: '#,##0.00',
    Percent: '0.00%',
    Scientific: '0.00E+00',
  };
  return displayOf(named[format] ?? format);
}

type CellOpen = {
  readonly column: number;
  readonly hasFormula: boolean;
  readonly style: string;
  type: string;
  value: string;
};

/**
 * Reads one worksheet. Rows and cells may state their position, or else follow the previous one.
 */
class WorksheetReader implements XmlHandlers {
  readonly #position: number;
  readonly #displays: ReadonlyMap<string, NumberDisplay>;
  #sheet = -1;
  #rows: SheetRow[] = [];
  #rowNumber = 0;
  #row: { isHidden: boolean; style: string; cells: string[]; formulas: number[] } | null = null;
  #numbers: (NumberDisplay | undefined)[] = [];
  #column = 0;
  #columnStyles: { readonly to: number; readonly style: string }[] = [];
  #columnsStyled = 0;
  #cell: CellOpen | null = null;
  #isInData = false;

  constructor(position: number, displays: ReadonlyMap<string, NumberDisplay>) {
    this.#position = position;
    this.#displays = displays;
  }

  takeRows(): readonly SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (name === 'Worksheet') this.#sheet += 1;
    else if (this.#sheet !== this.#position) return;
    else if (name === 'Column') this.#noteColumn(attributes);
    else if (name === 'Row') this.#openRow(attributes);
    else if (name === 'Cell') this.#openCell(attributes);
    else if (name === 'Data' && this.#cell) {
      this.#cell.type = of(attributes, 'Type') ?? 'String';
      this.#isInData = true;
    }
  };

  readonly text = (text: string): void => {
    if (!this.#isInData || !this.#cell) return;
    this.#cell.value += text;
    if (this.#cell.value.length > CELL_CHARACTERS_MAX) {
      throw beyond('cell_too_long', CELL_CHARACTERS_MAX, this.#rowNumber);
    }
  };

  readonly close = (name: string): void => {
    if (this.#sheet !== this.#position) return;
    if (name === 'Data') this.#isInData = false;
    else if (name === 'Cell') this.#closeCell();
    else if (name === 'Row') this.#closeRow();
  };

  #noteColumn(attributes: Attributes): void {
    const from = Number(of(attributes, 'Index') ?? this.#columnsStyled + 1);
    this.#columnsStyled = from + Number(of(attributes, 'Span') ?? 0);
    if (this.#columnStyles.length > SHEET_COLUMNS_MAX) throw new RangeError('too many columns');
    this.#columnStyles.push({
      to: this.#columnsStyled,
      style: of(attributes, 'StyleID') ?? '',
    });
  }

  #openRow(attributes: Attributes): void {
    const number = Number(of(attributes, 'Index') ?? this.#rowNumber + 1);
    const isNext = Number.isInteger(number) && number > this.#rowNumber;
    if (!isNext || number > SHEET_ROWS_MAX) throw new RangeError('rows do not go up');
    this.#rowNumber = number;
    const isHidden = of(attributes, 'Hidden') === '1';
    this.#row = { isHidden, style: of(attributes, 'StyleID') ?? '', cells: [], formulas: [] };
    this.#numbers = [];
    this.#column = 0;
  }

  #openCell(attributes: Attributes): void {
    const column = Number(of(attributes, 'Index') ?? this.#column + 1) - 1;
    const isNext = Number.isInteger(column) && column >= this.#column;
    if (!isNext || column >= SHEET_COLUMNS_MAX) throw new RangeError('cells do not go up');
    const style = of(attributes, 'StyleID') ?? (this.#row?.style || this.#styleOf(column));
    const hasFormula = of(attributes, 'Formula') !== undefined;
    this.#cell = { column, hasFormula, style, type: 'String', value: '' };
    const merged = Number(of(attributes, 'MergeAcross') ?? 0);
    this.#column = column + 1 + (Number.isInteger(merged) && merged > 0 ? merged : 0);
  }

  #styleOf(column: number): string {
    return this.#columnStyles.find(({ to }) => column < to)?.style ?? '';
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (!cell || !this.#row) return;
    const { column, hasFormula, style, type } = cell;
    const shown = valueOf(cell);
    if (shown === '' && !hasFormula) return;
    if (column >= TAPE_COLUMNS_MAX) throw beyond('row_too_wide', TAPE_COLUMNS_MAX, this.#rowNumber);
    const { cells, formulas } = this.#row;
    while (cells.length < column) cells.push('');
    cells[column] = shown;
    if (hasFormula) formulas.push(column);
    if (type === 'Number' && shown !== '') {
      const display = this.#displays.get(style) ?? this.#displays.get('Default');
      this.#numbers[column] = display ?? generalDisplay;
    }
  }

  #closeRow(): void {
    const row = this.#row;
    this.#row = null;
    if (!row) return;
    const { cells, formulas, isHidden } = row;
    this.#rows.push({ number: this.#rowNumber, cells, formulas, numbers: this.#numbers, isHidden });
  }
}

function valueOf({ type, value }: CellOpen): string {
  if (type === 'Number') return numberText(value.trim());
  // A day without a time is stored with midnight.
  return type === 'DateTime' ? value.trim().replace(/T00:00:00(?:\.0+)?$/, '') : value;
}
