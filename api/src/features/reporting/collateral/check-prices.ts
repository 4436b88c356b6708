import { exactDecimal, isCalendarDate, currencyDecimals } from '@bursar/loan-maths';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { PreviewPrices, PriceProblem } from '@bursar/contracts/reporting/price-files';
import { PRICE_SOURCE_MAX } from '@bursar/contracts/reporting/price-files.values';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Queryable } from '../../../platform/database.ts';
import {
  findEffectivePrices,
  listAssets,
  readClock,
  type Asset,
  type NewPrice,
} from './collateral.store.ts';
import type { WrittenPrice } from './price-cells.ts';

type Row = AnswerOf<PreviewPrices>['rows'][number];
export type CheckedPrice = Row &
  Pick<WrittenPrice, 'unread'> & {
    readonly asset: Asset | null;
    readonly pricedAt: string | null;
  };

/** Checks rows of a file and typed prices by the same rules, so that both accept the same input. */
export async function checkPrices(
  sql: Queryable,
  rows: readonly WrittenPrice[],
  { session: { scope }, portfolio, now }: PortfolioContext,
): Promise<CheckedPrice[]> {
  const assets = new Map((await listAssets(sql, scope)).map((asset) => [asset.symbol, asset]));
  const moments = await momentsOf(sql, rows, portfolio.timeZone);
  const current = await findEffectivePrices(sql, {
    portfolioId: portfolio.id,
    moments: [...new Set(moments.filter((at) => at !== null))],
  });
  const known = new Map(current.map((one) => [keyOf(one), one.price]));
  return rows.map((written, place) => {
    const asset = assets.get(written.symbol.toUpperCase()) ?? null;
    const pricedAt = moments[place] ?? null;
    const entered = { ...written, asset, pricedAt };
    const problem = problemOf(entered, now);
    if (problem !== null || !asset || pricedAt === null)
      return { ...entered, problem, isKnown: false };
    const key = keyOf({ ...written, assetId: asset.id, pricedAt });
    const earlier = known.get(key);
    if (earlier === undefined) known.set(key, written.price);
    const isKnown = earlier !== undefined;
    const isSame = !isKnown || isSamePrice(earlier, written.price);
    return { ...entered, problem: isSame ? null : 'price_entered_otherwise', isKnown };
  });
}

/** Two entries are the same price if asset, currency, moment and source are equal. */
const keyOf = (one: Pick<NewPrice, 'assetId' | 'currency' | 'pricedAt' | 'source'>): string =>
  JSON.stringify([one.assetId, one.currency, one.pricedAt, one.source]);

export function isSamePrice(one: string, other: string): boolean {
  const [left, right] = [exactDecimal(one), exactDecimal(other)];
  return left?.units === right?.units && left?.decimals === right?.decimals;
}

function problemOf(
  { asset, price, currency, pricedAt, source, unread }: Omit<CheckedPrice, 'problem' | 'isKnown'>,
  now: Date,
): PriceProblem | null {
  if (!asset) return 'asset_unknown';
  if (unread.includes('price_not_read')) return 'price_not_read';
  if (!/^\d{1,12}(\.\d{1,18})?$/.test(price) || exactDecimal(price)?.units === 0n) {
    return 'price_not_read';
  }
  if (unread.includes('currency_contradicts')) return 'currency_contradicts';
  if (currencyDecimals(currency) === undefined) return 'currency_unknown';
  if (pricedAt === null) return 'time_not_read';
  if (Date.parse(pricedAt) > now.getTime()) return 'priced_in_future';
  return source === '' || source.length > PRICE_SOURCE_MAX ? 'source_missing' : null;
}

const written =
  /^((?:19|2\d)\d\d-\d\d-\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:\.\d{1,9})?))?)? ?(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/;

/** Converts written times to instants; a time without an offset is in the portfolio's time zone. */
async function momentsOf(
  sql: Queryable,
  rows: readonly WrittenPrice[],
  timeZone: string,
): Promise<(string | null)[]> {
  const read = rows.map(({ time, unread }) => {
    if (unread.includes('time_not_read')) return null;
    const [, day = '', hour = '00', minute = '00', second = '00', offset] =
      written.exec(time) ?? [];
    if (!isCalendarDate(day)) return null;
    // Digits after the millisecond are cut, because instants have millisecond precision.
    return { local: `${day}T${hour}:${minute}:${second.slice(0, 6)}`, offset };
  });
  const locals = read.flatMap((one) => (one && one.offset === undefined ? [one.local] : []));
  const onClock = (await readClock(sql, { timeZone, texts: locals }))[Symbol.iterator]();
  return read.map((one) => {
    if (!one) return null;
    if (one.offset === undefined) return onClock.next().value ?? null;
    const offset = one.offset.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
    return new Date(`${one.local}${offset}`).toISOString();
  });
}

/** Returns the price to store; null for a row that is refused or whose price is stored already. */
export function newPrice(
  { asset, pricedAt, problem, isKnown, price, currency, source }: CheckedPrice,
  of: Pick<NewPrice, 'id' | 'fileId'>,
  { portfolio, session, now }: PortfolioContext,
): NewPrice | null {
  if (problem !== null || isKnown || !asset || pricedAt === null) return null;
  const made = { portfolioId: portfolio.id, madeBy: session.account.id, madeAt: now.toISOString() };
  return { ...made, ...of, assetId: asset.id, pricedAt, price, currency, source };
}
