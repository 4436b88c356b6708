import type { ImportSummary } from '@bursar/contracts/imports';
import type { CalendarDate } from '@bursar/loan-maths/calendar';
import { currencyDecimals, formatUnits } from '@bursar/loan-maths/money';
import {
  collectFindings,
  errorFinding,
  UnreadableTape,
  warningFinding,
  type Findings,
  type NewFinding,
} from './findings.ts';
import { readLoan, type ReadRow } from './read-loan.ts';
import { recogniseColumns, type RecognisedColumns } from './recognise-columns.ts';
import type { TapeContext } from './row-cells.ts';
import { scheduleLoan } from './schedule-loan.ts';
import { sumLoans } from './sum-loans.ts';
import type { TapeBytes } from './tape-file.ts';
import type { TapeLoan } from './tape-loan.ts';
import { openTapeRows, type TapeRow, type TapeRows } from './tape-rows.ts';
import { COMMENT_START } from './template.ts';

export type TapeTerms = {
  readonly currency: string;
  readonly businessDate: CalendarDate;
  /** The day at whose end the tape's balances were taken. */
  readonly cutOffOn: CalendarDate;
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
  const reading: Reading = { terms, findings, sums, columns: undefined, isWhole: false };
  return {
    rows: readRows(file, reading),
    summary: sums.sums,
    findings,
    idColumn: () => reading.columns?.places.get('externalId')?.name ?? null,
    header: () => reading.columns?.names ?? null,
    isWhole: () => reading.isWhole,
  };
}

type Reading = {
  readonly terms: TapeTerms;
  readonly findings: Findings;
  readonly sums: ReturnType<typeof sumLoans>;
  /** Known once the header was read. */
  columns: RecognisedColumns | undefined;
  isWhole: boolean;
};

async function* readRows(file: TapeBytes, reading: Reading): AsyncGenerator<CheckedRow> {
  const { findings, sums } = reading;
  try {
    const source = await openTapeRows(file);
    if (source.isWindows1252) findings.add(warningFinding('decoded_as_windows_1252'));
    yield* checkRows(source, reading);
    reading.isWhole = sums.sums.rows > 0;
    const isReadable = findings.counts.error === 0;
    if (isReadable && sums.sums.rows === 0) findings.add(errorFinding('file_has_no_loans'));
  } catch (error) {
    if (!(error instanceof UnreadableTape)) throw error;
    findings.add(error.finding);
  }
}

async function* checkRows(source: TapeRows, reading: Reading): AsyncGenerator<CheckedRow> {
  const { findings, sums, terms } = reading;
  for await (const row of source.rows) {
    if (row.cells[0]?.trimStart().startsWith(COMMENT_START)) continue;
    if (!reading.columns) {
      reading.columns = recogniseColumns(row);
      for (const finding of reading.columns.findings) findings.add(finding);
      // Without its columns no row could be read: one finding a column says it all.
      if (findings.counts.error > 0) return;
      continue;
    }
    sums.sums.rows += 1;
    yield checkRow(row, { ...reading, context: contextOf(source, reading.columns, terms) });
  }
}

function contextOf(source: TapeRows, columns: RecognisedColumns, terms: TapeTerms): TapeContext {
  const { dateSystem, delimiter } = source;
  const decimals = currencyDecimals(terms.currency) ?? 2;
  return { columns, dateSystem, delimiter, currencyDecimals: decimals, ...terms };
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
