import { link, lstat, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../records/documents/folder-store.ts';
import { BackupRefused } from './backup-lines.ts';
import { fileProblem } from './explain-failure.ts';
import { placeInMaking, SIGN_OF_LIFE_MS } from './unfinished-backups.ts';

/**
 * Opens a temporary file next to the target, readable by this account only. It is renamed after it
 * is on disk, and never overwrites another file.
 */
export async function openBackupFile(path: string) {
  const making = placeInMaking(path);
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw fileProblem(error, `write the backup ${path}`);
    }
  };
  const handle = await attempt(async () => {
    if (await isThere(path)) throw taken(path);
    return open(making, 'wx', 0o600);
  });
  const signOfLife = setInterval(() => {
    const now = new Date();
    handle.utimes(now, now).catch(() => undefined);
  }, SIGN_OF_LIFE_MS);
  signOfLife.unref();
  let isOpen = true;
  const close = async (): Promise<void> => {
    clearInterval(signOfLife);
    if (isOpen) await handle.close();
    isOpen = false;
  };
  return {
    write: (bytes: Buffer): Promise<void> => attempt(() => handle.writeFile(bytes)),
    publish: (): Promise<number> =>
      attempt(async () => {
        await handle.sync();
        const { size } = await handle.stat();
        await close();
        await takeName(making, path);
        await syncFolder(dirname(path));
        return size;
      }),
    /** Closes and removes the temporary file; a published backup remains. */
    discard: async (): Promise<void> => {
      await close();
      await rm(making, { force: true });
    },
  };
}

async function takeName(making: string, path: string): Promise<void> {
  try {
    await link(making, path);
    return;
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw taken(path);
  }
  // Some network shares have no hard links, so an empty file reserves the name.
  const place = await openAlone(path);
  await place.close();
  await rename(making, path);
}

async function openAlone(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    throw isCode(error, 'EEXIST') ? taken(path) : error;
  }
}

async function isThere(path: string): Promise<boolean> {
  // A dangling link counts as an existing file too.
  const found = await lstat(path).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  });
  return found !== null;
}

const taken = (path: string): BackupRefused =>
  new BackupRefused(
    `${path} is there already, and a backup overwrites nothing. Name another file.`,
  );

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
