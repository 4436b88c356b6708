import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Process ids are reused, so the start time makes the identity unique. */
export type ProcessIdentity = { readonly pid: number; readonly startedAt: string };

export function identifyProcess(pid: number): ProcessIdentity | null {
  const startedAt = process.platform === 'linux' ? readLinuxStart(pid) : askPs(pid, 'lstart');
  return startedAt === null ? null : { pid, startedAt };
}

export function isStillRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/**
 * Returns whether a process is a zombie: ended, but not reaped by its parent. In a container whose
 * first process reaps no children, zombies remain as long as the container runs.
 */
export function hasEndedUnasked(pid: number): boolean {
  if (process.platform === 'linux') return readLinuxStat(pid)?.state === 'Z';
  return askPs(pid, 'stat')?.trim().startsWith('Z') ?? false;
}

/** Returns a running process's arguments; null if it does not exist or is not visible. */
export function readCommandLine(pid: number): string | null {
  if (process.platform !== 'linux') return askPs(pid, 'args');
  return readOrNull(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? null;
}

/**
 * Returns the id of the boot and the start time in clock ticks since then, which is field 22 of
 * `/proc/<pid>/stat`; null for a zombie or if there is no such process.
 */
function readLinuxStart(pid: number): string | null {
  const stat = readLinuxStat(pid);
  const ticks = stat?.fields[18];
  if (ticks === undefined || stat?.state === 'Z') return null;
  return `${readOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? ''} ${ticks}`;
}

function readLinuxStat(pid: number) {
  const stat = readOrNull(`/proc/${pid}/stat`);
  // The process name, which is in brackets before the state, may contain spaces and `)`.
  const [state, ...fields] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return state === undefined ? null : { state, fields };
}

function askPs(pid: number, column: string): string | null {
  const answer = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  return answer.status === 0 && answer.stdout.trim() !== '' ? answer.stdout.trim() : null;
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
