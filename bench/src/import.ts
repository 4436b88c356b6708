import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bookImport } from '@bursar/api/features/intake/imports/book/book-import';
import type { ImportActor, ImportDesk } from '@bursar/api/features/intake/imports/import-desk';
import { runImports } from '@bursar/api/features/intake/imports/import-runs';
import { readOneImport } from '@bursar/api/features/intake/imports/read-imports';
import { startImport } from '@bursar/api/features/intake/imports/check/start-import';
import { openTapeFile } from '@bursar/api/platform/table-files/tape-file';
import { systemClock } from '@bursar/api/platform/clock';
import { generateTapeLines } from '@bursar/api/seed/generate-tape';
import { calendarDate } from '@bursar/loan-maths/calendar';
import { medianOf } from './median.ts';
import { secondsOf } from './seconds-of.ts';
import { withDatabase, type BenchDatabase } from './with-database.ts';

export type ImportMeasurement = {
  readonly rows: number;
  readonly instalments: number;
  /** Medians, if a size is imported several times. */
  readonly checkSeconds: number;
  readonly bookSeconds: number;
  /** The peak memory of this process minus its memory before the import, in megabytes. */
  readonly peakMegabytes: number;
};

type ImportSize = { readonly rows: number; readonly times: number };

/**
 * The measured sizes. The targets are ten seconds for 5,000 loans, and no higher peak of memory for
 * 100,000 loans.
 */
export const importSizes: readonly ImportSize[] = [
  { rows: 5_000, times: 5 },
  { rows: 100_000, times: 1 },
];

/** Imports generated tapes into a real database. */
export function measureImports(
  sizes: readonly ImportSize[] = importSizes,
): Promise<readonly ImportMeasurement[]> {
  return withDatabase(async ({ owner, database, folder }) => {
    const office = await openImports({ owner, database, folder });
    const measured: ImportMeasurement[] = [];
    for (const size of sizes) measured.push(await measureSize(office, size));
    return measured;
  });
}

/** Formats the results for a terminal and for docs/benchmarks.md. */
export function describeImports(measured: readonly ImportMeasurement[]): string {
  const lines = measured.map(({ rows, instalments, checkSeconds, bookSeconds, peakMegabytes }) => {
    const total = (checkSeconds + bookSeconds).toFixed(1);
    const ratio = (bookSeconds / checkSeconds).toFixed(1);
    const parts = `dry run ${checkSeconds.toFixed(1)} s, booking ${bookSeconds.toFixed(1)} s, which is ${ratio} ×`;
    const size = `${rows.toLocaleString('en')} loans, ${instalments.toLocaleString('en')} instalments`;
    return `  ${size}: ${total} s (${parts}), ${peakMegabytes.toFixed(0)} MB above idle`;
  });
  return ['Importing a loan tape', ...lines].join('\n');
}

type Office = { readonly desk: ImportDesk; readonly actor: ImportActor; readonly folder: string };

/** Creates a separate portfolio for tapes. */
export async function openImports({
  owner,
  database,
  folder,
}: Pick<BenchDatabase, 'owner' | 'database' | 'folder'>): Promise<Office> {
  const [portfolioId, accountId] = [randomUUID(), randomUUID()];
  await owner`
    insert into portfolios (id, name, currency, time_zone)
    values (${portfolioId}, 'Measured', 'USD', 'UTC')`;
  await owner`
    insert into accounts (id, portfolio_id, role, email, name, password_hash)
    values (${accountId}, ${portfolioId}, 'user', 'tapes@bench.example', 'Bench', 'never used')`;
  const runs = runImports((error) => console.error(error));
  const businessDate = calendarDate('2026-01-31');
  return {
    folder,
    desk: { database, clock: systemClock, runs },
    actor: {
      portfolioId,
      accountId,
      currency: 'USD',
      businessDate,
      mayAssign: true,
      requestId: null,
      apiKeyName: undefined,
    },
  };
}

/** Imports a different tape each time, into books that contain the earlier ones. */
async function measureSize(office: Office, { rows, times }: ImportSize) {
  const each: ImportMeasurement[] = [];
  for (let round = 1; round <= times; round += 1) {
    each.push(await measureImport(office, { rows, idPrefix: `${rows}-${round}-` }));
  }
  const [first] = each;
  if (!first) throw new Error(`${rows} rows were imported no time`);
  return {
    ...first,
    checkSeconds: medianOf(each.map(({ checkSeconds }) => checkSeconds)),
    bookSeconds: medianOf(each.map(({ bookSeconds }) => bookSeconds)),
    peakMegabytes: Math.max(...each.map(({ peakMegabytes }) => peakMegabytes)),
  };
}

/** Checks and books one generated tape. */
export async function measureImport(
  office: Office,
  { rows, idPrefix }: { rows: number; idPrefix: string },
): Promise<ImportMeasurement> {
  const { desk, actor, folder } = office;
  const path = join(folder, `tape-${idPrefix}.csv`);
  const lines = generateTapeLines({ rows, idPrefix });
  await pipeline(Readable.from(withLineEnds(lines)), createWriteStream(path));
  const importId = randomUUID();
  const memory = watchMemory();
  const checkSeconds = await secondsOf(async () => {
    const file = await openTapeFile(path, 'tape.csv');
    await startImport(desk, { importId, file }, actor);
    await desk.runs.settled();
  });
  const bookSeconds = await secondsOf(async () => {
    await bookImport(desk, importId, actor);
    await desk.runs.settled();
  });
  const peakMegabytes = memory.stop();
  const tape = await readOneImport(desk, importId, actor);
  if (tape?.state !== 'booked') throw new Error(`the tape of ${rows} rows was not booked`);
  const instalments = tape.summary?.instalments ?? 0;
  return { rows, instalments, checkSeconds, bookSeconds, peakMegabytes };
}

function* withLineEnds(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

function watchMemory(): { stop: () => number } {
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return (peak - idle) / 1_000_000;
    },
  };
}
