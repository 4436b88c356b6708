import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from './process-identity.ts';

/** The content of PostgreSQL's pid file, which remains after a kill. */
export type Postmaster = { readonly pid: number; readonly isReady: boolean };

export function readPostmaster(cluster: string): Postmaster | null {
  const lines = readLines(join(cluster, 'postmaster.pid'));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  // A server that follows another server has the status "standby".
  return { pid, isReady: ['ready', 'standby'].includes(lines[7]?.trim() ?? '') };
}

/** Returns the process that holds the folder now; the file may name one that ended long ago. */
export function findLivePostmaster(cluster: string): Postmaster | null {
  const postmaster = readPostmaster(cluster);
  if (postmaster === null) return null;
  const commandLine = readCommandLine(postmaster.pid);
  return commandLine?.includes(`-D ${cluster} `) === true ? postmaster : null;
}

/**
 * Removes a pid file whose process has ended. PostgreSQL does so itself, unless another program of
 * the same account has reused the process id, as after a reboot. PostgreSQL would then refuse to
 * start.
 */
export function clearStalePostmaster(cluster: string): void {
  if (readPostmaster(cluster) !== null && findLivePostmaster(cluster) === null) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
