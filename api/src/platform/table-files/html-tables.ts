import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  CELL_CHARACTERS_MAX,
  SHEET_ROWS_MAX,
  TAPE_COLUMNS_MAX,
  TAPE_ROWS_MAX,
  WORKBOOK_PARTS_MAX,
} from '@bursar/contracts/intake/tape-limits';
import { Parser } from 'htmlparser2';
import { beyond } from './findings.ts';
import { noTable, type RecognisedFile } from './recognise-file.ts';
import { SHEET_COLUMNS_MAX, type SheetRow } from './sheet-xml.ts';
import { readBytes, type TapeBytes } from './tape-file.ts';
import { decodeText } from './text-encoding.ts';
import type { Workbook } from './workbook.ts';

type Html = Extract<RecognisedFile, { kind: 'text' }>;
type Attributes = Readonly<Record<string, string>>;

/**
 * Opens the tables of a web page, which many banks and programs save with the ending .xls. Each
 * table is a sheet; its cells are the texts that a browser would show.
 */
export async function openHtmlTables(file: TapeBytes, html: Html): Promise<Workbook> {
  const count = await countTables(file, html);
  if (count === 0) throw noTable('web-page');
  return {
    format: 'xls',
    // In a web page, dates are text.
    dateSystem: null,
    sheets: Array.from({ length: count }, (_, at) => ({ name: `${at + 1}`, isHidden: false })),
    rowsOf(position) {
      const reader = new TableReader(position);
      return parseHtml(textOf(file, html), reader, () => reader.takeRows());
    },
  };
}

const textOf = (file: TapeBytes, { encoding, textStart }: Html) =>
  decodeText(readBytes(file, textStart), encoding);

async function countTables(file: TapeBytes, html: Html): Promise<number> {
  let count = 0;
  const handlers: HtmlHandlers = {
    open(name) {
      if (name === 'table') count += 1;
      if (count > WORKBOOK_PARTS_MAX) {
        throw beyond('workbook_has_too_many_parts', WORKBOOK_PARTS_MAX);
      }
    },
    close: () => undefined,
    text: () => undefined,
  };
  for await (const nothing of parseHtml<never>(textOf(file, html), handlers, () => [])) {
    return nothing;
  }
  return count;
}

type HtmlHandlers = {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly close: (name: string) => void;
  readonly text: (text: string) => void;
};

/**
 * Maximum number of characters up to the next tag, which the parser buffers. Pages of office
 * programs have styles of this length.
 */
const BETWEEN_TAGS_MAX = 4 * 1024 * 1024;
const DEPTH_MAX = 500;
/** Number of characters to parse before yielding to other work. */
const PIECE = 16 * 1024;

/** Parses a page piece by piece; `afterPiece` returns what has been collected. */
async function* parseHtml<T>(
  text: AsyncIterable<string>,
  handlers: HtmlHandlers,
  afterPiece: () => readonly T[],
): AsyncGenerator<T> {
  let depth = 0;
  let sinceTag = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      sinceTag = 0;
      if (depth > DEPTH_MAX) throw new RangeError('the elements of the page are too deep');
      handlers.open(name, attributes);
    },
    onclosetag(name) {
      depth -= 1;
      sinceTag = 0;
      handlers.close(name);
    },
    ontext: handlers.text,
  });
  for await (const part of text) {
    for (let at = 0; at < part.length; at += PIECE) {
      const piece = part.slice(at, at + PIECE);
      sinceTag += piece.length;
      parser.write(piece);
      if (sinceTag > BETWEEN_TAGS_MAX) throw beyond('cell_too_long', CELL_CHARACTERS_MAX);
      yield* afterPiece();
      await yieldToEventLoop();
    }
  }
  parser.end();
  yield* afterPiece();
}

type OpenTable = {
  readonly position: number;
  /** The number of rows that a cell above still fills, by column. */
  readonly filled: Map<number, number>;
  rowNumber: number;
  row: OpenRow | null;
};

type OpenRow = {
  readonly cells: string[];
  readonly isHidden: boolean;
  column: number;
  cell: { text: string; readonly attributes: Attributes } | null;
};

/** Reads one table of a page. A table inside a cell is a separate table, not part of the cell. */
class TableReader implements HtmlHandlers {
  readonly #position: number;
  readonly #open: OpenTable[] = [];
  #tables = 0;
  #rows: SheetRow[] = [];
  /** Depth inside elements that a browser does not show. */
  #hidden = 0;

  constructor(position: number) {
    this.#position = position;
  }

  takeRows(): readonly SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (name === 'table') this.#openTable();
    const row = this.#table?.row;
    if (this.#hidden > 0 || isUnseen(name, attributes)) {
      // A hidden row is read and reported as hidden; hidden parts of a cell are not part of its
      // value.
      if (name !== 'tr' || this.#hidden > 0) {
        this.#hidden += 1;
        return;
      }
    }
    if (name === 'tr') this.#openRow(attributes);
    else if (name === 'td' || name === 'th') this.#openCell(attributes);
    else if (row?.cell && breaks.has(name)) this.text(' ');
  };

  readonly text = (text: string): void => {
    const cell = this.#hidden > 0 ? null : this.#table?.row?.cell;
    if (!cell || this.#table?.position !== this.#position) return;
    cell.text += text;
    if (cell.text.length > CELL_CHARACTERS_MAX) {
      throw beyond('cell_too_long', CELL_CHARACTERS_MAX, this.#table.rowNumber);
    }
  };

  readonly close = (name: string): void => {
    if (this.#hidden > 0) this.#hidden -= 1;
    if (name === 'table') {
      this.#closeRow();
      this.#open.pop();
    } else if (this.#hidden > 0) return;
    else if (name === 'td' || name === 'th') this.#closeCell();
    else if (name === 'tr') this.#closeRow();
  };

  get #table(): OpenTable | undefined {
    return this.#open.at(-1);
  }

  #openTable(): void {
    this.#open.push({ position: this.#tables, filled: new Map(), rowNumber: 0, row: null });
    this.#tables += 1;
  }

  #openRow(attributes: Attributes): void {
    const table = this.#table;
    if (!table) return;
    this.#closeRow();
    table.rowNumber += 1;
    if (table.rowNumber > SHEET_ROWS_MAX) throw beyond('too_many_rows', SHEET_ROWS_MAX);
    table.row = { cells: [], isHidden: isHidden(attributes), column: 0, cell: null };
  }

  #openCell(attributes: Attributes): void {
    const table = this.#table;
    if (!table) return;
    // Some programs omit the `tr` element.
    if (!table.row) this.#openRow({});
    this.#closeCell();
    if (table.row && table.row.column > SHEET_COLUMNS_MAX) {
      throw beyond('row_too_wide', TAPE_COLUMNS_MAX, table.rowNumber);
    }
    if (table.row) table.row.cell = { text: '', attributes };
  }

  #closeCell(): void {
    const table = this.#table;
    const row = table?.row;
    if (!table || !row?.cell) return;
    const { text, attributes } = row.cell;
    row.cell = null;
    while ((table.filled.get(row.column) ?? 0) > 0) this.#skipFilled(table, row);
    const shown = text.replaceAll(/[\s\u00a0]+/g, ' ').trim();
    const columns = spanned(attributes['colspan'], TAPE_COLUMNS_MAX);
    const further = spanned(attributes['rowspan'], SHEET_ROWS_MAX) - 1;
    if (shown !== '' && row.column >= TAPE_COLUMNS_MAX) {
      throw beyond('row_too_wide', TAPE_COLUMNS_MAX, table.rowNumber);
    }
    if (row.column < TAPE_COLUMNS_MAX) {
      while (row.cells.length < row.column) row.cells.push('');
      row.cells[row.column] = shown;
    }
    const last = Math.min(row.column + columns, TAPE_COLUMNS_MAX);
    if (further > 0) for (let at = row.column; at < last; at += 1) table.filled.set(at, further);
    row.column += columns;
  }

  /** Skips the current column, which a cell of an earlier row covers. */
  #skipFilled(table: OpenTable, row: OpenRow): void {
    table.filled.set(row.column, (table.filled.get(row.column) ?? 0) - 1);
    row.column += 1;
  }

  #closeRow(): void {
    const table = this.#table;
    const row = table?.row;
    if (!table || !row) return;
    this.#closeCell();
    while ((table.filled.get(row.column) ?? 0) > 0) this.#skipFilled(table, row);
    table.row = null;
    if (table.position !== this.#position) return;
    if (this.#rows.length > TAPE_ROWS_MAX) {
      throw beyond('too_many_rows', TAPE_ROWS_MAX, table.rowNumber);
    }
    const { cells, isHidden: hidden } = row;
    this.#rows.push({
      number: table.rowNumber,
      cells,
      formulas: [],
      numbers: [],
      isHidden: hidden,
    });
  }
}

const breaks: ReadonlySet<string> = new Set(['br', 'p', 'div', 'li']);
const unseen: ReadonlySet<string> = new Set(['script', 'style', 'head', 'title', 'template']);

const isHidden = ({ style = '', hidden }: Attributes): boolean =>
  hidden !== undefined || /display\s*:\s*none/i.test(style);

const isUnseen = (name: string, attributes: Attributes): boolean =>
  unseen.has(name) || (name !== 'table' && isHidden(attributes));

function spanned(stated: string | undefined, most: number): number {
  const span = Number(stated ?? 1);
  return Number.isInteger(span) && span > 1 ? Math.min(span, most) : 1;
}
