import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A file that came in and has no row yet. */
export type IncomingFile = {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: Buffer;
};

export type DocumentFolder = ReturnType<typeof openDocumentFolder>;

const INCOMING = 'incoming';

/**
 * Where the bytes of documents lie: one file each, named by its row's id and nothing that came
 * from outside. A file comes in under a name of its own and gets its place with its row.
 */
export function openDocumentFolder(folder: string) {
  const incoming = join(folder, INCOMING);
  const placeOf = (id: string) => join(folder, id.slice(-2), id);
  return {
    receive: async (upload: AsyncIterable<Buffer>, bytesMax: number) => {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      return receive(upload, { path: join(incoming, randomUUID()), bytesMax });
    },
    /** Safe once it returns: the name has reached the disk with the bytes. */
    keep: async (file: IncomingFile, id: string): Promise<void> => {
      const place = placeOf(id);
      await mkdir(join(place, '..'), { recursive: true, mode: 0o700 });
      await rename(file.path, place);
      await syncFolder(join(place, '..'));
    },
    discard: (file: IncomingFile): Promise<void> => rm(file.path, { force: true }),
    read: (id: string): Readable => createReadStream(placeOf(id)),
    remove: (id: string): Promise<void> => rm(placeOf(id), { force: true }),
    /** Whatever lies in the folder, with when it last changed. */
    list: () => listFiles(folder),
  };
}

/** Writes an upload as it comes; null for one beyond the limit, of which nothing is left. */
async function receive(
  upload: AsyncIterable<Buffer>,
  { path, bytesMax }: { path: string; bytesMax: number },
): Promise<IncomingFile | null> {
  const handle = await open(path, 'wx', 0o600);
  let isWhole = false;
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of upload) {
      bytes += chunk.length;
      if (bytes > bytesMax) return null;
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
    isWhole = true;
    return { path, bytes, sha256: hash.digest() };
  } finally {
    await handle.close();
    if (!isWhole) await rm(path, { force: true });
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows keeps names without being asked, and refuses to open a folder.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* listFiles(folder: string) {
  const parts = await readdir(folder).catch(() => []);
  for (const part of parts) {
    const names = await readdir(join(folder, part)).catch(() => []);
    for (const name of names) {
      const path = join(folder, part, name);
      const found = await stat(path).catch(() => null);
      if (found?.isFile()) {
        yield { path, id: part === INCOMING ? null : name, changedAt: found.mtime };
      }
    }
  }
}
