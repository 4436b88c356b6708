import { TextDecoder } from 'node:util';
import { textEncodings, type TextEncoding } from '@bursar/contracts/intake/tape-telling';
import { storable } from '../../../../platform/table-files/findings.ts';
import type { FileQuestions } from './file-questions.ts';
import { decodes, recogniseFile } from '../../../../platform/table-files/recognise-file.ts';
import { readBytes, type TapeBytes } from '../../../../platform/table-files/tape-file.ts';
import { decodeSample } from '../../../../platform/table-files/text-encoding.ts';

/**
 * Number of bytes searched for headings, and length and number of the pieces of text that a user
 * sees.
 */
const HEADINGS_BYTES = 64 * 1024;
const PIECE_BYTES = 80;
const PIECES = 5;

/**
 * Finds the encoding of a text that is not UTF-8. The encoding that gives the most known headings
 * is used if all that give as many decode the letters alike; otherwise the user chooses. Returns
 * null if there is no doubt or while the question is open.
 */
export async function askEncoding(
  file: TapeBytes,
  questions: FileQuestions,
  countKnownHeadings: (text: string) => number = () => 0,
): Promise<TextEncoding | null> {
  // Throws for files that are not text, and recognises byte-order marks, which leave no doubt.
  const recognised = await recogniseFile(file, 'utf-8');
  if (recognised.kind !== 'text' || !recognised.isEncodingInDoubt) return null;
  const found = await lettersOf(file);
  if (!found) return null;
  const { letters, pieces, start } = found;
  const fitting = textEncodings.filter((encoding) => isComplete(letters, encoding));
  const proven = provenBy(fitting, letters, (encoding) =>
    countKnownHeadings(decodeSample(start, encoding)),
  );
  if (proven) return proven;
  const answer = questions.answerTo('encoding', textEncodings);
  if (answer) return answer;
  return questions.ask({
    key: 'encoding',
    kind: 'encoding',
    choices: differentReadings(letters, fitting),
    readings: (encoding) => pieces.map((piece) => decode(piece, encoding)),
  });
}

function provenBy(
  fitting: readonly TextEncoding[],
  letters: Buffer,
  count: (encoding: TextEncoding) => number,
): TextEncoding | null {
  const counted = fitting.map((encoding) => ({ encoding, known: count(encoding) }));
  const most = Math.max(0, ...counted.map(({ known }) => known));
  const best = counted.filter(({ known }) => known === most).map(({ encoding }) => encoding);
  const [first] = best;
  if (most === 0 || !first) return null;
  const read = decode(letters, first);
  return best.every((encoding) => decode(letters, encoding) === read) ? first : null;
}

/**
 * Omits encodings that decode all letters of the file like an earlier one, or that lack some
 * letters, unless every encoding lacks some.
 */
function differentReadings(
  letters: Buffer,
  fitting: readonly TextEncoding[],
): readonly TextEncoding[] {
  const read = new Map<string, TextEncoding>();
  for (const encoding of fitting.length > 0 ? fitting : textEncodings) {
    const reading = decode(letters, encoding);
    if (!read.has(reading)) read.set(reading, encoding);
  }
  return [...read.values()];
}

/** Returns whether the encoding has a character for each of the bytes. */
const isComplete = (letters: Buffer, encoding: TextEncoding): boolean =>
  encoding !== 'utf-8' && !/[\u0080-\u009f\ufffd]/.test(decode(letters, encoding));

const decode = (bytes: Buffer, encoding: TextEncoding): string =>
  storable(decodeSample(bytes, encoding)).replaceAll(/\s+/g, ' ').trim();

type Letters = {
  /** Each different non-ASCII byte of the file. */
  readonly letters: Buffer;
  /** The first different pieces of text with such bytes. */
  readonly pieces: readonly Buffer[];
  readonly start: Buffer;
};

/** Collects the non-ASCII bytes; null for ASCII and UTF-8. */
async function lettersOf(file: TapeBytes): Promise<Letters | null> {
  const used = new Set<number>();
  const pieces = new Map<string, Buffer>();
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let start: Buffer = Buffer.alloc(0);
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of readBytes(file)) {
    if (start.length === 0) start = Buffer.from(bytes.subarray(0, HEADINGS_BYTES));
    isUtf8 &&= decodes(utf8, bytes);
    for (const byte of bytes) if (byte >= 0x80) used.add(byte);
    rest = notePieces(Buffer.concat([rest, bytes]), pieces);
  }
  notePieces(Buffer.concat([rest, Buffer.from('\n')]), pieces);
  if (used.size === 0 || (isUtf8 && decodes(utf8))) return null;
  const letters = Buffer.from([...used].toSorted((one, other) => one - other));
  return { letters, pieces: [...pieces.values()], start };
}

/** Collects cells with non-ASCII letters, and returns the last, possibly incomplete one. */
function notePieces(bytes: Buffer, pieces: Map<string, Buffer>): Buffer {
  let from = 0;
  let hasLetters = false;
  for (let at = 0; at < bytes.length && pieces.size < PIECES; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) hasLetters = true;
    if (!separators.has(byte)) continue;
    if (hasLetters) {
      const piece = Buffer.from(bytes.subarray(from, Math.min(at, from + PIECE_BYTES)));
      pieces.set(piece.toString('latin1'), piece);
    }
    [from, hasLetters] = [at + 1, false];
  }
  return pieces.size < PIECES
    ? Buffer.from(bytes.subarray(from).subarray(-PIECE_BYTES))
    : Buffer.alloc(0);
}

const separators: ReadonlySet<number> = new Set(Buffer.from(',;\t\r\n"<>'));
