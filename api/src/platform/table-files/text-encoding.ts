import { TextDecoder } from 'node:util';
import type { TextEncoding } from '@bursar/contracts/intake/tape-telling';

export type Encoding = TextEncoding | 'utf-16le' | 'utf-16be';

/** Decodes a stream of bytes into text, in whole characters only. */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decode = decoderOf(encoding);
  for await (const chunk of bytes) yield decode(chunk);
  yield decode();
}

/** Decodes the start of a file; a character cut off at the end of the sample is omitted. */
export function decodeSample(sample: Buffer, encoding: Encoding): string {
  return decoderOf(encoding)(sample);
}

function decoderOf(encoding: Encoding): (chunk?: Buffer) => string {
  const decoder = new TextDecoder(encoding);
  return (chunk) => decoder.decode(chunk, { stream: chunk !== undefined });
}
