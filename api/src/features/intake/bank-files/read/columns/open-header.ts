import { createHash } from 'node:crypto';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { TextEncoding } from '@bursar/contracts/intake/tape-telling';
import type { TapeBytes } from '../../../../../platform/table-files/tape-file.ts';
import { headingKey } from './bank-headings.ts';
import { UnreadableBankFile } from '../bank-line.ts';
import {
  findBankHeader,
  readBankSheet,
  withHeading,
  type BankSheet,
  type FoundHeader,
} from './find-bank-header.ts';

export type RememberedTable = { readonly fingerprint: string; readonly table: TableChoice };

export type Where = {
  readonly encoding: TextEncoding | null;
  /** The sheet and heading row that the user chose; missing if the table is to be found. */
  readonly table?: TableChoice | undefined;
  /** The layouts whose table a user had to find. */
  readonly rememberedTables: () => Promise<readonly RememberedTable[]>;
};

/**
 * Finds the table where the user placed it, otherwise where a user found it in an earlier file of
 * the layout, otherwise by its cells.
 */
export async function openHeader(
  file: TapeBytes,
  { encoding, table, rememberedTables }: Where,
): Promise<FoundHeader> {
  const sheet = await readBankSheet(file, { encoding, sheet: table?.sheet });
  if (table) return findBankHeader(sheet, table);
  for (const earlier of await rememberedTables()) {
    const { sheet: name } = earlier.table;
    const isThere = name === undefined || sheet.sheets.some((one) => one.name === name);
    if (!isThere) continue;
    const isSame = name === undefined || name === sheet.sheet;
    const read = isSame ? sheet : await readBankSheet(file, { encoding, sheet: name });
    const found = findAgain(read, earlier);
    if (found) return found;
  }
  return findBankHeader(sheet);
}

const ROWS_SEARCHED = 40;

/** Looks for the headings of an earlier file, which may be in another row now. */
function findAgain(sheet: BankSheet, { fingerprint, table }: RememberedTable): FoundHeader | null {
  if (table.hasNoHeading) {
    const found = findBankHeader(sheet, { hasNoHeading: true });
    return fingerprintOf(found.names) === fingerprint ? found : null;
  }
  const at = sheet.rows
    .slice(0, ROWS_SEARCHED)
    .findIndex(({ cells }) => fingerprintOf(cells) === fingerprint);
  return at < 0 ? null : withHeading(sheet, at);
}

/** Identifies the layout of a table; null if the file has none. */
export async function fingerprintIn(
  file: TapeBytes,
  encoding: TextEncoding,
): Promise<string | null> {
  try {
    return fingerprintOf(findBankHeader(await readBankSheet(file, { encoding })).names);
  } catch (error) {
    if (error instanceof UnreadableBankFile) return null;
    throw error;
  }
}

/**
 * Identifies a layout by its headings, whatever their case and accents, or by its number of columns
 * if it has no headings.
 */
export function fingerprintOf(names: readonly string[]): string {
  const last = names.findLastIndex((name) => name.trim() !== '') + 1;
  const keys = last === 0 ? [`${names.length} columns`] : names.slice(0, last).map(headingKey);
  return createHash('sha256').update(JSON.stringify(keys)).digest('hex');
}
