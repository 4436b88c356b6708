import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions';
import type { TextEncoding } from '@bursar/contracts/intake/tape-telling';
import type { FileQuestions } from '../imports/read/file-questions.ts';
import type { TapeBytes } from '../../../platform/table-files/tape-file.ts';
import { accountReader, bankIdReader } from './bank-accounts.ts';
import {
  amountFormat,
  amountHeads,
  minorOf,
  readAmount,
  storedAmount,
  type AmountCell,
  type AmountFormat,
  type AmountHead,
} from './bank-amounts.ts';
import { dayReader } from './bank-days.ts';
import { openBankTable, type BankTable, type Row } from './bank-columns.ts';
import { currencyReader } from './bank-currencies.ts';
import { readSides, shown, type SidedRow } from './bank-directions.ts';
import { lineNotRead, type ReadLine } from './bank-line.ts';
import { comparableTerm, isYes, sideMeant, statusMeant, type Side } from './bank-terms.ts';
import { statesNoMoney } from './columns-by-values.ts';

export type Reading = { readonly currency: string; readonly questions: FileQuestions };

/** Reads the table of a bank's export, and asks about what its rows leave open. */
export async function readBankTable(
  file: TapeBytes,
  encoding: TextEncoding | null,
  { currency: usual, questions }: Reading,
): Promise<readonly ReadLine[]> {
  const table = await openBankTable(file, encoding);
  const rows = table.rows.filter((row) => !isNote(row, table));
  for (const row of rows) refuseSurplus(row, table);
  const days = dayReader(rows, table, questions);
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
    payerAccount: table.cell(row, 'payerAccount'),
    remittance: textOf(table.cell(row, 'remittance')),
    mark: table.cell(row, 'balance'),
    row: JSON.stringify(row.cells),
  }));
}

/** A cell without a heading is often the rest of an amount such as 1,500.00 without quotes. */
function refuseSurplus({ number, cells }: Row, { width }: BankTable): void {
  if (cells.slice(width).some((cell) => cell.trim() !== '')) {
    throw lineNotRead(number, `#${width + 1}`);
  }
}

/** Removes parts that only state a direction, such as "CREDIT". */
const textOf = (name: string): string =>
  name
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
  if (table.hintsOf(row, 'booked').some((text) => isYes(text) === false)) return 'not-booked';
  const isMarked = table
    .hintsOf(row, 'notBooked')
    .some((text) => !/^([-–]?|n\/?a|none|null)$/i.test(text) && isYes(text) !== false);
  if (isMarked) return 'reversal';
  const inText = table.cell(row, 'remittance').split(' · ').find(statesNoMoney);
  const meantInText = inText === undefined ? null : statusMeant(inText);
  if (meantInText !== null && meantInText !== 'booked') return meantInText;
  if (!table.has('status')) return null;
  const status = table.cell(row, 'status');
  const meant = statusMeant(status);
  if (meant !== null) return meant === 'booked' ? null : meant;
  const answer = questions.ask({
    key: `status:${comparableTerm(status)}`,
    kind: 'status',
    choices: fileQuestionChoices.status,
    column: table.nameOf('status'),
    word: status,
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
    const balance = amountAt(row, 'balance', { table, format });
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
    const cell = amountAt(row, head, { table, format });
    if (!cell) throw lineNotRead(row.number, table.nameOf(head));
    return [{ head, cell }];
  });
  if (amounts.length === 0)
    throw lineNotRead(row.number, table.nameOf('amount') || table.nameOf('credit'));
  return amounts;
}

type Written = { readonly table: BankTable; readonly format: AmountFormat };

function amountAt(row: Row, head: AmountHead | 'balance', { table, format }: Written) {
  const text = table.cell(row, head);
  const display = table.displayOf(row, head);
  return display === undefined ? readAmount(text, format) : storedAmount(text, display);
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
