import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '@bursar/api/platform/database';
import { migrate } from '@bursar/api/platform/migrate';
import type { DatabaseTarget } from '@bursar/api/platform/postgres/targets';
import { startEmbeddedPostgres } from '@bursar/api/platform/postgres/start-embedded-postgres';

export type BenchDatabase = {
  readonly owner: Database;
  readonly database: Database;
  /** For files of the measurement's own; gone when it ends. */
  readonly folder: string;
  /** Where the application reaches the database, for another program. */
  readonly target: DatabaseTarget;
};

/** A migrated, empty database of the measurement's own, with the durability that users have. */
export async function withDatabase<Result>(
  measure: (books: BenchDatabase) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'bursar-bench-'));
  // As root the database is handed to another user, who must be able to enter.
  chmodSync(folder, 0o755);
  const started = await startEmbeddedPostgres({ dataFolder: folder, log: () => undefined });
  if (!started.ok) throw new Error(started.problem);
  const { targets, stop } = started.postgres;
  const owner = openDatabase({ target: targets.owner, maxConnections: 1 });
  const database = openDatabase({ target: targets.application });
  try {
    const migrated = await migrate(owner);
    if (!migrated.ok) throw new Error(migrated.problem);
    return await measure({ owner, database, folder, target: targets.application });
  } finally {
    await Promise.all([owner.end(), database.end()]);
    await stop();
    rmSync(folder, { recursive: true });
  }
}
