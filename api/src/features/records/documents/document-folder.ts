import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';

/** A received file that has no row yet. */
export type IncomingFile = {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: Buffer;
};

/** The key of a document. Clients make the ids, so they are unique only within a portfolio. */
export type DocumentKey = { readonly portfolioId: string; readonly id: string };

/** A document as recorded in its row. */
export type FiledDocument = DocumentKey & { readonly sha256: Buffer };

/** A missing file may be on another server, while damaged bytes need a backup. */
export type ReadBytes = Outcome<Readable, 'document_missing' | 'document_damaged'>;

export type DocumentFolder = ReturnType<typeof openDocumentFolder>;

const INCOMING = 'incoming';

/**
 * Stores the documents' bytes, one file each, named by portfolio and id only, never by input. An
 * upload has a temporary name until its row is inserted.
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
     * The file is durable once it returns: its bytes and its name are on disk. Answers false if a
     * file with other bytes exists under this key; that file does not change.
     */
    keep: async (path: string, document: FiledDocument): Promise<boolean> => {
      const place = placeOf(document);
      await mkdir(join(place, '..'), { recursive: true, mode: 0o700 });
      if (!(await takePlace(path, place)) && !(await holds(place, document.sha256))) return false;
      // A name is durable once its folder is synced, and so are the names of new folders.
      for (const above of ['..', '../../..', '../../../..', '../../../../..'].map((up) =>
        join(place, up),
      ))
        await syncFolder(above);
      return true;
    },
    discard: (file: IncomingFile): Promise<void> => rm(file.path, { force: true }),
    /** Reads the bytes only if they are those that were filed. */
    read: async (document: FiledDocument): Promise<ReadBytes> => {
      const place = placeOf(document);
      const digest = await digestIfThere(place);
      if (digest === null) return refuse('document_missing');
      if (!digest.equals(document.sha256)) return refuse('document_damaged');
      return succeed(createReadStream(place));
    },
    /** Whether a file is there, with whatever bytes. */
    has: async (document: DocumentKey): Promise<boolean> =>
      (await stat(placeOf(document)).catch(() => null))?.isFile() ?? false,
    remove: (document: DocumentKey): Promise<void> => rm(placeOf(document), { force: true }),
    /** Uploads and documents, with their times of last change. */
    list: () => listFiles(folder),
    /** Files that an earlier version named by their id only. */
    listFormer: () => listFormer(folder),
    digestOf,
  };
}

/** Writes an upload as it arrives. Null if it exceeds the limit; then its file is removed. */
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

/** Links a file to its final path. Answers false if a file exists there, which does not change. */
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

/** Whether the file exists and its bytes have this digest. */
async function holds(place: string, sha256: Buffer): Promise<boolean> {
  return (await digestIfThere(place))?.equals(sha256) ?? false;
}

async function digestIfThere(place: string): Promise<Buffer | null> {
  try {
    return await digestOf(place);
  } catch (error) {
    if (isCalled(error, 'ENOENT')) return null;
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

export type FoundFile = {
  readonly path: string;
  readonly changedAt: Date;
  /** The document's id, or an upload's temporary name. */
  readonly name: string;
  /** Null for an upload, and for files that an earlier version named by their id only. */
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
