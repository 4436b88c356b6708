import { firstOf } from '@bursar/contracts/cut-text';
import { BANK_LINES_MAX } from '@bursar/contracts/intake/bank-files.values';
import type { BankFile, UploadBankFile } from '@bursar/contracts/intake/bank-files';
import type {
  BankColumn,
  BankReading,
  ChosenBankColumns,
} from '@bursar/contracts/intake/bank-layouts';
import type { TableFound } from '@bursar/contracts/intake/tape-table';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { FailureOf } from '@bursar/contracts/endpoint';
import { succeed, refuse, type Outcome } from '../../../../platform/outcome.ts';
import { storable, UnreadableTape } from '../../../../platform/table-files/findings.ts';
import type { FileAnswers, FileQuestion } from '@bursar/contracts/intake/file-questions';
import { textEncodings } from '@bursar/contracts/intake/tape-telling';
import { yieldingToEventLoop } from '../../imports/yield-to-event-loop.ts';
import { askEncoding } from '../../imports/read/ask-encoding.ts';
import { FileQuestions } from '../../imports/read/file-questions.ts';
import { recogniseFile } from '../../../../platform/table-files/recognise-file.ts';
import { readBytes, type TapeBytes } from '../../../../platform/table-files/tape-file.ts';
import {
  decodeText,
  oneByteEncodings,
  type OneByteEncoding,
} from '../../../../platform/table-files/text-encoding.ts';
import { notRecognised, tooManyLines, UnreadableBankFile, type ReadLine } from './bank-line.ts';
import type { TableLayout } from './columns/open-bank-table.ts';
import { fingerprintIn } from './columns/open-header.ts';
import { countKnownHeadings } from './columns/bank-headings.ts';
import type { BalanceCheck } from './rows/check-balance.ts';
import { openZippedStatements, type OpenedFile } from './zipped-statements.ts';
import { bankFormats } from './formats/bank-formats.ts';
import { readBankTable, type Reading, type RememberedLayout } from './read-bank-csv.ts';

export type ReadBankFile =
  | {
      readonly format: BankFile['format'];
      readonly lines: readonly ReadLine[];
      readonly questions: readonly [];
      /** Null for statements that are not tables. */
      readonly layout: TableLayout | null;
      readonly balance: BalanceCheck;
      readonly reading: BankReading | null;
    }
  /** Open questions of the file; none of its lines is stored before they are answered. */
  | {
      readonly questions: FileQuestion[];
      readonly columns: BankColumn[] | null;
      readonly table: TableFound | null;
    };

type Terms = {
  readonly currency: string;
  readonly answers?: FileAnswers | undefined;
  readonly columns?: ChosenBankColumns | undefined;
  readonly table?: TableChoice | undefined;
  readonly rememberedTables?: Reading['rememberedTables'];
  readonly remembered?: (fingerprint: string) => Promise<RememberedLayout | null>;
  readonly knowsNames?: Reading['knowsNames'];
  /** Today; without it, the user cannot be asked for a year. */
  readonly businessDate?: string | null;
};

const nothingRemembered = async () => null;
const noTables = async () => [];
const noNames = async () => false;

/** Reads a file of any format, detected by its content. It is accepted as a whole or not at all. */
export async function readBankFile(
  file: TapeBytes,
  {
    answers = {},
    remembered = nothingRemembered,
    rememberedTables = noTables,
    knowsNames = noNames,
    businessDate = null,
    ...terms
  }: Terms,
): Promise<Outcome<ReadBankFile, FailureOf<UploadBankFile>>> {
  const { currency } = terms;
  const questions = new FileQuestions(answers);
  const asked = () => succeed({ questions: questions.open, columns: null, table: null });
  try {
    const opened = await openBankFile(file, {
      ...terms,
      questions,
      remembered,
      rememberedTables,
      knowsNames,
      businessDate,
    });
    if (!opened) return asked();
    const { format, lines: fileLines, layout, found, balance, reading } = opened;
    if (!fileLines) {
      return succeed({ questions: [], columns: [...(layout?.columns ?? [])], table: found });
    }
    const lines: ReadLine[] = [];
    // A list does not yield to other requests by itself; a format that reads from the disk does.
    for await (const line of 'length' in fileLines ? yieldingToEventLoop(fileLines) : fileLines) {
      if (lines.length === BANK_LINES_MAX) throw tooManyLines();
      lines.push(keepable(line, currency));
    }
    if (lines.length === 0) return refuse('bank_file_has_no_lines');
    const [foreign] = lines;
    const isCurrencyOpen = questions.open.some(({ kind }) => kind === 'second-amount');
    if (foreign && !isCurrencyOpen && lines.every((line) => line.currency !== currency)) {
      const details = { currency: foreign.currency, expected: currency };
      return refuse('bank_currency_differs', { details });
    }
    return questions.open.length > 0
      ? asked()
      : succeed({ format, lines, questions: [], layout, balance, reading });
  } catch (error) {
    if (error instanceof UnreadableBankFile) return { ok: false, refusal: error.refusal };
    if (error instanceof UnreadableTape) return refuse('bank_file_not_recognised');
    throw error;
  }
}

/** Opens a statement, or the statements in an archive; null while a question is open. */
async function openBankFile(file: TapeBytes, reading: Reading): Promise<OpenedFile | null> {
  const recognised = await recogniseFile(file);
  if (recognised.kind !== 'archive') return openStatement(file, reading);
  const zipped = await openZippedStatements(file, (member) => openStatement(member, reading));
  return zipped === 'workbook' ? openStatement(file, reading) : zipped;
}

async function openStatement(file: TapeBytes, reading: Reading): Promise<OpenedFile | null> {
  const { questions } = reading;
  const declared = await declaredEncoding(file);
  const encoding = declared ? null : await encodingOf(file, reading);
  // Questions about values in the wrong encoding could not be answered.
  if (questions.open.length > 0) return null;
  const recognised = await recogniseFile(file, encoding);
  if (recognised.kind === 'text') {
    const { textStart, isEncodingInDoubt } = recognised;
    const used = isEncodingInDoubt && declared ? declared : recognised.encoding;
    const textOf = () => decodeText(readBytes(file, textStart), used);
    const start = await startOf(textOf());
    const format = bankFormats.find(({ recognises }) => recognises(start));
    if (format) {
      const lines = format.read(textOf(), reading);
      return {
        format: format.name,
        lines,
        layout: null,
        found: null,
        balance: null,
        reading: null,
      };
    }
    // Only tables in web pages start like this, so any other such file is an unknown message.
    if (start.startsWith('<') && !recognised.isHtml) throw notRecognised();
  }
  return readBankTable(file, encoding, reading);
}

/**
 * Finds the encoding. If the file does not prove it, uses the encoding that a user chose for an
 * earlier file with the same headings; otherwise asks the user.
 */
async function encodingOf(file: TapeBytes, { questions, remembered }: Reading) {
  const doubt = new FileQuestions({});
  const proven = await askEncoding(file, doubt, countKnownHeadings);
  const [question] = doubt.open;
  if (!question) return proven;
  const answers = new Set<string>();
  for (const encoding of textEncodings) {
    if (!question.choices.some(({ choice }) => choice === encoding)) continue;
    const fingerprint = await fingerprintIn(file, encoding);
    const known = fingerprint === null ? null : await remembered(fingerprint);
    if (known?.answers['encoding'] === encoding) answers.add(encoding);
  }
  const [only] = answers;
  // If files of two banks have these headings in different encodings, the user is asked.
  if (only !== undefined && answers.size === 1) questions.recall({ encoding: only });
  return askEncoding(file, questions, countKnownHeadings);
}

/** Enough to see the first elements or lines of a file. */
const START_MAX = 64_000;

async function startOf(texts: AsyncIterable<string>): Promise<string> {
  for await (const text of texts) return text.trimStart().slice(0, START_MAX);
  return '';
}

/**
 * Reads the one-byte encoding that an XML file declares; null if it declares none, or has a
 * byte-order mark.
 */
async function declaredEncoding(file: TapeBytes) {
  for await (const bytes of readBytes(file)) {
    const start = bytes.subarray(0, 200).toString('latin1');
    const [, name = ''] = /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(start) ?? [];
    if (/^(|utf-?8|utf-16|us-ascii|ascii)$/i.test(name)) return null;
    const encoding = encodings[name.toLowerCase()];
    if (!encoding) throw notRecognised();
    return encoding;
  }
  return null;
}

/** Web standards decode Latin-1 as Windows-1252, which adds characters that Latin-1 lacks. */
const encodings: Readonly<Record<string, OneByteEncoding>> = {
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'iso-8859-9': 'windows-1254',
  ...Object.fromEntries(oneByteEncodings.map((encoding) => [encoding, encoding])),
};

const TEXT_MAX = 2_000;
const NAME_MAX = 200;
/** Maximum number of other texts per line; further columns are not searched. */
const TEXTS_MAX = 20;

/**
 * Prepares a line for storage. Money in a currency other than the portfolio's cannot be a payment
 * of its loans.
 */
function keepable(line: ReadLine, currency: string): ReadLine {
  const text = (value: string, max: number) =>
    firstOf(storable(value).replaceAll(/\s+/g, ' ').trim(), max);
  return {
    ...line,
    leftOut: line.leftOut ?? (line.currency === currency ? null : 'other-currency'),
    account: text(line.account, NAME_MAX),
    bankId: text(line.bankId, NAME_MAX),
    debtorName: text(line.debtorName, NAME_MAX),
    payerAccount: accountForm(text(line.payerAccount, NAME_MAX)),
    remittance: text(line.remittance, TEXT_MAX),
    ...(line.otherTexts && {
      otherTexts: line.otherTexts.slice(0, TEXTS_MAX).map((other) => ({
        column: text(other.column, NAME_MAX),
        text: text(other.text, NAME_MAX),
      })),
    }),
  };
}

/**
 * Returns an IBAN in capitals without the spaces and hyphens that some banks print in it, so that
 * equal accounts are equal texts; returns other account numbers unchanged.
 */
function accountForm(text: string): string {
  const joined = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(joined) ? joined : text;
}
