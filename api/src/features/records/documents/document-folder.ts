import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A file that came in and has no row yet. */
export type IncomingFile = {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: Buffer;
};

/** Which document a file belongs to: ids are made by clients and are one portfolio's own. */
export type DocumentKey = { readonly portfolioId: string; readonly id: string };

/** A document as its row tells of it. */
export type FiledDocument = DocumentKey & { readonly sha256: Buffer };

export type DocumentFolder = ReturnType<typeof openDocumentFolder>;

const INCOMING = 'incoming';

/**
 * Where the bytes of documents lie: one file each, named by portfolio and id of its row and nothing
 * that came from outside. A file comes in under a name of its own and gets its place with its row.
 */
export function openDocumentFolder(folder: string) {
  const incoming = join(folder, INCOMING);
  const placeOf = ({ portfolioId, id }: DocumentKey) => join(folder, portfolioId, id.slice(-2), id);
  return {
    receive: async (upload: AsyncIterable<Buffer>, bytesMax: number) => {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      return receive(upload, { path: join(incoming, randomUUID()), bytesMax });
    },
    /**
     * Safe once it returns: the name has reached the disk with the bytes. Answers false where other
     * bytes lie at the document's place: they stay.
     */
    keep: async (path: string, document: FiledDocument): Promise<boolean> => {
      const place = placeOf(document);
      await mkdir(join(place, '..'), { recursive: true, mode: 0o700 });
      if (!(await takePlace(path, place)) && !(await holds(place, document.sha256))) return false;
      // Each name is kept by the folder above it: those of new folders as well.
      for (const above of ['..', '../../..', '../../../..', '../../../../..'].map((up) =>
        join(place, up),
      ))
        await syncFolder(above);
      return true;
    },
    discard: (file: IncomingFile): Promise<void> => rm(file.path, { force: true }),
    /** Null where the bytes are not, or no longer, those that were filed. */
    read: async (document: FiledDocument): Promise<Readable | null> => {
      const place = placeOf(document);
      return (await holds(place, document.sha256)) ? createReadStream(place) : null;
    },
    remove: (document: DocumentKey): Promise<void> => rm(placeOf(document), { force: true }),
    /** Uploads and documents, with when they last changed. */
    list: () => listFiles(folder),
    /** Files that an earlier version named by their id alone. */
    listFormer: () => listFormer(folder),
    digestOf,
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

/** Puts a file at its place; false where something lies there, which stays as it is. */
async function takePlace(path: string, place: string): Promise<boolean> {
  try {
    await link(path, place);
    return true;
  } catch (error) {
    if (isCalled(error, 'EEXIST')) return false;
  }
  // Some network shares know no second name for a file.
  try {
    await copyFile(path, place, constants.COPYFILE_EXCL);
  } catch (error) {
    if (isCalled(error, 'EEXIST')) return false;
    throw error;
  }
  await sync(place);
  return true;
}

/** Whether a file is there and its bytes are the ones of this digest. */
async function holds(place: string, sha256: Buffer): Promise<boolean> {
  try {
    return (await digestOf(place)).equals(sha256);
  } catch (error) {
    if (isCalled(error, 'ENOENT')) return false;
    throw error;
  }
}

async function digestOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest();
}

function isCalled(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The names in it have reached the disk once it returns. */
export async function syncFolder(path: string): Promise<void> {
  // Windows keeps names without being asked, and refuses to open a folder.
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

export type FoundFile = {
  readonly path: string;
  readonly changedAt: Date;
  /** The document's id; of an upload a name of its own. */
  readonly name: string;
  /** Null for an upload, and where an earlier version named files by their id alone. */
  readonly portfolioId: string | null;
};

async function* listFiles(folder: string): AsyncGenerator<FoundFile> {
  yield* filesIn(join(folder, INCOMING), null);
  const portfolios = (await namesIn(folder)).filter((name) => uuid.test(name));
  for (const portfolioId of portfolios) {
    for (const group of await namesIn(join(folder, portfolioId))) {
      yield* filesIn(join(folder, portfolioId, group), portfolioId);
    }
  }
}

async function* listFormer(folder: string): AsyncGenerator<FoundFile> {
  const groups = (await namesIn(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  for (const group of groups) yield* filesIn(join(folder, group), null);
}

async function* filesIn(folder: string, portfolioId: string | null): AsyncGenerator<FoundFile> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile()) yield { path, name, portfolioId, changedAt: found.mtime };
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
