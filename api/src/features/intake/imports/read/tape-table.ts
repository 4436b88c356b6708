import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { TextEncoding } from '@bursar/contracts/intake/tape-telling';
import type { TapeBytes } from '../../../../platform/table-files/tape-file.ts';
import {
  openTapeRows,
  type TapeRow,
  type TapeRows,
} from '../../../../platform/table-files/tape-rows.ts';
import { findTable, type TableOfTape } from './find-table.ts';
import { dayFields, countFields, moneyFields, percentFields } from './number-fields.ts';
import { positionalTableOf } from './positional-layouts.ts';
import { isKnownHeader, recallColumns, type RememberedColumns } from './recognise-columns.ts';
import { looksLikeDay } from '../../bank-files/read/columns/value-shapes.ts';

type TableTerms = {
  readonly encoding: TextEncoding | null;
  readonly table: TableChoice;
  readonly remembered: readonly RememberedColumns[];
  /**
   * Recognises the headings of files other than tapes. The published tape layouts without headings
   * are then not searched.
   */
  readonly isHeading?: (row: TapeRow) => boolean;
};

/**
 * Opens the sheet that the user chose, else a sheet that the user chose for an earlier tape with
 * the same header, else the first visible sheet with a table.
 */
export async function openTapeSheet(
  file: TapeBytes,
  { encoding, table, remembered, isHeading }: TableTerms,
): Promise<TapeRows> {
  const { sheet } = table;
  if (sheet !== undefined) return openTapeRows(file, encoding, { sheet });
  const usual = await openTapeRows(file, encoding);
  const { workbook } = usual;
  const chosen = remembered.filter(({ table: last }) => {
    const isThere = workbook?.sheets.some(({ name }) => name === last?.sheet) ?? false;
    return isThere && last?.sheet !== workbook?.sheet;
  });
  for (const last of chosen) {
    const other = await openTapeRows(file, encoding, { sheet: last.table?.sheet ?? null });
    const { found, isRecalled } = await findTapeTable(other, {
      table: {},
      remembered: [last],
      ...(isHeading && { isHeading }),
    });
    if (found.row !== null && isRecalled) return other;
  }
  return usual;
}

/** Finds the table of a tape; recognises the headings of known layouts and of earlier tapes. */
export async function findTapeTable(
  source: TapeRows,
  { table, remembered, isHeading }: Omit<TableTerms, 'encoding'>,
): Promise<TableOfTape & { readonly isRecalled: boolean }> {
  let isRecalled = false;
  const recall = (row: TapeRow) => recallColumns(row, remembered) !== null;
  const found = await findTable(source, {
    choice: table,
    isKnown(row) {
      const isKnown = recall(row);
      isRecalled ||= isKnown;
      return isKnown || (isHeading ?? isKnownHeader)(row);
    },
    ...(!isHeading && { headingOf: positionalTableOf }),
    isKnownShape(rows, heading) {
      const last = recallColumns(heading, remembered);
      const isKnown = last?.table?.hasNoHeading === true && fitsColumns(rows, heading, last);
      isRecalled ||= isKnown;
      return isKnown;
    },
  });
  return { ...found, isRecalled };
}

/**
 * Returns whether the values of each column fit the type of the field that an earlier tape had
 * there. The number of columns alone does not identify a table without a heading.
 */
function fitsColumns(
  rows: readonly TapeRow[],
  { cells: names }: TapeRow,
  { columns }: RememberedColumns,
): boolean {
  // `Object.entries` loses the type; chosen columns are stored by field, as the contract defines.
  const entries = Object.entries(columns ?? {}) as [keyof NonNullable<typeof columns>, string][];
  const used = entries.filter(([, where]) => where !== '');
  return (
    used.length > 0 &&
    used.every(([field, where]) => {
      const index = where.startsWith('#') ? Number(where.slice(1)) - 1 : names.indexOf(where);
      const looks = dayFields.has(field) ? isDay : isNumberField(field) ? isNumeric : null;
      const isFit = (row: TapeRow) => {
        const text = row.cells[index]?.trim() ?? '';
        return text === '' || (looks?.(text, row.numbers?.[index]) ?? true);
      };
      return rows.every(isFit);
    })
  );
}

type Display = NonNullable<TapeRow['numbers']>[number];

const isDay = (text: string, display: Display): boolean =>
  display === undefined ? looksLikeDay(text) : display.kind === 'date';

const isNumeric = (text: string, display: Display): boolean =>
  display === undefined ? /\p{Nd}/u.test(text) && !looksLikeDay(text) : display.kind !== 'date';

const isNumberField = (field: Parameters<typeof moneyFields.has>[0]): boolean =>
  [moneyFields, percentFields, countFields].some((fields) => fields.has(field));
