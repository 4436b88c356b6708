import { ROW_CHARACTERS_MAX } from '@bursar/contracts/intake/tape-limits';
import { formulasIn } from '../cell-formulas.ts';
import { beyond } from './findings.ts';
import { noTable } from './recognise-file.ts';
import { readSheetRows, type SheetContext, type SheetRow } from './sheet-xml.ts';
import type { TapeBytes } from './tape-file.ts';
import type { TapeRow } from './tape-rows.ts';
import { readFirstSheet, readSharedStrings, type SheetPlace } from './workbook-parts.ts';
import { readNumberDisplays } from './workbook-styles.ts';
import { openZip, type ZipParts } from './zip-parts.ts';

/** Opens the first visible sheet of an XLSX workbook as a stream of rows. */
export async function readWorkbookRows(
  file: TapeBytes,
): Promise<{ rows: AsyncIterable<TapeRow>; dateSystem: 1900 | 1904 }> {
  return openAs('damaged-workbook', async () => {
    const parts = await openZip(file);
    const sheet = await readFirstSheet(parts);
    if (!sheet) throw noTable('zip');
    const sheetContext = {
      texts: await readSharedStrings(parts),
      displays: await readNumberDisplays(parts),
    };
    // Every iteration reads the sheet from the start.
    const rows = { [Symbol.asyncIterator]: () => sheetRows(parts, { sheet, sheetContext }) };
    return { rows, dateSystem: sheet.dateSystem };
  });
}

async function* sheetRows(
  parts: ZipParts,
  { sheet, sheetContext }: { sheet: SheetPlace; sheetContext: SheetContext },
): AsyncGenerator<TapeRow> {
  const rows = readSheetRows(parts.read(sheet.path), sheetContext);
  while (true) {
    const next = await openAs('damaged-workbook', () => rows.next());
    if (next.done) return;
    const { number, cells } = next.value;
    const characters = cells.reduce((total, cell) => total + cell.length, 0);
    if (characters > ROW_CHARACTERS_MAX) throw beyond('row_too_long', ROW_CHARACTERS_MAX, number);
    if (cells.some((cell) => cell.trim() !== '')) yield asTapeRow(next.value);
  }
}

function asTapeRow({ number, cells, formulas, numbers }: SheetRow): TapeRow {
  const found = formulasIn(cells);
  const all = formulas.length > 0 ? [...formulas, ...found] : found;
  return { number, cells, formulas: all, numbers };
}

/** A workbook that cannot be opened is the file's fault, so the error becomes a finding. */
async function openAs<T>(found: string, open: () => Promise<T>): Promise<T> {
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
