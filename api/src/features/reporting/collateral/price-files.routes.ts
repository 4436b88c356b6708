import type { InputOf } from '@bursar/contracts/endpoint';
import { readFileAnswers } from '@bursar/contracts/intake/file-questions';
import { tableChoiceOf } from '@bursar/contracts/intake/tape-table.values';
import {
  importPrices as importContract,
  previewPrices as previewContract,
  readPriceColumns,
  type PreviewPrices,
} from '@bursar/contracts/reporting/price-files';
import { PRICE_FILE_BYTES_MAX } from '@bursar/contracts/reporting/price-files.values';
import type { FastifyRequest } from 'fastify';
import { inPortfolio } from '../../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, type Outcome } from '../../../platform/outcome.ts';
import { uploadOf } from '../../../platform/request-bodies.ts';
import { spoolUpload } from '../../../platform/table-files/tape-file.ts';
import { importPrices, previewPrices, type SentPrices } from './import-prices.ts';

export function bindPriceFiles(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, previewContract, ({ query, request, context }) =>
    inPortfolio(context, (own) =>
      withFile(request, query, (sent) => previewPrices(database, sent, own)),
    ),
  );
  bindEndpoint(platform, importContract, ({ query, request, context }) =>
    inPortfolio(context, (own) =>
      withFile(request, query, (sent) =>
        importPrices(database, { id: query.id, fileName: query.fileName, ...sent }, own),
      ),
    ),
  );
}

async function withFile<Ended extends Outcome<unknown>>(
  request: FastifyRequest,
  query: InputOf<PreviewPrices>['query'],
  use: (sent: SentPrices) => Promise<Ended>,
) {
  const answers = readFileAnswers(query.answers);
  if (!answers) return refuse('invalid_request', { field: 'answers' });
  const columns = readPriceColumns(query.columns);
  if (columns === undefined) return refuse('invalid_request', { field: 'columns' });
  const tooLarge = refuse('body_too_large', { details: { limit: '2 MB' } });
  if (Number(request.headers['content-length'] ?? 0) > PRICE_FILE_BYTES_MAX) return tooLarge;
  const file = await spoolUpload(uploadOf(request), query.fileName);
  if (!file) return tooLarge;
  const source = query.source?.trim();
  try {
    return file.bytes > PRICE_FILE_BYTES_MAX
      ? tooLarge
      : await use({ file, answers, columns, table: tableChoiceOf(query), source });
  } finally {
    await file.handle.close();
  }
}
