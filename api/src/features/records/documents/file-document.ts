import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { FileDocument } from '@bursar/contracts/records/documents';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { findLoanInScope } from '../../servicing/loan-account/find-loan.store.ts';
import { admitFile } from './admit-file.ts';
import type { DocumentFolder, IncomingFile } from './document-folder.ts';
import { findDocument, insertDocument, type NewDocument } from './documents.store.ts';

export type DocumentDesk = {
  readonly database: Database;
  readonly folder: DocumentFolder;
  /** The scanner's program and its options; null if none is set up. */
  readonly scanCommand: readonly string[] | null;
};

type FileCommand = {
  readonly id: string;
  readonly loanId: string;
  readonly fileName: string;
  readonly file: IncomingFile;
};

type Filed = Outcome<AnswerOf<FileDocument>, FailureOf<FileDocument>>;

/** Files an upload: recognises its type, scans it, then stores the row and the file together. */
export async function fileDocument(
  desk: DocumentDesk,
  command: FileCommand,
  context: PortfolioContext,
): Promise<Filed> {
  const { file, loanId } = command;
  const admitted = await admitFile(desk.scanCommand, command);
  if (!admitted.ok) return admitted;
  const { name, mediaType, scan } = admitted.value;
  const { portfolio, session, now } = context;
  const document: NewDocument = {
    portfolioId: portfolio.id,
    id: command.id,
    loanId,
    name,
    mediaType,
    bytes: file.bytes,
    sha256: file.sha256,
    scan,
    filedBy: session.account.id,
    filedAt: now.toISOString(),
  };
  try {
    return await desk.database.begin((transaction) =>
      storeDocument(transaction, { document, file, folder: desk.folder }, context),
    );
  } catch (error) {
    if (error === placeTaken) return refuse('id_reused_with_different_content');
    throw error;
  }
}

/** Thrown to roll the row back, because an interrupted attempt left other bytes under this key. */
const placeTaken = new Error('other bytes lie at the place of this document');

type DocumentToStore = {
  readonly document: NewDocument;
  readonly file: IncomingFile;
  readonly folder: DocumentFolder;
};

async function storeDocument(
  transaction: Transaction,
  { document, file, folder }: DocumentToStore,
  context: PortfolioContext,
): Promise<Filed> {
  const { scope } = context.session;
  const { id, portfolioId, loanId, name, bytes, scan } = document;
  // Check again, because the upload may have taken long and the loan may have been reassigned.
  if (!(await findLoanInScope(transaction, { scope, loanId }))) return refuse('not_found');
  if (!(await insertDocument(transaction, document))) {
    const earlier = await findDocument(transaction, { scope, id });
    const isSame =
      earlier?.loanId === loanId && earlier.name === name && earlier.sha256.equals(file.sha256);
    return isSame ? succeed({ id, replayed: true }) : refuse('id_reused_with_different_content');
  }
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'file-document',
    subject: 'loan',
    subjectId: loanId,
    after: { documentId: id, name, bytes, sha256: file.sha256.toString('hex'), scan },
  });
  // Store the file last, so that no row is without its bytes. The sweep removes bytes without a
  // row.
  if (!(await folder.keep(file.path, document))) throw placeTaken;
  return succeed({ id, replayed: false });
}
