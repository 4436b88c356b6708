import type { BankTableFormat } from '@bursar/contracts/intake/bank-files.values';
import type { BankReading, ChosenBankColumns } from '@bursar/contracts/intake/bank-layouts';
import { type FileAnswers } from '@bursar/contracts/intake/file-questions';
import { fileQuestionChoices } from '@bursar/contracts/intake/file-questions.values';
import type { TableFound } from '@bursar/contracts/intake/tape-table';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { TextEncoding } from '@bursar/contracts/intake/tape-telling';
import type { FileQuestions } from '../../imports/read/file-questions.ts';
import {
  mapYielding,
  yieldingToEventLoop,
  yieldToEventLoop,
} from '../../imports/yield-to-event-loop.ts';
import type { TapeBytes } from '../../../../platform/table-files/tape-file.ts';
import { refuseOtherUnits } from './cells/amount-units.ts';
import { accountReader, bankIdReader, payerAccountReader } from './cells/bank-accounts.ts';
import {
  amountFormat,
  amountHeads,
  minorOf,
  readAmount,
  storedAmount,
  type AmountCell,
  type AmountFormat,
  type AmountHead,
} from './cells/bank-amounts.ts';
import { dateFormat, dayReader } from './cells/bank-days.ts';
import { formatsOf } from './cells/bank-evidence.ts';
import type { BankTable, Row } from './columns/bank-columns.ts';
import { openBankTable, type OpenedTable, type TableLayout } from './columns/open-bank-table.ts';
import { currencyReader } from './cells/bank-currencies.ts';
import type { RememberedTable } from './columns/open-header.ts';
import type { KnowsNames } from './columns/payer-columns.ts';
import { readSides, shown, type SidedRow } from './cells/bank-directions.ts';
import { lineNotRead, type ReadLine } from './bank-line.ts';
import { comparableTerm, isYes, sideMeant, statusMeant, type Side } from './bank-terms.ts';
import { balanceWords, isBalanceRow, isSeparator, summaryRows } from './rows/balance-rows.ts';
import { checkBalance, type BalanceCheck } from './rows/check-balance.ts';
import { rowsOutsideBalance } from './rows/lines-without-balance.ts';
import { pendingRows } from './rows/pending-sections.ts';
import { columnsOfWhom } from './cells/ledger-columns.ts';
import { askSecondAmounts, isOfSecondAmount } from './cells/second-amounts.ts';
import { totalRows } from './rows/total-rows.ts';
import { statesNoMoney } from './columns/columns-by-values.ts';
import { looksLikeAmount, mayBeDay } from './columns/value-shapes.ts';

export type Reading = {
  readonly currency: string;
  readonly questions: FileQuestions;
  /** The columns that were sent with the file. */
  readonly columns?: ChosenBankColumns | undefined;
  /** The sheet and heading row that the user chose; missing if the table is to be found. */
  readonly table?: TableChoice | undefined;
  /** Finds the columns and answers of an earlier file with these headings. */
  readonly remembered: (fingerprint: string) => Promise<RememberedLayout | null>;
  readonly rememberedTables: () => Promise<readonly RememberedTable[]>;
  readonly knowsNames: KnowsNames;
  /** Today; null if the user cannot be asked for a year. */
  readonly businessDate: string | null;
};

export type RememberedLayout = {
  /** Null if the columns were found by their headings. */
  readonly columns: ChosenBankColumns | null;
  readonly answers: FileAnswers;
};

export type ReadTable = {
  readonly format: BankTableFormat;
  readonly layout: TableLayout;
  readonly found: TableFound;
  /** Null while a user must say what the columns are. */
  readonly lines: readonly ReadLine[] | null;
  readonly balance: BalanceCheck;
  readonly reading: BankReading | null;
};

/** Reads the table of a bank's export, and asks about what its rows leave open. */
export async function readBankTable(
  file: TapeBytes,
  encoding: TextEncoding | null,
  reading: Reading,
): Promise<ReadTable> {
  const { columns: sent, questions, remembered } = reading;
  const opened: OpenedTable = await openBankTable(file, {
    ...reading,
    encoding,
    sent,
    remembered: async (fingerprint) => {
      const known = await remembered(fingerprint);
      if (known) questions.recall(known.answers);
      return known?.columns ?? null;
    },
  });
  const { table, format, found, hiddenRows, ...layout } = opened;
  if (!table) return { format, layout, found, lines: null, balance: null, reading: null };
  const { formats, ...read } = await readLines(table, reading);
  const { sheet, sheets, row, hasHeading } = found;
  const columns = layout.columns.map((column) => ({
    ...column,
    format: formats.get(column.position - 1) ?? null,
  }));
  const how = { table: { sheet, sheets, row, hasHeading }, hiddenRows, columns };
  return { format, layout, found, ...read, reading: how };
}

async function readLines(table: BankTable, { currency: usual, questions, businessDate }: Reading) {
  refuseOtherUnits(table);
  const summaries = summaryRows(table.rows);
  const areOther = await mapYielding(table.rows, (row) => summaries.has(row) || isNote(row, table));
  const others = new Set(table.rows.filter((_row, at) => areOther[at]));
  const rows = table.rows.filter((row) => !others.has(row));
  const pending = pendingRows(table.rows, (row) => others.has(row));
  for await (const row of yieldingToEventLoop(rows)) refuseSurplus(row, table);
  const dates = dateFormat(rows, table, { questions, businessDate });
  const days = dayReader(dates, table);
  await yieldToEventLoop();
  const amounts = await amountFormat(table, questions);
  const hasOwnColumn = !isOfSecondAmount(questions);
  const money = moneyReader(table, { currency: usual, format: amounts, hasOwnColumn });
  const formats = await formatsOf(rows, table, { dates, amounts });
  const all = await mapYielding(rows, (row) => {
    const leftOut = pending.has(row) ? 'not-booked' : leftOutByStatus(row, table, questions);
    return { ...money(row, leftOut === null), leftOut };
  });
  const totals = totalRows(all, table);
  await yieldToEventLoop();
  const unsided = all.filter(({ row }) => !totals.has(row));
  askSecondAmounts(unsided, { table, questions, usual });
  await yieldToEventLoop();
  const read = withSidesOf(columnsOfWhom(unsided, table, questions), unsided);
  await yieldToEventLoop();
  const sides = readSides(read, table, questions);
  await yieldToEventLoop();
  const lines = await linesOf(read, { table, rows, sides, days });
  // Amounts can be compared with the balance only when they are certain.
  if (questions.open.length > 0) return { lines, balance: null, formats };
  await yieldToEventLoop();
  return { ...balancedLines(read, { lines, sides, table, questions }), formats };
}

/**
 * Returns the lines with the directions that the columns of a bank or of a ledger state. Until the
 * user answers which of the two they are, the columns state no direction and raise no question.
 */
function withSidesOf(
  whose: ReturnType<typeof columnsOfWhom>,
  lines: readonly ReadRow[],
): readonly ReadRow[] {
  if (whose === 'bank-statement') return lines;
  if (whose === null) return lines.map((line) => ({ ...line, sides: [], isMoney: false }));
  return lines.map((line) => ({ ...line, sides: line.ledgerSides }));
}

type ReadRow = Money & Pick<ReadLine, 'leftOut'>;

type LineParts = {
  readonly table: BankTable;
  readonly rows: readonly Row[];
  readonly sides: readonly Side[];
  readonly days: ReturnType<typeof dayReader>;
};

async function linesOf(read: readonly ReadRow[], { table, rows, sides, days }: LineParts) {
  const accountOf = accountReader({ ...table, rows });
  const payerAccountOf = payerAccountReader({ ...table, rows });
  await yieldToEventLoop();
  const bankIdOf = bankIdReader({ ...table, rows });
  await yieldToEventLoop();
  return mapYielding(read, ({ row, amountMinor, currency, leftOut }, at): ReadLine => ({
    ...days(row),
    amountMinor,
    currency,
    leftOut: leftOut ?? leftOutByAmount(sides[at] ?? 'in', amountMinor),
    account: accountOf(row),
    bankId: bankIdOf(row),
    debtorName: table.cell(row, 'debtorName'),
    payerAccount: payerAccountOf(row),
    remittance: textOf(table.cell(row, 'remittance')),
    otherTexts: table.otherTextsOf(row),
    mark: table.cell(row, 'balance'),
    row: JSON.stringify(row.cells),
  }));
}

type Balanced = {
  readonly lines: readonly ReadLine[];
  readonly sides: readonly Side[];
  readonly table: BankTable;
  readonly questions: FileQuestions;
};

/**
 * Checks the running balance, and leaves out the lines outside it that the user calls not booked.
 */
function balancedLines(read: readonly ReadRow[], { lines, sides, table, questions }: Balanced) {
  const moves = read.flatMap(({ row, balanceMinor, feeMinor, leftOut }, at) => {
    const [line, side] = [lines[at], sides[at]];
    if (!line || !side || leftOut !== null) return [];
    const { account, currency, bookedOn, amountMinor } = line;
    const group = `${account} ${currency}`;
    return [{ row, group, bookedOn, side, amountMinor, feeMinor, balanceMinor }];
  });
  const outside = rowsOutsideBalance(moves, { table, questions });
  const balanced = moves.flatMap(({ balanceMinor, ...move }) =>
    balanceMinor === null ? [] : [{ ...move, balanceMinor }],
  );
  const balance = checkBalance(balanced, { table, questions });
  const booked = lines.map((line, at) => {
    const row = read[at]?.row;
    return row && outside.has(row) ? { ...line, leftOut: 'not-booked' as const } : line;
  });
  return { lines: booked, balance };
}

/**
 * Refuses a row with a cell beyond the headings, often the rest of an amount such as 1,500.00
 * without quotes.
 */
function refuseSurplus({ number, cells }: Row, { width, names }: BankTable): void {
  const surplus = cells.findIndex(
    (cell, place) =>
      place >= width && cell.trim() !== '' && (place >= names.length || looksLikeAmount(cell)),
  );
  if (surplus >= 0) throw lineNotRead(number, `#${surplus + 1}`);
}

/**
 * Removes parts that only state a direction, such as "CREDIT", the word NOTPROVIDED, and repeated
 * parts.
 */
const textOf = (name: string): string =>
  name
    .split(' · ')
    .filter((part) => sideMeant(part) === null && !/^NOT ?PROVIDED$/i.test(part))
    .filter((part, at, parts) => parts.indexOf(part) === at)
    .join(' · ');

/**
 * Returns whether a row is no booked line, such as a separator or a printed balance. A note between
 * the lines has neither an amount nor a day. Other balances and totals have only one of the two and
 * contain a word such as "balance".
 */
function isNote(row: Row, table: BankTable): boolean {
  const hasAmount = amountHeads.some((head) => table.cell(row, head) !== '');
  const dayText = table.cell(row, 'bookedOn') || table.cell(row, 'valueOn');
  const hasDay = /\p{N}{1,4}\s*[-/.]\s*\p{N}|^\p{N}{6,8}$/u.test(dayText) || mayBeDay(dayText);
  if (isBalanceRow(row, table) || isSeparator(row)) return true;
  // Some banks list pending rows with a word instead of a day.
  if (statusMeant(dayText) === 'not-booked') return true;
  if (hasAmount === hasDay) return !hasAmount;
  return row.cells.some((cell) => balanceWords.test(cell));
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
    .some((text) => !nothing.test(text) && isYes(text) !== false);
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

/** Texts and amounts that say that nothing was returned. */
const nothing = /^([-–]?|n\/?a|none|null|([A-Z]{3}|\p{Sc})?\s*0+([.,]0+)?\s*([A-Z]{3}|\p{Sc})?)$/iu;

const leftOutByAmount = (side: Side, amountMinor: number): ReadLine['leftOut'] =>
  side === 'out' ? 'debit' : amountMinor === 0 ? 'zero' : null;

type Money = SidedRow & {
  readonly currency: string;
  /** The directions of the row if the table is the ledger of an accounting program. */
  readonly ledgerSides: readonly Side[];
};

type MoneyTerms = {
  readonly currency: string;
  readonly format: AmountFormat;
  /** Whether the currency column belongs to the amount. */
  readonly hasOwnColumn: boolean;
};

/** Reads the amount of a row from whichever columns hold it. */
function moneyReader(table: BankTable, { currency: usual, format, hasOwnColumn }: MoneyTerms) {
  const currencyOf = currencyReader(table, { usual, hasOwnColumn });
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
    const fee = amountAt(row, 'fee', { table, format });
    const isBelow = balance !== null && (balance.isNegative || balance.side === 'out');
    return {
      row,
      isMoney,
      currency,
      amountMinor: first?.minor ?? 0,
      sides: filled.flatMap(sidesOf),
      ledgerSides: filled.flatMap((one) => sidesOf({ ...one, head: inLedger[one.head] })),
      isSplit: filled.some(({ head }) => head !== 'amount'),
      column: filled.length === 1 && first ? columnOf(first) : null,
      isNegativeDebit: filled.some(({ head, cell }) => head === 'debit' && cell.isNegative),
      isNegative: filled.some(({ head, cell }) => head === 'amount' && cell.isNegative),
      balanceMinor: isBelow && balanceMinor !== null ? -balanceMinor : balanceMinor,
      feeMinor: (fee && minorOf(fee, currency)) ?? 0,
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

function amountAt(row: Row, head: AmountHead | 'balance' | 'fee', { table, format }: Written) {
  const text = table.cell(row, head);
  const display = table.displayOf(row, head);
  if (display !== undefined) return storedAmount(text, display);
  const { mark, isOpen, balanceMark = mark } = format;
  return readAmount(text, { isOpen, mark: head === 'balance' ? balanceMark : mark });
}

function currenciesOf(amounts: readonly Amount[]): readonly string[] | null {
  const stated = amounts.map(({ cell }) => cell.currencies).filter((one) => one !== null);
  const [first, ...others] = stated;
  return first?.filter((code) => others.every((other) => other.includes(code))) ?? null;
}

const columnOf = ({ head, cell }: Amount): Money['column'] =>
  head === 'amount' || cell.isNegative ? null : head;

/** Maps a column of a ledger to the column of a bank with the same direction. */
const inLedger = { amount: 'amount', credit: 'debit', debit: 'credit' } as const;

/**
 * Returns the directions that an amount states. A minus sign means that money went out, even in the
 * credit column; in the debit column, a sign states nothing.
 */
function sidesOf({ head, cell }: Amount): readonly Side[] {
  const sides: Side[] = cell.side === null ? [] : [cell.side];
  if (head === 'debit') sides.push('out');
  if (head === 'credit') sides.push('in');
  if (head !== 'debit' && cell.isSigned) sides.push(cell.isNegative ? 'out' : 'in');
  return sides;
}
