import type { EnterPrice, WithdrawPrice } from '@bursar/contracts/reporting/collateral';
import type { PriceProblem } from '@bursar/contracts/reporting/price-files';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { lockPortfolio } from '../../access/approvals/approval-rules.store.ts';
import { checkPrices, isSamePrice, newPrice } from './check-prices.ts';
import {
  findPrice,
  findWithdrawal,
  insertPrices,
  insertWithdrawal,
  listAssets,
} from './collateral.store.ts';

type Entered = Outcome<AnswerOf<EnterPrice>, FailureOf<EnterPrice>>;

/**
 * Enters one price. A price of the same asset, currency, time and source under another id is
 * refused only if its value differs.
 */
export function enterPrice(
  database: Database,
  { id, assetId, day, time, ...sent }: InputOf<EnterPrice>['body'],
  context: PortfolioContext,
): Promise<Entered> {
  const { portfolio, session } = context;
  return database.begin(async (transaction): Promise<Entered> => {
    await lockPortfolio(transaction, portfolio.id);
    const assets = await listAssets(transaction, session.scope);
    const symbol = assets.find((asset) => asset.id === assetId)?.symbol ?? '';
    const source = sent.source.trim();
    const typed = { ...sent, row: 1, symbol, source, time: `${day} ${time}`, unread: [] };
    const [checked] = await checkPrices(transaction, [typed], context);
    if (!checked) return refuse('asset_not_found', { field: 'assetId' });
    const earlier = await findPrice(transaction, { portfolioId: portfolio.id, id });
    if (earlier) {
      const isSame =
        earlier.assetId === assetId &&
        earlier.currency === sent.currency &&
        earlier.pricedAt === checked.pricedAt &&
        earlier.source === source &&
        earlier.fileId === null &&
        earlier.madeBy === session.account.id &&
        isSamePrice(earlier.price, sent.price);
      return isSame ? succeed({ id, replayed: true }) : refuse('id_reused_with_different_content');
    }
    if (checked.problem !== null) return refusalOf[checked.problem];
    const price = newPrice(checked, { id, fileId: null }, context);
    if (price) {
      await insertPrices(transaction, [price]);
      await auditCommand(transaction, context, {
        portfolioId: portfolio.id,
        event: 'enter-price',
        subject: 'digital-asset',
        subjectId: assetId,
        forColleagues: true,
        after: {
          asset: symbol,
          price: sent.price,
          currency: sent.currency,
          pricedAt: price.pricedAt,
          source,
        },
      });
    }
    return succeed({ id, replayed: price === null });
  });
}

const refusalOf = {
  asset_unknown: refuse('asset_not_found', { field: 'assetId' }),
  price_not_read: refuse('price_not_positive', { field: 'price' }),
  currency_contradicts: refuse('currency_unknown', { field: 'currency' }),
  currency_unknown: refuse('currency_unknown', { field: 'currency' }),
  time_not_read: refuse('priced_in_future', { field: 'day' }),
  priced_in_future: refuse('priced_in_future', { field: 'day' }),
  source_missing: refuse('source_missing', { field: 'source' }),
  price_entered_otherwise: refuse('price_entered_otherwise', { field: 'price' }),
} satisfies Record<PriceProblem, Entered>;

type Withdrawn = Outcome<AnswerOf<WithdrawPrice>, FailureOf<WithdrawPrice>>;

/**
 * Withdraws a wrong price: it stays on record but no longer counts. If it was the latest, the
 * previous price is the latest again.
 */
export function withdrawPrice(
  database: Database,
  command: InputOf<WithdrawPrice>['body'] & { priceId: string },
  context: PortfolioContext,
): Promise<Withdrawn> {
  return database.begin((transaction) => withdraw(transaction, command, context));
}

async function withdraw(
  transaction: Transaction,
  { id, priceId, reason: typed }: InputOf<WithdrawPrice>['body'] & { priceId: string },
  context: PortfolioContext,
): Promise<Withdrawn> {
  const { portfolio, session, now } = context;
  const reason = typed.trim();
  if (reason === '') return refuse('reason_missing', { field: 'reason' });
  await lockPortfolio(transaction, portfolio.id);
  const portfolioId = portfolio.id;
  const price = await findPrice(transaction, { portfolioId, id: priceId });
  if (!price) return refuse('not_found');
  const madeBy = session.account.id;
  const earlier = await findWithdrawal(transaction, { portfolioId, id });
  if (earlier) {
    const isSame =
      earlier.priceId === priceId && earlier.reason === reason && earlier.madeBy === madeBy;
    return isSame ? succeed({ id, replayed: true }) : refuse('id_reused_with_different_content');
  }
  if (price.isWithdrawn) return refuse('price_already_withdrawn');
  const at = now.toISOString();
  await insertWithdrawal(transaction, { portfolioId, id, priceId, reason, madeBy, madeAt: at });
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'withdraw-price',
    subject: 'digital-asset',
    subjectId: price.assetId,
    forColleagues: true,
    after: { price: price.price, currency: price.currency, pricedAt: price.pricedAt, reason },
  });
  return succeed({ id, replayed: false });
}
