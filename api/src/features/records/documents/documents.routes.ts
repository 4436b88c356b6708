import {
  fileDocument as fileContract,
  listDocuments,
  readDocument,
  withdrawDocument as withdrawContract,
} from '@bursar/contracts/records/documents';
import type { DocumentPlace } from '../../../platform/document-place.ts';
import { inPortfolio } from '../../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { findLoanInScope } from '../../servicing/loan-account/find-loan.store.ts';
import { openDocumentFolder, type DocumentFolder } from './document-folder.ts';
import { attachmentOf } from './document-name.ts';
import { findDocument, listDocumentsOfLoan } from './documents.store.ts';
import { fileDocument, type DocumentDesk } from './file-document.ts';
import { placeFormerDocuments, sweepDocuments, sweepRegularly } from './sweep-documents.ts';
import { withUpload } from './with-upload.ts';
import { withdrawDocument } from './withdraw-document.ts';

export type DocumentSettings = {
  readonly documentPlace: DocumentPlace;
  readonly scanCommand: readonly string[] | null;
};

export function bindDocumentRoutes(platform: Platform, settings: DocumentSettings): void {
  const { app, database } = platform;
  const { log } = app;
  const folder = openDocumentFolder(settings.documentPlace);
  const desk: DocumentDesk = { database, folder, scanCommand: settings.scanCommand };

  pruneFolder(platform, folder);

  bindEndpoint(platform, listDocuments, async ({ params: { loanId }, session: { scope } }) => {
    const loan = await findLoanInScope(database, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId } = loan;
    return succeed({ documents: await listDocumentsOfLoan(database, { portfolioId, loanId }) });
  });

  bindEndpoint(platform, fileContract, async ({ query, request, context }) => {
    const { scope, portfolio } = context.session;
    // Check the loan before reading the body, so that nobody can fill the disk through loans
    // outside their scope.
    const loan = portfolio && (await findLoanInScope(database, { scope, loanId: query.loanId }));
    if (!loan) return refuse('not_found');
    return withUpload(folder, request, (file) =>
      fileDocument(desk, { ...query, file }, { ...context, portfolio }),
    );
  });

  bindEndpoint(platform, readDocument, async ({ params, session: { scope }, request, reply }) => {
    const document = await findDocument(database, { scope, id: params.documentId });
    if (!document || document.withdrawnBy !== null) return refuse('not_found');
    const bytes = await folder.read(document);
    if (!bytes.ok) {
      const { code } = bytes.refusal;
      request.log.error({ documentId: document.id, code }, 'a document has lost its bytes');
      return bytes;
    }
    reply.headers({
      'content-disposition': attachmentOf(document.name),
      'content-length': document.bytes,
    });
    return bytes;
  });

  bindEndpoint(platform, withdrawContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => withdrawDocument({ ...desk, log }, { ...body, ...params }, own)),
  );
}

/** Moves files of earlier releases into portfolio folders, and sweeps files without a document. */
function pruneFolder(platform: Platform, folder: DocumentFolder): void {
  const { app, database, clock } = platform;
  // Move the files before the first request, because a document is only looked up in its
  // portfolio's folder.
  app.addHook('onReady', async () => {
    const moved = await placeFormerDocuments(database, { folder, now: clock.now() });
    if (moved > 0) app.log.info({ moved }, 'documents were moved to their portfolio');
  });
  sweepRegularly(platform, {
    folder,
    sweep: (tidying) => sweepDocuments(database, tidying),
    message: 'files without a document were removed',
  });
}
