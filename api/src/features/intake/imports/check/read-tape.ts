import type { ImportSummary } from '@bursar/contracts/intake/imports';
import type { TapeReading as Understood } from '@bursar/contracts/intake/tape-reading';
import type { ChosenColumns } from '@bursar/contracts/intake/tape-fields';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { DateOrders, TapeAnswers, TextEncoding } from '@bursar/contracts/intake/tape-telling';
import type { WholeFileValues } from '@bursar/contracts/intake/tape-whole-file';
import type { TapeWords } from '@bursar/contracts/intake/tape-words.values';
import type { CalendarDate } from '@bursar/loan-maths/calendar';
import { currencyDecimals, formatUnits } from '@bursar/loan-maths/money';
import {
  collectFindings,
  errorFinding,
  storable,
  UnreadableTape,
  warningFinding,
  type Findings,
  type NewFinding,
} from '../../../../platform/table-files/findings.ts';
import { openTable, type OpenedFile } from '../../../../platform/table-files/archives.ts';
import { askEncoding } from '../read/ask-encoding.ts';
import { rowsInOtherCurrency } from '../read/currency-columns.ts';
import { scaledRowsAbove } from '../read/heading-meanings.ts';
import { FileQuestions } from '../read/file-questions.ts';
import { readLoan, type ReadRow } from '../read/read-loan.ts';
import type { RememberedColumns } from '../read/recognise-columns.ts';
import type { TapeContext } from '../read/tape-context.ts';
import { isRowWithoutLoan } from '../read/rows-without-loans.ts';
import type { TapeHolder } from '../read/tape-holders.ts';
import { isFlat } from './flat-instalment.ts';
import { scheduleLoan } from './schedule-loan.ts';
import { profileTape, type ProfiledTape, type ReadingColumns } from './profile-tape.ts';
import { noteFirstDueDays } from './first-due-days.ts';
import { noteRows } from './noted-rows.ts';
import { showRows } from './shown-row.ts';
import { sumLoans } from './sum-loans.ts';
import { readTotals } from './totals-row.ts';
import type { TapeBytes } from '../../../../platform/table-files/tape-file.ts';
import type { TapeLoan } from '../read/tape-loan.ts';
import {
  openTapeRows,
  type TapeRow,
  type TapeRows,
  type WorkbookRead,
} from '../../../../platform/table-files/tape-rows.ts';
import { findTapeTable, openTapeSheet } from '../read/tape-table.ts';
import { isComment } from '../read/template.ts';

export type TapeTerms = {
  readonly currency: string;
  readonly businessDate: CalendarDate;
  /** The day at whose end the tape's balances were taken. */
  readonly cutOffOn: CalendarDate;
  /** The encoding that a user chose; null to detect it. */
  readonly encoding: TextEncoding | null;
  /** The location of the table that a user chose; empty to detect it. */
  readonly table: TableChoice;
  readonly columns: ChosenColumns | null;
  readonly answers: TapeAnswers;
  /** Date orders that the user set for columns; they override the order that the rows prove. */
  readonly dateOrders: DateOrders;
  readonly words: TapeWords;
  readonly forAll: WholeFileValues;
  /** The portfolio's teams and agents; null if the user may not assign loans. */
  readonly holders: readonly TapeHolder[] | null;
  /** The settings of the portfolio's earlier tapes, newest first. */
  readonly remembered: readonly RememberedColumns[];
};

/** A checked row; a row with errors retains its id, so that duplicates are found. */
export type CheckedRow = {
  readonly row: number;
  readonly externalId: string | null;
  readonly loan: TapeLoan | null;
  /** The row as the tape shows it, also if it is a workbook. */
  readonly cells: readonly string[];
};

export type TapeReading = {
  readonly rows: AsyncIterable<CheckedRow>;
  /** This and the following fields are complete once all rows have been read. */
  readonly summary: ImportSummary;
  readonly findings: Findings;
  readonly understood: Understood;
  readonly idColumn: () => string | null;
  /** The header's names as in the file; null if none was read. */
  readonly header: () => readonly string[] | null;
  /** False if reading stopped early, the tape has no loans, or its frequency is open. */
  readonly isWhole: () => boolean;
};

/**
 * Reads a tape row by row, checks every cell and builds every loan's schedule, so that a tape
 * without errors can be booked whole. Errors in the file are collected, not thrown.
 */
export function readTape(file: TapeBytes, terms: TapeTerms): TapeReading {
  const findings = collectFindings();
  const sums = sumLoans(terms);
  const understood: Reading['understood'] = {
    encoding: null,
    isEncodingInDoubt: false,
    encodingQuestion: null,
    doubts: [],
    table: null,
    columns: [],
    required: [],
    questions: [],
    words: [],
    lastForAll: {},
    layout: null,
    recalledFrom: null,
  };
  const gathered = { findings, sums, understood };
  const reading: Reading = {
    terms,
    ...gathered,
    columns: undefined,
    isLettered: false,
    last: null,
    isWhole: false,
  };
  return {
    rows: readRows(file, reading),
    summary: sums.sums,
    findings,
    understood,
    idColumn: () => reading.columns?.places.get('externalId')?.name ?? null,
    header: () => reading.columns?.names ?? null,
    isWhole: () => reading.isWhole,
  };
}

type Reading = ReadingColumns & {
  readonly sums: ReturnType<typeof sumLoans>;
  isWhole: boolean;
};

async function* readRows(file: TapeBytes, reading: Reading): AsyncGenerator<CheckedRow> {
  const { findings } = reading;
  let opened: OpenedFile | null = null;
  try {
    opened = await openTable(file);
    yield* readTable(opened, reading);
  } catch (error) {
    if (!(error instanceof UnreadableTape)) throw error;
    findings.add(error.finding);
  } finally {
    await opened?.close();
  }
}

async function* readTable(file: TapeBytes, reading: Reading): AsyncGenerator<CheckedRow> {
  const { findings, sums, understood, terms } = reading;
  const source = await openSheet(file, reading);
  if (source.isEncodingInDoubt && (await isEncodingOpen(file, reading))) return;
  understood.encoding = source.encoding;
  understood.isEncodingInDoubt = source.isEncodingInDoubt;
  if (source.workbook) noteSheets(source.workbook, findings);
  const table = await findTapeTable(source, terms);
  understood.table = table.found;
  reading.isLettered = table.isLettered;
  if (table.rowsAbove > 0) {
    const details = { rows: table.rowsAbove };
    findings.add(warningFinding('rows_above_header', { row: table.found.row, details }));
  }
  const contradicting = [
    ...rowsInOtherCurrency(table.above, terms.currency),
    ...scaledRowsAbove(table.above),
  ];
  for (const finding of contradicting) findings.add(finding);
  const profiled = await profileTape(table.source, reading);
  if (profiled === null || contradicting.length > 0) return;
  const firstDueDays = noteFirstDueDays(profiled.columns, terms.forAll);
  yield* checkRows(table.source, { ...reading, ...profiled, firstDueDays });
  const isFrequencyOpen = firstDueDays.addTo(findings);
  reading.isWhole = sums.sums.rows > 0 && !isFrequencyOpen;
  const isReadable = findings.counts.error === 0;
  if (isReadable && sums.sums.rows === 0) findings.add(errorFinding('file_has_no_loans'));
}

/** Opens the chosen sheet; if it does not exist, names the others, so that the user can choose. */
async function openSheet(file: TapeBytes, { terms, understood }: Reading): Promise<TapeRows> {
  try {
    return await openTapeSheet(file, terms);
  } catch (error) {
    if (error instanceof UnreadableTape && error.finding.code === 'sheet_not_there') {
      const other = await openTapeRows(file, terms.encoding);
      understood.table = (await findTapeTable(other, { ...terms, table: {} })).found;
    }
    throw error;
  }
}

/** Names the sheets that are not read, whether or not they are hidden. */
function noteSheets({ sheet, sheets }: WorkbookRead, findings: Findings): void {
  const others = sheets.map(({ name }) => name).filter((name) => name !== sheet);
  if (others.length === 0) return;
  const details = { sheet, others: others.slice(0, SHEETS_NAMED).join(', ') };
  findings.add(warningFinding('sheets_not_read', { details }));
}

const SHEETS_NAMED = 20;

/**
 * Asks for the encoding if it is unproven and the user has not chosen one; returns whether it is
 * open.
 */
async function isEncodingOpen(
  file: TapeBytes,
  { terms, understood, findings }: Reading,
): Promise<boolean> {
  if (terms.encoding !== null) return false;
  const questions = new FileQuestions({});
  await askEncoding(file, questions);
  const [open] = questions.open;
  if (!open) return false;
  understood.encodingQuestion = open;
  const [first] = open.choices.flatMap(({ readings }) => readings);
  findings.add(errorFinding('encoding_unproven', { value: first ?? null }));
  return true;
}

async function* checkRows(
  source: TapeRows,
  reading: Reading & ProfiledTape & { firstDueDays: ReturnType<typeof noteFirstDueDays> },
): AsyncGenerator<CheckedRow> {
  const { sums, findings } = reading;
  const context = contextOf(source, reading);
  const show = showRows(context);
  const noted = noteRows(reading.columns);
  let isBelowHeader = false;
  let sumsBefore: ImportSummary | null = null;
  for await (const row of source.rows) {
    if (isComment(row.cells)) continue;
    if (!isBelowHeader) {
      isBelowHeader = true;
      continue;
    }
    const totals = readTotals(row, context, { all: sums.sums, before: sumsBefore });
    if (totals) {
      for (const finding of totals) findings.add(finding);
      noted.noteTotals(row);
      sumsBefore = { ...sums.sums };
      continue;
    }
    if (isRowWithoutLoan(row, reading.columns)) {
      noted.noteText(row);
      continue;
    }
    sums.sums.rows += 1;
    noted.note(row);
    if (source.isEncodingInDoubt) noteDoubts(row, reading);
    const checked = checkRow(row, { ...reading, context, show });
    if (checked?.loan) reading.firstDueDays.note(checked.loan);
    if (checked) yield checked;
    else noted.noteLeftOut();
  }
  noted.addTo(findings);
}

const DOUBTS_STORED_MAX = 8;

/** Collects the first cells with non-ASCII characters, to show them to the user. */
function noteDoubts({ number, cells }: TapeRow, { understood, columns }: Reading): void {
  const { doubts } = understood;
  for (const [index, cell] of cells.entries()) {
    if (doubts.length >= DOUBTS_STORED_MAX) return;
    if (!beyondAscii.test(cell)) continue;
    const column = storable(columns?.names[index] ?? '');
    doubts.push({ row: number, column, value: storable(cell.trim()) });
  }
}

const beyondAscii = /\P{ASCII}/u;

function contextOf(
  { dateSystem }: TapeRows,
  {
    columns,
    currencyColumns,
    termColumns,
    termUnit,
    format,
    words,
    holders,
    terms,
  }: Reading & ProfiledTape,
): TapeContext {
  const decimals = currencyDecimals(terms.currency) ?? 2;
  const profiled = { columns, currencyColumns, termColumns, termUnit, format, words, holders };
  return { ...terms, ...profiled, dateSystem, currencyDecimals: decimals };
}

type Checking = Reading & {
  readonly context: TapeContext;
  readonly show: ReturnType<typeof showRows>;
};

/** Checks a row. Returns null if a user decided that the row is not a loan to import. */
function checkRow(row: TapeRow, reading: Checking): CheckedRow | null {
  const { findings, context, show } = reading;
  const read = readLoan(row, context);
  if (read.isLeftOut) return null;
  for (const finding of read.findings) findings.add(finding);
  const loan = read.loan && trySchedule(read, { row, ...reading });
  return { row: row.number, externalId: read.externalId, loan, cells: show(row) };
}

/**
 * Builds the schedule of a loan and adds the loan to the sums. Returns null, with a finding, if the
 * terms give no schedule or the instalment was calculated with flat interest.
 */
function trySchedule(
  { loan }: ReadRow,
  { row, context, findings, sums }: Reading & { row: TapeRow; context: TapeContext },
): TapeLoan | null {
  if (!loan) return null;
  const scheduled = scheduleLoan(loan, context.currency);
  const shown = (amountMinor: number) => formatUnits(amountMinor, context.currencyDecimals);
  const place = context.columns.places.get('instalment');
  const about: Pick<NewFinding, 'row' | 'column' | 'value'> = {
    row: row.number,
    column: place?.name ?? null,
    value: row.cells[place?.index ?? -1]?.trim() ?? null,
  };
  if (!scheduled.ok) {
    findings.add(errorFinding(scheduled.reason, about));
    return null;
  }
  if (scheduled.termsGiveMinor !== null) {
    const instalment = shown(scheduled.instalmentMinor);
    const details = { instalment, expected: shown(scheduled.termsGiveMinor) };
    if (isFlat(loan, scheduled.termsGiveMinor)) {
      findings.add(errorFinding('instalment_is_flat', { ...about, details }));
      return null;
    }
    findings.add(warningFinding('instalment_differs_from_terms', { ...about, details }));
  }
  sums.add(loan, scheduled);
  return loan;
}
