import { refuse } from '../../../../platform/outcome.ts';
import { isNotAboutContent } from '../../../../platform/table-files/findings.ts';
import {
  spoolUpload,
  type TapeBytes,
  type TapeFile,
} from '../../../../platform/table-files/tape-file.ts';
import { openZip, type ZipParts } from '../../../../platform/table-files/zip-parts.ts';
import type { BankFile } from '@bursar/contracts/intake/bank-files';
import type { BankReading } from '@bursar/contracts/intake/bank-layouts';
import type { TableFound } from '@bursar/contracts/intake/tape-table';
import type { TableLayout } from './columns/open-bank-table.ts';
import type { BalanceCheck } from './rows/check-balance.ts';
import { notRecognised, UnreadableBankFile, type ReadLine } from './bank-line.ts';

/** Maximum number of statements in an archive; banks zip those of a few months at most. */
const MEMBERS_MAX = 100;
/** Statements of this size have more lines than a bank file may have. */
const UNPACKED_MAX = 100_000_000;

export type OpenedFile = {
  readonly format: BankFile['format'];
  /** Null until the user chooses the columns of a table. */
  readonly lines: AsyncIterable<ReadLine> | readonly ReadLine[] | null;
  /** Null for statements that are not tables. */
  readonly layout: TableLayout | null;
  /** The place of the table; null for statements that are not tables. */
  readonly found: TableFound | null;
  readonly balance: BalanceCheck;
  readonly reading: BankReading | null;
};

/** Parts that XLSX and ODS workbooks have. Some writers leave out the list of content types. */
const workbookParts = ['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'content.xml'];

/**
 * Opens the statements in a ZIP archive. Returns `workbook` if the archive is a workbook, and null
 * if a statement leaves a question open. Several tables or formats are refused, because they may
 * list the same payments.
 */
export async function openZippedStatements(
  file: TapeBytes,
  open: (member: TapeBytes) => Promise<OpenedFile | null>,
): Promise<OpenedFile | 'workbook' | null> {
  const parts = await openParts(file);
  if (workbookParts.some((part) => parts.has(part))) return 'workbook';
  const names = parts.names.filter((name) => !/(^|\/)(__MACOSX\/|\.)|\/$/.test(name));
  if (names.length === 0 || names.length > MEMBERS_MAX) throw notRecognised();
  const files: TapeFile[] = [];
  const close = async () => {
    for (const { handle } of files) await handle.close();
  };
  try {
    const opened: OpenedFile[] = [];
    for (const name of names) {
      const member = await spoolUpload(unpacked(parts, name), name);
      if (!member) throw notRecognised();
      files.push(member);
      const one = await open(member);
      if (one) opened.push(one);
    }
    const formats = new Set(opened.map((one) => one.format));
    const [first] = opened;
    if (formats.size > 1 || (first?.layout && names.length > 1)) {
      const details = { formats: [...formats].join(', ') };
      throw new UnreadableBankFile(refuse('bank_archive_mixed', { details }));
    }
    // A table was already read when it was opened, so the archive can be closed.
    if (!first || first.layout || opened.length < names.length) {
      await close();
      return opened.length < names.length ? null : (first ?? null);
    }
    return { ...first, lines: linesOf(opened, close) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openParts(file: TapeBytes): Promise<ZipParts> {
  try {
    return await openZip(file);
  } catch (error) {
    throw isNotAboutContent(error) ? error : notRecognised();
  }
}

async function* unpacked(parts: ZipParts, name: string): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of parts.read(name)) {
      bytes += chunk.length;
      if (bytes > UNPACKED_MAX) throw notRecognised();
      yield chunk;
    }
  } catch (error) {
    // The part is damaged, protected or too large.
    throw isNotAboutContent(error) ? error : notRecognised();
  }
}

async function* linesOf(opened: readonly OpenedFile[], close: () => Promise<void>) {
  try {
    for (const { lines } of opened) yield* lines ?? [];
  } finally {
    await close();
  }
}
