import { firstOf } from '@bursar/contracts/cut-text';
import { BANK_LINES_MAX } from '@bursar/contracts/bank-files.values';
import type { UploadBankFile } from '@bursar/contracts/bank-files';
import type { FailureOf } from '@bursar/contracts/endpoint';
import { succeed, refuse, type Outcome } from '../../platform/outcome.ts';
import { storable, UnreadableTape } from '../imports/findings.ts';
import { recogniseFile, type RecognisedFile } from '../imports/read/recognise-file.ts';
import { readBytes, type TapeBytes } from '../imports/read/tape-file.ts';
import { decodeText, type Encoding } from '../imports/read/text-encoding.ts';
import { notRecognised, tooManyLines, UnreadableBankFile, type ReadLine } from './bank-line.ts';
import { readBankCsv } from './read-bank-csv.ts';
import { readCamt } from './read-camt.ts';

export type ReadBankFile = {
  readonly format: 'camt.053' | 'csv';
  readonly lines: readonly ReadLine[];
};

/** Reads a file of either format, told by its content; what it tells is taken as a whole or not at all. */
export async function readBankFile(
  file: TapeBytes,
  { currency }: { readonly currency: string },
): Promise<Outcome<ReadBankFile, FailureOf<UploadBankFile>>> {
  try {
    const { format, lines: told } = await openBankFile(file, currency);
    const lines: ReadLine[] = [];
    for await (const line of told) {
      if (lines.length === BANK_LINES_MAX) throw tooManyLines();
      lines.push(keepable(line));
    }
    return lines.length === 0 ? refuse('bank_file_has_no_lines') : succeed({ format, lines });
  } catch (error) {
    if (error instanceof UnreadableBankFile) return { ok: false, refusal: error.refusal };
    if (error instanceof UnreadableTape) return refuse('bank_file_not_recognised');
    throw error;
  }
}

async function openBankFile(file: TapeBytes, currency: string) {
  const recognised = await recogniseFile(file, await declaredEncoding(file));
  if (recognised.kind !== 'text') throw notRecognised();
  const start = await startOf(file, recognised);
  return start.startsWith('<')
    ? ({ format: 'camt.053', lines: readCamt(textOf(file, recognised)) } as const)
    : ({ format: 'csv', lines: readBankCsv(file, recognised, currency) } as const);
}

type TextFile = Extract<RecognisedFile, { kind: 'text' }>;

const textOf = (file: TapeBytes, { encoding, textStart }: TextFile): AsyncIterable<string> =>
  decodeText(readBytes(file, textStart), encoding);

async function startOf(file: TapeBytes, recognised: TextFile): Promise<string> {
  for await (const text of textOf(file, recognised)) return text.trimStart().slice(0, 10);
  return '';
}

/** What an XML file says that it is written in, where no mark at its start says so. */
async function declaredEncoding(file: TapeBytes) {
  for await (const bytes of readBytes(file)) {
    const start = bytes.subarray(0, 200).toString('latin1');
    const [, name = ''] = /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(start) ?? [];
    if (/^(|utf-8|us-ascii)$/i.test(name)) return null;
    const encoding = encodings[name.toLowerCase()];
    if (!encoding) throw notRecognised();
    return encoding;
  }
  return null;
}

/** The web's standard reads Latin-1 as Windows-1252, which adds letters where Latin-1 has none. */
const encodings: Readonly<Record<string, Exclude<Encoding, 'utf-16le' | 'utf-16be'>>> = {
  'iso-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  'windows-1250': 'windows-1250',
  'windows-1256': 'windows-1256',
};

const TEXT_MAX = 2_000;
const NAME_MAX = 200;

function keepable(line: ReadLine): ReadLine {
  const text = (value: string, max: number) =>
    firstOf(storable(value).replaceAll(/\s+/g, ' ').trim(), max);
  return {
    ...line,
    account: text(line.account, NAME_MAX),
    bankId: text(line.bankId, NAME_MAX),
    debtorName: text(line.debtorName, NAME_MAX),
    remittance: text(line.remittance, TEXT_MAX),
  };
}
