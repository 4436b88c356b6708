import { calendarDate } from '@bursar/loan-maths/calendar';
import type { ImportSummary } from '@bursar/contracts/imports';
import { describeFinding } from '../features/imports/describe-finding.ts';
import type { NewFinding } from '../features/imports/findings.ts';
import { readTape, type CheckedRow } from '../features/imports/check/read-tape.ts';
import type { TapeFile } from '../features/imports/read/tape-file.ts';
import type { TapeLoan } from '../features/imports/read/tape-loan.ts';
import { tapeFileOf } from './tape-files.ts';

export type WholeTape = {
  readonly rows: readonly CheckedRow[];
  readonly loans: readonly TapeLoan[];
  readonly summary: ImportSummary;
  readonly findings: readonly NewFinding[];
  readonly sentences: readonly string[];
};

/** Reads a tape to its end in dollars on 15 June 2026, and closes it. */
export async function readWholeTape(
  file: TapeFile,
  cutOffOn = calendarDate('2026-06-15'),
): Promise<WholeTape> {
  const terms = {
    currency: 'USD',
    businessDate: calendarDate('2026-06-15'),
    cutOffOn,
    encoding: null,
    columns: null,
    remembered: [],
  };
  const reading = readTape(file, terms);
  const rows: CheckedRow[] = [];
  for await (const row of reading.rows) rows.push(row);
  await file.handle.close();
  return {
    rows,
    loans: rows.flatMap(({ loan }) => loan ?? []),
    summary: reading.summary,
    findings: reading.findings.kept,
    sentences: reading.findings.kept.map(describeFinding),
  };
}

/** The findings on a tape with this content, in the order of the file. */
export async function sentencesOf(content: string | Buffer): Promise<readonly string[]> {
  const { sentences } = await readWholeTape(await tapeFileOf(content));
  return sentences;
}
