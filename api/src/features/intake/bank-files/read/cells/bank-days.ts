import { refuse } from '../../../../../platform/outcome.ts';
import {
  calendarVerdict,
  noDates,
  noteDate,
  orderVerdict,
  readDateAs,
  type DateEvidence,
  type DateFormat,
} from '../../../../../platform/table-files/date-format.ts';
import type { DateTally } from '../../../../../platform/table-files/date-tally.ts';
import type { FileQuestions } from '../../../imports/read/file-questions.ts';
import type { BankTable, Row } from '../columns/bank-columns.ts';
import { lineNotRead, UnreadableBankFile, type ReadLine } from '../bank-line.ts';

const dayHeads = ['bookedOn', 'valueOn'] as const;

/** Reads the days of a row, in the format that the file proves or the user chose. */
export function dayReader(format: BankDateFormat, table: BankTable) {
  return (row: Row): Pick<ReadLine, 'bookedOn' | 'valueOn'> => {
    const booked = table.cell(row, 'bookedOn') || table.cell(row, 'valueOn');
    const bookedOn = readDay(booked, format);
    const valueOn = readDay(table.cell(row, 'valueOn') || booked, format);
    if (bookedOn === null) throw lineNotRead(row.number, 'date');
    if (valueOn === null) throw lineNotRead(row.number, 'value date');
    return { bookedOn, valueOn };
  };
}

/** While a question is open, days are only checked, and no line is stored. */
export type BankDateFormat = DateFormat & { readonly isOpen: boolean };

/**
 * Finds how both date columns write their days. 03/04/2018 alone is ambiguous, so another line must
 * prove the order, or the user is asked. A file that proves two orders is refused.
 */
export function dateFormat(
  rows: readonly Row[],
  table: BankTable,
  questions: FileQuestions,
): BankDateFormat {
  const columns = dayHeads.map((head) => evidenceOf(rows, (row) => table.cell(row, head)));
  const column = dayHeads.map((head) => table.nameOf(head)).find((name) => name !== '') ?? '';
  const order = orderOf(columns, column, questions);
  const calendar = calendarOf(columns, column, { questions, order });
  return { order, calendar, isOpen: questions.open.some(({ kind }) => dateKinds.includes(kind)) };
}

const dateKinds = ['day-order', 'calendar'];

function evidenceOf(rows: readonly Row[], cellOf: (row: Row) => string): DateEvidence {
  const evidence = noDates();
  for (const row of rows) noteDate(evidence, cellOf(row), row.number);
  return evidence;
}

function orderOf(
  columns: readonly DateEvidence[],
  column: string,
  questions: FileQuestions,
): DateFormat['order'] {
  const verdict = orderVerdict(...columns);
  if (verdict.kind === 'contradicted') {
    const details = { cells: withLines(verdict.cells) };
    throw new UnreadableBankFile(refuse('bank_dates_ambiguous', { details }));
  }
  if (verdict.kind === 'not-needed') return null;
  if (verdict.kind !== 'unproven') return verdict.order;
  return questions.ask({
    key: 'day-order',
    kind: 'day-order',
    choices: verdict.possible,
    column,
    values: verdict.cells.samples.map(({ value }) => value),
    readings: (order, values) =>
      values.map((value) => readDateAs(value, { order, calendar: 'hijri' }) ?? ''),
  });
}

function calendarOf(
  columns: readonly DateEvidence[],
  column: string,
  { questions, order }: { readonly questions: FileQuestions; readonly order: DateFormat['order'] },
): DateFormat['calendar'] {
  const verdict = calendarVerdict(...columns);
  if (verdict.kind === 'gregorian') return null;
  if (verdict.kind === 'proved') return verdict.calendar;
  return questions.ask({
    key: 'calendar',
    kind: 'calendar',
    choices: ['hijri', 'persian'],
    column,
    values: verdict.cells.samples.map(({ value }) => value),
    readings: (calendar, values) =>
      values.map((value) => readDateAs(value, { order, calendar }) ?? ''),
  });
}

const withLines = ({ samples }: DateTally): string =>
  samples.map(({ value, row }) => `${value} (${row})`).join(', ');

function readDay(written: string, { isOpen, ...format }: BankDateFormat): string | null {
  const day = readDateAs(written, format) ?? (isOpen ? readInAnyFormat(written) : null);
  return day !== null && /^(19|20|21)/.test(day) ? day : null;
}

function readInAnyFormat(written: string): string | null {
  for (const order of ['day-first', 'month-first', 'year-first'] as const) {
    const day = readDateAs(written, { order, calendar: 'hijri' });
    if (day !== null) return day;
  }
  return null;
}
