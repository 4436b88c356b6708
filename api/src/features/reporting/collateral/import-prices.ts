import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { ImportPrices, PreviewPrices } from '@bursar/contracts/reporting/price-files';
import { uuidv7 } from 'uuidv7';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { TapeBytes } from '../../../platform/table-files/tape-file.ts';
import { lockPortfolio } from '../../access/approvals/approval-rules.store.ts';
import { describeFinding } from '../../intake/imports/describe-finding.ts';
import { checkPrices, newPrice, type CheckedPrice } from './check-prices.ts';
import { insertPrices } from './collateral.store.ts';
import { listPriceLayouts, rememberPriceLayout, type PriceLayout } from './price-layouts.store.ts';
import { readPriceFile, type PriceFileTerms } from './read-price-file.ts';

/** A file with the user's answers and choices. */
export type SentPrices = Omit<PriceFileTerms, 'currency' | 'remembered'> & {
  readonly file: TapeBytes;
};

/** Reports what a file would import; nothing is stored. */
export async function previewPrices(
  database: Database,
  { file, ...sent }: SentPrices,
  context: PortfolioContext,
): Promise<Outcome<AnswerOf<PreviewPrices>, FailureOf<PreviewPrices>>> {
  const read = await readSent(database, { file, ...sent }, context);
  if (!read.ok) return read;
  const { rows: written, unreadable, questions, table, columns, missing } = read.value;
  const { layout, recalledFrom } = read.value;
  const rows = await checkPrices(database, written, context);
  return succeed({
    questions,
    unreadable: unreadable && {
      ...unreadable,
      number: 1,
      message: describeFinding(unreadable),
    },
    table,
    columns: [...columns],
    missing: [...missing],
    source: layout?.source ?? '',
    recalledFrom: recalledFrom && {
      fileName: recalledFrom.fileName,
      importedAt: recalledFrom.importedAt,
    },
    ...countRows(rows),
    rows: rows.map(({ asset: _asset, pricedAt: _at, unread: _unread, ...row }) => row),
  });
}

async function readSent(
  database: Database,
  { file, ...sent }: SentPrices,
  { portfolio: { id, currency } }: PortfolioContext,
) {
  const remembered = await listPriceLayouts(database, id);
  return readPriceFile(file, { ...sent, currency, remembered });
}

function countRows(rows: readonly CheckedPrice[]) {
  const refused = rows.filter(({ problem }) => problem !== null).length;
  const known = rows.filter(({ problem, isKnown }) => problem === null && isKnown).length;
  return { fresh: rows.length - refused - known, known, refused };
}

/** Imports the rows that a preview shows as new; importing the same file again adds nothing. */
export async function importPrices(
  database: Database,
  { id, fileName, ...sent }: SentPrices & { readonly id: string; readonly fileName: string },
  context: PortfolioContext,
): Promise<Outcome<AnswerOf<ImportPrices>, FailureOf<ImportPrices>>> {
  const { portfolio } = context;
  const file = await readSent(database, sent, context);
  if (!file.ok) return file;
  const { unreadable, questions, missing, layout, rows: written } = file.value;
  if (unreadable) return refuse('file_not_read');
  if (missing.length > 0) {
    return refuse('columns_missing', { details: { columns: missing.join(', ') } });
  }
  if (questions.length > 0) return refuse('file_question_open');
  return database.begin(async (transaction) => {
    await lockPortfolio(transaction, portfolio.id);
    const rows = await checkPrices(transaction, written, context);
    const prices = rows.flatMap(
      (row) => newPrice(row, { id: uuidv7(), fileId: id }, context) ?? [],
    );
    const { known, refused } = countRows(rows);
    if (layout && isDecided(layout)) {
      await rememberPriceLayout(transaction, layout, {
        portfolioId: portfolio.id,
        fileName,
        importedBy: context.session.account.id,
        importedAt: context.now.toISOString(),
      });
    }
    if (prices.length > 0) {
      await insertPrices(transaction, prices);
      await auditCommand(transaction, context, {
        portfolioId: portfolio.id,
        event: 'import-prices',
        subject: 'digital-asset',
        subjectId: id,
        forColleagues: true,
        after: { prices: prices.length, known, refused },
      });
    }
    return succeed({ taken: prices.length, known, refused });
  });
}

/** Returns whether a user made a choice, which is then remembered for later lists. */
const isDecided = ({ columns, answers, table, source }: PriceLayout): boolean =>
  columns !== null || table !== null || source !== '' || Object.keys(answers).length > 0;
