import { link, lstat, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../records/documents/document-folder.ts';
import { BackupRefused } from './backup-lines.ts';
import { fileProblem } from './explain-failure.ts';
import { placeInMaking, SIGN_OF_LIFE_MS } from './unfinished-backups.ts';

/**
 * A file in the making, beside its place and for this account alone. It gets its name once it is on
 * the disk, and never that of another file.
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
    /** Answers its size. */
    publish: (): Promise<number> =>
      attempt(async () => {
        await handle.sync();
        const { size } = await handle.stat();
        await close();
        await takeName(making, path);
        await syncFolder(dirname(path));
        return size;
      }),
    /** Of a published one nothing but its first name goes. */
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
  // Some network shares know no second name for a file: there its place is held by an empty one.
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
  // A link that leads nowhere is something as well.
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
