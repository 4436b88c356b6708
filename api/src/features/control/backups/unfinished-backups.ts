import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { lstat, open, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { hasEndedUnasked, identifyProcess } from '../../../platform/postgres/process-identity.ts';

/**
 * A running backup updates its file at this interval. If its process cannot be checked, it counts
 * as dead after an hour without an update.
 */
export const SIGN_OF_LIFE_MS = 60_000;
const SILENT_MS = 3_600_000;

/**
 * Returns the temporary path of a backup; its name identifies the writing process if it can be
 * determined.
 */
export function placeInMaking(path: string): string {
  const maker = makerOf(process.pid);
  const name = [basename(path), randomBytes(4).toString('hex'), ...(maker ? [maker] : [])];
  return join(dirname(path), `.${name.join('.')}.partial`);
}

export type Leftover = { readonly path: string; readonly bytes: number };

/**
 * Removes the files that killed backups left in a folder, and returns them. Skips files of running
 * backups and files that cannot be removed, which do not prevent the next backup.
 */
export async function removeDeadBackups(folder: string, now: Date): Promise<Leftover[]> {
  const removed: Leftover[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const [isPartial, maker] = nameInMaking.exec(name) ?? [];
    const path = join(folder, name);
    const found = isPartial ? await inspectBackup(path).catch(() => null) : null;
    if (!found || isAlive(maker, now.getTime() - found.changedMs)) continue;
    const isGone = await rm(path).then(
      () => true,
      () => false,
    );
    if (isGone) removed.push({ path, bytes: found.bytes });
  }
  return removed;
}

/** Matches a temporary name. Earlier releases wrote names without the process. */
const nameInMaking = /^\..+\.[0-9a-f]{8}(?:\.([0-9a-f]{8}-\d+-[0-9a-f]{8}))?\.partial$/;

/** Returns null if the file is no partial backup, whatever its name. */
async function inspectBackup(path: string): Promise<{ bytes: number; changedMs: number } | null> {
  const found = await lstat(path);
  if (!found.isFile()) return null;
  const handle = await open(path);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    const isPacked = bytesRead === 0 || buffer.equals(GZIP);
    return isPacked ? { bytes: found.size, changedMs: found.mtimeMs } : null;
  } finally {
    await handle.close();
  }
}

const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * Returns whether the backup still runs. Checks its process if that is on this machine and visible,
 * and otherwise compares the time since the last update of the file with the limit.
 */
function isAlive(maker: string | undefined, silentMs: number): boolean {
  const [machine = '', pid = ''] = maker?.split('-') ?? [];
  if (maker === undefined || machine !== thisMachine()) return silentMs < SILENT_MS;
  if (!isThere(Number(pid)) || hasEndedUnasked(Number(pid))) return false;
  const seen = makerOf(Number(pid));
  // Processes of other accounts may exist but be invisible.
  return seen === null ? silentMs < SILENT_MS : seen === maker;
}

/** Identifies a process by machine, id and start, for a file name; null if any is unknown. */
function makerOf(pid: number): string | null {
  const machine = thisMachine();
  const startedAt = machine && identifyProcess(pid)?.startedAt;
  return startedAt ? `${machine}-${pid}-${shortened(startedAt)}` : null;
}

/** Identifies one boot of one machine and container, within which a process id is unique. */
function thisMachine(): string | null {
  const boot = identifyProcess(process.pid)?.startedAt.split(' ')[0];
  try {
    return boot ? shortened(`${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`) : null;
  } catch {
    return null;
  }
}

const shortened = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8);

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
