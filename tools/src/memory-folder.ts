import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux's in-memory file system; other systems use the disk. */
const MEMORY = '/dev/shm';
/** Minimum free space: several times the space of all databases of a run. */
const ROOM_BYTES = 6 * 2 ** 30;
const PREFIX = 'bursar-run-';

/**
 * Stores temporary files of tests in memory if there is enough space. Each test file creates and
 * drops a database of some three hundred files, which takes longer on a disk than the tests
 * themselves.
 */
export function useMemoryForTemporaryFiles(): void {
  if (!hasRoom()) return;
  removeLeftovers();
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
  // Under root, PostgreSQL runs as another user, and creates and removes its socket's folder here.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Removes the folders of killed runs. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) {
      rmSync(join(MEMORY, name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
