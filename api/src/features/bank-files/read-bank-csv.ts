import { BANK_LINES_MAX } from '@bursar/contracts/bank-files.values';
import { TAPE_COLUMNS_MAX } from '@bursar/contracts/tape-limits';
import { isCalendarDate } from '@bursar/loan-maths/calendar';
import { parseMoney } from '@bursar/loan-maths/money';
import { refuse } from '../../platform/outcome.ts';
import { readCsvRows } from '../imports/read/read-csv.ts';
import { readNumber } from '../imports/read/read-number.ts';
import type { Delimiter, RecognisedFile } from '../imports/read/recognise-file.ts';
import type { TapeBytes } from '../imports/read/tape-file.ts';
import {
  lineNotRead,
  notRecognised,
  tooManyLines,
  UnreadableBankFile,
  type ReadLine,
} from './bank-line.ts';

/** How banks head the columns of their exports, in letters and digits alone. */
const heads = {
  bookedOn:
    'date bookingdate bookdate postingdate transactiondate entrydate datum buchungstag buchungsdatum التاريخ تاريخ تاريخالقيد تاريخالعملية',
  valueOn: 'valuedate valuta valutadatum wertstellung تاريخالحق تاريخالقيمة',
  amount: 'amount amt transactionamount betrag المبلغ',
  credit: 'credit creditamount paidin moneyin deposit deposits haben دائن',
  debit: 'debit debitamount paidout moneyout withdrawal withdrawals soll مدين',
  direction: 'creditdebit creditordebit creditdebitindicator cdtdbtind drcr crdr',
  currency: 'currency ccy währung waehrung العملة',
  debtorName:
    'name debtor debtorname payer payername sender remitter counterparty counterpartyname auftraggeber zahlungspflichtiger الاسم اسمالدافع الدافع المحول',
  remittance:
    'reference paymentreference remittance remittanceinformation description details narrative particulars memo purpose verwendungszweck البيان الوصف التفاصيل المرجع',
  bankId:
    'id transactionid banktransactionid transactionreference bankreference entryreference uniqueid fitid رقمالعملية رقمالحركة',
  account: 'account accountnumber accountiban iban konto kontonummer رقمالحساب',
  balance: 'balance runningbalance saldo الرصيد',
};
type Head = keyof typeof heads;
// The keys of the table above are exactly its names.
const headNames = Object.keys(heads) as Head[];
const headNamed = new Map(
  headNames.flatMap((head) => heads[head].split(' ').map((name) => [name, head] as const)),
);

/** Banks put their name, the account and the period above the table. */
const ROWS_ABOVE_MAX = 30;

type TextFile = Extract<RecognisedFile, { kind: 'text' }>;
type Row = { readonly number: number; readonly cells: readonly string[] };

/** Reads the table of a bank's CSV export; a file without a currency means the portfolio's. */
export async function* readBankCsv(
  file: TapeBytes,
  recognised: TextFile,
  currency: string,
): AsyncGenerator<ReadLine> {
  const { delimiter, rows } = await readRows(file, recognised);
  const { head, below } = findHead(rows);
  const cellOf = (row: Row, name: Head) =>
    (head.get(name) ?? [])
      .map((place) => row.cells[place]?.trim() ?? '')
      .filter((cell) => cell !== '')
      .join(' · ');
  const isEmpty = (row: Row) =>
    [...dates, 'amount' as const, 'credit' as const, 'debit' as const].every(
      (name) => cellOf(row, name) === '',
    );
  const lines = below.filter((row) => !isEmpty(row));
  const order = dayOrder(lines.flatMap((row) => dates.map((name) => cellOf(row, name))));
  for (const row of lines) {
    const cell = (name: Head) => cellOf(row, name);
    const money = moneyOf(cell, { currency, delimiter, row: row.number });
    const booked = cell('bookedOn') || cell('valueOn');
    const bookedOn = readDay(booked, order);
    const valueOn = readDay(cell('valueOn') || booked, order);
    if (bookedOn === null) throw lineNotRead(row.number, 'date');
    if (valueOn === null) throw lineNotRead(row.number, 'value date');
    yield {
      ...money,
      bookedOn,
      valueOn,
      account: cell('account'),
      bankId: cell('bankId'),
      debtorName: cell('debtorName'),
      remittance: cell('remittance'),
      mark: cell('balance'),
    };
  }
}

const dates = ['bookedOn', 'valueOn'] as const;

/** The delimiter is told by the line that has most of it: lines above the table may have none. */
async function readRows(file: TapeBytes, recognised: TextFile) {
  const found = { delimiter: recognised.delimiter, rows: [] as Row[] };
  for (const delimiter of new Set<Delimiter>([recognised.delimiter, ';', ',', '\t'])) {
    const rows: Row[] = [];
    for await (const row of readCsvRows(file, { ...recognised, delimiter })) {
      if (rows.length > BANK_LINES_MAX + ROWS_ABOVE_MAX) throw tooManyLines();
      rows.push(row);
    }
    if (rows.slice(0, ROWS_ABOVE_MAX).some((row) => headOf(row).size > 1)) {
      return { delimiter, rows };
    }
    if (found.rows.length === 0) found.rows = rows;
  }
  return found;
}

function headOf({ cells }: Row): Map<Head, number[]> {
  const head = new Map<Head, number[]>();
  if (cells.length > TAPE_COLUMNS_MAX) return head;
  cells.forEach((cell, place) => {
    const name = cell
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '');
    const found = headNamed.get(name);
    if (!found) return;
    const places = head.get(found) ?? [];
    // A reference may lie in several columns; of anything else the first one counts.
    if (places.length === 0 || found === 'remittance') head.set(found, [...places, place]);
  });
  return head;
}

/** The first row that heads both a day and an amount, and all below it. */
function findHead(rows: readonly Row[]) {
  const above = rows.slice(0, ROWS_ABOVE_MAX).map((row) => ({ row, head: headOf(row) }));
  const [best] = above.toSorted((one, other) => other.head.size - one.head.size);
  if (!best || best.head.size === 0) throw notRecognised();
  const { head } = best;
  const missing = [
    ['date', head.has('bookedOn') || head.has('valueOn')],
    ['amount', head.has('amount') || head.has('credit')],
    ['reference', head.has('remittance') || head.has('debtorName')],
  ].flatMap(([name, isThere]) => (isThere === true ? [] : [name]));
  if (missing.length > 0) {
    const details = { columns: missing.join(', ') };
    throw new UnreadableBankFile(refuse('columns_missing', { details }));
  }
  return { head, below: rows.slice(rows.indexOf(best.row) + 1) };
}

type DayOrder = 'day-first' | 'month-first';

/** 03/04/2026 is two days: which is meant is told by another line of the file, or not at all. */
function dayOrder(texts: readonly string[]): DayOrder {
  const pairs = texts.flatMap((text) => {
    const [, first, second] = slashed.exec(text) ?? [];
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

function readDay(text: string, order: DayOrder): string | null {
  const [, year, month, dayOfMonth] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text) ??
    /^(\d{4})(\d\d)(\d\d)$/.exec(text) ??
    [];
  if (year !== undefined) return dayFrom(year, month, dayOfMonth);
  // With points the day comes first wherever days are written so.
  const [, first, second, last] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/.exec(text) ?? [];
  if (first !== undefined) return dayFrom(last, second, first);
  const [, one, other, inYear] = slashed.exec(text) ?? [];
  if (one === undefined) return null;
  return order === 'day-first' ? dayFrom(inYear, other, one) : dayFrom(inYear, one, other);
}

function dayFrom(year = '', month = '', dayOfMonth = ''): string | null {
  const day = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  return isCalendarDate(day) && /^(19|2\d)/.test(day) ? day : null;
}

type Circumstances = {
  readonly currency: string;
  readonly delimiter: Delimiter;
  readonly row: number;
};

function moneyOf(
  cell: (name: Head) => string,
  { currency: usual, delimiter, row }: Circumstances,
): Pick<ReadLine, 'amountMinor' | 'currency' | 'leftOut'> {
  const currency = cell('currency').toUpperCase() || usual;
  const readMinor = (name: 'amount' | 'credit' | 'debit'): number => {
    const number = readNumber(ungrouped(cell(name)), delimiter);
    const parsed = number === null ? null : parseMoney(number, currency);
    if (!parsed?.ok || parsed.value.digitsWereLost) throw lineNotRead(row, name);
    return Number(parsed.value.amountMinor);
  };
  const direction = cell('direction').toLowerCase();
  const name = (['amount', 'credit', 'debit'] as const).find((one) => cell(one) !== '') ?? 'amount';
  const minor = readMinor(name);
  const other = name === 'credit' && minor === 0 && cell('debit') !== '' ? readMinor('debit') : 0;
  if (direction !== '' && !/^(d|c|dr|cr|dbit|crdt|debit|credit)$/.test(direction)) {
    throw lineNotRead(row, 'credit or debit');
  }
  const isDebit =
    name === 'debit' || minor < 0 || other !== 0 || /^(d|dr|dbit|debit)$/.test(direction);
  const amountMinor = Math.abs(minor === 0 ? other : minor);
  const isZero = amountMinor === 0;
  return { amountMinor, currency, leftOut: isDebit ? 'debit' : isZero ? 'zero' : null };
}

/** Groups of thousands are told by the other sign that follows them; by themselves they stay in doubt. */
function ungrouped(text: string): string {
  const plain = text.replaceAll(/[\s\u00a0\u202f']/g, '');
  if (/^[+-]?\d{1,3}(,\d{3})+\.\d+$/.test(plain)) return plain.replaceAll(',', '');
  if (/^[+-]?\d{1,3}(\.\d{3})+,\d+$/.test(plain)) {
    return plain.replaceAll('.', '').replace(',', '.');
  }
  return plain;
}
