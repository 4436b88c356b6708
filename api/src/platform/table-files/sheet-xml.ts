import {
  CELL_CHARACTERS_MAX,
  SHEET_ROWS_MAX,
  TAPE_COLUMNS_MAX,
} from '@bursar/contracts/intake/tape-limits';
import { beyond } from './findings.ts';
import { generalDisplay, type NumberDisplay } from './number-display.ts';
import { readXml } from './xml-events.ts';

export type SheetRow = {
  readonly number: number;
  readonly cells: readonly string[];
  readonly formulas: readonly number[];
  /** The display formats of numeric cells, by position. */
  readonly numbers: readonly (NumberDisplay | undefined)[];
  /** True if the row is hidden, by hand or by a filter. */
  readonly isHidden: boolean;
};

export type SheetContext = {
  readonly texts: readonly string[];
  readonly displays: readonly NumberDisplay[];
};

export const SHEET_COLUMNS_MAX = 16_384;

export function readSheetRows(
  bytes: AsyncIterable<Buffer>,
  sheetContext: SheetContext,
): AsyncGenerator<SheetRow> {
  const reader = new SheetReader(sheetContext);
  return readXml(bytes, reader, () => reader.takeRows());
}

/**
 * Follows the sheet's elements: rows contain cells; a cell contains a formula, a value or inline
 * text.
 */
class SheetReader {
  #rows: SheetRow[] = [];
  #rowNumber = 0;
  #isHidden = false;
  #cells: string[] = [];
  #formulas: number[] = [];
  #numbers: (NumberDisplay | undefined)[] = [];
  #column = -1;
  /** Number of cells in the row so far, including empty and repeated ones. */
  #cellCount = 0;
  #hasFormula = false;
  #type = 'n';
  #style = 0;
  #value = '';
  #gathers = false;
  readonly #sheetContext: SheetContext;

  constructor(sheetContext: SheetContext) {
    this.#sheetContext = sheetContext;
  }

  takeRows(): readonly SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'row') this.#openRow(attributes);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'f') this.#hasFormula = true;
    else if (name === 'v' || name === 't') this.#gathers = true;
  };

  readonly text = (text: string): void => {
    if (!this.#gathers) return;
    this.#value += text;
    if (this.#value.length > CELL_CHARACTERS_MAX) {
      throw beyond('cell_too_long', CELL_CHARACTERS_MAX, this.#rowNumber);
    }
  };

  readonly close = (name: string): void => {
    if (name === 'v' || name === 't') this.#gathers = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  };

  #openRow({ r: stated, hidden }: Readonly<Record<string, string>>): void {
    const number = stated === undefined ? this.#rowNumber + 1 : Number(stated);
    const isNext = Number.isInteger(number) && number > this.#rowNumber;
    if (!isNext || number > SHEET_ROWS_MAX)
      throw new RangeError('the rows of a sheet do not go up');
    this.#rowNumber = number;
    this.#isHidden = hidden === '1' || hidden === 'true';
    this.#cells = [];
    this.#formulas = [];
    this.#numbers = [];
    this.#column = -1;
    this.#cellCount = 0;
  }

  #openCell({ r: reference, t: type, s: style }: Readonly<Record<string, string>>): void {
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
    this.#cellCount += 1;
    const isInSheet = this.#column >= 0 && this.#column < SHEET_COLUMNS_MAX;
    if (!isInSheet || this.#cellCount > SHEET_COLUMNS_MAX) {
      throw new RangeError('a cell lies beyond the last column');
    }
    this.#type = type ?? 'n';
    this.#style = Number(style ?? 0);
    this.#value = '';
    this.#hasFormula = false;
  }

  #closeCell(): void {
    const shown = this.#shown();
    // Formatting a whole row creates empty cells up to the sheet's end; ignore them.
    if (shown === '' && !this.#hasFormula) return;
    if (this.#column >= TAPE_COLUMNS_MAX) {
      throw beyond('row_too_wide', TAPE_COLUMNS_MAX, this.#rowNumber);
    }
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = shown;
    if (this.#hasFormula) this.#formulas.push(this.#column);
    if (this.#type === 'n' && shown !== '') {
      this.#numbers[this.#column] = this.#sheetContext.displays[this.#style] ?? generalDisplay;
    }
  }

  #closeRow(): void {
    const { length } = this.#rows;
    this.#rows[length] = {
      number: this.#rowNumber,
      cells: this.#cells,
      formulas: this.#formulas,
      numbers: this.#numbers,
      isHidden: this.#isHidden,
    };
  }

  #shown(): string {
    if (this.#value === '') return '';
    if (this.#type === 's') return this.#sheetContext.texts[Number(this.#value)] ?? '';
    if (this.#type === 'n') return numberText(this.#value);
    return this.#value;
  }
}

/** Returns the column index from 0: "AB12" is column 27. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const place = letter.charCodeAt(0) - 64;
    if (place < 1 || place > 26) break;
    column = column * 26 + place;
  }
  return column - 1;
}

/**
 * Rounds a number of a sheet to 15 digits. A sheet stores 17 digits of a binary fraction, but users
 * see and mean only 15.
 */
export function numberText(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
}
