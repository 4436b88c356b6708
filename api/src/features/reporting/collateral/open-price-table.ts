import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { TextEncoding } from '@bursar/contracts/intake/tape-telling';
import { readNumberAs } from '../../../platform/table-files/number-format.ts';
import type { TapeBytes } from '../../../platform/table-files/tape-file.ts';
import { openTapeRows, type TapeRow } from '../../../platform/table-files/tape-rows.ts';
import { fingerprintOf } from '../../intake/bank-files/read/columns/open-header.ts';
import { looksLikeDay } from '../../intake/bank-files/read/columns/value-shapes.ts';
import { findTable, type TableOfTape } from '../../intake/imports/read/find-table.ts';
import { fieldsByHeading } from './price-headings.ts';
import type { RememberedPrices } from './price-layouts.store.ts';

type Where = {
  readonly encoding: TextEncoding | null;
  readonly choice: TableChoice;
  readonly remembered: readonly RememberedPrices[];
};

/**
 * A table of prices, and in `last` the settings of the last list with the same headings, or null.
 */
export type PriceTable = { readonly table: TableOfTape; readonly last: RememberedPrices | null };

/**
 * Opens the chosen sheet and finds its table. Without a choice, a sheet that a user chose for an
 * earlier list comes first if it has the same headings again.
 */
export async function openPriceTable(file: TapeBytes, where: Where): Promise<PriceTable> {
  const { encoding, choice, remembered } = where;
  const usual = await openTapeRows(file, encoding, { sheet: choice.sheet ?? null });
  const { workbook } = usual;
  const elsewhere = remembered.filter(({ table }) => {
    const isThere = workbook?.sheets.some(({ name }) => name === table?.sheet) ?? false;
    return isThere && table?.sheet !== workbook?.sheet;
  });
  for (const layout of choice.sheet === undefined ? elsewhere : []) {
    const sheet = layout.table?.sheet ?? null;
    const other = await openTapeRows(file, encoding, { sheet });
    const found = await findPrices(other, { choice: {}, remembered: [layout] });
    if (found.last) return found;
  }
  return findPrices(usual, where);
}

async function findPrices(
  source: Parameters<typeof findTable>[0],
  { choice, remembered }: Pick<Where, 'choice' | 'remembered'>,
): Promise<PriceTable> {
  let last: RememberedPrices | null = null;
  const recall = (cells: readonly string[]) => {
    const fingerprint = fingerprintOf(cells);
    return remembered.find((one) => one.fingerprint === fingerprint) ?? null;
  };
  const table = await findTable(source, {
    choice,
    isKnown(row) {
      last = recall(row.cells);
      return last !== null || isPriceHeading(row);
    },
    isKnownShape(rows, { cells }) {
      const known = recall(cells);
      last = known?.table?.hasNoHeading && fitsPrices(rows, known) ? known : null;
      return last !== null;
    },
  });
  // The user chose the heading, so it was not compared with those of earlier lists yet.
  if (choice.row !== undefined || choice.hasNoHeading) last = await recallChosen(table, recall);
  return { table, last };
}

async function recallChosen(
  { source, isLettered }: TableOfTape,
  recall: (cells: readonly string[]) => RememberedPrices | null,
): Promise<RememberedPrices | null> {
  if (isLettered) return null;
  for await (const { cells } of source.rows) return recall(cells);
  return null;
}

/** Returns whether a row has at least two known headings; one can be a coincidence. */
const isPriceHeading = ({ cells }: TapeRow): boolean =>
  fieldsByHeading(cells.map((cell) => cell.trim())).filter((field) => field !== null).length > 1;

/**
 * Returns whether a table without a heading has prices and times in the same columns as an earlier
 * list. The number of columns alone does not identify a table.
 */
function fitsPrices(rows: readonly TapeRow[], { columns }: RememberedPrices): boolean {
  return rows.every(({ cells, numbers }) =>
    Object.entries(columns ?? {}).every(([position, field]) => {
      const text = cells[Number(position) - 1]?.trim() ?? '';
      const display = numbers?.[Number(position) - 1];
      if (text === '') return true;
      if (field === 'time') return display ? display.kind === 'date' : looksLikeDay(text);
      if (field !== 'price') return true;
      return display ? display.kind !== 'date' : isNumber(text) && !looksLikeDay(text);
    }),
  );
}

const isNumber = (text: string): boolean =>
  (readNumberAs(text, 'point') ?? readNumberAs(text, 'comma')) !== null;
