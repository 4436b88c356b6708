import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  backupLine,
  BackupRefused,
  countRows,
  FORMAT,
  type BackupHead,
  type BackupLine,
  type LineOf,
} from './backup-lines.ts';
import { openBytes, type Bytes } from './bytes.ts';

/** A part of a backup, in file order; read one part's bytes before requesting the next. */
export type BackupPart =
  | BackupHead
  | (LineOf<'table'> & { readonly pieces: AsyncIterable<Buffer> })
  | LineOf<'sequence'>
  | LineOf<'database-end'>
  | (LineOf<'file'> & { readonly pieces: AsyncIterable<Buffer> })
  | LineOf<'lost-file'>
  | LineOf<'end'>;

/**
 * Streams a backup and throws `BackupRefused` if it is cut off or altered: every count and digest
 * is checked. The backup is complete only if the stream reaches its end.
 */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  const unpacked = createGunzip({ chunkSize: UNPACKED_BYTES });
  // A failure of either stream reaches the reader of `unpacked`.
  pipeline(createReadStream(path), unpacked, () => undefined);
  try {
    const bytes = openBytes(explained(unpacked, path), () => cutOff(path));
    yield* readParts(bytes, path);
  } finally {
    unpacked.destroy();
  }
}

/** Turns read and decompression errors into a sentence for the consumer. */
async function* explained(stream: AsyncIterable<Buffer>, path: string): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    throw explain(error, path);
  }
}

const UNPACKED_BYTES = 256 * 1024;

async function* readParts(bytes: Bytes, path: string): AsyncGenerator<BackupPart> {
  const reading = { bytes, path, digest: createHash('sha256') };
  const head = await readHead(reading);
  yield head;
  const seen = { tables: [] as string[], rows: 0, files: 0, fileBytes: 0, hasDatabase: false };
  for (;;) {
    const before = reading.digest.copy().digest('hex');
    const line = await readLine(reading);
    if (outsideDatabase.has(line.line) !== seen.hasDatabase) throw altered(path);
    switch (line.line) {
      case 'table': {
        seen.tables.push(line.name);
        const ended = { rows: 0 };
        const pieces = readPieces(reading, ended);
        yield { ...line, pieces };
        for await (const piece of pieces) void piece;
        seen.rows += ended.rows;
        break;
      }
      case 'file': {
        const pieces = readFile(reading, line);
        yield { ...line, pieces };
        for await (const piece of pieces) void piece;
        seen.files += 1;
        seen.fileBytes += line.bytes;
        break;
      }
      case 'database-end': {
        const isWhole = line.tables === seen.tables.length && line.rows === seen.rows;
        if (!isWhole || head.tables.join() !== seen.tables.join()) throw altered(path);
        seen.hasDatabase = true;
        yield line;
        break;
      }
      case 'end': {
        const isWhole = line.files === seen.files && line.fileBytes === seen.fileBytes;
        if (!isWhole || line.sha256 !== before || !(await bytes.isAtEnd())) throw altered(path);
        yield line;
        return;
      }
      case 'sequence':
      case 'lost-file':
        yield line;
        break;
      default:
        throw altered(path);
    }
  }
}

const outsideDatabase: ReadonlySet<BackupLine['line']> = new Set(['file', 'lost-file', 'end']);

type Reading = {
  readonly bytes: Bytes;
  readonly path: string;
  readonly digest: ReturnType<typeof createHash>;
};

/**
 * Reads the first line, which states the version of the backup format in files of every version.
 */
async function readHead(reading: Reading): Promise<BackupHead> {
  const text = await reading.bytes.line();
  const firstLine = text === null ? null : parseJson(text);
  const isHead = typeof firstLine === 'object' && firstLine !== null && 'format' in firstLine;
  if (!isHead || typeof firstLine.format !== 'number') throw notABackup(reading.path);
  if (firstLine.format > FORMAT) {
    throw new BackupRefused(
      `${reading.path} was written by a newer Bursar, in a form that this one cannot read. Restore it with that one.`,
    );
  }
  const head = understand(firstLine, reading.path);
  if (head.line !== 'head') throw notABackup(reading.path);
  reading.digest.update(`${text}\n`);
  return head;
}

async function readLine({ bytes, path, digest }: Reading): Promise<BackupLine> {
  const text = await bytes.line();
  if (text === null) throw cutOff(path);
  digest.update(`${text}\n`);
  return understand(parseJson(text), path);
}

function understand(parsed: unknown, path: string): BackupLine {
  const understood = backupLine.safeParse(parsed);
  if (!understood.success) throw altered(path);
  return understood.data;
}

async function* readPieces(reading: Reading, ended: { rows: number }): AsyncGenerator<Buffer> {
  const whole = createHash('sha256');
  let [rows, bytes] = [0, 0];
  for (;;) {
    const line = await readLine(reading);
    if (line.line === 'table-end') {
      const isWhole = line.rows === rows && line.bytes === bytes;
      if (!isWhole || line.sha256 !== whole.digest('hex')) throw altered(reading.path);
      ended.rows = rows;
      return;
    }
    if (line.line !== 'bytes') throw altered(reading.path);
    for await (const piece of reading.bytes.take(line.bytes)) {
      whole.update(piece);
      rows += countRows(piece);
      bytes += piece.length;
      yield piece;
    }
  }
}

async function* readFile(reading: Reading, file: LineOf<'file'>): AsyncGenerator<Buffer> {
  const whole = createHash('sha256');
  for await (const piece of reading.bytes.take(file.bytes)) {
    whole.update(piece);
    yield piece;
  }
  if (whole.digest('hex') !== file.sha256) throw altered(reading.path);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const cutOff = (path: string): BackupRefused =>
  new BackupRefused(
    `${path} is cut off: its end is missing. Take another copy of it, or an earlier backup.`,
  );

const altered = (path: string): BackupRefused =>
  new BackupRefused(
    `${path} is not as it was written: what it holds does not fit its digests. Take another copy of it, or an earlier backup.`,
  );

const notABackup = (path: string): BackupRefused =>
  new BackupRefused(`${path} is no backup that Bursar has written.`);

function explain(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  switch (error.code) {
    case 'Z_BUF_ERROR':
      return cutOff(path);
    case 'Z_DATA_ERROR':
      return error.message === 'incorrect header check' ? notABackup(path) : altered(path);
    case 'ENOENT':
      return new BackupRefused(`There is no file ${path}.`);
    case 'EACCES':
      return new BackupRefused(`This account may not read ${path}.`);
    case 'EISDIR':
      return new BackupRefused(`${path} is a folder, not a backup.`);
    default:
      return error;
  }
}
