import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { WithdrawDocument } from '@bursar/contracts/records/documents';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { findDocument, markWithdrawn } from './documents.store.ts';
import type { DocumentDesk } from './file-document.ts';
import { removeBytes, type Removal } from './remove-bytes.ts';

type Withdrawn = Outcome<AnswerOf<WithdrawDocument>, FailureOf<WithdrawDocument>>;

/**
 * Withdraws a document; its author and the portfolio's manager may do so. The bytes are deleted,
 * because a misfiled document often belongs to another person. The record and its digest remain.
 * A user can repeat a request, because removing the bytes may have failed.
 */
export async function withdrawDocument(
  desk: Pick<DocumentDesk, 'database' | 'folder'> & Pick<Removal, 'log'>,
  command: { readonly documentId: string; readonly reason: string },
  context: PortfolioContext,
): Promise<Withdrawn> {
  const { session, portfolio, now } = context;
  const id = command.documentId;
  const { scope, account } = session;
  const outcome = await desk.database.begin(async (transaction): Promise<Withdrawn> => {
    const document = await findDocument(transaction, { scope, id });
    if (!document) return refuse('not_found');
    const reason = command.reason.trim();
    if (reason === '') return refuse('reason_missing', { field: 'reason' });
    if (scope.role !== 'user' && document.filedBy !== account.id) {
      return refuse('document_not_yours');
    }
    if (document.withdrawnBy !== null) {
      const isRepeated = document.withdrawnBy === account.id && document.withdrawnReason === reason;
      return isRepeated ? succeed({ id }) : refuse('document_already_withdrawn');
    }
    const { portfolioId, loanId, name } = document;
    await markWithdrawn(transaction, {
      portfolioId,
      id,
      by: account.id,
      at: now.toISOString(),
      reason,
    });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'withdraw-document',
      subject: 'loan',
      subjectId: loanId,
      before: { documentId: id, name, sha256: document.sha256.toString('hex') },
      after: { documentId: id, reason },
    });
    return succeed({ id });
  });
  // A repeated request removes again, because the first one may have failed to.
  if (outcome.ok) await removeBytes(desk, { portfolioId: portfolio.id, id });
  return outcome;
}
