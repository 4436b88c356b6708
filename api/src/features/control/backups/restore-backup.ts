import { uuidv7 } from 'uuidv7';
import { describePlace, type DocumentPlace } from '../../../platform/document-place.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { copyText } from '../../../platform/copy-rows.ts';
import { schemaOf, type Database, type Transaction } from '../../../platform/database.ts';
import { compareMigrations, migrateWithin } from '../../../platform/migrate.ts';
import { BackupRefused, type BackupHead, type BackupSums } from './backup-lines.ts';
import { quoted, settleManner } from './backup-tables.store.ts';
import { explainFailure, fileProblem } from './explain-failure.ts';
import { countFiles, openFileFolder } from './backup-files.ts';
import { settleRestoredFolder } from '../../records/documents/claim-document-folder.ts';
import { endAccess } from '../../access/accounts/accounts.store.ts';
import {
  beginLoading,
  endLoading,
  findSomething,
  setSequence,
  type Loading,
} from './loading.store.ts';
import { readBackup, type BackupPart } from './read-backup.ts';

type Held = { readonly head: BackupHead; readonly sums: BackupSums };
type Restored = Held & {
  /** Number of files in the folders that no row of the backup names. */
  readonly strangers: number;
};
type Answer<Value> =
  | ({ readonly ok: true } & Value)
  | { readonly ok: false; readonly problem: string };

/** Reads a whole backup: checks every count and digest, and that this release can restore it. */
export function checkBackup(path: string): Promise<Answer<Held>> {
  return answering(async () => {
    const collected = collectSums();
    for await (const part of readBackup(path)) {
      if (part.line === 'head') requireKnown(part, path);
      if ('pieces' in part) for await (const piece of part.pieces) void piece;
      collected.count(part);
    }
    return collected.held();
  });
}

type Options = {
  readonly path: string;
  readonly documentPlace: DocumentPlace;
  readonly now: Date;
  readonly report: (sentence: string) => void;
};

/**
 * Restores a backup into an empty database, all or nothing, and migrates it. Documents are written
 * before the commit, so every row has its bytes; bytes without a row are removed later.
 */
export function restoreBackup(owner: Database, options: Options): Promise<Answer<Restored>> {
  return answering(() =>
    owner.begin((transaction) => restore(transaction, options, schemaOf(owner))),
  );
}

async function restore(
  transaction: Transaction,
  options: Options,
  schema: string,
): Promise<Restored> {
  const { path, documentPlace, report } = options;
  const something = await findSomething(transaction, schema);
  if (something !== null) throw notEmpty(something);
  await settleManner(transaction);
  const collected = collectSums();
  let loading: Loading | null = null;
  for await (const part of readBackup(path)) {
    collected.count(part);
    if (part.line === 'head') {
      requireKnown(part, path);
      report('Making the tables, and loading their rows …');
      loading = await openTables(transaction, part, path);
    }
    if (loading === null) throw new Error('a backup begins with its head');
    if (part.line === 'database-end') {
      report('Making the indexes, and verifying that each row finds those it names …');
      await endLoading(transaction, loading);
      await bringUpToDate(transaction, { ...options, head: collected.held().head });
    }
    await takePart(transaction, { part, loading, options });
  }
  const { head, sums } = collected.held();
  return { head, sums, strangers: (await countFiles(documentPlace)) - sums.files };
}

async function openTables(
  transaction: Transaction,
  head: BackupHead,
  path: string,
): Promise<Loading> {
  const made = await migrateWithin(transaction, { only: head.migrations });
  if (!made.ok) throw new BackupRefused(made.problem);
  const loading = await beginLoading(transaction);
  const missing = [...loading.tables.keys()].find((name) => !head.tables.includes(name));
  if (missing !== undefined) throw refusedFor(path, `the table ${missing} is not in it`);
  return loading;
}

type Taking = {
  readonly part: BackupPart;
  readonly loading: Loading;
  readonly options: Options;
};

async function takePart(transaction: Transaction, taking: Taking): Promise<void> {
  const { part, loading, options } = taking;
  switch (part.line) {
    case 'table': {
      const columns = loading.tables.get(part.name);
      const isKnown = columns !== undefined && part.columns.every((column) => columns.has(column));
      if (!isKnown) throw refusedFor(options.path, `its table ${part.name} is another`);
      const quotedColumns = part.columns.map((column) => quoted(column));
      const into = { table: quoted(part.name), columns: quotedColumns, isFrozen: true };
      await copyText(transaction, into, part.pieces);
      return;
    }
    case 'sequence':
      if (!loading.sequences.has(part.name)) {
        throw refusedFor(options.path, `its sequence ${part.name} is not known`);
      }
      return setSequence(transaction, part);
    case 'file':
      return placeFile(part, options.documentPlace).catch((error: unknown) => {
        throw fileProblem(error, `put documents into ${describePlace(options.documentPlace)}`);
      });
    default:
      return;
  }
}

async function placeFile(
  { folder: name, portfolioId, id, bytes, sha256, pieces }: Extract<BackupPart, { line: 'file' }>,
  documentPlace: DocumentPlace,
): Promise<void> {
  const folder = openFileFolder(name, documentPlace);
  const file = await folder.receive(pieces, bytes);
  if (file === null) throw new Error('a file is longer than its backup says');
  try {
    const document = { portfolioId, id, sha256: Buffer.from(sha256, 'hex') };
    if (await folder.keep(file.path, document)) return;
  } finally {
    await folder.discard(file);
  }
  throw new BackupRefused(
    `In ${describePlace(documentPlace)} other bytes lie at the place of ${name}/${portfolioId}/${id}. Restore beside an empty folder, or move that file away.`,
  );
}

async function bringUpToDate(
  transaction: Transaction,
  { head, now, documentPlace }: Options & { readonly head: BackupHead },
): Promise<void> {
  const migrated = await migrateWithin(transaction);
  if (!migrated.ok) throw new BackupRefused(migrated.problem);
  const settled = await settleRestoredFolder(transaction, documentPlace);
  if (!settled.ok) throw new BackupRefused(`${settled.problem} Restore into another data folder.`);
  await endAccess(transaction, now.toISOString());
  await recordAudit(transaction, {
    portfolioId: null,
    actorId: null,
    event: 'restore-backup',
    subject: 'backup',
    subjectId: uuidv7(),
    after: { takenAt: head.takenAt },
    requestId: null,
    at: now,
  });
}

function collectSums() {
  let head: BackupHead | null = null;
  let sums: BackupSums = { tables: 0, rows: 0, files: 0, fileBytes: 0, lostFiles: 0 };
  return {
    count: (part: BackupPart): void => {
      if (part.line === 'head') head = part;
      if (part.line === 'lost-file') sums = { ...sums, lostFiles: sums.lostFiles + 1 };
      if (part.line === 'database-end') sums = { ...sums, tables: part.tables, rows: part.rows };
      if (part.line === 'end') sums = { ...sums, files: part.files, fileBytes: part.fileBytes };
    },
    held: (): Held => {
      if (head === null) throw new Error('a backup begins with its head');
      return { head, sums };
    },
  };
}

function requireKnown({ migrations }: BackupHead, path: string): void {
  const drift = compareMigrations(migrations);
  if (drift === null) return;
  switch (drift.kind) {
    case 'newer':
      throw new BackupRefused(
        `${path} was written by a newer Bursar (it has ${drift.name}). Restore it with that one.`,
      );
    case 'changed':
      throw refusedFor(path, `its migration ${drift.name} has another text than the one here`);
    case 'out-of-order':
      throw refusedFor(path, `${drift.name} would have to come before ${drift.last}, which it has`);
  }
}

const refusedFor = (path: string, why: string): BackupRefused =>
  new BackupRefused(`${path} does not fit this Bursar: ${why}.`);

const notEmpty = (something: string): BackupRefused =>
  new BackupRefused(
    `The database is not empty (there is ${something} in it), and a restore never writes over books. Set BURSAR_DATA to a new folder, DATABASE_URL to a new database, or DATABASE_SCHEMA to a new schema.`,
  );

async function answering<Value>(work: () => Promise<Value>): Promise<Answer<Value>> {
  try {
    return { ok: true, ...(await work()) };
  } catch (error) {
    return { ok: false, problem: explainFailure(error, 'nothing was restored') };
  }
}
