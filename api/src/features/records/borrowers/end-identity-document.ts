import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { maskedText } from '@bursar/contracts/fact-kinds';
import {
  identityNumber,
  type EndIdentityDocument,
  type VerifyIdentityDocument,
} from '@bursar/contracts/records/identity-documents';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { findBorrower, lockBorrower } from './borrowers.store.ts';
import {
  findIdentityDocument,
  markEnded,
  markVerified,
  type DocumentState,
} from './identity-documents.store.ts';

type Named = { readonly borrowerId: string; readonly identityDocumentId: string };
type Ending = Named & InputOf<EndIdentityDocument>['body'];
type Verified = Outcome<AnswerOf<VerifyIdentityDocument>, FailureOf<VerifyIdentityDocument>>;
type Ended = Outcome<AnswerOf<EndIdentityDocument>, FailureOf<EndIdentityDocument>>;

/**
 * Records that a user checked the original document. A repeated call does not replace the first
 * verifier.
 */
export function verifyIdentityDocument(
  database: Database,
  command: Named,
  context: PortfolioContext,
): Promise<Verified> {
  return database.begin(async (transaction) => {
    const found = await holdDocument(transaction, command, context);
    if (!found.ok) return found;
    const { key, document } = found.value;
    if (document.verifiedAt !== null) return succeed({ replayed: true });
    if (document.endedBy !== null) return refuse('identity_document_ended');
    await markVerified(transaction, { ...key, ...doneIn(context) });
    await auditDocument(transaction, context, {
      ...found.value,
      event: 'verify-identity-document',
      after: {},
    });
    return succeed({ replayed: false });
  });
}

/** Ends a document. Its number is then free for another borrower. */
export function endIdentityDocument(
  database: Database,
  command: Ending,
  context: PortfolioContext,
): Promise<Ended> {
  return database.begin(async (transaction) => {
    const found = await holdDocument(transaction, command, context);
    if (!found.ok) return found;
    const { key, document } = found.value;
    const { reason } = command;
    const done = doneIn(context);
    if (document.endedBy !== null) {
      const isSame = document.endedBy === done.by && document.endReason === reason;
      return isSame ? succeed({ replayed: true }) : refuse('identity_document_ended');
    }
    await markEnded(transaction, { ...key, ...done, reason });
    await auditDocument(transaction, context, {
      ...found.value,
      event: 'end-identity-document',
      after: { reason },
    });
    return succeed({ replayed: false });
  });
}

const doneIn = ({ session, now }: PortfolioContext) => ({
  by: session.account.id,
  at: now.toISOString(),
});

type Held = { readonly key: Named & { readonly portfolioId: string }; document: DocumentState };

/** Locks the document's borrower, so that a concurrent change waits. */
async function holdDocument(
  transaction: Transaction,
  { borrowerId, identityDocumentId }: Named,
  { session: { scope, businessDate }, portfolio }: PortfolioContext,
): Promise<Outcome<Held, 'not_found' | 'borrower_merged_away'>> {
  await lockBorrower(transaction, { portfolioId: portfolio.id, borrowerId });
  const viewer = { scope, businessDate, reader: 'books' } as const;
  const borrower = await findBorrower(transaction, { ...viewer, borrowerId });
  if (!borrower) return refuse('not_found');
  if (borrower.mergedInto) return refuse('borrower_merged_away');
  const key = { portfolioId: borrower.portfolioId, borrowerId, identityDocumentId };
  const document = await findIdentityDocument(transaction, key);
  return document ? succeed({ key, document }) : refuse('not_found');
}

type DocumentEvent = Held & {
  readonly event: 'verify-identity-document' | 'end-identity-document';
  readonly after: Readonly<Record<string, string>>;
};

function auditDocument(
  transaction: Transaction,
  context: PortfolioContext,
  { key, document: { kind, number }, event, after }: DocumentEvent,
): Promise<void> {
  return auditCommand(transaction, context, {
    portfolioId: key.portfolioId,
    event,
    subject: 'borrower',
    subjectId: key.borrowerId,
    after: { kind, number: maskedText(identityNumber, number), ...after },
  });
}
