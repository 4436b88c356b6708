import {
  noDates,
  noteDate,
  orderVerdict,
  readDateAs,
  type DateOrder,
} from '../../../../../platform/table-files/date-format.ts';
import type { Row } from '../columns/bank-columns.ts';

/** The first and the last of the days above a table, such as the period of a statement. */
export type DaysAbove = { readonly from: string; readonly to: string };

const ONE_YEAR_DAYS = 366;

/**
 * Returns the first and the last day above the table; null if the days are not certain, are fewer
 * than two, or span over a year.
 */
export function daysAbove(above: readonly Row[]): DaysAbove | null {
  const written = datesAbove(above);
  const verdict = orderVerdict(evidenceOf(written));
  const isOpen = verdict.kind === 'unproven' || verdict.kind === 'contradicted';
  if (isOpen) return null;
  const order = 'order' in verdict ? verdict.order : null;
  const days = written.flatMap(({ text }) => readDateAs(text, { order, calendar: null }) ?? []);
  const sorted = days.toSorted();
  const [from, to] = [sorted.at(0), sorted.at(-1)];
  if (from === undefined || to === undefined || from === to) return null;
  const span = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  return span < ONE_YEAR_DAYS ? { from, to } : null;
}

/**
 * Returns the order of day and month that the dates above a table prove. Only dates with a whole
 * year and the separator `sign` count.
 */
export function orderAbove(above: readonly Row[], sign: string): DateOrder | null {
  const same = datesAbove(above).filter(({ text }) => signOf(text) === sign);
  const verdict = orderVerdict(evidenceOf(same));
  return verdict.kind === 'proved' ? verdict.order : null;
}

/**
 * Returns the separator between the numbers of a date; empty if there is none or the date does not
 * consist of three numbers.
 */
export const signOf = (text: string): string =>
  /^\p{Nd}{1,2}\s?([-/.])\s?\p{Nd}{1,2}\s?\1\s?\p{Nd}{2,4}(?!\p{Nd})/u.exec(text.trim())?.[1] ?? '';

type Written = { readonly text: string; readonly row: number };

function datesAbove(above: readonly Row[]): readonly Written[] {
  return above.flatMap(({ cells, number }) =>
    cells.flatMap((cell) =>
      [...cell.slice(0, CELL_MAX).matchAll(dates)].map(([text]) => ({ text, row: number })),
    ),
  );
}

const CELL_MAX = 500;

const dates =
  /(?<![\p{N}\p{L}/.-])(?:\p{Nd}{1,2}([-/.])\p{Nd}{1,2}\1\p{Nd}{4}|\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}|\p{Nd}{1,2}[- ]\p{L}{3,12}\.?[- ]\p{Nd}{4}|\p{L}{3,12}\.? \p{Nd}{1,2}, \p{Nd}{4})(?![\p{N}\p{L}/-])/gu;

function evidenceOf(written: readonly Written[]) {
  const evidence = noDates();
  for (const { text, row } of written) noteDate(evidence, text, row);
  return evidence;
}
