import { createHash } from 'node:crypto';
import { read } from 'node:fs';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TAPE_BYTES_MAX } from '@bursar/contracts/intake/tape-limits';

/**
 * An upload over the size limit is still read up to this many bytes, to report its size. A user is
 * unlikely to upload more by mistake.
 */
const UPLOAD_BYTES_MAX = 20 * TAPE_BYTES_MAX;

/**
 * The data that a reader needs: the tape's file descriptor, which is valid on every thread, and its
 * size.
 */
export type TapeBytes = { readonly fd: number; readonly bytes: number };

/** A tape on disk, open for repeated reading. */
export type TapeFile = TapeBytes & {
  readonly handle: FileHandle;
  readonly name: string;
  /** The digest of the stored bytes, at most `TAPE_BYTES_MAX`. */
  readonly sha256: Buffer;
};

/**
 * Writes an upload to a temporary file, so that it can be read twice without using memory. The file
 * is unlinked at once, so a killed process leaves nothing behind. Stores at most `TAPE_BYTES_MAX`.
 * Returns null for an upload above `UPLOAD_BYTES_MAX`, which is not read to its end.
 */
export async function spoolUpload(
  upload: AsyncIterable<Buffer>,
  name: string,
): Promise<TapeFile | null> {
  const handle = await openNameless();
  let isComplete = false;
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of upload) {
      const accepted = chunk.subarray(0, Math.max(0, TAPE_BYTES_MAX - bytes));
      hash.update(accepted);
      await handle.writeFile(accepted);
      bytes += chunk.length;
      if (bytes > UPLOAD_BYTES_MAX) return null;
    }
    isComplete = true;
    return { handle, fd: handle.fd, name, bytes, sha256: hash.digest() };
  } finally {
    if (!isComplete) await handle.close();
  }
}

export async function openTapeFile(path: string, name: string): Promise<TapeFile> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const hash = createHash('sha256');
    const end = Math.max(0, Math.min(size, TAPE_BYTES_MAX) - 1);
    for await (const chunk of handle.createReadStream({ start: 0, end, autoClose: false })) {
      hash.update(chunk);
    }
    return { handle, fd: handle.fd, name, bytes: size, sha256: hash.digest() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Streams the file's bytes; it stays open for the next reader. */
export async function* readBytes({ fd }: TapeBytes, start = 0): AsyncGenerator<Buffer> {
  let position = start;
  while (true) {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await readAt(fd, buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

export const readAt = promisify(read);
const CHUNK_BYTES = 256 * 1024;

async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'bursar-tape-'));
  try {
    return await open(join(folder, 'tape'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}
