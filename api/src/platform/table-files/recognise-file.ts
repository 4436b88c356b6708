import { TextDecoder } from 'node:util';
import type { TextEncoding } from '@bursar/contracts/intake/tape-telling';
import { errorFinding, UnreadableTape } from './findings.ts';
import { TAPE_BYTES_MAX } from '@bursar/contracts/intake/tape-limits';
import { readAt, readBytes, type TapeBytes } from './tape-file.ts';
import { decodeSample, type Encoding } from './text-encoding.ts';

export type Delimiter = ',' | ';' | '\t';

export type RecognisedFile =
  | { readonly kind: 'workbook' }
  | {
      readonly kind: 'text';
      readonly encoding: Encoding;
      /** Neither a byte-order mark nor the bytes prove the encoding. */
      readonly isEncodingInDoubt: boolean;
      /** Bytes of the byte-order mark to skip. */
      readonly textStart: number;
      readonly delimiter: Delimiter;
    };

const SAMPLE_BYTES = 64 * 1024;

/**
 * Recognises a file by its content, because names cannot be trusted. Only the text encoding can be
 * chosen by the user, who sees which letters look right.
 *
 * @throws UnreadableTape for a file that is too large, empty, or no table.
 */
export async function recogniseFile(
  file: TapeBytes,
  chosen: TextEncoding | null = null,
): Promise<RecognisedFile> {
  if (file.bytes > TAPE_BYTES_MAX) {
    const details = { bytes: file.bytes, limitBytes: TAPE_BYTES_MAX };
    throw new UnreadableTape(errorFinding('file_too_large', { details }));
  }
  const buffer = Buffer.alloc(Math.min(SAMPLE_BYTES, file.bytes));
  await readAt(file.fd, buffer, 0, buffer.length, 0);
  if (startsWith(buffer, zipStart)) return { kind: 'workbook' };
  for (const [found, start] of foreignStarts) {
    if (startsWith(buffer, start)) throw noTable(found);
  }
  return recogniseText(file, buffer, chosen);
}

export function noTable(found: string): UnreadableTape {
  return new UnreadableTape(errorFinding('file_not_a_table', { details: { found } }));
}

const zipStart = [0x50, 0x4b, 0x03, 0x04];

/** Start bytes of files that users upload by mistake. */
const foreignStarts: readonly (readonly [found: string, start: readonly number[]])[] = [
  ['old-workbook', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['image', [0x89, 0x50, 0x4e, 0x47]],
  ['image', [0xff, 0xd8, 0xff]],
  ['compressed', [0x1f, 0x8b]],
];

async function recogniseText(
  file: TapeBytes,
  sample: Buffer,
  chosen: TextEncoding | null,
): Promise<RecognisedFile> {
  const mark = byteOrderMarks.find(({ bytes }) => startsWith(sample, bytes));
  const encoding = mark?.encoding ?? (await encodingWithoutMark(file, chosen));
  const isEncodingInDoubt = !mark && (chosen !== null || encoding !== 'utf-8');
  const textStart = mark?.bytes.length ?? 0;
  const text = decodeSample(sample.subarray(textStart), encoding);
  if (text.trim() === '') throw new UnreadableTape(errorFinding('file_empty'));
  return { kind: 'text', encoding, isEncodingInDoubt, textStart, delimiter: delimiterOf(text) };
}

const byteOrderMarks: readonly { encoding: Encoding; bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** Checks every byte, because a letter of an old code page may only occur in the last row. */
async function encodingWithoutMark(
  file: TapeBytes,
  chosen: TextEncoding | null,
): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  for await (const bytes of readBytes(file)) {
    if (bytes.includes(0)) throw noTable('binary');
    isUtf8 &&= decodes(utf8, bytes);
  }
  if (chosen !== null) return chosen;
  isUtf8 &&= decodes(utf8);
  if (isUtf8) return 'utf-8';
  // Only to find the separators, which all of these encodings share: a person chooses the encoding.
  return 'windows-1252';
}

/**
 * Returns whether a strict decoder accepts the next bytes; without bytes, whether the text is
 * complete.
 */
export function decodes(decoder: TextDecoder, bytes?: Buffer): boolean {
  try {
    decoder.decode(bytes, { stream: bytes !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** Returns the most frequent separator in the header line, outside quotes. */
function delimiterOf(text: string): Delimiter {
  const firstLine = text.trimStart().split(/\r\n|\n|\r/, 1)[0] ?? '';
  const unquoted = firstLine.replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: Delimiter) => unquoted.split(delimiter).length;
  const [best] = ([',', ';', '\t'] as const).toSorted((a, b) => count(b) - count(a));
  return best ?? ',';
}

function startsWith(buffer: Buffer, start: readonly number[]): boolean {
  return start.every((byte, index) => buffer[index] === byte);
}
