import { TextDecoder } from 'node:util';
import type { TextEncoding } from '@bursar/contracts/intake/tape-telling';

/** One-byte encodings that a file may declare, by the names that the decoder knows. */
export const oneByteEncodings = [
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-15',
  'macintosh',
] as const;
export type OneByteEncoding = (typeof oneByteEncodings)[number];

export type Encoding = TextEncoding | 'utf-16le' | 'utf-16be';

/** Decodes a stream of bytes into text, in whole characters only. */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  encoding: Encoding | OneByteEncoding,
): AsyncGenerator<string> {
  const decode = decoderOf(encoding);
  for await (const chunk of bytes) yield decode(chunk);
  yield decode();
}

/** Decodes the start of a file; a character cut off at the end of the sample is omitted. */
export function decodeSample(sample: Buffer, encoding: Encoding): string {
  return decoderOf(encoding)(sample);
}

function decoderOf(encoding: Encoding | OneByteEncoding): (chunk?: Buffer) => string {
  const decoder = new TextDecoder(encoding);
  return (chunk) => decoder.decode(chunk, { stream: chunk !== undefined });
}
