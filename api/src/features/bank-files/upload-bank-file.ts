import type { UploadBankFile } from '@bursar/contracts/bank-files';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../platform/audit.ts';
import type { PortfolioContext } from '../../platform/command-context.ts';
import type { Database } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import type { TapeFile } from '../imports/read/tape-file.ts';
import { findBankFile, findDigest, insertBankFile, takeTurn } from './bank-files.store.ts';
import { matchLines } from './match-lines.store.ts';
import { paymentIdOf } from './bank-line.ts';
import { readBankFile } from './read-bank-file.ts';

type Upload = { readonly id: string; readonly fileName: string; readonly file: TapeFile };
type Uploaded = Outcome<AnswerOf<UploadBankFile>, FailureOf<UploadBankFile>>;

/** Keeps a file with its lines, each matched with a loan where one is certain; nothing is posted. */
export async function uploadBankFile(
  database: Database,
  { id, fileName, file }: Upload,
  context: PortfolioContext,
): Promise<Uploaded> {
  const { portfolio, session, now } = context;
  const read = await readBankFile(file, portfolio);
  if (!read.ok) return read;
  const { format, lines } = read.value;
  const key = { portfolioId: portfolio.id, bankFileId: id };
  return database.begin(async (transaction): Promise<Uploaded> => {
    await takeTurn(transaction, portfolio.id);
    const earlier = await findDigest(transaction, key);
    if (earlier) {
      const isSame = earlier.fileSha256.equals(file.sha256) && earlier.fileName === fileName;
      const found = isSame && (await findBankFile(transaction, key));
      return found ? succeed(found) : refuse('id_reused_with_different_content');
    }
    const fileSha256 = file.sha256;
    const [uploadedBy, uploadedAt] = [session.account.id, now.toISOString()];
    const told = lines.map((line) => ({ ...line, paymentId: paymentIdOf(portfolio.id, line) }));
    const made = { ...key, fileName, fileSha256, format, uploadedBy, uploadedAt };
    await insertBankFile(transaction, made, told);
    const matched = await matchLines(transaction, { ...key, today: session.businessDate });
    await auditCommand(transaction, context, {
      portfolioId: portfolio.id,
      event: 'upload-bank-file',
      subject: 'bank-file',
      subjectId: id,
      after: { file: fileName, format, lines: lines.length, matched },
    });
    const written = await findBankFile(transaction, key);
    if (!written) throw new Error(`bank file ${id} was written but is not there`);
    return succeed(written);
  });
}
