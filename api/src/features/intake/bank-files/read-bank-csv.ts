import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions';
import { isCalendarDate } from '@bursar/loan-maths/calendar';
import { refuse } from '../../../platform/outcome.ts';
import type { FileQuestions } from '../imports/read/file-questions.ts';
import type { TapeBytes } from '../../../platform/table-files/tape-file.ts';
import { accountReader, bankIdReader } from './bank-accounts.ts';
import {
  amountFormat,
  amountHeads,
  minorOf,
  readAmount,
  type AmountCell,
  type AmountFormat,
  type AmountHead,
} from './bank-amounts.ts';
import { openBankTable, type BankTable, type Row, type TextFile } from './bank-columns.ts';
import { currencyReader } from './bank-currencies.ts';
import { readSides, shown, type SidedRow } from './bank-directions.ts';
import { lineNotRead, UnreadableBankFile, type ReadLine } from './bank-line.ts';
import { plainWord, sideMeant, statusMeant, type Side } from './bank-words.ts';

export type Reading = { readonly currency: string; readonly questions: FileQuestions };

/** Reads the table of a bank's CSV export, and asks about what its rows leave open. */
export async function readBankCsv(
  file: TapeBytes,
  recognised: TextFile,
  { currency: usual, questions }: Reading,
): Promise<readonly ReadLine[]> {
  const table = await openBankTable(file, recognised);
  const rows = table.rows.filter((row) => !isNote(row, table));
  const days = dayReader(rows, table);
  const money = moneyReader(table, { currency: usual, questions });
  const read = rows.map((row) => {
    const leftOut = leftOutByStatus(row, table, questions);
    return { ...money(row, leftOut === null), leftOut };
  });
  const sides = readSides(read, table, questions);
  const accountOf = accountReader({ ...table, rows });
  const bankIdOf = bankIdReader({ ...table, rows });
  return read.map(({ row, amountMinor, currency, leftOut }, at) => ({
    ...days(row),
    amountMinor,
    currency,
    leftOut: leftOut ?? leftOutByAmount(sides[at] ?? 'in', amountMinor),
    account: accountOf(row),
    bankId: bankIdOf(row),
    debtorName: table.cell(row, 'debtorName'),
    remittance: textOf(table.cell(row, 'remittance')),
    mark: table.cell(row, 'balance'),
    row: JSON.stringify(row.cells),
  }));
}

/** Removes parts that only state a direction, such as "CREDIT". */
const textOf = (told: string): string =>
  told
    .split(' · ')
    .filter((part) => sideMeant(part) === null)
    .join(' · ');

/** A note or a balance between the lines has neither an amount nor a day. */
function isNote(row: Row, table: BankTable): boolean {
  const hasAmount = amountHeads.some((head) => table.cell(row, head) !== '');
  const dayText = table.cell(row, 'bookedOn') || table.cell(row, 'valueOn');
  return !hasAmount && !/\p{N}{1,4}\s*[-/.]\s*\p{N}|^\p{N}{6,8}$/u.test(dayText);
}

function leftOutByStatus(
  row: Row,
  table: BankTable,
  questions: FileQuestions,
): ReadLine['leftOut'] {
  for (const hint of table.hintsOf(row, 'status')) {
    const meant = statusMeant(hint);
    if (meant !== null && meant !== 'booked') return meant;
  }
  if (!table.has('status')) return null;
  const word = table.cell(row, 'status');
  const meant = statusMeant(word);
  if (meant !== null) return meant === 'booked' ? null : meant;
  const answer = questions.ask({
    key: `status:${plainWord(word)}`,
    kind: 'status',
    choices: fileQuestionChoices.status,
    column: table.nameOf('status'),
    word,
    values: shown([{ row }], table),
  });
  return answer === 'not-booked' ? 'not-booked' : null;
}

const leftOutByAmount = (side: Side, amountMinor: number): ReadLine['leftOut'] =>
  side === 'out' ? 'debit' : amountMinor === 0 ? 'zero' : null;

type Money = SidedRow & { readonly currency: string };

/** Reads the amount of a row from whichever columns hold it. */
function moneyReader(table: BankTable, { currency: usual, questions }: Reading) {
  const format = amountFormat(table, questions);
  const currencyOf = currencyReader(table, usual);
  return (row: Row, isMoney: boolean): Money => {
    const amounts = amountsOf(row, table, format);
    const currency = currencyOf(row, currenciesOf(amounts));
    const read = amounts.map(({ head, cell }) => {
      const minor = minorOf(cell, currency);
      if (minor === null) throw lineNotRead(row.number, table.nameOf(head));
      return { head, cell, minor };
    });
    const filled = read.filter(({ minor }) => minor !== 0);
    const [first] = filled;
    if (filled.some(({ minor }) => minor !== first?.minor)) {
      throw lineNotRead(row.number, filled.map(({ head }) => table.nameOf(head)).join(', '));
    }
    const balance = readAmount(table.cell(row, 'balance'), format);
    const balanceMinor = balance && minorOf(balance, currency);
    const isBelow = balance !== null && (balance.isNegative || balance.side === 'out');
    return {
      row,
      isMoney,
      currency,
      amountMinor: first?.minor ?? 0,
      sides: filled.flatMap(sidesOf),
      isSplit: filled.some(({ head }) => head !== 'amount'),
      isNegative: filled.some(({ head, cell }) => head === 'amount' && cell.isNegative),
      balanceMinor: isBelow && balanceMinor !== null ? -balanceMinor : balanceMinor,
    };
  };
}

type Amount = { readonly head: AmountHead; readonly cell: AmountCell };

function amountsOf(row: Row, table: BankTable, format: AmountFormat): readonly Amount[] {
  const amounts = amountHeads.flatMap((head) => {
    const text = table.cell(row, head);
    if (text === '' || /^[-–]$/.test(text)) return [];
    const cell = readAmount(text, format);
    if (!cell) throw lineNotRead(row.number, table.nameOf(head));
    return [{ head, cell }];
  });
  if (amounts.length === 0)
    throw lineNotRead(row.number, table.nameOf('amount') || table.nameOf('credit'));
  return amounts;
}

function currenciesOf(amounts: readonly Amount[]): readonly string[] | null {
  const stated = amounts.map(({ cell }) => cell.currencies).filter((one) => one !== null);
  const [first, ...others] = stated;
  return first?.filter((code) => others.every((other) => other.includes(code))) ?? null;
}

/**
 * Returns the directions that an amount states. Received amounts have no minus sign, even in their
 * own column.
 */
function sidesOf({ head, cell }: Amount): readonly Side[] {
  const sides: Side[] = cell.side === null ? [] : [cell.side];
  if (head === 'debit') sides.push('out');
  if (head === 'credit') sides.push('in');
  if (head !== 'debit' && cell.isSigned) sides.push(cell.isNegative ? 'out' : 'in');
  return sides;
}

function dayReader(rows: readonly Row[], table: BankTable) {
  const order = dayOrder(
    rows.flatMap((row) => (['bookedOn', 'valueOn'] as const).map((head) => table.cell(row, head))),
  );
  return (row: Row): Pick<ReadLine, 'bookedOn' | 'valueOn'> => {
    const booked = table.cell(row, 'bookedOn') || table.cell(row, 'valueOn');
    const bookedOn = readDay(booked, order);
    const valueOn = readDay(table.cell(row, 'valueOn') || booked, order);
    if (bookedOn === null) throw lineNotRead(row.number, 'date');
    if (valueOn === null) throw lineNotRead(row.number, 'value date');
    return { bookedOn, valueOn };
  };
}

type DayOrder = 'day-first' | 'month-first';

/**
 * Finds the order of day and month in the file. 03/04/2018 alone is ambiguous, so another line must
 * settle it, or the file is refused.
 */
function dayOrder(texts: readonly string[]): DayOrder {
  const pairs = texts.flatMap((text) => {
    const [, first, second] = slashed.exec(inAscii(text)) ?? [];
    return first === undefined ? [] : [[Number(first), Number(second)] as const];
  });
  const isDayFirst = pairs.some(([first]) => first > 12);
  const isMonthFirst = pairs.some(([, second]) => second > 12);
  const isAlike = pairs.every(([first, second]) => first === second);
  if (isDayFirst === isMonthFirst && !isAlike) {
    throw new UnreadableBankFile(refuse('bank_dates_ambiguous'));
  }
  return isDayFirst ? 'day-first' : 'month-first';
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
