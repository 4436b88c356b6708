import { TextDecoder } from 'node:util';
import type { TextEncoding } from '@bursar/contracts/tape-telling';

export type Encoding = TextEncoding | 'utf-16le' | 'utf-16be';

/** Turns a stream of bytes into text, whole characters only. */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decode = decoderOf(encoding);
  for await (const chunk of bytes) yield decode(chunk);
  yield decode();
}

/** The text at a file's start; a character that the sample cuts in two is left out. */
export function decodeSample(sample: Buffer, encoding: Encoding): string {
  return decoderOf(encoding)(sample);
}

function decoderOf(encoding: Encoding): (chunk?: Buffer) => string {
  if (encoding === 'windows-1252') return decodeWindows1252;
  const decoder = new TextDecoder(encoding);
  return (chunk) => decoder.decode(chunk, { stream: chunk !== undefined });
}

// Not TextDecoder('windows-1252'): Node 20 answers Latin-1 there and loses € and ’.
function decodeWindows1252(chunk?: Buffer): string {
  const latin1 = chunk?.toString('latin1') ?? '';
  return latin1.replaceAll(/[\u0080-\u009f]/g, (letter) => {
    return windows1252[letter.charCodeAt(0) - 0x80] ?? letter;
  });
}

/** What Windows-1252 has at 0x80 to 0x9F; the five gaps are refused before. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
