import type { ImportSummary, TapeReading as Understood } from '@bursar/contracts/imports';
import type { ToldColumns } from '@bursar/contracts/tape-fields';
import type { TextEncoding } from '@bursar/contracts/tape-telling';
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
} from '../findings.ts';
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
import type { TapeBytes } from '../read/tape-file.ts';
import type { TapeLoan } from '../read/tape-loan.ts';
import { openTapeRows, type TapeRow, type TapeRows } from '../read/tape-rows.ts';
import { COMMENT_START } from '../read/template.ts';

export type TapeTerms = {
  readonly currency: string;
  readonly businessDate: CalendarDate;
  /** The day at whose end the tape's balances were taken. */
  readonly cutOffOn: CalendarDate;
  /** What somebody said its text is in; null where the file tells. */
  readonly encoding: TextEncoding | null;
  /** What somebody said its columns are; null where nobody did. */
  readonly columns: ToldColumns | null;
  /** What was said of the portfolio's earlier tapes, newest first. */
  readonly remembered: readonly RememberedColumns[];
};

/** A row on its way to the books; rows with errors keep their id, so that using it twice shows. */
export type CheckedRow = {
  readonly row: number;
  readonly externalId: string | null;
  readonly loan: TapeLoan | null;
  readonly cells: readonly string[];
};

export type TapeReading = {
  readonly rows: AsyncIterable<CheckedRow>;
  /** Complete, as what follows is, once the rows have been read to their end. */
  readonly summary: ImportSummary;
  readonly findings: Findings;
  readonly understood: Understood;
  /** What the tape calls its loans' ids. */
  readonly idColumn: () => string | null;
  /** The header's names as they stand; null where there was none to read. */
  readonly header: () => readonly string[] | null;
  /** False where something could not be read on: the rows so far are not the whole tape. */
  readonly isWhole: () => boolean;
};

/**
 * Reads a tape row by row, checks every cell, and tries every loan's schedule, so that a tape
 * without errors can be booked whole. What is wrong is gathered, never thrown.
 */
export function readTape(file: TapeBytes, terms: TapeTerms): TapeReading {
  const findings = collectFindings();
  const sums = sumLoans(terms);
  const understood: Reading['understood'] = {
    encoding: null,
    isEncodingInDoubt: false,
    doubts: [],
    columns: [],
    required: [],
    recalledFrom: null,
  };
  const gathered = { findings, sums, understood };
  const reading: Reading = { terms, ...gathered, columns: undefined, isWhole: false };
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
  /** Known once the header was read. */
  columns: RecognisedColumns | undefined;
  isWhole: boolean;
};

async function* readRows(file: TapeBytes, reading: Reading): AsyncGenerator<CheckedRow> {
  const { findings, sums, understood, terms } = reading;
  try {
    const source = await openTapeRows(file, terms.encoding);
    understood.encoding = source.encoding;
    understood.isEncodingInDoubt = source.isEncodingInDoubt;
    const isGuessed = source.isEncodingInDoubt && terms.encoding === null;
    if (isGuessed) findings.add(warningFinding('decoded_as_windows_1252'));
    yield* checkRows(source, reading);
    reading.isWhole = sums.sums.rows > 0;
    const isReadable = findings.counts.error === 0;
    if (isReadable && sums.sums.rows === 0) findings.add(errorFinding('file_has_no_loans'));
  } catch (error) {
    if (!(error instanceof UnreadableTape)) throw error;
    if (error.finding.code === 'file_encoding_unreadable') understood.isEncodingInDoubt = true;
    findings.add(error.finding);
  }
}

async function* checkRows(source: TapeRows, reading: Reading): AsyncGenerator<CheckedRow> {
  const { findings, sums, terms } = reading;
  let rowsSeen = 0;
  for await (const row of source.rows) {
    if (row.cells[0]?.trimStart().startsWith(COMMENT_START)) continue;
    if (!reading.columns) {
      reading.columns = takeColumns(row, reading);
      for (const finding of reading.columns.findings) findings.add(finding);
      continue;
    }
    noteValues(row, reading);
    // Without its columns no row can be read: a few more show what stands in them.
    if (hasNoColumns(reading)) {
      rowsSeen += 1;
      if (rowsSeen >= ROWS_SHOWN) return;
      continue;
    }
    sums.sums.rows += 1;
    if (source.isEncodingInDoubt) noteDoubts(row, reading);
    yield checkRow(row, { ...reading, context: contextOf(source, reading.columns, terms) });
  }
}

/** Takes the columns as a person told them, or as the last tape with this header was told. */
function takeColumns(header: TapeRow, { terms, understood }: Reading): RecognisedColumns {
  const recalled = terms.columns === null ? recallColumns(header, terms.remembered) : null;
  const columns = recogniseColumns(header, terms.columns ?? recalled?.columns ?? null);
  if (recalled) {
    const { importId, fileName, bookedAt } = recalled;
    understood.recalledFrom = { importId, fileName, bookedAt };
  }
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

function fieldAt(places: RecognisedColumns['places'], index: number) {
  return [...places].find(([, place]) => place.index === index)?.[0] ?? null;
}

function hasNoColumns({ columns }: Reading): boolean {
  return columns?.findings.some(({ severity }) => severity === 'error') ?? true;
}

const ROWS_SHOWN = 50;
const VALUES_SHOWN = 3;
const VALUE_CHARACTERS = 60;

/** Keeps each column's first different values, to be told by what stands in them. */
function noteValues({ cells }: TapeRow, { understood, sums }: Reading): void {
  if (sums.sums.rows >= ROWS_SHOWN) return;
  for (const [index, { values }] of understood.columns.entries()) {
    const value = storable((cells[index] ?? '').trim().slice(0, VALUE_CHARACTERS));
    if (value !== '' && values.length < VALUES_SHOWN && !values.includes(value)) values.push(value);
  }
}

const DOUBTS_KEPT_MAX = 8;

/** Keeps the first cells with letters that each encoding reads in its own way. */
function noteDoubts({ number, cells }: TapeRow, { understood, columns }: Reading): void {
  const { doubts } = understood;
  for (const [index, cell] of cells.entries()) {
    if (doubts.length >= DOUBTS_KEPT_MAX) return;
    if (!beyondAscii.test(cell)) continue;
    const column = storable(columns?.names[index] ?? '');
    doubts.push({ row: number, column, value: storable(cell.trim()) });
  }
}

const beyondAscii = /\P{ASCII}/u;

function contextOf(source: TapeRows, columns: RecognisedColumns, terms: TapeTerms): TapeContext {
  const { dateSystem, delimiter } = source;
  const decimals = currencyDecimals(terms.currency) ?? 2;
  return { ...terms, columns, dateSystem, delimiter, currencyDecimals: decimals };
}

function checkRow(row: TapeRow, reading: Reading & { context: TapeContext }): CheckedRow {
  const { findings, context } = reading;
  const read = readLoan(row, context);
  for (const finding of read.findings) findings.add(finding);
  const loan = read.loan && trySchedule(read, { row, ...reading });
  return { row: row.number, externalId: read.externalId, loan, cells: row.cells };
}

/** Null where the loan's instalment cannot repay it. */
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
