import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { lstat, open, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { hasEndedUnasked, identifyProcess } from '../../../platform/postgres/process-identity.ts';

/** A backup in the making says so this often, and one that was silent for an hour is none. */
export const SIGN_OF_LIFE_MS = 60_000;
const SILENT_MS = 3_600_000;

/** Where a backup is written until it has its name: the place tells which process writes it. */
export function placeInMaking(path: string): string {
  const maker = makerOf(process.pid);
  const name = [basename(path), randomBytes(4).toString('hex'), ...(maker ? [maker] : [])];
  return join(dirname(path), `.${name.join('.')}.partial`);
}

export type Leftover = { readonly path: string; readonly bytes: number };

/**
 * Removes what backups that were killed have left in a folder; answers what. One that is under way
 * stays, and so does what cannot be removed: it keeps nobody from the next backup.
 */
export async function removeDeadBackups(folder: string, now: Date): Promise<Leftover[]> {
  const removed: Leftover[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const [isPartial, maker] = nameInMaking.exec(name) ?? [];
    const path = join(folder, name);
    const found = isPartial ? await lookAt(path).catch(() => null) : null;
    if (!found || isAlive(maker, now.getTime() - found.changedMs)) continue;
    const isGone = await rm(path).then(
      () => true,
      () => false,
    );
    if (isGone) removed.push({ path, bytes: found.bytes });
  }
  return removed;
}

/** Earlier versions named no maker. */
const nameInMaking = /^\..+\.[0-9a-f]{8}(?:\.([0-9a-f]{8}-\d+-[0-9a-f]{8}))?\.partial$/;

/** Null where it is no backup's beginning, whatever it is called. */
async function lookAt(path: string): Promise<{ bytes: number; changedMs: number } | null> {
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

/** A process whose like can be looked for here is known to live or not; of others their silence tells. */
function isAlive(maker: string | undefined, silentMs: number): boolean {
  const [machine = '', pid = ''] = maker?.split('-') ?? [];
  if (maker === undefined || machine !== thisMachine()) return silentMs < SILENT_MS;
  if (!isThere(Number(pid)) || hasEndedUnasked(Number(pid))) return false;
  const seen = makerOf(Number(pid));
  // Another account's process may be there and not be seen.
  return seen === null ? silentMs < SILENT_MS : seen === maker;
}

/** Machine, process and the moment of its start, as a part of a name; null where they are not told. */
function makerOf(pid: number): string | null {
  const machine = thisMachine();
  const startedAt = machine && identifyProcess(pid)?.startedAt;
  return startedAt ? `${machine}-${pid}-${shortened(startedAt)}` : null;
}

/** Where a process id means the same process: one start of one machine, and in it one container. */
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
