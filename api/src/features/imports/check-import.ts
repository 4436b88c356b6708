import { findAlreadyBooked, findTwiceInFile, storeFindings } from './import-findings.store.ts';
import { FINDINGS_KEPT_MAX } from './findings.ts';
import { PROGRESS_ROWS, watchImport, type ImportActor, type ImportDesk } from './import-desk.ts';
import { ImportStopped } from './import-failures.ts';
import { deleteStagedRows, finishCheck, type ImportKey } from './imports.store.ts';
import { readTape, type CheckedRow, type TapeReading } from './read-tape.ts';
import { stageRows } from './staged-rows.store.ts';
import type { TapeFile } from './tape-file.ts';

type Check = {
  readonly key: ImportKey;
  readonly file: TapeFile;
  readonly actor: ImportActor;
  readonly signal: AbortSignal;
};

/**
 * The dry run: reads and checks every row, keeps the rows that can be booked, and stores what is
 * wrong and the sums. All in one transaction: what is stopped leaves nothing.
 */
export async function checkImport(desk: ImportDesk, check: Check): Promise<void> {
  const { key, file, actor } = check;
  const reading = readTape(file, actor);
  await desk.database.begin(async (transaction) => {
    await stageRows(transaction, key, watched(desk, reading.rows, check));
    const column = reading.idColumn();
    const twice = await findTwiceInFile(transaction, key, column);
    const booked = await findAlreadyBooked(transaction, key, column);
    const findings = gather(reading, [twice, booked]);
    await storeFindings(transaction, key, findings);
    const { counts } = reading.findings;
    const summary = { ...reading.summary, errors: counts.error, warnings: counts.warning };
    // A tape with errors is never booked: it is corrected and imported again.
    if (summary.errors > 0) await deleteStagedRows(transaction, key);
    const isFinished = await finishCheck(transaction, key, summary);
    if (!isFinished) throw new ImportStopped('cancelled');
  });
}

async function* watched(
  desk: ImportDesk,
  rows: AsyncIterable<CheckedRow>,
  { key, signal }: Check,
): AsyncGenerator<CheckedRow> {
  let rowsRead = 0;
  for await (const row of rows) {
    if (rowsRead % PROGRESS_ROWS === 0)
      await watchImport(desk, { key, signal, progress: { rowsRead } });
    rowsRead += 1;
    yield row;
  }
}

type Found = Awaited<ReturnType<typeof findTwiceInFile>>;

function gather({ findings }: TapeReading, found: readonly Found[]) {
  for (const { findings: rows, total } of found) {
    for (const row of rows) findings.add(row);
    findings.countFurther('error', total - rows.length);
  }
  return findings.kept.slice(0, FINDINGS_KEPT_MAX);
}
