import { firstOf } from '@bursar/contracts/cut-text';
import type { UploadBankFile } from '@bursar/contracts/intake/bank-files';
import type { ChosenBankColumns } from '@bursar/contracts/intake/bank-layouts';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import { uuidv7 } from 'uuidv7';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Queryable } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { TapeFile } from '../../../platform/table-files/tape-file.ts';
import type { FileKey } from './bank-file-keys.ts';
import {
  findBankFile,
  findDigest,
  findKnownLines,
  insertBankFile,
  takeTurn,
} from './stored/bank-files.store.ts';
import { findLayout, listTableChoices, rememberLayout } from './stored/bank-layouts.store.ts';
import { linkTotals } from './stored/line-totals.ts';
import { hasBorrowerNamed } from './match/named-borrowers.store.ts';
import { matchLines } from './match/match-lines.ts';
import { paymentIdOf, planLines } from './stored/line-identity.ts';
import { mapYielding } from '../imports/yield-to-event-loop.ts';
import { postBankFile } from './post/post-bank-file.ts';
import { findPostingRule, markByRule } from './stored/posting-rule.store.ts';
import { readBankFile, type ReadBankFile } from './read/read-bank-file.ts';

type Upload = {
  readonly id: string;
  readonly fileName: string;
  readonly answers: FileAnswers;
  readonly columns?: ChosenBankColumns | undefined;
  /** The sheet and heading row that the user chose; missing if the table is to be found. */
  readonly table?: TableChoice | undefined;
  readonly file: TapeFile;
};
type Uploaded = Outcome<AnswerOf<UploadBankFile>, FailureOf<UploadBankFile>>;

/**
 * Stores a file with its lines and matches each line that has one certain loan. Only lines that the
 * posting rule allows are posted. While a question is open, nothing is stored.
 */
export async function uploadBankFile(
  database: Database,
  upload: Upload,
  context: PortfolioContext,
): Promise<Uploaded> {
  const { id, fileName, answers, columns, table, file } = upload;
  const { portfolio } = context;
  const key = { portfolioId: portfolio.id, bankFileId: id };
  const { sha256: fileSha256 } = file;
  const stored = await findStored(database, { ...key, fileName, fileSha256 });
  if (stored) return stored;
  const read = await readBankFile(file, {
    currency: portfolio.currency,
    answers,
    columns,
    table,
    rememberedTables: () => listTableChoices(database, portfolio.id),
    remembered: (fingerprint) => findLayout(database, { portfolioId: portfolio.id, fingerprint }),
    businessDate: context.session.businessDate,
    knowsNames: (names) => hasBorrowerNamed(database, { portfolioId: portfolio.id, names }),
  });
  if (!read.ok) return read;
  if (!('lines' in read.value)) {
    return succeed({ bankFile: null, ...read.value });
  }
  const uploaded = await storeBankFile(database, { ...upload, read: read.value }, context);
  const waits = uploaded.ok && (uploaded.value.bankFile?.byRule.waiting ?? 0) > 0;
  if (!waits) return uploaded;
  await postBankFile(database, { ...key, byRule: true }, context);
  const bankFile = await findBankFile(database, key);
  return bankFile ? succeed({ ...uploaded.value, bankFile }) : uploaded;
}

type Storing = Upload & { readonly read: Extract<ReadBankFile, { lines: unknown }> };

function storeBankFile(
  database: Database,
  { id, fileName, answers, columns, table, file, read }: Storing,
  context: PortfolioContext,
): Promise<Uploaded> {
  const { portfolio, session, now } = context;
  const key = { portfolioId: portfolio.id, bankFileId: id };
  const { sha256: fileSha256 } = file;
  const { format, lines, layout, balance, reading } = read;
  return database.begin(async (transaction): Promise<Uploaded> => {
    await takeTurn(transaction, portfolio.id);
    const earlier = await findStored(transaction, { ...key, fileName, fileSha256 });
    if (earlier) return earlier;
    const newLines = await mapYielding(lines, (line) => ({
      ...line,
      id: uuidv7(),
      paymentId: paymentIdOf(portfolio.id, line),
    }));
    const known = await findKnownLines(transaction, newLines, portfolio.id);
    const planned = await planLines(newLines, known, { ...key, format, fileSha256 });
    const [uploadedBy, uploadedAt] = [session.account.id, now.toISOString()];
    await insertBankFile(
      transaction,
      {
        ...key,
        fileName,
        fileSha256,
        format,
        uploadedBy,
        uploadedAt,
        layoutFingerprint: layout?.fingerprint ?? null,
        balanceCheck: balance,
        reading,
      },
      planned,
    );
    await linkTotals(transaction, key);
    if (layout) {
      await rememberLayout(transaction, {
        portfolioId: portfolio.id,
        ...layout,
        name: layout.bankName ?? nameFrom(fileName),
        isChosen: columns !== undefined,
        table: table ?? null,
        answers: lastingAnswers(answers),
        changedBy: uploadedBy,
        changedAt: uploadedAt,
      });
    }
    const { matched, exact } = await matchLines(transaction, {
      ...key,
      today: session.businessDate,
    });
    // A balance that does not agree may mean that a line was read wrongly.
    const { postsExact } = await findPostingRule(transaction, portfolio.id);
    const lineIds = postsExact && balance !== 'has-gaps' ? exact : [];
    await markByRule(transaction, { ...key, lineIds });
    await auditCommand(transaction, context, {
      portfolioId: portfolio.id,
      event: 'upload-bank-file',
      subject: 'bank-file',
      subjectId: id,
      after: {
        file: fileName,
        format,
        lines: lines.length,
        matched,
        ...(lineIds.length > 0 && { byRule: lineIds.length }),
        ...(hasAny(answers) && { answers: JSON.stringify(answers) }),
        ...(columns && { columns: JSON.stringify(columns) }),
        ...(table && { table: JSON.stringify(table) }),
      },
    });
    const written = await findBankFile(transaction, key);
    if (!written) throw new Error(`bank file ${id} was stored but is missing`);
    return succeed({ bankFile: written, questions: [], columns: null, table: null });
  });
}

/**
 * Returns the answers about how a bank writes; those about the content of one file are asked again.
 */
function lastingAnswers(answers: FileAnswers): FileAnswers {
  const isLasting = (key: string) =>
    /^(encoding|decimal-mark|day-order|calendar|ledger|second-amount|direction|status:.*|direction-word:.*)$/s.test(
      key,
    );
  return Object.fromEntries(Object.entries(answers).filter(([key]) => isLasting(key)));
}

/**
 * Returns a name for the layout: the words of the file's name, without its ending and numbers,
 * which differ from export to export.
 */
function nameFrom(fileName: string): string {
  const words = fileName.replace(/\.[a-z]{1,5}$/i, '').split(/[^\p{L}]+/u);
  const name = words.filter((word) => word !== '').join(' ');
  return firstOf(name === '' ? fileName : name, 100);
}

const hasAny = (answers: FileAnswers): boolean => Object.keys(answers).length > 0;

type Sent = FileKey & { readonly fileName: string; readonly fileSha256: Buffer };

/**
 * Answers a repeated upload with the file stored under its id; refuses another file under that id.
 * Null if none is stored.
 */
async function findStored(
  sql: Queryable,
  { fileName, fileSha256, ...key }: Sent,
): Promise<Uploaded | null> {
  const earlier = await findDigest(sql, key);
  if (!earlier) return null;
  const isSame = earlier.fileSha256.equals(fileSha256) && earlier.fileName === fileName;
  const bankFile = isSame ? await findBankFile(sql, key) : null;
  return bankFile
    ? succeed({ bankFile, questions: [], columns: null, table: null })
    : refuse('id_reused_with_different_content');
}
