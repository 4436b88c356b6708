import { spoolUpload, type TapeFile } from '../platform/table-files/tape-file.ts';

/** Creates the file that an upload of this content would leave. */
export async function tapeFileOf(content: string | Buffer, name = 'tape.csv'): Promise<TapeFile> {
  const file = await spoolUpload(inChunks(Buffer.from(content)), name);
  if (!file) throw new Error('the tape is larger than any upload may be');
  return file;
}

/**
 * Splits the content into pieces at arbitrary positions, as a network does, so that readers cannot
 * rely on whole lines or characters.
 */
async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  const size = Math.max(1, Math.ceil(bytes.length / 7));
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}
