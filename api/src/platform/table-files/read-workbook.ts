import { ROW_CHARACTERS_MAX } from '@bursar/contracts/intake/tape-limits';
import { formulasIn } from '../cell-formulas.ts';
import { beyond, errorFinding, UnreadableTape } from './findings.ts';
import { openHtmlTables } from './html-tables.ts';
import { openOds } from './ods.ts';
import { noTable, type RecognisedFile } from './recognise-file.ts';
import { readSheetRows, type SheetRow } from './sheet-xml.ts';
import type { TapeBytes } from './tape-file.ts';
import type { TapeRow } from './tape-rows.ts';
import { chooseSheet, type Workbook } from './workbook.ts';
import { readSharedStrings, readXlsxParts } from './workbook-parts.ts';
import { readNumberDisplays } from './workbook-styles.ts';
import { openSpreadsheetXml } from './spreadsheet-xml.ts';
import { openXls } from './xls.ts';
import { openZip, type ZipParts } from './zip-parts.ts';

export type WorkbookRows = Pick<Workbook, 'format' | 'dateSystem' | 'sheets'> & {
  readonly rows: AsyncIterable<TapeRow>;
  /** The name of the sheet that is read. */
  readonly sheet: string;
};

/** Opens a sheet of a workbook, or a table of a web page, as a stream of rows. */
export async function readWorkbookRows(
  file: TapeBytes,
  recognised: RecognisedFile,
  chosen: string | null,
): Promise<WorkbookRows> {
  return openAs('damaged-workbook', async () => {
    const workbook = await openWorkbook(file, recognised);
    const position = await chooseSheet(workbook, chosen);
    const sheet = position === null ? undefined : workbook.sheets[position];
    if (position === null || sheet === undefined) {
      if (chosen === null) throw noTable('zip');
      throw new UnreadableTape(errorFinding('sheet_not_there', { details: { sheet: chosen } }));
    }
    // Every iteration reads the sheet from the start.
    const rows = { [Symbol.asyncIterator]: () => tapeRows(workbook.rowsOf(position)) };
    const { format, dateSystem } = workbook;
    const sheets = workbook.sheets.map(({ name, isHidden }) => ({ name, isHidden }));
    return { rows, sheet: sheet.name, format, dateSystem, sheets };
  });
}

async function openWorkbook(file: TapeBytes, recognised: RecognisedFile): Promise<Workbook> {
  if (recognised.kind === 'old-workbook') return openXls(file);
  if (recognised.kind === 'xml-workbook') return openSpreadsheetXml(file, recognised);
  if (recognised.kind === 'text') return openHtmlTables(file, recognised);
  const parts = await openZip(file);
  const workbook = (await openXlsx(parts)) ?? (await openOds(parts));
  if (!workbook) throw noTable('zip');
  return workbook;
}

async function openXlsx(parts: ZipParts): Promise<Workbook | null> {
  const found = await readXlsxParts(parts);
  if (!found) return null;
  const { dateSystem, sheets } = found;
  const sheetContext = {
    texts: await readSharedStrings(parts, found.sharedStrings),
    displays: await readNumberDisplays(parts, found.styles),
  };
  return {
    format: 'xlsx',
    dateSystem,
    sheets,
    rowsOf: (position) => readSheetRows(parts.read(sheets[position]?.path ?? ''), sheetContext),
  };
}

async function* tapeRows(rows: AsyncGenerator<SheetRow>): AsyncGenerator<TapeRow> {
  while (true) {
    const next = await openAs('damaged-workbook', () => rows.next());
    if (next.done) return;
    const { number, cells } = next.value;
    const characters = cells.reduce((total, cell) => total + cell.length, 0);
    if (characters > ROW_CHARACTERS_MAX) throw beyond('row_too_long', ROW_CHARACTERS_MAX, number);
    if (cells.some((cell) => cell.trim() !== '')) yield asTapeRow(next.value);
  }
}

function asTapeRow({ number, cells, formulas, numbers, isHidden }: SheetRow): TapeRow {
  const found = formulasIn(cells);
  const all = formulas.length > 0 ? [...formulas, ...found] : found;
  return { number, cells, formulas: all, numbers, isHidden };
}

/**
 * Runs `open`. An error of the zip or XML reader becomes a finding, because it means that the file
 * is damaged. Other errors are thrown unchanged.
 */
export async function openAs<T>(found: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    throw isOwnFailure(error) ? error : noTable(found);
  }
}

function isOwnFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  // System failures (a full disk, a closed file) have a code; those of the zip and XML readers do
  // not.
  return (
    error.name === 'UnreadableTape' || ('code' in error && !String(error.code).startsWith('Z_'))
  );
}
