import { storable } from './findings.ts';
import type { TapeRow, WorkbookRead } from './tape-rows.ts';

const CELLS_SHOWN = 8;
const CELL_CHARACTERS = 40;

/** Returns the first cells of a row, by which a user finds the heading. */
export function previewOf({ number: row, cells }: Pick<TapeRow, 'number' | 'cells'>) {
  const filled = cells.slice(0, Math.min(CELLS_SHOWN, lastFilled(cells)));
  return { row, cells: filled.map((cell) => storable(cell.trim().slice(0, CELL_CHARACTERS))) };
}

/** Returns the sheet that is read and all sheets of a workbook; none for text. */
export function sheetsOf(workbook: Pick<WorkbookRead, 'sheet' | 'sheets'> | null) {
  return {
    sheet: workbook ? storable(workbook.sheet) : null,
    sheets: (workbook?.sheets ?? []).map(({ name, isHidden }) => ({
      name: storable(name),
      isHidden,
    })),
  };
}

export const lastFilled = (cells: readonly string[]): number =>
  cells.findLastIndex((cell) => cell.trim() !== '') + 1;
