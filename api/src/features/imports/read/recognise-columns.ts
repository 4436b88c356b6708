import { errorFinding, warningFinding, type NewFinding } from '../findings.ts';
import { noTable } from './recognise-file.ts';
import { tapeLayouts, type TapeColumn, type TapeField, type TapeLayout } from './tape-layouts.ts';
import type { TapeRow } from './tape-rows.ts';

/** Where each field stands in the rows of this tape, and what the tape calls it. */
export type RecognisedColumns = {
  readonly layout: TapeLayout;
  readonly columnCount: number;
  readonly places: ReadonlyMap<TapeField, { readonly index: number; readonly name: string }>;
  /** The header's names as they stand, by position. */
  readonly names: readonly string[];
  readonly findings: readonly NewFinding[];
};

/**
 * Finds out which layout a header belongs to and what each column holds, in any order.
 *
 * @throws UnreadableTape where no layout fits at all: the file is some other table, or no table.
 */
export function recogniseColumns(header: TapeRow): RecognisedColumns {
  const names = withoutTrailingEmpty(header.cells.map((cell) => cell.trim()));
  const keys = names.map(keyOf);
  const layout = closestLayout(keys);
  const findings: NewFinding[] = [];
  const places = new Map<TapeField, { index: number; name: string }>();
  for (const [index, name] of names.entries()) {
    const column = layout.columns.find((one) => one.name === keys[index]);
    if (!column) {
      findings.push(unknownColumn(header.number, { name, position: index + 1, layout, keys }));
    } else if (places.has(column.field)) {
      findings.push(errorFinding('column_twice', { row: header.number, column: name }));
    } else {
      places.set(column.field, { index, name });
    }
  }
  findings.push(...missingColumns(layout, places));
  return { layout, columnCount: names.length, places, names, findings };
}

function closestLayout(keys: readonly string[]): TapeLayout {
  const scored = tapeLayouts.map((layout) => ({
    layout,
    score: layout.columns.reduce((sum, column) => sum + scoreOf(column, keys), 0),
  }));
  const [best] = scored.toSorted((a, b) => b.score - a.score);
  // One name in common is chance; a tape has its id and its money.
  if (!best || best.score < 3) throw noTable('text');
  return best.layout;
}

function scoreOf(column: TapeColumn, keys: readonly string[]): number {
  if (!keys.includes(column.name)) return 0;
  return column.isRequired ? 2 : 1;
}

function unknownColumn(
  row: number,
  about: { name: string; position: number; layout: TapeLayout; keys: readonly string[] },
): NewFinding {
  const { name, position, layout, keys } = about;
  const key = keyOf(name);
  const meant = layout.columns.find(
    (column) => !keys.includes(column.name) && isNearly(key, column.name),
  );
  const details = meant ? { position, meant: meant.name } : { position };
  return warningFinding('column_unknown', { row, column: name, details });
}

function missingColumns(
  { columns }: TapeLayout,
  places: ReadonlyMap<TapeField, unknown>,
): readonly NewFinding[] {
  return columns
    .filter(({ isRequired, field }) => isRequired && !places.has(field))
    .map(({ name, explanation }) =>
      errorFinding('column_missing', { column: name, details: { explanation } }),
    );
}

/** "Loan Amount", "loan-amount" and "LOAN_AMOUNT" are one name. */
function keyOf(name: string): string {
  return name.toLowerCase().replaceAll(/[\s\-.]+/g, '_');
}

function withoutTrailingEmpty(names: readonly string[]): readonly string[] {
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
}

/** At most two letters added, left out or changed (Levenshtein): a slip of the pen. */
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
