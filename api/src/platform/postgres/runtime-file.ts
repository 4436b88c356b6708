import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findCluster } from './cluster.ts';
import { readPostmaster } from './postmaster-file.ts';
import { isStillRunning } from './process-identity.ts';
import { targetsOfSocket, type DatabaseTargets } from './targets.ts';

const runtimeFile = 'running.json';

const runtimeContent = z.object({
  /** The Bursar process that started PostgreSQL and is responsible for it. */
  owner: z.object({ pid: z.number(), startedAt: z.string() }),
  postmasterPid: z.number(),
  socketFolder: z.string(),
});
export type Runtime = z.infer<typeof runtimeContent>;

/**
 * Finds the database of the running server, so that a second process, such as a tape import, can
 * use it; null if no server runs.
 */
export function findRunningPostgres(dataFolder: string): DatabaseTargets | null {
  const cluster = findCluster(dataFolder);
  const runtime = readRuntime(dataFolder);
  if (cluster === null || runtime === null || !isStillRunning(runtime.owner)) return null;
  const postmaster = readPostmaster(cluster);
  if (postmaster?.pid !== runtime.postmasterPid || !postmaster.isReady) return null;
  return targetsOfSocket(runtime.socketFolder);
}

export function readRuntime(dataFolder: string): Runtime | null {
  try {
    const text = readFileSync(join(dataFolder, runtimeFile), 'utf8');
    return runtimeContent.parse(JSON.parse(text));
  } catch {
    // A missing file, or one cut short by a crash, names no process.
    return null;
  }
}

export function writeRuntime(dataFolder: string, runtime: Runtime): void {
  const file = join(dataFolder, runtimeFile);
  writeFileSync(`${file}.new`, `${JSON.stringify(runtime)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function removeRuntime(dataFolder: string): void {
  rmSync(join(dataFolder, runtimeFile), { force: true });
}
