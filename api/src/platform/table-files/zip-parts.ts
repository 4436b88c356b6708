import type { Readable } from 'node:stream';
import { UNPACKED_BYTES_MAX, WORKBOOK_PARTS_MAX } from '@bursar/contracts/intake/tape-limits';
import { fromFd, type Entry, type ZipFile } from 'yauzl';
import { beyond } from './findings.ts';
import type { TapeBytes } from './tape-file.ts';

/** The files inside a workbook or another archive, each readable as a stream of bytes. */
export type ZipParts = {
  readonly names: readonly string[];
  /** The total declared size of all files; reading a file fails if it exceeds its declared size. */
  readonly unpackedBytes: number;
  has(path: string): boolean;
  read(path: string): AsyncIterable<Buffer>;
};

export async function openZip(file: TapeBytes): Promise<ZipParts> {
  const zip = await openZipFile(file.fd);
  const entries = await listEntries(zip);
  const sizes = [...entries.values()].map(({ uncompressedSize }) => uncompressedSize);
  return {
    names: [...entries.keys()],
    unpackedBytes: sizes.reduce((sum, size) => sum + size, 0),
    has: (path) => entries.has(path),
    async *read(path) {
      const entry = entries.get(path);
      if (!entry) return;
      const stream = await openEntry(zip, entry);
      try {
        // A stream without an encoding yields buffers.
        for await (const chunk of stream) yield chunk as Buffer;
      } finally {
        stream.destroy();
      }
    },
  };
}

/**
 * Opens a ZIP archive. The reader only reads at positions, so the caller still owns and closes the
 * handle.
 */
function openZipFile(fd: number): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromFd(fd, { autoClose: false, lazyEntries: true }, (error, zip) => {
      if (error) reject(error);
      else resolve(zip);
    });
  });
}

function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpackedBytes = 0;
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      unpackedBytes += entry.uncompressedSize;
      if (unpackedBytes > UNPACKED_BYTES_MAX) {
        return reject(beyond('workbook_unpacks_too_large', UNPACKED_BYTES_MAX));
      }
      if (entries.size >= WORKBOOK_PARTS_MAX) {
        return reject(beyond('workbook_has_too_many_parts', WORKBOOK_PARTS_MAX));
      }
      entries.set(entry.fileName, entry);
      return zip.readEntry();
    });
    zip.readEntry();
  });
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    // Sizes are checked during decompression, so an entry cannot exceed its declared size.
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(error);
      else resolve(stream);
    });
  });
}
