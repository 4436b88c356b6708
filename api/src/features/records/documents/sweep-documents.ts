import type { Database } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/endpoints.ts';
import { repeatWhileListening } from '../../../platform/repeat.ts';
import type { DocumentFolder, DocumentKey, FoundFile } from './document-folder.ts';
import { listFiled, listFiledUnder } from './documents.store.ts';

/**
 * Minimum age of a file to remove. Another process may still be receiving a younger file and insert
 * its row later.
 */
const GRACE_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 60 * 60_000;
/** Number of files whose records are looked up in one query. */
const LOOK_UP_AT_ONCE = 500;

export type Tidying = {
  readonly folder: DocumentFolder;
  readonly now: Date;
  /** Ends the sweep before its next file. */
  readonly signal?: AbortSignal;
};

/**
 * Removes files without a document, which killed processes and failed removals leave. Returns the
 * number removed.
 */
export function sweepDocuments(database: Database, tidying: Tidying): Promise<number> {
  return sweepFolder(tidying, (keys) => listFiled(database, keys));
}

type ListFiled = (keys: readonly DocumentKey[]) => Promise<readonly DocumentKey[]>;

/** Removes files without a record from a folder; `listFiledOf` returns the keys that have one. */
export async function sweepFolder(tidying: Tidying, listFiledOf: ListFiled): Promise<number> {
  const { folder, now, signal } = tidying;
  let removed = await sweepUploads(tidying);
  const removeUnfiled = async (files: readonly FoundFile[]) => {
    for (const file of await unfiledOf(files, listFiledOf)) {
      // Look again, because the same upload can have arrived again and been filed since the first
      // look-up.
      if ((await unfiledOf([file], listFiledOf)).length === 0) continue;
      await file.remove();
      removed += 1;
    }
  };
  let files: FoundFile[] = [];
  for await (const file of folder.list()) {
    if (signal?.aborted) return removed;
    if (isLeft(file, now)) files.push(file);
    if (files.length < LOOK_UP_AT_ONCE) continue;
    await removeUnfiled(files);
    files = [];
  }
  await removeUnfiled(files);
  return removed;
}

async function unfiledOf(files: readonly FoundFile[], listFiledOf: ListFiled) {
  const filed = await listFiledOf(files.flatMap(({ key }) => key ?? []));
  const names = new Set(filed.map(nameOf));
  return files.filter(({ key }) => key === null || !names.has(nameOf(key)));
}

const nameOf = ({ portfolioId, id }: DocumentKey) => `${portfolioId}/${id}`;

/** Removes the interrupted uploads of this machine. */
export async function sweepUploads({ folder, now, signal }: Tidying): Promise<number> {
  let removed = 0;
  for await (const upload of folder.listUploads()) {
    if (signal?.aborted) return removed;
    if (!isLeft(upload, now)) continue;
    await upload.remove();
    removed += 1;
  }
  return removed;
}

type Sweep = {
  readonly folder: DocumentFolder;
  readonly sweep: (tidying: Tidying) => Promise<number>;
  /** The message to log after files were removed. */
  readonly message: string;
};

/**
 * Sweeps a folder at the start and every hour. A process with the role `api` only removes the
 * interrupted uploads of its machine.
 */
export function sweepRegularly({ app, clock, role }: Platform, { folder, ...sweep }: Sweep): void {
  const stopping = new AbortController();
  const { signal } = stopping;
  app.addHook('preClose', async () => stopping.abort());
  const run = role === 'api' ? sweepUploads : sweep.sweep;
  repeatWhileListening(app, {
    everyMs: SWEEP_EVERY_MS,
    run: async () => {
      // A server that stops does not wait for a bucket that does not respond.
      const stopped = new Promise<number>((resolve) => {
        signal.addEventListener('abort', () => resolve(0), { once: true });
      });
      const removed = await Promise.race([run({ folder, now: clock.now(), signal }), stopped]);
      if (removed > 0) app.log.warn({ removed }, sweep.message);
    },
    onFailure: (err) => app.log.warn({ err }, 'a folder of files could not be swept'),
  });
}

/**
 * Moves files that an earlier release named only by id, each to the place of the document with this
 * id and these bytes. Removes files that are at least an hour old and whose id no document has.
 * Returns the number moved.
 */
export async function placeFormerDocuments(
  database: Database,
  { folder, now }: Tidying,
): Promise<number> {
  let moved = 0;
  for await (const file of folder.listFormer()) {
    const filed = await listFiledUnder(database, file.name);
    const own = filed.filter(({ sha256 }) => sha256.equals(file.sha256));
    for (const document of own) await folder.keep(file.path, document);
    if (own.length > 0) moved += 1;
    if (own.length > 0 || (filed.length === 0 && isLeft(file, now))) await file.remove();
  }
  return moved;
}

function isLeft({ changedAt }: { readonly changedAt: Date }, now: Date): boolean {
  return now.getTime() - changedAt.getTime() >= GRACE_MS;
}
