import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions';
import { isCalendarDate } from '@bursar/loan-maths/calendar';
import { refuse } from '../../../platform/outcome.ts';
import type { FileQuestions } from '../imports/read/file-questions.ts';
import type { BankTable, Row } from './bank-columns.ts';
import { lineNotRead, UnreadableBankFile, type ReadLine } from './bank-line.ts';

const dayHeads = ['bookedOn', 'valueOn'] as const;

/** Reads the days of rows, in the order of day and month that the file proves or the user chose. */
export function dayReader(rows: readonly Row[], table: BankTable, questions: FileQuestions) {
  const order = dayOrder(rows, table, questions);
  return (row: Row): Pick<ReadLine, 'bookedOn' | 'valueOn'> => {
    const booked = table.cell(row, 'bookedOn') || table.cell(row, 'valueOn');
    const bookedOn = readDay(booked, order);
    const valueOn = readDay(table.cell(row, 'valueOn') || booked, order);
    if (bookedOn === null) throw lineNotRead(row.number, 'date');
    if (valueOn === null) throw lineNotRead(row.number, 'value date');
    return { bookedOn, valueOn };
  };
}

type DayOrder = (typeof fileQuestionChoices)['day-order'][number];

/**
 * Finds the order of day and month in the file. 03/04/2018 alone is ambiguous, so another line must
 * prove the order, or the user is asked. A file that proves both orders is refused.
 */
function dayOrder(rows: readonly Row[], table: BankTable, questions: FileQuestions): DayOrder {
  const texts = rows.flatMap((row) => dayHeads.map((head) => table.cell(row, head)));
  const dates = texts.flatMap((text) => {
    const [, first, second] = slashed.exec(inAscii(text)) ?? [];
    return first === undefined ? [] : [{ text, first: Number(first), second: Number(second) }];
  });
  const isDayFirst = dates.some(({ first }) => first > 12);
  const isMonthFirst = dates.some(({ second }) => second > 12);
  if (isDayFirst && isMonthFirst) throw new UnreadableBankFile(refuse('bank_dates_ambiguous'));
  if (isDayFirst) return 'day-first';
  const inDoubt = dates.filter(({ first, second }) => first !== second);
  if (isMonthFirst || inDoubt.length === 0) return 'month-first';
  const answer = questions.ask({
    key: 'day-order',
    kind: 'day-order',
    choices: fileQuestionChoices['day-order'],
    column: dayHeads.map((head) => table.nameOf(head)).find((name) => name !== '') ?? '',
    values: inDoubt.map(({ text }) => text),
    readings: (choice, values) => values.map((value) => readDay(value, choice) ?? ''),
  });
  // No line is stored while the question is open.
  return answer ?? 'month-first';
}

const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/;

function readDay(written: string, order: DayOrder): string | null {
  const text = inAscii(written);
  const [, year, month, dayOfMonth] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text) ??
    /^(\d{4})(\d\d)(\d\d)$/.exec(text) ??
    [];
  if (year !== undefined) return dayFrom(year, month, dayOfMonth);
  // In dates with points, the day always comes first.
  const [, first, second, last = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)(?!\d)/.exec(text) ?? [];
  if (first !== undefined) return dayFrom(last.length === 2 ? `20${last}` : last, second, first);
  const [, one, other, inYear] = slashed.exec(text) ?? [];
  if (one === undefined) return null;
  return order === 'day-first' ? dayFrom(inYear, other, one) : dayFrom(inYear, one, other);
}

const inAscii = (text: string): string =>
  text
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll(/[\u200e\u200f]/g, '');

function dayFrom(year = '', month = '', dayOfMonth = ''): string | null {
  const day = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  return isCalendarDate(day) && /^(19|2\d)/.test(day) ? day : null;
}
