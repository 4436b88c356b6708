import { collectFindings, FINDINGS_KEPT_MAX, type Findings } from './findings.ts';
import { watchImport, type ImportActor, type ImportDesk } from './import-desk.ts';
import { ImportStopped } from './import-failures.ts';
import { findAlreadyBooked, findTwiceInFile, storeFindings } from './import-findings.store.ts';
import { deleteStagedRows, finishCheck, type ImportKey } from './imports.store.ts';
import { readTapeAside } from './read-tape-aside.ts';
import { stageRows, type StagedRow } from './staged-rows.store.ts';
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
  const watch = watchReading(desk, check);
  try {
    const terms = { currency: actor.currency, businessDate: actor.businessDate };
    const reading = readTapeAside(file, { terms, signal: watch.signal });
    await desk.database.begin(async (transaction) => {
      await stageRows(transaction, key, watch.counted(reading.rows));
      const { summary: sums, idColumn, ...found } = reading.read();
      const twice = await findTwiceInFile(transaction, key, idColumn);
      const booked = await findAlreadyBooked(transaction, key, idColumn);
      const findings = collectFindings({ kept: found.findings, counts: found.counts });
      await storeFindings(transaction, key, gather(findings, [twice, booked]));
      const { counts } = findings;
      const summary = { ...sums, errors: counts.error, warnings: counts.warning };
      // A tape with errors is never booked: it is corrected and imported again.
      if (summary.errors > 0) await deleteStagedRows(transaction, key);
      const isFinished = await finishCheck(transaction, key, summary);
      if (!isFinished) throw new ImportStopped('cancelled');
    });
  } finally {
    watch.end();
  }
}

/** How often pollers see the count of rows move, and a cancelled reading ends. */
const WATCHED_EVERY_MS = 250;

/** Looks by the clock, not by the row: a file may keep its reader busy for long without giving one. */
function watchReading(desk: ImportDesk, { key, signal }: Check) {
  const stopping = new AbortController();
  let rowsRead = 0;
  const look = () =>
    watchImport(desk, { key, signal, progress: { rowsRead } }).catch((error: unknown) =>
      stopping.abort(error),
    );
  const timer = setInterval(() => void look(), WATCHED_EVERY_MS);
  signal.addEventListener('abort', () => void look());
  return {
    signal: stopping.signal,
    async *counted(rows: AsyncIterable<StagedRow>): AsyncGenerator<StagedRow> {
      await look();
      stopping.signal.throwIfAborted();
      for await (const row of rows) {
        rowsRead += 1;
        yield row;
      }
    },
    end: () => clearInterval(timer),
  };
}

type Found = Awaited<ReturnType<typeof findTwiceInFile>>;

function gather(findings: Findings, found: readonly Found[]) {
  for (const { findings: rows, total } of found) {
    for (const row of rows) findings.add(row);
    findings.countFurther('error', total - rows.length);
  }
  return findings.kept.slice(0, FINDINGS_KEPT_MAX);
}
