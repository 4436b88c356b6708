import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '@bursar/api/platform/database';
import { migrate } from '@bursar/api/platform/migrate';
import type { DatabaseTarget } from '@bursar/api/platform/database';
import { startEmbeddedPostgres } from '@bursar/api/platform/postgres/start-embedded-postgres';

export type BenchDatabase = {
  readonly owner: Database;
  readonly database: Database;
  /** A folder for files of the measurement, deleted at its end. */
  readonly folder: string;
  /** The application's database address, for other programs. */
  readonly target: DatabaseTarget;
};

/** Runs `measure` on a new, migrated, empty database with the durability settings of production. */
export function withDatabase<Result>(
  measure: (books: BenchDatabase) => Promise<Result>,
): Promise<Result> {
  return withEmptyDatabase(async (books) => {
    const migrated = await migrate(books.owner);
    if (!migrated.ok) throw new Error(migrated.problem);
    return measure(books);
  });
}

/** Runs `measure` on a database that has no tables yet, as a restore needs. */
export async function withEmptyDatabase<Result>(
  measure: (books: BenchDatabase) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'bursar-bench-'));
  // Under root, PostgreSQL runs as another user, who must be able to open the folder.
  chmodSync(folder, 0o755);
  const started = await startEmbeddedPostgres({ dataFolder: folder, log: () => undefined });
  if (!started.ok) throw new Error(started.problem);
  const { targets, stop } = started.postgres;
  // A backup takes a second connection for its lock.
  const owner = openDatabase({ target: targets.owner, maxConnections: 2 });
  const database = openDatabase({ target: targets.application });
  try {
    return await measure({ owner, database, folder, target: targets.application });
  } finally {
    await Promise.all([owner.end(), database.end()]);
    await stop();
    rmSync(folder, { recursive: true });
  }
}
