import {
  changeBankLayout as layoutContract,
  decideBankLine as decideContract,
  listBankFiles,
  listBankLines,
  listLineCandidates,
  postBankFile as postContract,
  splitBankLine as splitContract,
  readBankFile as readContract,
  uploadBankFile as uploadContract,
} from '@bursar/contracts/intake/bank-files';
import {
  confirmBankReturn as confirmReturnContract,
  listBankReturns,
  undoBankReturn as undoReturnContract,
} from '@bursar/contracts/intake/bank-returns';
import { BANK_FILE_BYTES_MAX } from '@bursar/contracts/intake/bank-files.values';
import {
  changeBankPostingRule as changeRuleContract,
  readBankPostingRule,
} from '@bursar/contracts/intake/bank-posting-rule';
import { readChosenColumns } from '@bursar/contracts/intake/bank-layouts';
import { readFileAnswers } from '@bursar/contracts/intake/file-questions';
import { tableChoiceOf } from '@bursar/contracts/intake/tape-table.values';
import {
  inPortfolio,
  type CommandContext,
  type PortfolioContext,
} from '../../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { uploadOf } from '../../../platform/request-bodies.ts';
import { spoolUpload } from '../../../platform/table-files/tape-file.ts';
import { findBankFile, listFiles } from './stored/bank-files.store.ts';
import { findLine, listLines } from './stored/bank-lines.store.ts';
import { changeBankLayout } from './change-bank-layout.ts';
import { changePostingRule, readPostingRule } from './post/change-posting-rule.ts';
import { confirmBankReturn } from './returns/confirm-bank-return.ts';
import { decideBankLine } from './decide/decide-bank-line.ts';
import { findReturns, withReturns } from './returns/find-returns.ts';
import { listCandidates } from './match/list-candidates.ts';
import { postBankFile } from './post/post-bank-file.ts';
import { splitBankLine } from './decide/split-bank-line.ts';
import { undoBankReturn } from './returns/undo-bank-return.ts';
import { uploadBankFile } from './upload-bank-file.ts';

export function bindBankFileRoutes(platform: Platform): void {
  bindReads(platform);
  bindCommands(platform);
}

function bindCommands(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, uploadContract, ({ query, request, context }) =>
    inOwnPortfolio(context, async (own) => {
      const tooLarge = refuse('body_too_large', { details: { limit: '10 MB' } });
      if (Number(request.headers['content-length'] ?? 0) > BANK_FILE_BYTES_MAX) return tooLarge;
      const file = await spoolUpload(uploadOf(request), query.fileName);
      if (!file) return tooLarge;
      try {
        if (file.bytes > BANK_FILE_BYTES_MAX) return tooLarge;
        const answers = readFileAnswers(query.answers);
        if (!answers) return refuse('invalid_request', { field: 'answers' });
        const columns = readChosenColumns(query.columns);
        if (columns === null) return refuse('invalid_request', { field: 'columns' });
        const table = tableChoiceOf(query);
        return await uploadBankFile(database, { ...query, answers, columns, table, file }, own);
      } finally {
        await file.handle.close();
      }
    }),
  );
  bindEndpoint(platform, decideContract, ({ params, body, context }) =>
    inOwnPortfolio(context, (own) =>
      decideBankLine(database, { ...params, ...body, portfolioId: own.portfolio.id }, own),
    ),
  );
  bindEndpoint(platform, splitContract, ({ params, body, context }) =>
    inOwnPortfolio(context, (own) =>
      splitBankLine(database, { ...params, ...body, portfolioId: own.portfolio.id }, own),
    ),
  );
  bindEndpoint(platform, confirmReturnContract, ({ params, body, context }) =>
    inOwnPortfolio(context, (own) =>
      confirmBankReturn(database, { ...params, ...body, portfolioId: own.portfolio.id }, own),
    ),
  );
  bindEndpoint(platform, undoReturnContract, ({ params, body, context }) =>
    inOwnPortfolio(context, (own) =>
      undoBankReturn(database, { ...params, ...body, portfolioId: own.portfolio.id }, own),
    ),
  );
  bindEndpoint(platform, layoutContract, ({ params, body, context }) =>
    inOwnPortfolio(context, (own) =>
      changeBankLayout(database, { ...params, ...body, portfolioId: own.portfolio.id }, own),
    ),
  );
  bindEndpoint(platform, postContract, ({ params, query, context }) =>
    inOwnPortfolio(context, (own) =>
      postBankFile(database, { ...params, ...query, portfolioId: own.portfolio.id }, own),
    ),
  );
  bindEndpoint(platform, changeRuleContract, ({ body, context }) =>
    inOwnPortfolio(context, (own) => changePostingRule(database, body, own)),
  );
}

function bindReads(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, readBankPostingRule, ({ context }) =>
    inOwnPortfolio(context, async (own) => succeed(await readPostingRule(database, own))),
  );
  bindEndpoint(platform, listBankFiles, ({ query, context }) =>
    inOwnPortfolio(context, async ({ portfolio }) => {
      const found = await listFiles(database, { ...query, portfolioId: portfolio.id });
      return succeed({ bankFiles: found.page, nextCursor: found.nextCursor });
    }),
  );
  bindEndpoint(platform, readContract, ({ params, context }) =>
    inOwnPortfolio(context, async ({ portfolio }) => {
      const found = await findBankFile(database, { ...params, portfolioId: portfolio.id });
      return found ? succeed(found) : refuse('not_found');
    }),
  );
  bindEndpoint(platform, listBankLines, ({ params, query, context }) =>
    inOwnPortfolio(context, async ({ portfolio }) => {
      const key = { ...params, portfolioId: portfolio.id };
      if (!(await findBankFile(database, key))) return refuse('not_found');
      const found = await listLines(database, { ...query, ...key });
      const bankLines = await withReturns(database, found.page, key);
      return succeed({ bankLines, nextCursor: found.nextCursor });
    }),
  );
  bindEndpoint(platform, listLineCandidates, ({ params, context }) =>
    inOwnPortfolio(context, async (own) => {
      const key = { ...params, portfolioId: own.portfolio.id };
      if (!(await findLine(database, key))) return refuse('not_found');
      return succeed({ candidates: [...(await listCandidates(database, key, own))] });
    }),
  );
  bindEndpoint(platform, listBankReturns, ({ params, context }) =>
    inOwnPortfolio(context, async ({ portfolio }) => {
      const key = { ...params, portfolioId: portfolio.id };
      if (!(await findLine(database, key))) return refuse('not_found');
      const found = await findReturns(database, { ...key, lineIds: [params.bankLineId] });
      const {
        returns = [],
        alreadyConfirmed: other = null,
        splitLine = null,
      } = found.get(params.bankLineId) ?? {};
      const alreadyConfirmed = other && {
        fileId: other.bankFileId,
        fileName: other.fileName,
        number: other.number,
      };
      return succeed({ returns: [...returns], alreadyConfirmed, splitLine });
    }),
  );
}

/**
 * Handles a call if the account's scope is a whole portfolio. Other accounts, such as those of
 * teams and agents, are refused even if they have the permission, because a bank file has lines of
 * loans outside their scope.
 */
async function inOwnPortfolio<Ended extends Outcome<unknown>>(
  context: CommandContext,
  run: (context: PortfolioContext) => Promise<Ended>,
): Promise<Ended | ReturnType<typeof refuse<'not_found'>>> {
  return context.session.scope.role === 'user' ? inPortfolio(context, run) : refuse('not_found');
}
