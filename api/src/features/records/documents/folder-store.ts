import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore, StoredFile } from './file-store.ts';

/** Stores files in a folder of this machine, or in one that several machines share. */
export function openFolderStore(folder: string): FileStore {
  return {
    put: async (path, name) => {
      const place = join(folder, name);
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      const isPut = await takePlace(path, place);
      // A file name is durable only after its folder is synced; new folders need a sync too. Sync
      // even if the file exists, because an earlier attempt may have been killed before its sync.
      for (const above of foldersOf(place, folder)) await syncFolder(above);
      return isPut;
    },
    read: async (name) => {
      const place = join(folder, name);
      const sha256 = await digestIfThere(place);
      return sha256 && { sha256, open: () => createReadStream(place) };
    },
    has: async (name) => (await stat(join(folder, name)).catch(() => null))?.isFile() ?? false,
    remove: (name) => rm(join(folder, name), { force: true }),
    list: (outermost) => list(folder, outermost),
    replaceText: (name, text) => replaceText(folder, { name, text }),
  };
}

/**
 * Returns the folders of a file up to the store's folder, and the two above it, which may also be
 * new.
 */
function foldersOf(place: string, folder: string): string[] {
  const folders = [dirname(place)];
  while (folders[0] !== folder) folders.unshift(dirname(folders[0] ?? folder));
  return [dirname(dirname(folder)), dirname(folder), ...folders].toReversed();
}

/**
 * Links a file to its final path. Returns false if a file exists there; that file does not change.
 */
async function takePlace(path: string, place: string): Promise<boolean> {
  try {
    await link(path, place);
    return true;
  } catch (error) {
    if (isCalled(error, 'EEXIST')) return false;
  }
  // Some network shares do not support hard links.
  try {
    await copyFile(path, place, constants.COPYFILE_EXCL);
  } catch (error) {
    if (isCalled(error, 'EEXIST')) return false;
    throw error;
  }
  await sync(place);
  return true;
}

async function digestIfThere(place: string): Promise<Buffer | null> {
  try {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(place)) hash.update(chunk);
    return hash.digest();
  } catch (error) {
    if (isCalled(error, 'ENOENT')) return null;
    throw error;
  }
}

function isCalled(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function replaceText(
  folder: string,
  { name, text }: { name: string; text: string },
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `${name}.${randomUUID()}`);
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, join(folder, name));
  await syncFolder(folder);
}

/** Syncs a folder, so that the names in it are on disk when it returns. */
export async function syncFolder(path: string): Promise<void> {
  // Windows writes names without a sync and cannot open a folder.
  if (process.platform !== 'win32') await sync(path);
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* list(folder: string, outermost: RegExp): AsyncGenerator<StoredFile> {
  for (const outer of await namesIn(folder)) {
    if (outermost.test(outer)) yield* listBelow(folder, outer);
  }
}

async function* listBelow(folder: string, above: string): AsyncGenerator<StoredFile> {
  for (const own of await namesIn(join(folder, above))) {
    const name = `${above}/${own}`;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found?.isFile()) yield { name, changedAt: found.mtime };
    if (found?.isDirectory()) yield* listBelow(folder, name);
  }
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
