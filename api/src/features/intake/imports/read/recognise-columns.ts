import { isGiven, type TapeField, type ChosenColumns } from '@bursar/contracts/intake/tape-fields';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { DateOrders, TapeAnswers } from '@bursar/contracts/intake/tape-telling';
import type { WholeFileValues } from '@bursar/contracts/intake/tape-whole-file';
import type { TapeWords } from '@bursar/contracts/intake/tape-words.values';
import {
  errorFinding,
  storable,
  warningFinding,
  type NewFinding,
} from '../../../../platform/table-files/findings.ts';
import { noTable } from '../../../../platform/table-files/recognise-file.ts';
import { isNameAlone, nameHalvesIn } from './name-halves.ts';
import { headingKey } from './heading-key.ts';
import { isSynonym, squashed } from './column-synonyms.ts';
import { foreignLayoutOf } from './foreign-layouts.ts';
import { tapeLayouts, templateLayout, type TapeColumn, type TapeLayout } from './tape-layouts.ts';
import type { TapeRow } from '../../../../platform/table-files/tape-rows.ts';

type Places = ReadonlyMap<TapeField, { readonly index: number; readonly name: string }>;

/** The layout of a tape, and the position and heading of each field. */
export type RecognisedColumns = {
  readonly layout: TapeLayout;
  readonly columnCount: number;
  readonly places: Places;
  /** The positions that the header's names alone would give. */
  readonly placesByName: Places;
  /** Whether a user chose the columns and so has seen the others. */
  readonly isChosen: boolean;
  readonly names: readonly string[];
  readonly findings: readonly NewFinding[];
};

/** The choices and answers with which an earlier tape was read. */
export type RememberedColumns = {
  readonly importId: string;
  readonly fileName: string;
  readonly bookedAt: string;
  readonly header: readonly string[];
  /** Null if the table was found without a choice. */
  readonly table: TableChoice | null;
  /** Null if the columns were found without a choice. */
  readonly columns: ChosenColumns | null;
  readonly answers: TapeAnswers | null;
  /** Absent in fixtures and for files of borrowers; null if the user set none. */
  readonly dateOrders?: DateOrders | null;
  readonly words: TapeWords | null;
  readonly forAll: WholeFileValues | null;
};

type Recognising = {
  readonly layouts?: readonly TapeLayout[];
  /** Fields that need no column, because the user gave one value for all rows. */
  readonly forAll?: WholeFileValues;
  /** Whether the columns are named by letters, because the table has no heading. */
  readonly isLettered?: boolean;
};

/**
 * Finds the layout of a header and the content of each column, in any order. The user's choices
 * take precedence over names.
 *
 * @throws UnreadableTape if no layout fits, no columns are chosen, and there are fewer than two.
 */
export function recogniseColumns(
  header: TapeRow,
  chosen: ChosenColumns | null,
  { layouts = tapeLayouts, forAll = {}, isLettered = false }: Recognising = {},
): RecognisedColumns {
  const names = withoutTrailingEmpty(header.cells.map((cell) => cell.trim()));
  // The names of a table without a heading are letters such as A or AB, which show no content.
  const keys = isLettered ? names.map(() => '') : names.map(headingKey);
  const foreign = layouts === tapeLayouts && !isLettered ? foreignLayoutOf(names) : null;
  const closest = foreign ?? closestLayout(keys, layouts);
  const isChosen = chosen !== null && Object.keys(chosen).length > 0;
  const layout = closest ?? templateLayout;
  const byName = placeByName(header, { names, keys, layout, chosen: chosen ?? {} });
  const byHand = placeAsChosen(byName.places, { names, chosen: chosen ?? {} });
  const missing = layout.columns.filter(
    ({ isRequired, field }) =>
      isRequired &&
      !isGiven(field, (one) => byHand.places.has(one)) &&
      !Object.hasOwn(forAll, field),
  );
  const found = {
    layout,
    columnCount: names.length,
    places: byHand.places,
    placesByName: byName.places,
    isChosen,
    names,
  };
  if (closest === null && !isChosen) {
    // One finding is enough; the user can still choose the columns.
    if (names.length < 2) throw noTable('text');
    return { ...found, findings: [noTable('text').finding] };
  }
  const unknown = isChosen ? [] : byName.unknown;
  const halves = isChosen ? [] : halfNames(header.number, names, byHand.places);
  const absent = missing.map(({ name, explanation }) =>
    errorFinding('column_missing', { column: name, details: { explanation } }),
  );
  const findings = [...unknown, ...byName.twice, ...byHand.findings, ...halves, ...absent];
  return { ...found, findings };
}

/**
 * Returns an error if only one half of the name has a column next to "name", which can then be the
 * full name or the other half: "Name, Vorname" and "Name, Surname" are in opposite orders.
 */
function halfNames(row: number, names: readonly string[], places: Places): readonly NewFinding[] {
  const given = places.get('givenName');
  const family = places.get('familyName');
  const half = given ?? family;
  if (!half || (given && family)) return [];
  const used = new Set([...places.values()].map(({ index }) => index));
  const unused = names.find((name, index) => !used.has(index) && isNameAlone(name));
  const full = places.get('borrowerName')?.name ?? unused;
  if (full === undefined) return [];
  return [ambiguousColumn(row, { name: full, other: half.name, field: 'borrowerName' })];
}

/** Returns whether the row has the headings of a known layout. */
export function isKnownHeader({ cells }: TapeRow, layouts: readonly TapeLayout[] = tapeLayouts) {
  return (
    closestLayout(
      cells.map((cell) => headingKey(cell.trim())),
      layouts,
    ) !== null || foreignLayoutOf(cells) !== null
  );
}

/** Heading of the column that the file of refused rows has after the columns of its tape. */
export const FINDINGS_HEADING = '# findings';

/**
 * Finds the settings of the last tape with exactly this header. The file of a tape's refused rows
 * counts as that tape.
 */
export function recallColumns(
  header: TapeRow,
  remembered: readonly RememberedColumns[],
): RememberedColumns | null {
  const cells = header.cells.map((cell) => cell.trim());
  const names = withoutFindings(withoutTrailingEmpty(cells).map(storable));
  const isSame = (one: readonly string[]) =>
    one.length === names.length && one.every((name, index) => name === names[index]);
  return remembered.find((one) => isSame(withoutFindings(one.header))) ?? null;
}

/** Returns the headings of a tape, also from the file of its refused rows. */
export function withoutFindings(names: readonly string[]): readonly string[] {
  return names.at(-1) === FINDINGS_HEADING ? names.slice(0, -1) : names;
}

type Header = {
  readonly names: readonly string[];
  readonly keys: readonly string[];
  readonly layout: TapeLayout;
  readonly chosen: ChosenColumns;
};

function placeByName({ number: row }: TapeRow, { names, keys, layout, chosen }: Header) {
  if (layout.signature) return placeBySquashedName(row, { names, layout });
  const unknown: NewFinding[] = [];
  const twice: NewFinding[] = [];
  const places = new Map<TapeField, { index: number; name: string }>();
  const halves = nameHalvesIn(names);
  for (const [index, name] of names.entries()) {
    const half = halves.get(index);
    if (half) {
      places.set(half, { index, name });
      continue;
    }
    const column = columnOf(keys[index] ?? '', { layout, keys, places });
    if (!column) {
      unknown.push(unknownColumn(row, { name, position: index + 1, layout, keys }));
    } else if (places.has(column.field) && isSynonym(name, column.field)) {
      const other = places.get(column.field)?.name ?? '';
      const isChosen = chosen[column.field] !== undefined;
      if (!isChosen) twice.push(ambiguousColumn(row, { name, other, field: column.field }));
    } else if (!places.has(column.field)) {
      places.set(column.field, { index, name });
    } else if (chosen[column.field] === undefined) {
      twice.push(errorFinding('column_twice', { row, column: name }));
    }
  }
  return { places, unknown, twice };
}

type PlacedColumns = Pick<Header, 'layout' | 'keys'> & { readonly places: Places };

/**
 * Finds the column of the layout that a heading means, by its name or by another usual name. A
 * synonym can also match a field that already has a column, so that the caller reports both.
 */
function columnOf(key: string, { layout, keys, places }: PlacedColumns): TapeColumn | undefined {
  const { columns } = layout;
  return (
    columns.find(({ name }) => name === key) ??
    columns.find(
      ({ name, also, field }) => also.includes(key) && !keys.includes(name) && !places.has(field),
    ) ??
    columns.find(
      ({ name, field }) => (!keys.includes(name) || decisive.has(field)) && isSynonym(key, field),
    )
  );
}

/** Fields for which two headings mean two different figures, so the user chooses. */
const decisive: ReadonlySet<TapeField> = new Set<TapeField>([
  'principal',
  'balance',
  'principalPaid',
  'annualRate',
  'instalmentCount',
  'disbursedOn',
]);

function ambiguousColumn(
  row: number,
  { name, other, field }: { name: string; other: string; field: TapeField },
): NewFinding {
  return errorFinding('column_ambiguous', { row, column: name, details: { other, field } });
}

/**
 * Finds the columns of another system's layout. Its column names are in the form that `squashed`
 * returns.
 */
function placeBySquashedName(row: number, { names, layout }: Pick<Header, 'names' | 'layout'>) {
  const unknown: NewFinding[] = [];
  const twice: NewFinding[] = [];
  const places = new Map<TapeField, { index: number; name: string }>();
  for (const [index, name] of names.entries()) {
    const column = layout.columns.find((one) => one.name === squashed(name));
    if (!column) {
      if (layout.isPositional) continue;
      const details = { position: index + 1 };
      unknown.push(warningFinding('column_unknown', { row, column: name, details }));
    } else if (places.has(column.field)) {
      twice.push(errorFinding('column_twice', { row, column: name }));
    } else {
      places.set(column.field, { index, name });
    }
  }
  return { places, unknown, twice };
}

/**
 * Applies the columns that a user chose. A column chosen for one field is removed from any other
 * field that its heading names; one that is chosen for two fields is an error.
 */
function placeAsChosen(byName: Places, { names, chosen }: Pick<Header, 'names' | 'chosen'>) {
  const findings: NewFinding[] = [];
  const places = new Map(byName);
  // `Object.entries` loses the type; chosen columns are stored by field, as the contract defines.
  const entries = Object.entries(chosen) as [TapeField, string][];
  for (const [field] of entries) places.delete(field);
  for (const [field, where] of entries) {
    if (where === '') continue;
    const index = indexOfColumn(where, names);
    if (index === null) {
      findings.push(errorFinding('column_not_there', { column: where, details: { field } }));
      continue;
    }
    for (const [other, place] of places) {
      if (place.index !== index) continue;
      if (chosen[other] === undefined) places.delete(other);
      else findings.push(chosenTwice(place.name, { other, field }));
    }
    places.set(field, { index, name: names[index] ?? '' });
  }
  return { places, findings };
}

function chosenTwice(column: string, details: { other: TapeField; field: TapeField }): NewFinding {
  return errorFinding('column_chosen_twice', { column, details });
}

function indexOfColumn(where: string, names: readonly string[]): number | null {
  const index = names.indexOf(where.trim());
  if (index >= 0) return index;
  const position = /^#(\d{1,4})$/.exec(where)?.[1];
  const counted = position === undefined ? -1 : Number(position) - 1;
  return counted >= 0 && counted < names.length ? counted : null;
}

/** Returns the layout that fits the header best; null if the header matches no layout. */
function closestLayout(keys: readonly string[], layouts: readonly TapeLayout[]): TapeLayout | null {
  const [only, ...others] = layouts;
  // If only one layout is possible, listing its missing columns helps more than refusing the table.
  if (only && others.length === 0) return only;
  const scored = layouts
    .filter((layout) => isPossible(layout, keys))
    .map((layout) => ({
      layout,
      score: layout.columns.reduce((sum, column) => sum + scoreOf(column, keys), 0),
    }));
  const [best] = scored.toSorted((a, b) => b.score - a.score);
  // One matching column may be coincidence: a tape has at least columns for ids and amounts of
  // loans.
  return best && best.score >= 3 ? best.layout : null;
}

/**
 * Returns whether a layout can be that of the headings. A foreign layout must match nearly
 * completely: "Loan amount" and "Balance" occur on any tape, and a missing foreign column would ask
 * for data that other lenders do not have.
 */
function isPossible({ name, columns }: TapeLayout, keys: readonly string[]): boolean {
  if (name === 'bursar-template') return true;
  const required = columns.filter(({ isRequired }) => isRequired);
  const found = required.filter((column) => keys.includes(column.name));
  return found.length >= required.length - FOREIGN_MISSING_MAX;
}

const FOREIGN_MISSING_MAX = 2;

function scoreOf(column: TapeColumn, keys: readonly string[]): number {
  const isThere =
    keys.includes(column.name) ||
    column.also.some((name) => keys.includes(name)) ||
    keys.some((key) => isSynonym(key, column.field));
  if (!isThere) return 0;
  return column.isRequired ? 2 : 1;
}

function unknownColumn(
  row: number,
  about: { name: string; position: number; layout: TapeLayout; keys: readonly string[] },
): NewFinding {
  const { name, position, layout, keys } = about;
  const key = headingKey(name);
  const meant = layout.columns.find(
    (column) => !keys.includes(column.name) && isNearly(key, column.name),
  );
  const details = meant ? { position, meant: meant.name } : { position };
  return warningFinding('column_unknown', { row, column: name, details });
}

function withoutTrailingEmpty(names: readonly string[]): readonly string[] {
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
}

/** Accepts up to two letters added, removed or changed (Levenshtein distance) as a typing error. */
function isNearly(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 2) return false;
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 0; row < left.length; row += 1) {
    const current = [row + 1];
    for (let column = 0; column < right.length; column += 1) {
      const changed = (previous[column] ?? 0) + (left[row] === right[column] ? 0 : 1);
      const shifted = Math.min(previous[column + 1] ?? 0, current[column] ?? 0) + 1;
      current.push(Math.min(changed, shifted));
    }
    previous = current;
  }
  return (previous[right.length] ?? Infinity) <= 2;
}
