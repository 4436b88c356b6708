import type {
  CheckBorrowerFile,
  CheckedBorrowers,
  ImportBorrowers,
} from '@bursar/contracts/intake/borrower-imports';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { ChosenColumns } from '@bursar/contracts/intake/tape-fields';
import type { TapeWords } from '@bursar/contracts/intake/tape-words.values';
import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import { auditCommand } from '../../../../platform/audit.ts';
import type { PortfolioContext } from '../../../../platform/command-context.ts';
import { isDuplicateKey, type Database } from '../../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../../platform/outcome.ts';
import { describeFinding } from '../describe-finding.ts';
import type { TapeFile } from '../../../../platform/table-files/tape-file.ts';
import {
  copyBorrowers,
  findBorrowerImport,
  insertBorrowerImport,
  listBorrowerLayouts,
  takeTurn,
} from './borrower-imports.store.ts';
import { sortBorrowers } from './check-borrowers.ts';
import { readBorrowers } from './read-borrowers.ts';

type Checked = Outcome<AnswerOf<CheckBorrowerFile>, FailureOf<CheckBorrowerFile>>;
type Imported = Outcome<AnswerOf<ImportBorrowers>, FailureOf<ImportBorrowers>>;

const FINDINGS_SHOWN = 200;
const BORROWERS_SHOWN = 5;
const KNOWN_SHOWN = 50;

/** Reports what a file would import and what is wrong with it; nothing is stored. */
export async function checkBorrowerFile(
  database: Database,
  { file, answers, table, columns, words }: Omit<Command, 'id' | 'fileName'>,
  { portfolio, session }: PortfolioContext,
): Promise<Checked> {
  const { currency } = portfolio;
  const { businessDate } = session;
  const remembered = await listBorrowerLayouts(database, portfolio.id);
  const asked = { answers, table, columns, words, remembered };
  const read = await readBorrowers(file, { currency, businessDate, ...asked });
  const { fresh, known } = await sortBorrowers(database, read, portfolio.id);
  const { counts, listed } = read.findings;
  const inOrder = listed.toSorted((one, other) => (one.row ?? 0) - (other.row ?? 0));
  return succeed({
    questions: read.questions,
    table: read.table,
    rows: read.rows,
    fresh: fresh.length,
    known: known.length,
    errors: counts.error,
    warnings: counts.warning,
    findings: inOrder.slice(0, FINDINGS_SHOWN).map((finding, index) => ({
      ...finding,
      number: index + 1,
      message: describeFinding(finding),
    })),
    ...read.understood,
    sample: fresh.slice(0, BORROWERS_SHOWN).map(shown),
    onRecord: known.slice(0, KNOWN_SHOWN),
  } satisfies CheckedBorrowers);
}

type Sample = CheckedBorrowers['sample'][number];
const shown = ({
  row,
  externalId,
  name,
  borrowerKind: kind,
  phone,
  email,
}: Omit<Sample, 'kind'> & { readonly borrowerKind: Sample['kind'] }): Sample => ({
  row,
  externalId,
  name,
  kind,
  phone,
  email,
});

type Command = {
  readonly id: string;
  readonly fileName: string;
  readonly answers: FileAnswers;
  /** The sheet and heading row that a user chose. */
  readonly table?: TableChoice | undefined;
  /** Null if no user chose them. */
  readonly columns: ChosenColumns | null;
  readonly words: TapeWords;
  readonly file: TapeFile;
};

/**
 * Imports the new borrowers of a file. The file is read and checked again; then all are imported or
 * none.
 */
export async function importBorrowers(
  database: Database,
  { id, fileName, answers, table, columns, words, file }: Command,
  context: PortfolioContext,
): Promise<Imported> {
  const { portfolio, session, now } = context;
  const { currency, id: portfolioId } = portfolio;
  const { businessDate } = session;
  const remembered = await listBorrowerLayouts(database, portfolioId);
  const asked = { answers, table, columns, words, remembered };
  const read = await readBorrowers(file, { currency, businessDate, ...asked });
  const bookedBy = session.account.id;
  try {
    return await database.begin(async (transaction): Promise<Imported> => {
      await takeTurn(transaction, portfolioId);
      const earlier = await findBorrowerImport(transaction, { portfolioId, id });
      if (earlier) {
        const { taken, known } = earlier;
        const isSame =
          earlier.fileSha256.equals(file.sha256) &&
          earlier.fileName === fileName &&
          earlier.bookedBy === bookedBy;
        return isSame
          ? succeed({ taken, known, replayed: true })
          : refuse('id_reused_with_different_content');
      }
      if (read.questions.length > 0) return refuse('file_question_open');
      const sorted = await sortBorrowers(transaction, read, portfolioId);
      const { error: errors } = read.findings.counts;
      if (errors > 0) return refuse('borrower_file_has_errors', { details: { errors } });
      const [taken, known] = [sorted.fresh.length, sorted.known.length];
      const booked = { portfolioId, bookedBy, bookedAt: now.toISOString() };
      await copyBorrowers(transaction, sorted.fresh, booked);
      const fileSha256 = file.sha256;
      await insertBorrowerImport(transaction, {
        ...booked,
        id,
        fileName,
        fileSha256,
        taken,
        known,
        header: read.understood.columns.map(({ name }) => name),
        readAs: read.readAs,
      });
      await auditCommand(transaction, context, {
        portfolioId,
        event: 'import-borrowers',
        subject: 'borrower-import',
        subjectId: id,
        after: { file: fileName, borrowers: taken, onRecord: known },
      });
      return succeed({ taken, known, replayed: false });
    });
  } catch (error) {
    // Another user has just entered the same unique number. A new check of the file shows the row.
    if (isDuplicateKey(error)) return refuse('changed_since');
    throw error;
  }
}
