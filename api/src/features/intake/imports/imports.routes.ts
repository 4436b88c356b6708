import type { InputOf } from '@bursar/contracts/endpoint';
import {
  bookGoodRows as bookGoodRowsContract,
  bookImport as bookContract,
  cancelImport as cancelContract,
  downloadBadRows,
  downloadFindings,
  downloadTemplate,
  listFindings,
  listImportObstacles,
  listImports,
  readImport,
  readImportSample,
  startImport as startContract,
  undoImport as undoContract,
  type StartImport,
} from '@bursar/contracts/intake/imports';
import { listComparedLoans } from '@bursar/contracts/intake/tape-comparison';
import { columnParam, tapeFields } from '@bursar/contracts/intake/tape-fields';
import { tableChoiceOf } from '@bursar/contracts/intake/tape-table.values';
import {
  orderedFields,
  orderParam,
  tapeQuestionKinds,
} from '@bursar/contracts/intake/tape-telling';
import { forAllParam, wholeFileFields } from '@bursar/contracts/intake/tape-whole-file.values';
import { readTapeWords } from '@bursar/contracts/intake/tape-words';
import { type TapeWords } from '@bursar/contracts/intake/tape-words.values';
import { calendarDate } from '@bursar/loan-maths/calendar';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { uploadOf } from '../../../platform/request-bodies.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import type { Session } from '../../../platform/session.ts';
import { bookGoodRows, bookImport } from './book/book-import.ts';
import { bindBorrowerImports } from './borrowers/borrower-imports.routes.ts';
import { cancelImport } from './cancel-import.ts';
import type { ImportActor, ImportDesk } from './import-desk.ts';
import type { ReadAs } from './imports.store.ts';
import { runImports } from './import-runs.ts';
import {
  readBadRowsCsv,
  readComparedPage,
  readFindingsCsv,
  readFindingsPage,
  readImports,
  readObstacles,
  readOneImport,
  readSample,
} from './read-imports.ts';
import { startImport } from './check/start-import.ts';
import { spoolUpload } from '../../../platform/table-files/tape-file.ts';
import { templateLayout } from './read/tape-layouts.ts';
import { templateOf } from './read/template.ts';
import { undoImport } from './book/undo-import.ts';

export function bindImportRoutes(platform: Platform): void {
  const { app, database, clock } = platform;
  const runs = runImports((error) => app.log.error({ err: error }, 'import failed'));
  const desk: ImportDesk = { database, clock, runs };
  app.addHook('onClose', () => runs.stop());
  // The tape is streamed, so that it is never in memory as a whole.
  app.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
  bindCommands(platform, desk);
  bindReads(platform, desk);
  bindBorrowerImports(platform);
}

function bindCommands(platform: Platform, desk: ImportDesk): void {
  bindEndpoint(platform, startContract, async ({ query, request, session, requestId }) => {
    const actor = actorOf(session, requestId);
    if (!actor) return refuse('not_found');
    const cutOffOn = query.cutOffOn === undefined ? undefined : calendarDate(query.cutOffOn);
    const words = readTapeWords(query.words);
    if (!words) return refuse('invalid_request', { field: 'words' });
    const file = await spoolUpload(uploadOf(request), query.fileName);
    if (!file) return refuse('body_too_large', { details: { limit: '50 MB' } });
    return startImport(
      desk,
      { importId: query.id, file, cutOffOn, readAs: readAsOf(query, words) },
      actor,
    );
  });
  bindEndpoint(platform, bookContract, async ({ params, session, requestId }) => {
    const actor = actorOf(session, requestId);
    return actor ? bookImport(desk, params.importId, actor) : refuse('not_found');
  });
  bindEndpoint(platform, bookGoodRowsContract, async ({ params, session, requestId }) => {
    const actor = actorOf(session, requestId);
    return actor ? bookGoodRows(desk, params.importId, actor) : refuse('not_found');
  });
  bindEndpoint(platform, cancelContract, async ({ params, session, requestId }) => {
    const actor = actorOf(session, requestId);
    return actor ? cancelImport(desk, params.importId, actor) : refuse('not_found');
  });
  bindEndpoint(platform, undoContract, async ({ params, session, requestId }) => {
    const actor = actorOf(session, requestId);
    return actor ? undoImport(desk, params.importId, actor) : refuse('not_found');
  });
}

/** Keeps only the settings that were sent, so that a repeated request compares equal. */
function readAsOf(
  query: Omit<InputOf<StartImport>['query'], 'id' | 'fileName'>,
  words: TapeWords,
): ReadAs {
  const { encoding } = query;
  const table = tableChoiceOf(query);
  const answered = tapeQuestionKinds.flatMap((kind) => {
    const answer = query[kind];
    return answer === undefined ? [] : [[kind, answer]];
  });
  const orders = orderedFields.flatMap((field) => {
    const order = query[orderParam(field)];
    return order === undefined ? [] : [[field, order]];
  });
  const forAll = wholeFileFields.flatMap((field) => {
    const value = query[forAllParam(field)];
    return value === undefined ? [] : [[field, value]];
  });
  const chosen = tapeFields.flatMap((field) => {
    const column = query[columnParam(field)];
    return column === undefined ? [] : [[field, column]];
  });
  return {
    ...(encoding !== undefined && { encoding }),
    ...(table && { table }),
    ...(chosen.length > 0 && { columns: Object.fromEntries(chosen) }),
    ...(answered.length > 0 && { answers: Object.fromEntries(answered) }),
    ...(orders.length > 0 && { dateOrders: Object.fromEntries(orders) }),
    ...(Object.keys(words).length > 0 && { words }),
    ...(forAll.length > 0 && { forAll: Object.fromEntries(forAll) }),
  };
}

function bindReads(platform: Platform, desk: ImportDesk): void {
  bindEndpoint(platform, listImports, async ({ session, requestId }) => {
    const actor = actorOf(session, requestId);
    return actor ? succeed({ imports: await readImports(desk, actor) }) : refuse('not_found');
  });
  bindEndpoint(platform, readImport, async ({ params, session, requestId }) => {
    const actor = actorOf(session, requestId);
    const tape = actor && (await readOneImport(desk, params.importId, actor));
    return tape ? succeed(tape) : refuse('not_found');
  });
  bindEndpoint(platform, readImportSample, async ({ params, session, requestId }) => {
    const actor = actorOf(session, requestId);
    const sample = actor && (await readSample(desk, params.importId, actor));
    return sample ? succeed(sample) : refuse('not_found');
  });
  bindEndpoint(platform, listFindings, async ({ params, query, session, requestId }) => {
    const actor = actorOf(session, requestId);
    const page = actor && (await readFindingsPage(desk, { ...params, ...query }, actor));
    return page ? succeed(page) : refuse('not_found');
  });
  bindEndpoint(platform, listComparedLoans, async ({ params, query, session, requestId }) => {
    const actor = actorOf(session, requestId);
    const page = actor && (await readComparedPage(desk, { ...params, ...query }, actor));
    return page ? succeed(page) : refuse('not_found');
  });
  bindEndpoint(platform, downloadFindings, async ({ params, session, requestId }) => {
    const actor = actorOf(session, requestId);
    const csv = actor && (await readFindingsCsv(desk, params.importId, actor));
    return csv === null ? refuse('not_found') : succeed(csv);
  });
  bindEndpoint(platform, listImportObstacles, async ({ params, session, requestId }) => {
    const actor = actorOf(session, requestId);
    const obstacles = actor && (await readObstacles(desk, params.importId, actor));
    return obstacles ? succeed(obstacles) : refuse('not_found');
  });
  bindEndpoint(platform, downloadBadRows, async ({ params, session, requestId }) => {
    const actor = actorOf(session, requestId);
    const csv = actor && (await readBadRowsCsv(desk, params.importId, actor));
    return csv === null ? refuse('not_found') : succeed(csv);
  });
  bindEndpoint(platform, downloadTemplate, async () => succeed(templateOf(templateLayout)));
}

/**
 * Returns the actor of an import; null unless the account's scope is a whole portfolio. A tape has
 * loans outside the scope of a team or an agent, and a granted permission does not widen a scope.
 */
function actorOf(session: Session, requestId: string): ImportActor | null {
  const { account, portfolio, businessDate, scope, permissions, apiKeyName } = session;
  if (scope.role !== 'user' || !portfolio) return null;
  return {
    portfolioId: scope.portfolioId,
    accountId: account.id,
    currency: portfolio.currency,
    businessDate: calendarDate(businessDate),
    mayAssign: permissions.has('assign-loans'),
    requestId,
    apiKeyName,
  };
}
