import { spoolUpload, type TapeFile } from '../platform/table-files/tape-file.ts';

/** A tape as an upload leaves it, of the given text or bytes. */
export async function tapeFileOf(content: string | Buffer, name = 'tape.csv'): Promise<TapeFile> {
  const file = await spoolUpload(inChunks(Buffer.from(content)), name);
  if (!file) throw new Error('the tape is larger than any upload may be');
  return file;
}

/** In uneven pieces, as a network delivers: no reader may count on whole lines or letters. */
async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  const size = Math.max(1, Math.ceil(bytes.length / 7));
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}
