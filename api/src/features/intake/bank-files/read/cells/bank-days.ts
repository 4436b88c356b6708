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
import { orderAbove, signOf } from './days-above.ts';
import { findYear, type YearFound } from './days-without-year.ts';
import type { FileQuestions } from '../../../imports/read/file-questions.ts';
import type { BankTable, Row } from '../columns/bank-columns.ts';
import { lineNotRead, UnreadableBankFile, type ReadLine } from '../bank-line.ts';

const dayHeads = ['bookedOn', 'valueOn'] as const;

/** Reads the days of a row, in the format that the file proves or the user chose. */
export function dayReader(format: BankDateFormat, table: BankTable) {
  return (row: Row): Pick<ReadLine, 'bookedOn' | 'valueOn'> => {
    const booked = table.cell(row, 'bookedOn') || table.cell(row, 'valueOn');
    const bookedOn = readDay(booked, format, row);
    const valueOn = readDay(table.cell(row, 'valueOn') || booked, format, row);
    if (bookedOn === null) throw lineNotRead(row.number, 'date');
    if (valueOn === null) throw lineNotRead(row.number, 'value date');
    return { bookedOn, valueOn };
  };
}

/**
 * The format of a file's days. While `isOpen` is true, a question is open: days are only checked,
 * and no line is stored.
 */
export type BankDateFormat = DateFormat & {
  readonly isOpen: boolean;
  /**
   * The year that was found for days without one; null if the days have years or none was found.
   */
  readonly withoutYear: YearFound | null;
};

type Asking = {
  readonly questions: FileQuestions;
  /** Today; null if the user cannot be asked for a year. */
  readonly businessDate: string | null;
};

/**
 * Finds how both date columns write their days. 03/04/2018 alone is ambiguous, so another line, a
 * date above the table or the layout of the bank must prove the order, or the user is asked. A file
 * that proves two orders is refused.
 */
export function dateFormat(
  rows: readonly Row[],
  table: BankTable,
  { questions, businessDate }: Asking,
): BankDateFormat {
  const columns = dayHeads.map((head) => evidenceOf(rows, (row) => table.cell(row, head)));
  const column = dayHeads.map((head) => table.nameOf(head)).find((name) => name !== '') ?? '';
  const order = orderOf(columns, column, { questions, known: () => knownOrder(rows, table) });
  const withoutYear = columns.some(({ dates }) => dates > 0)
    ? null
    : findYear(daysIn(rows, table), { above: table.above, column, businessDate, questions });
  const calendar = calendarOf(columns, column, { questions, order });
  const isOpen = questions.open.some(({ kind }) => dateKinds.includes(kind));
  return { order, calendar, isOpen, withoutYear };
}

const dateKinds = ['day-order', 'calendar', 'year'];

const daysIn = (rows: readonly Row[], table: BankTable) =>
  rows.flatMap((row) => {
    const text = table.cell(row, 'bookedOn') || table.cell(row, 'valueOn');
    return text === '' ? [] : [{ text, row }];
  });

/**
 * Returns the order that the dates above the table prove, or in which the bank always writes days.
 */
function knownOrder(rows: readonly Row[], table: BankTable): DateFormat['order'] {
  const signs = new Set(daysIn(rows, table).map(({ text }) => signOf(text)));
  const [sign = ''] = signs;
  const above = signs.size === 1 && sign !== '' ? orderAbove(table.above, sign) : null;
  return above ?? (table.bank?.isDayFirst === true ? 'day-first' : null);
}

function evidenceOf(rows: readonly Row[], cellOf: (row: Row) => string): DateEvidence {
  const evidence = noDates();
  for (const row of rows) noteDate(evidence, cellOf(row), row.number);
  return evidence;
}

function orderOf(
  columns: readonly DateEvidence[],
  column: string,
  {
    questions,
    known,
  }: { readonly questions: FileQuestions; readonly known: () => DateFormat['order'] },
): DateFormat['order'] {
  const verdict = orderVerdict(...columns);
  if (verdict.kind === 'contradicted') {
    const details = { cells: withLines(verdict.cells) };
    throw new UnreadableBankFile(refuse('bank_dates_ambiguous', { details }));
  }
  if (verdict.kind === 'not-needed') return null;
  if (verdict.kind !== 'unproven') return verdict.order;
  const { possible } = verdict;
  const usual = known();
  if (usual !== null && possible.includes(usual)) return usual;
  return questions.ask({
    key: 'day-order',
    kind: 'day-order',
    choices: possible,
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

function readDay(
  written: string,
  { isOpen, withoutYear, ...format }: BankDateFormat,
  row: Row,
): string | null {
  const day = withoutYear
    ? withoutYear.read(written, row)
    : (readDateAs(written, format) ?? (isOpen ? readInAnyFormat(written) : null));
  return day !== null && /^(19|20|21)/.test(day) ? day : null;
}

function readInAnyFormat(written: string): string | null {
  for (const order of ['day-first', 'month-first', 'year-first'] as const) {
    const day = readDateAs(written, { order, calendar: 'hijri' });
    if (day !== null) return day;
  }
  return null;
}
