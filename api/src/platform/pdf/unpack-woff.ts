import { inflateSync } from 'node:zlib';

/** Sizes of the header and of a directory entry: https://www.w3.org/TR/WOFF */
const woff = { header: 44, entry: 20 };
const sfnt = { header: 12, entry: 16 };

/**
 * Converts a WOFF font to TrueType. The layout library would otherwise unpack the tables in
 * JavaScript for every document, which takes most of the library's time.
 */
export function unpackWoff(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no WOFF file.');
  const count = file.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => tableAt(file, index));
  const directory = Buffer.alloc(sfnt.header + count * sfnt.entry);
  const most = 2 ** Math.floor(Math.log2(count));
  file.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(most * 16, 6);
  directory.writeUInt16BE(Math.log2(most), 8);
  directory.writeUInt16BE((count - most) * 16, 10);
  let offset = directory.length;
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const entry = sfnt.header + index * sfnt.entry;
    directory.write(tag, entry, 'latin1');
    directory.writeUInt32BE(checksum, entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(content.length, entry + 12);
    offset += padded(content.length);
  }
  const contents = tables.map(({ content }) => Buffer.concat([content], padded(content.length)));
  return Buffer.concat([directory, ...contents]);
}

/** Tables start at multiples of four bytes. */
const padded = (length: number): number => Math.ceil(length / 4) * 4;

function tableAt(file: Buffer, index: number) {
  const entry = woff.header + index * woff.entry;
  const offset = file.readUInt32BE(entry + 4);
  const length = file.readUInt32BE(entry + 8);
  const packed = file.subarray(offset, offset + length);
  // WOFF stores tables that do not shrink uncompressed.
  const isPacked = length < file.readUInt32BE(entry + 12);
  return {
    tag: file.toString('latin1', entry, entry + 4),
    checksum: file.readUInt32BE(entry + 16),
    content: isPacked ? inflateSync(packed) : packed,
  };
}
