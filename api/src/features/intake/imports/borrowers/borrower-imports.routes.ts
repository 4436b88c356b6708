import type { InputOf } from '@bursar/contracts/endpoint';
import { tableChoiceOf, type TableChoice } from '@bursar/contracts/intake/tape-table.values';
import {
  checkBorrowerFile as checkContract,
  type CheckBorrowerFile,
  downloadBorrowerTemplate,
  importBorrowers as importContract,
  readBorrowerColumns,
} from '@bursar/contracts/intake/borrower-imports';
import { readFileAnswers, type FileAnswers } from '@bursar/contracts/intake/file-questions';
import type { ChosenColumns } from '@bursar/contracts/intake/tape-fields';
import { readTapeWords } from '@bursar/contracts/intake/tape-words';
import type { TapeWords } from '@bursar/contracts/intake/tape-words.values';
import { BORROWER_FILE_BYTES_MAX } from '@bursar/contracts/intake/tape-limits';
import type { FastifyRequest } from 'fastify';
import {
  inPortfolio,
  type CommandContext,
  type PortfolioContext,
} from '../../../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../../../platform/endpoints.ts';
import { refuse, succeed, type Outcome } from '../../../../platform/outcome.ts';
import { uploadOf } from '../../../../platform/request-bodies.ts';
import { spoolUpload, type TapeFile } from '../../../../platform/table-files/tape-file.ts';
import { borrowerLayout } from '../read/tape-layouts.ts';
import { templateOf } from '../read/template.ts';
import { checkBorrowerFile, importBorrowers } from './import-borrowers.ts';

export function bindBorrowerImports(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, checkContract, ({ query, request, context }) =>
    inOwnPortfolio(context, (own) =>
      withFile(request, query, (sent) => checkBorrowerFile(database, sent, own)),
    ),
  );
  bindEndpoint(platform, importContract, ({ query, request, context }) =>
    inOwnPortfolio(context, (own) =>
      withFile(request, query, (sent) =>
        importBorrowers(database, { id: query.id, fileName: query.fileName, ...sent }, own),
      ),
    ),
  );
  bindEndpoint(platform, downloadBorrowerTemplate, async () => succeed(templateOf(borrowerLayout)));
}

type Sent = {
  readonly file: TapeFile;
  readonly answers: FileAnswers;
  readonly table: TableChoice | undefined;
  readonly columns: ChosenColumns | null;
  readonly words: TapeWords;
};

async function withFile<Ended extends Outcome<unknown>>(
  request: FastifyRequest,
  query: InputOf<CheckBorrowerFile>['query'],
  use: (sent: Sent) => Promise<Ended>,
) {
  const answers = readFileAnswers(query.answers);
  if (!answers) return refuse('invalid_request', { field: 'answers' });
  const columns = readBorrowerColumns(query.columns);
  if (columns === undefined) return refuse('invalid_request', { field: 'columns' });
  const words = readTapeWords(query.words);
  if (!words) return refuse('invalid_request', { field: 'words' });
  const tooLarge = refuse('body_too_large', { details: { limit: '10 MB' } });
  if (Number(request.headers['content-length'] ?? 0) > BORROWER_FILE_BYTES_MAX) return tooLarge;
  const file = await spoolUpload(uploadOf(request), query.fileName);
  if (!file) return tooLarge;
  try {
    return file.bytes > BORROWER_FILE_BYTES_MAX
      ? tooLarge
      : await use({ file, answers, table: tableChoiceOf(query), columns, words });
  } finally {
    await file.handle.close();
  }
}

/**
 * Runs a command if the account's scope is a whole portfolio. Other accounts, such as those of
 * teams and agents, are refused, because a file has borrowers outside their scope.
 */
async function inOwnPortfolio<Ended extends Outcome<unknown>>(
  context: CommandContext,
  run: (context: PortfolioContext) => Promise<Ended>,
): Promise<Ended | ReturnType<typeof refuse<'not_found'>>> {
  return context.session.scope.role === 'user' ? inPortfolio(context, run) : refuse('not_found');
}
