import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { localFolderOf, type DocumentPlace } from '../../../platform/document-place.ts';
import { openFileStore, type FileStore } from './file-store.ts';

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

/**
 * The errors differ because a missing file may be on another server, while damaged bytes need a
 * backup.
 */
export type ReadBytes = Outcome<Readable, 'document_missing' | 'document_damaged'>;

export type DocumentFolder = ReturnType<typeof openDocumentFolder>;

const INCOMING = 'incoming';

/**
 * Opens the store of the documents' bytes. Each document is one file, named by portfolio and id,
 * never by the name that the user sent. An upload has a temporary name in a local folder until its
 * row is inserted.
 */
export function openDocumentFolder(place: DocumentPlace) {
  const incoming = join(localFolderOf(place), INCOMING);
  const files = openFileStore(place);
  return {
    receive: async (upload: AsyncIterable<Buffer>, bytesMax: number) => {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      return receive(upload, { path: join(incoming, randomUUID()), bytesMax });
    },
    /**
     * Stores the file durably. Returns false if a file with other bytes exists under this key; that
     * file does not change.
     */
    keep: async (path: string, document: FiledDocument): Promise<boolean> => {
      const name = nameOf(document);
      if (await files.put(path, name)) return true;
      return (await files.read(name))?.sha256.equals(document.sha256) ?? false;
    },
    discard: (file: IncomingFile): Promise<void> => rm(file.path, { force: true }),
    /** Reads the bytes only if their digest is that of the filed document. */
    read: async (document: FiledDocument): Promise<ReadBytes> => {
      const found = await files.read(nameOf(document));
      if (found === null) return refuse('document_missing');
      if (!found.sha256.equals(document.sha256)) return refuse('document_damaged');
      return succeed(found.open());
    },
    /** Returns whether the file exists, without checking its bytes. */
    has: (document: DocumentKey): Promise<boolean> => files.has(nameOf(document)),
    remove: (document: DocumentKey): Promise<void> => files.remove(nameOf(document)),
    /** Lists the stored files of documents, each with the time of its last change. */
    list: () => listFiles(files),
    /** Lists the uploads that this machine has received. */
    listUploads: () => listUploads(incoming),
    /** Lists files that an earlier release named by their id only. */
    listFormer: () => listFormer(place),
  };
}

const nameOf = ({ portfolioId, id }: DocumentKey) => `${portfolioId}/${id.slice(-2)}/${id}`;

/** Writes an upload as it arrives. If it exceeds the limit, removes its file and returns null. */
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

type LooseFile = { readonly changedAt: Date; readonly remove: () => Promise<void> };

/** A file at the place of a document; `key` is null if its name is no id. */
export type FoundFile = LooseFile & { readonly key: DocumentKey | null };

async function* listFiles(files: FileStore): AsyncGenerator<FoundFile> {
  for await (const { name, changedAt } of files.list(uuid)) {
    const [portfolioId, , id] = name.split('/');
    if (id !== undefined && portfolioId !== undefined) {
      const key = uuid.test(id) ? { portfolioId, id } : null;
      yield { key, changedAt, remove: () => files.remove(name) };
    }
  }
}

async function* listUploads(incoming: string): AsyncGenerator<LooseFile> {
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) continue;
    const remove = () => rm(path, { force: true });
    yield { changedAt: found.mtime, remove };
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A file that an earlier release of Bursar stored. Earlier releases stored files in local folders
 * only.
 */
export type FormerFile = LooseFile & {
  readonly name: string;
  readonly path: string;
  readonly sha256: Buffer;
};

async function* listFormer(place: DocumentPlace): AsyncGenerator<FormerFile> {
  if (typeof place !== 'string') return;
  const files = openFileStore(place);
  for await (const { name, changedAt } of files.list(/^[0-9a-f]{2}$/)) {
    const [, id, deeper] = name.split('/');
    const found = deeper === undefined ? await files.read(name) : null;
    if (id === undefined || found === null) continue;
    const remove = () => files.remove(name);
    const path = join(place, name);
    yield { name: id, path, changedAt, sha256: found.sha256, remove };
  }
}
