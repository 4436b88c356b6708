import { TextDecoder } from 'node:util';
import { textEncodings, type TextEncoding } from '@bursar/contracts/intake/tape-telling';
import { errorFinding, UnreadableTape } from './findings.ts';
import { TAPE_BYTES_MAX } from '@bursar/contracts/intake/tape-limits';
import { readAt, readBytes, type TapeBytes } from './tape-file.ts';
import { decodeSample, type Encoding } from './text-encoding.ts';

export type Delimiter = ',' | ';' | '\t' | '|';

export const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];

export type RecognisedFile =
  /** A ZIP archive, such as an XLSX or ODS workbook. */
  | { readonly kind: 'archive' }
  /** A compound file, such as an XLS workbook. */
  | { readonly kind: 'old-workbook' }
  /** A workbook in the XML of Excel 2003. */
  | {
      readonly kind: 'xml-workbook';
      readonly encoding: Encoding;
      /** Bytes of the byte-order mark to skip. */
      readonly textStart: number;
    }
  | {
      readonly kind: 'text';
      readonly encoding: Encoding;
      /** True if neither a byte-order mark, the bytes nor the page itself proves the encoding. */
      readonly isEncodingInDoubt: boolean;
      /** Bytes of the byte-order mark to skip. */
      readonly textStart: number;
      readonly delimiter: Delimiter;
      /** Whether the first line only names the delimiter for Excel, as in `sep=;`. */
      readonly hasDelimiterLine: boolean;
      /** Whether the text is a web page, whose tables are read. */
      readonly isHtml: boolean;
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
  if (startsWith(buffer, zipStart)) return { kind: 'archive' };
  if (startsWith(buffer, compoundStart)) return { kind: 'old-workbook' };
  for (const [found, start] of foreignStarts) {
    if (startsWith(buffer, start)) throw noTable(found);
  }
  return recogniseText(file, buffer, chosen);
}

export function noTable(found: string): UnreadableTape {
  return new UnreadableTape(errorFinding('file_not_a_table', { details: { found } }));
}

const zipStart = [0x50, 0x4b, 0x03, 0x04];
const compoundStart = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Start bytes of files that users upload by mistake. */
const foreignStarts: readonly (readonly [found: string, start: readonly number[]])[] = [
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
  const found = mark?.encoding ?? (await encodingWithoutMark(file, chosen));
  const textStart = mark?.bytes.length ?? 0;
  const text = decodeSample(sample.subarray(textStart), found);
  if (text.trim() === '') throw new UnreadableTape(errorFinding('file_empty'));
  if (isXmlWorkbook(text)) {
    return {
      kind: 'xml-workbook',
      encoding: await encodingOfXml(file, { found, text }),
      textStart,
    };
  }
  const isHtml = webPage.test(text);
  const statedInPage = isHtml && mark === undefined ? statedEncoding(text) : null;
  // A page converted to UTF-8 may still declare its former encoding.
  const isStated = statedInPage !== null && (await encodingWithoutMark(file, null)) === oldLetters;
  const encoding = isStated ? statedInPage : found;
  const isProved =
    mark !== undefined || isStated || encoding === 'utf-16le' || encoding === 'utf-16be';
  const isEncodingInDoubt = !isProved && (chosen !== null || encoding !== 'utf-8');
  const named = /^\s*"?sep=([,;\t|])"?\s*?[\r\n]/i.exec(text)?.[1];
  const stated = delimiters.find((one) => one === named);
  const delimiter = stated ?? delimiterOf(text);
  const hasDelimiterLine = stated !== undefined;
  const about = { delimiter, hasDelimiterLine, isHtml };
  return { kind: 'text', encoding, isEncodingInDoubt, textStart, ...about };
}

/** Matches the start of a web page, which programs also save with the extension .xls. */
const webPage =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|meta|title|style|body|table|div|center|font|form|h[1-6]|p|b)[\s>]/i;

const isXmlWorkbook = (text: string): boolean =>
  /^\s*<\?xml/i.test(text) && text.includes('urn:schemas-microsoft-com:office:spreadsheet');

/** Returns the one-byte encoding that a web page or an XML document declares. */
function statedEncoding(text: string): TextEncoding | null {
  const [, label = ''] = /(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(text) ?? [];
  const name = label.toLowerCase();
  if (/^(?:iso-8859-1|latin1|us-ascii|cp1252)$/.test(name)) return 'windows-1252';
  if (name === 'iso-8859-9') return 'windows-1254';
  return textEncodings.find((one) => one === name && one !== 'utf-8') ?? null;
}

type FoundXml = { readonly found: Encoding; readonly text: string };

async function encodingOfXml(file: TapeBytes, { found, text }: FoundXml): Promise<Encoding> {
  const isUnicode = found === 'utf-16le' || found === 'utf-16be';
  const byBytes = isUnicode ? found : await encodingWithoutMark(file, null);
  if (byBytes !== oldLetters) return byBytes;
  const stated = statedEncoding(text);
  if (stated === null) throw noTable('damaged-workbook');
  return stated;
}

const byteOrderMarks: readonly { encoding: Encoding; bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/**
 * The encoding assumed for a text in an unknown one-byte encoding, to find the separators, which
 * all such encodings share. The user confirms the encoding.
 */
const oldLetters = 'windows-1252';

/**
 * Determines the encoding of a file without a byte-order mark. Checks every byte, because the only
 * non-ASCII letter may be in the last row.
 */
async function encodingWithoutMark(
  file: TapeBytes,
  chosen: TextEncoding | null,
): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  for await (const bytes of readBytes(file)) {
    if (bytes.includes(0)) return utf16WithoutMark(file);
    isUtf8 &&= decodes(utf8, bytes);
  }
  if (chosen !== null) return chosen;
  isUtf8 &&= decodes(utf8);
  if (isUtf8) return 'utf-8';
  return oldLetters;
}

/**
 * In UTF-16, at least one byte in this many is empty: even an Arabic table has ASCII digits,
 * separators and line ends.
 */
const EMPTY_SHARE_MIN = 10;

/**
 * Recognises UTF-16 by the empty half of each Latin letter, digit, comma and line end, which is
 * always the second byte or always the first. Text in one byte per letter has no empty bytes.
 *
 * @throws UnreadableTape if empty bytes are elsewhere, as in a binary file.
 */
async function utf16WithoutMark(file: TapeBytes): Promise<Encoding> {
  const little = new TextDecoder('utf-16le', { fatal: true });
  const big = new TextDecoder('utf-16be', { fatal: true });
  let [isLittle, isBig, position, empty] = [true, true, 0, 0];
  for await (const bytes of readBytes(file)) {
    for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) {
      if ((position + at) % 2 === 0) isLittle = false;
      else isBig = false;
      empty += 1;
    }
    position += bytes.length;
    isLittle &&= decodes(little, bytes);
    isBig &&= decodes(big, bytes);
    if (!isLittle && !isBig) throw noTable('binary');
  }
  // A stray empty byte in text with one byte per letter means that the file is damaged.
  if (empty * EMPTY_SHARE_MIN < position) throw noTable('binary');
  if (isLittle && decodes(little)) return 'utf-16le';
  if (isBig && decodes(big)) return 'utf-16be';
  throw noTable('binary');
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

/** Number of first lines that are compared. A preamble above the table rarely has more lines. */
const LINES_COMPARED = 30;

/**
 * Returns the separator that occurs equally often, outside quotes, in the largest number of the
 * first lines; a comma if there is no separator. A decimal comma or a comma in a text is rarely in
 * every line, and a title has no separator.
 */
function delimiterOf(text: string): Delimiter {
  const lines = text
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_COMPARED);
  const scored = delimiters.map((delimiter) => ({ delimiter, ...regularityOf(lines, delimiter) }));
  const [best] = scored.toSorted((a, b) => b.lines - a.lines || b.count - a.count);
  return best && best.lines > 0 ? best.delimiter : ',';
}

/** Returns the most common number of separators per line, and the number of lines with it. */
function regularityOf(lines: readonly string[], delimiter: Delimiter) {
  const linesOf = new Map<number, number>();
  for (const line of lines) {
    const count = line.split(delimiter).length - 1;
    if (count > 0) linesOf.set(count, (linesOf.get(count) ?? 0) + 1);
  }
  const [best] = [...linesOf].toSorted((a, b) => b[1] - a[1] || b[0] - a[0]);
  return best ? { count: best[0], lines: best[1] } : { count: 0, lines: 0 };
}

function startsWith(buffer: Buffer, start: readonly number[]): boolean {
  return start.every((byte, index) => buffer[index] === byte);
}
