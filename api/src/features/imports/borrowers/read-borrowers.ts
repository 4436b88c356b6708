import { setImmediate as giveTurn } from 'node:timers/promises';
import type { CheckedBorrowers } from '@bursar/contracts/borrower-imports';
import type { FileAnswers, FileQuestion } from '@bursar/contracts/file-questions';
import type { TapeField } from '@bursar/contracts/tape-fields';
import { BORROWER_ROWS_MAX } from '@bursar/contracts/tape-limits';
import { calendarDate } from '@bursar/loan-maths/calendar';
import { currencyDecimals } from '@bursar/loan-maths/money';
import {
  beyond,
  collectFindings,
  errorFinding,
  storable,
  UnreadableTape,
  type Findings,
} from '../findings.ts';
import { askEncoding } from '../read/ask-encoding.ts';
import { FileQuestions } from '../read/file-questions.ts';
import { lengthFinding, readBorrower } from '../read/read-loan.ts';
import { recogniseColumns, type RecognisedColumns } from '../read/recognise-columns.ts';
import { RowCells } from '../read/row-cells.ts';
import type { TapeBytes } from '../read/tape-file.ts';
import { borrowerLayout } from '../read/tape-layouts.ts';
import type { TapeBorrower } from '../read/tape-loan.ts';
import { openTapeRows, type TapeRow, type TapeRows } from '../read/tape-rows.ts';
import { COMMENT_START } from '../read/template.ts';

export type BorrowerTerms = {
  readonly currency: string;
  readonly businessDate: string;
  readonly answers: FileAnswers;
};

/** One row of the file, found good. */
export type FileBorrower = TapeBorrower & {
  readonly row: number;
  readonly externalId: string;
  readonly name: string;
};

export type BorrowerFile = {
  /** What the file leaves open; none of its rows is read before it is answered. */
  readonly questions: FileQuestion[];
  readonly borrowers: readonly FileBorrower[];
  readonly rows: number;
  readonly findings: Findings;
  readonly columns: CheckedBorrowers['columns'];
  /** What the file calls a field. */
  readonly columnOf: (field: TapeField) => string | null;
};

/** Reads a file of borrowers whole, as tapes are read: what is wrong is gathered, never thrown. */
export async function readBorrowers(file: TapeBytes, terms: BorrowerTerms): Promise<BorrowerFile> {
  const reading: Reading = {
    terms,
    findings: collectFindings(),
    borrowers: [],
    rows: 0,
    columns: null,
  };
  const questions = new FileQuestions(terms.answers);
  try {
    const encoding = await askEncoding(file, questions);
    if (questions.open.length === 0) await readRows(await openTapeRows(file, encoding), reading);
    const isReadable = reading.findings.counts.error === 0 && questions.open.length === 0;
    if (isReadable && reading.rows === 0)
      reading.findings.add(errorFinding('file_has_no_borrowers'));
  } catch (error) {
    if (!(error instanceof UnreadableTape)) throw error;
    reading.findings.add(error.finding);
  }
  const { borrowers, rows, findings, columns } = reading;
  return {
    questions: questions.open,
    borrowers,
    rows,
    findings,
    columns: (columns?.names ?? []).map((name, index) => ({
      name: storable(name),
      field: columns ? fieldAt(columns, index) : null,
    })),
    columnOf: (field) => columns?.places.get(field)?.name ?? null,
  };
}

type Reading = {
  readonly terms: BorrowerTerms;
  readonly findings: Findings;
  readonly borrowers: FileBorrower[];
  rows: number;
  columns: RecognisedColumns | null;
};

async function readRows(source: TapeRows, reading: Reading): Promise<void> {
  let turnBegan = performance.now();
  for await (const row of source.rows) {
    if (performance.now() - turnBegan > TURN_MS) {
      await giveTurn();
      turnBegan = performance.now();
    }
    if (row.cells[0]?.trimStart().startsWith(COMMENT_START)) continue;
    if (reading.columns) {
      takeRow(row, source, { ...reading, columns: reading.columns });
      reading.rows += 1;
      if (reading.rows > BORROWER_ROWS_MAX) throw beyond('too_many_rows', BORROWER_ROWS_MAX);
      continue;
    }
    reading.columns = recogniseColumns(row, null, [borrowerLayout]);
    for (const finding of reading.columns.findings) reading.findings.add(finding);
    // Without its columns no row can be read.
    if (reading.findings.counts.error > 0) return;
  }
}

/** How long rows are read before other calls have their turn. */
const TURN_MS = 5;

function takeRow(
  row: TapeRow,
  { dateSystem, delimiter }: TapeRows,
  { terms, columns, findings, borrowers }: Reading & { readonly columns: RecognisedColumns },
): void {
  const businessDate = calendarDate(terms.businessDate);
  const context = {
    columns,
    dateSystem,
    delimiter,
    currency: terms.currency,
    currencyDecimals: currencyDecimals(terms.currency) ?? 2,
    businessDate,
    cutOffOn: businessDate,
  };
  const misfit = lengthFinding(row, context);
  if (misfit) {
    findings.add(misfit);
    return;
  }
  const cells = new RowCells(row, context);
  const borrower = readBorrower(cells, '');
  for (const finding of cells.findings) findings.add(finding);
  const { externalId, name } = borrower;
  if (!cells.isSound || !externalId || name === null) return;
  borrowers.push({ ...borrower, externalId, name, row: row.number });
}

function fieldAt({ places }: RecognisedColumns, index: number): TapeField | null {
  return [...places].find(([, place]) => place.index === index)?.[0] ?? null;
}
