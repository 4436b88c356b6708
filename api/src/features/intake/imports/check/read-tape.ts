import type { ImportSummary } from '@bursar/contracts/intake/imports';
import type { TapeReading as Understood } from '@bursar/contracts/intake/tape-reading';
import type { ChosenColumns } from '@bursar/contracts/intake/tape-fields';
import type { TapeAnswers, TextEncoding } from '@bursar/contracts/intake/tape-telling';
import { addMonths, type CalendarDate } from '@bursar/loan-maths/calendar';
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
import { askEncoding } from '../read/ask-encoding.ts';
import {
  headingsInOtherCurrency,
  profileCurrencies,
  rowsInOtherCurrency,
  type CurrencyColumn,
} from '../read/currency-columns.ts';
import { FileQuestions } from '../read/file-questions.ts';
import { profileBalances } from '../read/missing-balances.ts';
import { profileColumns } from '../read/profile-columns.ts';
import { readLoan, type ReadRow } from '../read/read-loan.ts';
import {
  recallColumns,
  recogniseColumns,
  type RecognisedColumns,
  type RememberedColumns,
} from '../read/recognise-columns.ts';
import type { TapeContext } from '../read/row-cells.ts';
import { scheduleLoan } from './schedule-loan.ts';
import { sumLoans } from './sum-loans.ts';
import type { TapeBytes } from '../../../../platform/table-files/tape-file.ts';
import type { TapeLoan } from '../read/tape-loan.ts';
import {
  openTapeRows,
  type TapeRow,
  type TapeRows,
} from '../../../../platform/table-files/tape-rows.ts';
import { findTable } from '../read/find-header.ts';
import { askOfTape, type TapeFormat } from '../read/tape-questions.ts';
import { isComment } from '../read/template.ts';

export type TapeTerms = {
  readonly currency: string;
  readonly businessDate: CalendarDate;
  /** The day at whose end the tape's balances were taken. */
  readonly cutOffOn: CalendarDate;
  /** The encoding that a user chose; null to detect it. */
  readonly encoding: TextEncoding | null;
  readonly columns: ChosenColumns | null;
  readonly answers: TapeAnswers;
  /** Column choices for the portfolio's earlier tapes, newest first. */
  readonly remembered: readonly RememberedColumns[];
};

/** A checked row; a row with errors retains its id, so that duplicates are found. */
export type CheckedRow = {
  readonly row: number;
  readonly externalId: string | null;
  readonly loan: TapeLoan | null;
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
  /** False if reading stopped early, so the rows are not the whole tape. */
  readonly isWhole: () => boolean;
};

/**
 * Reads a tape row by row, checks every cell and builds every loan's schedule, so that a tape
 * without errors can be booked whole. Errors are collected, never thrown.
 */
export function readTape(file: TapeBytes, terms: TapeTerms): TapeReading {
  const findings = collectFindings();
  const sums = sumLoans(terms);
  const understood: Reading['understood'] = {
    encoding: null,
    isEncodingInDoubt: false,
    encodingQuestion: null,
    doubts: [],
    columns: [],
    required: [],
    questions: [],
    recalledFrom: null,
  };
  const gathered = { findings, sums, understood };
  const reading: Reading = {
    terms,
    ...gathered,
    columns: undefined,
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

type Reading = {
  readonly terms: TapeTerms;
  readonly findings: Findings;
  readonly sums: ReturnType<typeof sumLoans>;
  readonly understood: Understood;
  /** Set once the header has been read. */
  columns: RecognisedColumns | undefined;
  /** The column choices for the last tape with this header. */
  last: RememberedColumns | null;
  isWhole: boolean;
};

async function* readRows(file: TapeBytes, reading: Reading): AsyncGenerator<CheckedRow> {
  const { findings, sums, understood, terms } = reading;
  try {
    const source = await openTapeRows(file, terms.encoding);
    if (source.isEncodingInDoubt && (await isEncodingOpen(file, reading))) return;
    understood.encoding = source.encoding;
    understood.isEncodingInDoubt = source.isEncodingInDoubt;
    const table = await findTable(source, terms.remembered);
    if (table.above.length > 0) {
      const details = { rows: table.above.length };
      findings.add(warningFinding('rows_above_header', { row: table.headerRow, details }));
    }
    const inOtherCurrency = rowsInOtherCurrency(table.above, terms.currency);
    for (const finding of inOtherCurrency) findings.add(finding);
    const format = await profileTape(table.source, reading);
    if (format === null || inOtherCurrency.length > 0) return;
    yield* checkRows(table.source, { ...reading, ...format });
    reading.isWhole = sums.sums.rows > 0;
    const isReadable = findings.counts.error === 0;
    if (isReadable && sums.sums.rows === 0) findings.add(errorFinding('file_has_no_loans'));
  } catch (error) {
    if (!(error instanceof UnreadableTape)) throw error;
    findings.add(error.finding);
  }
}

/** Returns whether the encoding is unproven and the user has not chosen one yet. */
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

type Known = {
  readonly columns: RecognisedColumns;
  readonly currencyColumns: readonly CurrencyColumn[];
  readonly format: TapeFormat;
};

/**
 * Reads all rows once to learn how the tape writes its numbers, which one cell cannot show. Returns
 * null if no row can be read because a column is missing or a question is open.
 */
async function profileTape(source: TapeRows, reading: Reading): Promise<Known | null> {
  const { terms, findings, understood } = reading;
  let profile: ReturnType<typeof profileColumns> | null = null;
  let balances: ReturnType<typeof profileBalances> | null = null;
  let currencies: ReturnType<typeof profileCurrencies> | null = null;
  let rowsSeen = 0;
  const rows = readableRows(source);
  for await (const row of rows.rows) {
    if (isComment(row.cells)) continue;
    if (!reading.columns) {
      const columns = takeColumns(row, reading);
      reading.columns = columns;
      for (const finding of columns.findings) findings.add(finding);
      if (!hasNoColumns(reading)) {
        profile = profileColumns({ ...source, columns, distantBefore: distantBefore(terms) });
        currencies = profileCurrencies(columns, terms.currency);
        balances = profileBalances({ ...source, columns, cutOffOn: terms.cutOffOn });
      }
      continue;
    }
    rowsSeen += 1;
    if (rowsSeen <= ROWS_SHOWN) noteValues(row, reading);
    balances?.note(row);
    currencies?.note(row);
    if (profile) profile.note(row);
    // Rows cannot be read without their columns; a few are read to show sample values.
    else if (rowsSeen >= ROWS_SHOWN) return null;
  }
  const { columns, last } = reading;
  const { unreadable } = rows;
  if (unreadable && !profile) throw unreadable;
  if (!columns || !profile || !balances || !currencies) return null;
  const { profiles } = profile;
  const decimals = currencyDecimals(terms.currency) ?? 2;
  const remembered = last?.answers ?? {};
  const { missing: missingBalances } = balances;
  const about = { profiles, columns, missingBalances, currencyDecimals: decimals };
  const asked = { ...about, given: terms.answers, remembered };
  const { questions, findings: open, format } = askOfTape(asked);
  understood.questions = [...questions];
  const isRemembered = questions.some(({ kind, answer }) => answer && !terms.answers[kind]);
  if (last && isRemembered) understood.recalledFrom = asRecalled(last);
  const errors = [...currencies.headings(), ...open];
  for (const finding of errors) findings.add(finding);
  if (errors.length === 0) return { columns, currencyColumns: currencies.columns(), format };
  // Otherwise the rows are read again, and the same error is found then.
  if (unreadable) findings.add(unreadable.finding);
  return null;
}

/** Yields the rows up to the first unreadable one; the error is available afterwards. */
function readableRows(source: TapeRows) {
  const found: { rows: AsyncGenerator<TapeRow>; unreadable: UnreadableTape | null } = {
    rows: readable(),
    unreadable: null,
  };
  async function* readable(): AsyncGenerator<TapeRow> {
    try {
      yield* source.rows;
    } catch (error) {
      if (!(error instanceof UnreadableTape)) throw error;
      found.unreadable = error;
    }
  }
  return found;
}

/** Loans rarely run longer, so an earlier day is likely an error. */
const MEMORY_YEARS = 50;

function distantBefore({ businessDate }: TapeTerms): string {
  return addMonths(businessDate, -12 * MEMORY_YEARS);
}

async function* checkRows(source: TapeRows, reading: Reading & Known): AsyncGenerator<CheckedRow> {
  const { sums } = reading;
  let isBelowHeader = false;
  for await (const row of source.rows) {
    if (isComment(row.cells)) continue;
    if (!isBelowHeader) {
      isBelowHeader = true;
      continue;
    }
    sums.sums.rows += 1;
    if (source.isEncodingInDoubt) noteDoubts(row, reading);
    yield checkRow(row, { ...reading, context: contextOf(source, reading) });
  }
}

/** Takes the columns that a user chose, for this tape or for the last one with this header. */
function takeColumns(header: TapeRow, reading: Reading): RecognisedColumns {
  const { terms, understood } = reading;
  const last = recallColumns(header, terms.remembered);
  reading.last = last;
  const recalled = terms.columns === null && last?.columns ? last : null;
  const named = recogniseColumns(header, terms.columns ?? recalled?.columns ?? null);
  const inOtherCurrency = headingsInOtherCurrency(named, terms.currency);
  const columns = { ...named, findings: [...named.findings, ...inOtherCurrency] };
  if (recalled) understood.recalledFrom = asRecalled(recalled);
  const needed = columns.layout.columns.filter(({ isRequired }) => isRequired);
  understood.required = needed.map(({ field }) => field);
  understood.columns = columns.names.map((name, index) => ({
    name: storable(name),
    values: [],
    field: fieldAt(columns.places, index),
    recognisedAs: fieldAt(columns.placesByName, index),
  }));
  return columns;
}

function asRecalled({ importId, fileName, bookedAt }: RememberedColumns) {
  return { importId, fileName, bookedAt };
}

function fieldAt(places: RecognisedColumns['places'], index: number) {
  return [...places].find(([, place]) => place.index === index)?.[0] ?? null;
}

function hasNoColumns({ columns }: Reading): boolean {
  return columns?.findings.some(({ severity }) => severity === 'error') ?? true;
}

const ROWS_SHOWN = 50;
const VALUES_SHOWN = 3;
const VALUE_CHARACTERS = 60;

/** Collects the first different values of each column, to show them to the user. */
function noteValues({ cells }: TapeRow, { understood }: Reading): void {
  for (const [index, { values }] of understood.columns.entries()) {
    const value = storable((cells[index] ?? '').trim().slice(0, VALUE_CHARACTERS));
    if (value !== '' && values.length < VALUES_SHOWN && !values.includes(value)) values.push(value);
  }
}

const DOUBTS_STORED_MAX = 8;

/** Collects the first cells that encodings read differently, to show them to the user. */
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
  { columns, currencyColumns, format, terms }: Reading & Known,
): TapeContext {
  const decimals = currencyDecimals(terms.currency) ?? 2;
  return { ...terms, columns, currencyColumns, format, dateSystem, currencyDecimals: decimals };
}

function checkRow(row: TapeRow, reading: Reading & { context: TapeContext }): CheckedRow {
  const { findings, context } = reading;
  const read = readLoan(row, context);
  for (const finding of read.findings) findings.add(finding);
  const loan = read.loan && trySchedule(read, { row, ...reading });
  return { row: row.number, externalId: read.externalId, loan, cells: row.cells };
}

/** Returns null if the loan's instalment cannot repay it. */
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
    findings.add(warningFinding('instalment_differs_from_terms', { ...about, details }));
  }
  sums.add(loan, scheduled);
  return loan;
}
