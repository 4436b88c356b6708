import { createGzip } from 'node:zlib';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import type { DocumentPlace } from '../../../platform/document-place.ts';
import type { Database } from '../../../platform/database.ts';
import { BackupRefused, FORMAT, type BackupSums } from './backup-lines.ts';
import { openBackupFile } from './backup-file.ts';
import { explainFailure } from './explain-failure.ts';
import { readBackupFiles } from './backup-files.ts';
import {
  atOneMoment,
  copyOut,
  readMoment,
  readSequences,
  type Snapshot,
} from './snapshot.store.ts';
import { settleManner } from './backup-tables.store.ts';
import { startLines, type LineWriter } from './write-lines.ts';

export type TakenBackup =
  | {
      readonly ok: true;
      readonly takenAt: string;
      readonly bytes: number;
      readonly sums: BackupSums;
      /** Paths of documents whose bytes are missing or different. */
      readonly lost: readonly string[];
    }
  | { readonly ok: false; readonly problem: string };

type Options = {
  /** The target path; nothing exists there until the backup is complete. */
  readonly path: string;
  readonly documentPlace: DocumentPlace;
  /** Aborts the backup and leaves nothing behind. */
  readonly signal?: AbortSignal;
};

/** Copies one snapshot of the database, then its documents, into one file. */
export async function takeBackup(owner: Database, options: Options): Promise<TakenBackup> {
  try {
    const file = await openBackupFile(options.path);
    try {
      const written = await write(owner, file.write, options);
      const bytes = await file.publish();
      return { ok: true, bytes, ...written };
    } finally {
      await file.discard();
    }
  } catch (error) {
    return { ok: false, problem: explainFailure(error, 'no backup was written') };
  }
}

/** Level 6 makes the file 7 % smaller but takes 50 % more work. */
const LEVEL = 3;
const PACKED_BYTES = 256 * 1024;

async function write(
  owner: Database,
  writeBytes: (bytes: Buffer) => Promise<void>,
  { documentPlace, signal }: Options,
): Promise<{ takenAt: string; sums: BackupSums; lost: string[] }> {
  const lines = startLines();
  const result = { takenAt: '', lost: [] as string[] };
  const out = new Writable({
    write: (bytes: Buffer, _encoding, done) => callbackify(writeBytes)(bytes, done),
  });
  await atOneMoment(owner, async (snapshot) => {
    const content = contentOf({ owner, snapshot, lines, documentPlace }, result);
    const packed = createGzip({ level: LEVEL, chunkSize: PACKED_BYTES });
    try {
      await pipeline(Readable.from(content), packed, out, { ...(signal && { signal }) });
    } finally {
      // Stop the reader first, because a transaction cannot end during a COPY.
      await content.return(undefined);
    }
  });
  return { ...result, sums: lines.sums() };
}

type Source = {
  readonly owner: Database;
  readonly snapshot: Snapshot;
  readonly lines: LineWriter;
  readonly documentPlace: DocumentPlace;
};

async function* contentOf(
  { owner, snapshot, lines, documentPlace }: Source,
  result: { takenAt: string; readonly lost: string[] },
): AsyncGenerator<Buffer> {
  const { transaction, tables } = snapshot;
  if (!tables.some(({ name }) => name === 'schema_migrations')) {
    throw new BackupRefused('The database holds no books: there is nothing to back up.');
  }
  const moment = await readMoment(transaction);
  result.takenAt = moment.takenAt;
  yield lines.write({
    line: 'head',
    format: FORMAT,
    ...moment,
    tables: tables.map(({ name }) => name),
  });
  await settleManner(transaction);
  for (const table of tables) {
    yield* lines.writeTable(table, copyOut({ owner, transaction }, table));
  }
  for (const sequence of await readSequences(transaction)) {
    yield lines.write({ line: 'sequence', ...sequence });
  }
  yield lines.endDatabase();
  for await (const { folder, file, content } of readBackupFiles(owner, snapshot, documentPlace)) {
    const { portfolioId, id } = file;
    yield* lines.writeFile({ folder, portfolioId, id }, content);
    if (content === null) result.lost.push(`${folder}/${portfolioId}/${id}`);
  }
  yield lines.end();
}
