import {
  CELL_CHARACTERS_MAX,
  SHEET_ROWS_MAX,
  TAPE_COLUMNS_MAX,
  TAPE_ROWS_MAX,
} from '@bursar/contracts/intake/tape-limits';
import { currenciesMeant } from './currency-signs.ts';
import { beyond } from './findings.ts';
import type { NumberDisplay } from './number-display.ts';
import type { OdsStyles } from './ods-styles.ts';
import { numberText, SHEET_COLUMNS_MAX, type SheetRow } from './sheet-xml.ts';
import type { XmlHandlers } from './xml-events.ts';

type Attributes = Readonly<Record<string, string>>;

/**
 * Reads one table of an OpenDocument spreadsheet. Rows and cells may be repeated, often a million
 * times below the last row with content.
 */
export class OdsSheetReader implements XmlHandlers {
  readonly #position: number;
  readonly #styles: OdsStyles;
  #table = -1;
  #rows: SheetRow[] = [];
  #rowNumber = 0;
  #row: Attributes = {};
  #cells: string[] = [];
  #formulas: number[] = [];
  #numbers: (NumberDisplay | undefined)[] = [];
  #column = 0;
  #columnStyles: { readonly to: number; readonly style: string }[] = [];
  #columnsStyled = 0;
  #cell: Attributes | null = null;
  #text = '';
  #paragraphs = 0;
  #isInParagraph = false;
  /** Depth inside comments and drawings, whose text is not the cell's. */
  #ignored = 0;

  constructor(position: number, styles: OdsStyles) {
    this.#position = position;
    this.#styles = styles;
  }

  takeRows(): readonly SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (ignoredElements.has(name) || this.#ignored > 0) this.#ignored += 1;
    else if (name === 'table') this.#openTable();
    else if (this.#table !== this.#position) return;
    else if (name === 'table-column') this.#noteColumn(attributes);
    else if (name === 'table-row') this.#openRow(attributes);
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#openCell(attributes);
    else if (this.#cell) this.#openText(name, attributes);
  };

  readonly text = (text: string): void => {
    if (this.#isInParagraph && this.#ignored === 0) this.#append(text);
  };

  readonly close = (name: string): void => {
    if (this.#ignored > 0) this.#ignored -= 1;
    else if (this.#table !== this.#position) return;
    else if (name === 'p') this.#isInParagraph = false;
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell();
    else if (name === 'table-row') this.#closeRow();
  };

  #openTable(): void {
    if (this.#cell) throw new RangeError('a table inside a cell');
    this.#table += 1;
  }

  #noteColumn(attributes: Attributes): void {
    this.#columnsStyled += repeated(attributes['table:number-columns-repeated']);
    if (this.#columnStyles.length > SHEET_COLUMNS_MAX) throw new RangeError('too many columns');
    const style = attributes['table:default-cell-style-name'] ?? '';
    this.#columnStyles.push({ to: this.#columnsStyled, style });
  }

  #openRow(attributes: Attributes): void {
    this.#row = attributes;
    this.#cells = [];
    this.#formulas = [];
    this.#numbers = [];
    this.#column = 0;
  }

  #openCell(attributes: Attributes): void {
    this.#cell = attributes;
    this.#text = '';
    this.#paragraphs = 0;
    this.#isInParagraph = false;
  }

  #openText(name: string, attributes: Attributes): void {
    if (name === 'p') {
      if (this.#paragraphs > 0) this.#append('\n');
      this.#paragraphs += 1;
      this.#isInParagraph = true;
    } else if (name === 's') this.#append(' '.repeat(repeated(attributes['text:c'])));
    else if (name === 'tab') this.#append('\t');
    else if (name === 'line-break') this.#append('\n');
  }

  #append(text: string): void {
    this.#text += text;
    if (this.#text.length > CELL_CHARACTERS_MAX) {
      throw beyond('cell_too_long', CELL_CHARACTERS_MAX, this.#rowNumber + 1);
    }
  }

  #closeCell(): void {
    const cell = this.#cell;
    if (!cell) return;
    this.#cell = null;
    const times = repeated(cell['table:number-columns-repeated']);
    const shown = shownText(cell, this.#text);
    const hasFormula = cell['table:formula'] !== undefined;
    if (shown === '' && !hasFormula) {
      this.#column += times;
      return;
    }
    if (this.#column + times > TAPE_COLUMNS_MAX) {
      throw beyond('row_too_wide', TAPE_COLUMNS_MAX, this.#rowNumber + 1);
    }
    while (this.#cells.length < this.#column) this.#cells.push('');
    for (let time = 0; time < times; time += 1) {
      if (hasFormula) this.#formulas.push(this.#column);
      if (isNumber(cell) && shown !== '') this.#numbers[this.#column] = this.#display(cell);
      this.#cells[this.#column] = shown;
      this.#column += 1;
    }
  }

  #display(cell: Attributes): NumberDisplay {
    const ofColumn = () => this.#columnStyles.find(({ to }) => this.#column < to)?.style;
    const display = this.#styles.displayOf(cell['table:style-name'] ?? ofColumn() ?? '');
    const type = cell['office:value-type'];
    if (type === 'percentage') return { ...display, kind: 'percent', pattern: null };
    if (type !== 'currency') return display;
    const currencies = currenciesMeant(cell['office:currency'] ?? '');
    return { ...display, currencies: currencies.length > 0 ? currencies : display.currencies };
  }

  #closeRow(): void {
    const times = repeated(this.#row['table:number-rows-repeated']);
    const from = this.#rowNumber;
    this.#rowNumber += times;
    if (this.#cells.length === 0) return;
    if (this.#rowNumber > SHEET_ROWS_MAX) throw beyond('too_many_rows', SHEET_ROWS_MAX, from + 1);
    if (this.#rows.length + times > TAPE_ROWS_MAX) {
      throw beyond('too_many_rows', TAPE_ROWS_MAX, from + 1);
    }
    const { 'table:visibility': visibility = 'visible' } = this.#row;
    for (let time = 1; time <= times; time += 1) {
      this.#rows.push({
        number: from + time,
        cells: this.#cells,
        formulas: this.#formulas,
        numbers: this.#numbers,
        isHidden: visibility !== 'visible',
      });
    }
  }
}

/** Elements to ignore, because their texts and tables are not content of the sheets. */
export const ignoredElements: ReadonlySet<string> = new Set([
  'annotation',
  'shapes',
  'frame',
  'custom-shape',
  'tracked-changes',
  'ruby-text',
  'dde-links',
]);

const isNumber = (cell: Attributes): boolean =>
  /^(float|percentage|currency)$/.test(cell['office:value-type'] ?? '') && !isError(cell);

const isError = (cell: Attributes): boolean => cell['calcext:value-type'] === 'error';

/**
 * Returns the value of a cell: numbers with a point, dates in ISO 8601, other values as displayed.
 */
function shownText(cell: Attributes, text: string): string {
  // Office programs number their errors; users know them by Excel's names.
  if (isError(cell) || /^Err:\d{3}$/.test(text)) return text.startsWith('#') ? text : '#VALUE!';
  switch (cell['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency':
      return numberText(cell['office:value'] ?? text);
    case 'date':
      return cell['office:date-value'] ?? text;
    case 'string':
      return cell['office:string-value'] ?? text;
    default:
      return text;
  }
}

function repeated(times: string | undefined): number {
  if (times === undefined) return 1;
  const count = Number(times);
  if (!Number.isInteger(count) || count < 1 || count > SHEET_ROWS_MAX) {
    throw new RangeError('a repeated row or cell is not in a sheet');
  }
  return count;
}
