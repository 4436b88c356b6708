import type { DateSystem } from './serial-days.ts';
import type { SheetRow } from './sheet-xml.ts';

export type WorkbookFormat = 'xlsx' | 'xls' | 'ods';

export type Sheet = { readonly name: string; readonly isHidden: boolean };

/** An open workbook, whose sheets can be read one after another. */
export type Workbook = {
  readonly format: WorkbookFormat;
  /** Null if dates are text. */
  readonly dateSystem: DateSystem | null;
  /** The sheets in the order of their tabs. */
  readonly sheets: readonly Sheet[];
  /** Reads the rows of a sheet, by its position in `sheets`, from its start. */
  readonly rowsOf: (position: number) => AsyncGenerator<SheetRow>;
};

/** Minimum number of cells in a table row: a title, a note or a cover sheet has fewer. */
const TABLE_CELLS_MIN = 3;
const TABLE_ROWS_MIN = 2;
const ROWS_SEARCHED = 60;

/**
 * Returns the position of the sheet to read: the sheet that the user chose, or else the first
 * visible sheet that contains a table (a cover sheet contains none), or the first visible sheet if
 * none does. Null if the chosen sheet does not exist or no sheet is visible.
 */
export async function chooseSheet(
  workbook: Workbook,
  chosen: string | null,
): Promise<number | null> {
  const { sheets } = workbook;
  if (chosen !== null) {
    const position = sheets.findIndex(({ name }) => name === chosen);
    return position < 0 ? null : position;
  }
  const visible = [...sheets.keys()].filter((position) => sheets[position]?.isHidden === false);
  if (visible.length > 1) {
    for (const position of visible) {
      if (await holdsTable(workbook.rowsOf(position))) return position;
    }
  }
  return visible[0] ?? null;
}

async function holdsTable(rows: AsyncGenerator<SheetRow>): Promise<boolean> {
  let wide = 0;
  let searched = 0;
  for await (const { cells } of rows) {
    const filled = cells.filter((cell) => cell.trim() !== '').length;
    if (filled === 0) continue;
    if (filled >= TABLE_CELLS_MIN) wide += 1;
    searched += 1;
    if (wide >= TABLE_ROWS_MIN) return true;
    if (searched >= ROWS_SEARCHED) return false;
  }
  return false;
}
