import { calendarDate } from '@bursar/loan-maths/calendar';
import type { ImportSummary } from '@bursar/contracts/intake/imports';
import type { TableFound } from '@bursar/contracts/intake/tape-table';
import type {
  LayoutName,
  TapeColumn,
  TapeQuestion,
  TapeReading,
  WordColumn,
} from '@bursar/contracts/intake/tape-reading';
import { describeFinding } from '../features/intake/imports/describe-finding.ts';
import type { NewFinding } from '../platform/table-files/findings.ts';
import {
  readTape,
  type CheckedRow,
  type TapeTerms,
} from '../features/intake/imports/check/read-tape.ts';
import type { TapeFile } from '../platform/table-files/tape-file.ts';
import type { TapeLoan } from '../features/intake/imports/read/tape-loan.ts';
import { tapeFileOf } from './tape-files.ts';
import { writeWorkbook, type WorkbookCell } from './write-workbook.ts';

export type WholeTape = {
  readonly rows: readonly CheckedRow[];
  readonly loans: readonly TapeLoan[];
  readonly summary: ImportSummary;
  readonly findings: readonly NewFinding[];
  readonly sentences: readonly string[];
  readonly questions: readonly TapeQuestion[];
  readonly columns: readonly TapeColumn[];
  readonly words: readonly WordColumn[];
  readonly table: TableFound | null;
  readonly layout: LayoutName | null;
  readonly recalledFrom: TapeReading['recalledFrom'];
};

/** Reads a whole tape in US dollars on 15 June 2026, and closes it. */
export async function readWholeTape(
  file: TapeFile,
  cutOffOn = calendarDate('2026-06-15'),
  overrides: Partial<TapeTerms> = {},
): Promise<WholeTape> {
  const terms = {
    currency: 'USD',
    businessDate: calendarDate('2026-06-15'),
    cutOffOn,
    encoding: null,
    table: {},
    columns: null,
    answers: {},
    dateOrders: {},
    words: {},
    forAll: {},
    holders: [],
    remembered: [],
    ...overrides,
  };
  const reading = readTape(file, terms);
  const rows: CheckedRow[] = [];
  for await (const row of reading.rows) rows.push(row);
  await file.handle.close();
  return {
    rows,
    loans: rows.flatMap(({ loan }) => loan ?? []),
    summary: reading.summary,
    findings: reading.findings.listed,
    sentences: reading.findings.listed.map(describeFinding),
    questions: reading.understood.questions,
    columns: reading.understood.columns,
    words: reading.understood.words,
    table: reading.understood.table,
    layout: reading.understood.layout,
    recalledFrom: reading.understood.recalledFrom,
  };
}

/** Returns the findings on a tape with this content, in file order. */
export async function sentencesOf(content: string | Buffer): Promise<readonly string[]> {
  const { sentences } = await readWholeTape(await tapeFileOf(content));
  return sentences;
}

/** Reads a tape from CSV lines. */
export async function readLines(
  lines: readonly string[],
  overrides: Partial<TapeTerms> = {},
): Promise<WholeTape> {
  return readWholeTape(await tapeFileOf(lines.join('\n')), undefined, overrides);
}

/** Reads a tape from a workbook's rows. */
export async function readSheet(
  rows: readonly (readonly WorkbookCell[])[],
  overrides: Partial<TapeTerms> = {},
): Promise<WholeTape> {
  const file = await tapeFileOf(writeWorkbook({ rows }), 'tape.xlsx');
  return readWholeTape(file, undefined, overrides);
}
