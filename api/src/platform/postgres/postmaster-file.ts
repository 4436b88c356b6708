import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from './process-identity.ts';

/** What PostgreSQL writes of itself into its folder, and leaves behind when it is killed. */
export type Postmaster = { readonly pid: number; readonly isReady: boolean };

export function readPostmaster(cluster: string): Postmaster | null {
  const lines = readLines(join(cluster, 'postmaster.pid'));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, isReady: lines[7]?.trim() === 'ready' };
}

/** The process that holds the folder now, if any: the file may name one long gone. */
export function findLivePostmaster(cluster: string): Postmaster | null {
  const postmaster = readPostmaster(cluster);
  if (postmaster === null) return null;
  const commandLine = readCommandLine(postmaster.pid);
  return commandLine?.includes(`-D ${cluster} `) === true ? postmaster : null;
}

/**
 * PostgreSQL clears its own stale file, except when another program of the same account has
 * taken over the process id, as happens after a reboot: then it would refuse to start.
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
