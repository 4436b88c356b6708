import { mapYielding } from '../../../imports/yield-to-event-loop.ts';
import type { Head, Places } from './bank-headings.ts';
import type { Row } from './find-bank-header.ts';
import { fitsHead, looksLikeAmount, looksLikeDay } from './value-shapes.ts';

type Table = { readonly names: readonly string[]; readonly head: Places<Head> };

/** Columns whose values show whether the cells of a row are in their columns. */
const typed = ['bookedOn', 'valueOn', 'amount', 'balance', 'currency'] as const;

/**
 * Moves the cells of a row in which one text is missing, because the cells after it are one column
 * too far left. Days, amounts and currencies must then fit in only one way. If it is unclear which
 * of several texts is missing, the others are joined as the purpose, because none is certainly the
 * payer.
 */
export async function withMissingCells(
  rows: readonly Row[],
  { names, head }: Table,
): Promise<readonly Row[]> {
  const width = names.findLastIndex((name) => name.trim() !== '') + 1;
  if (!head.has('amount') || rows.every(({ cells }) => cells.length !== width - 1)) return rows;
  const areLines = await mapYielding(rows, ({ cells }) => isLine(cells));
  const full = rows.filter(({ cells }, at) => cells.length >= width && areLines[at]);
  const places = typed.flatMap((name) => (head.get(name) ?? []).map((place) => ({ name, place })));
  // A column that some lines leave empty shows nothing about the others.
  const filled = places.filter(({ place }) => full.every(({ cells }) => cells[place]?.trim()));
  const isInPlace = (cells: readonly string[]) =>
    filled.every(({ name, place }) => fitsHead(name, cells[place]?.trim() ?? ''));
  if (full.length === 0) return rows;
  return mapYielding(rows, (row, at) => {
    const { cells, numbers } = row;
    if (cells.length !== width - 1 || numbers !== null || !areLines[at] || isInPlace(cells)) {
      return row;
    }
    const gaps = Array.from({ length: width }, (_, gap) => gap).filter(
      (gap) => !places.some(({ place }) => place === gap) && isInPlace(cells.toSpliced(gap, 0, '')),
    );
    const moved = moveCells(cells, gaps, head);
    return moved ? { ...row, cells: moved } : row;
  });
}

const isLine = (cells: readonly string[]): boolean =>
  cells.some(looksLikeDay) && cells.some((cell) => !looksLikeDay(cell) && looksLikeAmount(cell));

/** Returns the cells in their columns; null if the missing cell has no certain place. */
function moveCells(cells: readonly string[], gaps: readonly number[], head: Places<Head>) {
  const [first, last] = [gaps[0], gaps.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (first === last) return cells.toSpliced(first, 0, '');
  // Gaps with other columns between them would move days or amounts differently.
  if (last - first !== gaps.length - 1) return null;
  const purpose = (head.get('remittance') ?? []).find((place) => gaps.includes(place));
  if (purpose === undefined) return null;
  const texts = cells.slice(first, last).filter((cell) => cell.trim() !== '');
  const between = gaps.map((place) => (place === purpose ? texts.join(' ') : ''));
  return [...cells.slice(0, first), ...between, ...cells.slice(last)];
}
