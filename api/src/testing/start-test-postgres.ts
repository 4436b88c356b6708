import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/database.ts';
import { migrate } from '../platform/migrate.ts';
import { startEmbeddedPostgres } from '../platform/postgres/start-embedded-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly postgresSocket: string;
  }
}

/**
 * Starts one PostgreSQL for a whole run; its migrated `bursar` database is the template for each
 * test.
 */
export default async function startTestPostgres(
  project: TestProject,
): Promise<() => Promise<void>> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bursar-test-'));
  // When started by root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(dataFolder, 0o755);
  const started = await startEmbeddedPostgres({
    dataFolder,
    throwaway: true,
    log: () => undefined,
  });
  if (!started.ok) throw new Error(started.problem);
  const { targets, stop } = started.postgres;
  const owner = openDatabase({ target: targets.owner, maxConnections: 1 });
  const migrated = await migrate(owner);
  await owner.end();
  if (!migrated.ok) throw new Error(migrated.problem);
  if ('url' in targets.owner) throw new Error('The test database has no socket.');
  project.provide('postgresSocket', targets.owner.host);
  return async () => {
    await stop();
    rmSync(dataFolder, { recursive: true });
  };
}
