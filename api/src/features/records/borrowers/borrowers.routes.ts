import {
  exportBorrowersCsv as exportCsvContract,
  exportBorrowersWorkbook as exportWorkbookContract,
  listBorrowers,
} from '@bursar/contracts/records/borrower-lists';
import {
  listAlikeBorrowers,
  listDuplicates,
  mergeBorrowers as mergeContract,
  readHoldings,
} from '@bursar/contracts/records/borrower-merges';
import {
  changeBorrower as changeContract,
  createBorrower as createContract,
  listBorrowerDocuments,
  listBorrowerHistory,
  readBorrower as readContract,
  recordConsent as consentContract,
} from '@bursar/contracts/records/borrowers';
import {
  addIdentityDocument as addDocumentContract,
  endIdentityDocument as endDocumentContract,
  verifyIdentityDocument as verifyDocumentContract,
} from '@bursar/contracts/records/identity-documents';
import { inPortfolio } from '../../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { shownZoneOf } from '../../../platform/session.ts';
import { listDocumentsOfBorrower } from '../documents/documents.store.ts';
import { addIdentityDocument } from './add-identity-document.ts';
import { listAlike } from './alike-borrowers.store.ts';
import { listBorrowerRows, sumBorrowers } from './borrower-lists.store.ts';
import { countHoldings, type MoveRecords } from './borrower-merges.store.ts';
import { listHistory } from './borrower-history.store.ts';
import { findBorrower } from './borrowers.store.ts';
import { changeBorrower } from './change-borrower.ts';
import { createBorrower } from './create-borrower.ts';
import { listDuplicatePairs } from './duplicates.store.ts';
import { endIdentityDocument, verifyIdentityDocument } from './end-identity-document.ts';
import { exportBorrowersCsv, exportBorrowersWorkbook } from './export-borrowers.ts';
import { mergeBorrowers } from './merge-borrowers.ts';
import { readBorrower } from './read-borrower.ts';
import { recordConsent } from './record-consent.ts';

export function bindBorrowerRoutes(platform: Platform, moves: readonly MoveRecords[]): void {
  const { database, clock } = platform;
  bindLists(platform);
  bindMerges(platform, moves);
  bindIdentityDocuments(platform);

  bindEndpoint(platform, readContract, ({ params, session: { scope, businessDate } }) =>
    readBorrower(database, { ...params, scope, businessDate, now: clock.now() }),
  );

  bindEndpoint(
    platform,
    listBorrowerHistory,
    async ({ params, session: { scope, businessDate } }) => {
      const borrower = await findBorrower(database, {
        ...params,
        scope,
        businessDate,
        reader: scope.role,
      });
      if (!borrower) return refuse('not_found');
      const { portfolioId } = borrower;
      return succeed({ events: await listHistory(database, { ...params, portfolioId }) });
    },
  );

  bindEndpoint(
    platform,
    listBorrowerDocuments,
    async ({ params, session: { scope, businessDate } }) => {
      const asked = { ...params, scope, businessDate, reader: scope.role };
      const borrower = await findBorrower(database, asked);
      if (!borrower) return refuse('not_found');
      const { portfolioId } = borrower;
      const documents = await listDocumentsOfBorrower(database, { ...params, scope, portfolioId });
      return succeed({ documents });
    },
  );

  bindEndpoint(platform, createContract, ({ body, context }) =>
    inPortfolio(context, (own) => createBorrower(database, body, own)),
  );

  bindEndpoint(platform, changeContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => changeBorrower(database, { ...body, ...params }, own)),
  );

  bindEndpoint(platform, consentContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => recordConsent(database, { ...body, ...params }, own)),
  );
}

function bindLists(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listBorrowers, async ({ query: sent, session }) => {
    const { scope, businessDate } = session;
    const query = { ...sent, timeZone: shownZoneOf(session) };
    const [page, sums] = await Promise.all([
      listBorrowerRows(database, { scope, businessDate, query }),
      sumBorrowers(database, { scope, filter: query }),
    ]);
    return succeed({ ...page, sums });
  });

  bindEndpoint(platform, exportCsvContract, async ({ body, session, reply }) => {
    const { scope, businessDate } = session;
    reply.header('content-disposition', `attachment; filename="borrowers-${businessDate}.csv"`);
    const request = { scope, businessDate, exported: body, timeZone: shownZoneOf(session) };
    return succeed(exportBorrowersCsv(database, request));
  });

  bindEndpoint(platform, exportWorkbookContract, async ({ body, session, reply }) => {
    const { scope, businessDate } = session;
    const request = { scope, businessDate, exported: body, timeZone: shownZoneOf(session) };
    const workbook = await exportBorrowersWorkbook(database, request);
    if (workbook.ok) {
      reply.header('content-disposition', `attachment; filename="borrowers-${businessDate}.xlsx"`);
    }
    return workbook;
  });
}

function bindMerges(platform: Platform, moves: readonly MoveRecords[]): void {
  const { database } = platform;

  bindEndpoint(platform, listAlikeBorrowers, async ({ query, session: { scope, businessDate } }) =>
    succeed({ borrowers: await listAlike(database, { scope, businessDate, typed: query }) }),
  );

  bindEndpoint(platform, listDuplicates, async ({ session: { scope } }) =>
    succeed(await listDuplicatePairs(database, scope)),
  );

  bindEndpoint(platform, readHoldings, async ({ params, session: { scope, businessDate } }) => {
    const asked = { ...params, scope, businessDate, reader: scope.role };
    const borrower = await findBorrower(database, asked);
    if (!borrower) return refuse('not_found');
    const { portfolioId } = borrower;
    return succeed(await countHoldings(database, { ...params, portfolioId }));
  });

  bindEndpoint(platform, mergeContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => mergeBorrowers(database, { ...body, ...params }, own, moves)),
  );
}

function bindIdentityDocuments(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, addDocumentContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => addIdentityDocument(database, { ...body, ...params }, own)),
  );

  bindEndpoint(platform, verifyDocumentContract, ({ params, context }) =>
    inPortfolio(context, (own) => verifyIdentityDocument(database, params, own)),
  );

  bindEndpoint(platform, endDocumentContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => endIdentityDocument(database, { ...body, ...params }, own)),
  );
}
