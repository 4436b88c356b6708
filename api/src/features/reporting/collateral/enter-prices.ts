import { exactDecimal, isCalendarDate, currencyDecimals } from '@bursar/loan-maths';
import { PRICE_ROWS_MAX, type PriceProblem } from '@bursar/contracts/reporting/collateral';
import type {
  EnterPrice,
  ImportPrices,
  PreviewPrices,
  WithdrawPrice,
} from '@bursar/contracts/reporting/collateral';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { uuidv7 } from 'uuidv7';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Queryable, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { lockPortfolio } from '../../access/approvals/approval-rules.store.ts';
import {
  findPrice,
  findEffectivePrices,
  findWithdrawal,
  insertPrices,
  insertWithdrawal,
  listAssets,
  readClock,
  type Asset,
  type NewPrice,
} from './collateral.store.ts';

type Row = AnswerOf<PreviewPrices>['rows'][number];
type Written = Pick<Row, 'row' | 'symbol' | 'currency' | 'price' | 'time' | 'source'>;
type Checked = Row & { readonly asset: Asset | null; readonly pricedAt: string | null };

/** Checks rows of a file and typed prices by the same rules, so that both accept the same input. */
async function checkRows(
  sql: Queryable,
  rows: readonly Written[],
  { session: { scope }, portfolio, now }: PortfolioContext,
): Promise<Checked[]> {
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

function isSamePrice(one: string, other: string): boolean {
  const [left, right] = [exactDecimal(one), exactDecimal(other)];
  return left?.units === right?.units && left?.decimals === right?.decimals;
}

function problemOf(
  { asset, price, currency, pricedAt, source }: Omit<Checked, 'problem' | 'isKnown'>,
  now: Date,
): PriceProblem | null {
  if (!asset) return 'asset_unknown';
  if (!/^\d{1,12}(\.\d{1,18})?$/.test(price) || exactDecimal(price)?.units === 0n) {
    return 'price_not_read';
  }
  if (currencyDecimals(currency) === undefined) return 'currency_unknown';
  if (pricedAt === null) return 'time_not_read';
  if (Date.parse(pricedAt) > now.getTime()) return 'priced_in_future';
  return source === '' || source.length > 120 ? 'source_missing' : null;
}

const written =
  /^((?:19|2\d)\d\d-\d\d-\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:\.\d{1,9})?))?)? ?(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/;

/** Converts written times to instants; a time without an offset is in the portfolio's time zone. */
async function momentsOf(
  sql: Queryable,
  rows: readonly Written[],
  timeZone: string,
): Promise<(string | null)[]> {
  const read = rows.map(({ time }) => {
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

const heads = ['symbol', 'price', 'time', 'source', 'currency'] as const;

type ReadFile = Outcome<Written[], FailureOf<PreviewPrices>>;

/**
 * Reads the rows of a file by its header names; without a currency column the portfolio's currency
 * applies.
 */
function readPriceFile(text: string, currency: string): ReadFile {
  const records = readCells(text);
  if (!records) return refuse('file_not_read', { field: 'text' });
  const [head, ...rows] = records;
  const place = new Map(head?.cells.map((name, at) => [name.trim().toLowerCase(), at]));
  const missing = heads.filter((name) => name !== 'currency' && !place.has(name));
  if (missing.length > 0) {
    return refuse('columns_missing', { field: 'text', details: { columns: missing.join(', ') } });
  }
  if (rows.length > PRICE_ROWS_MAX) {
    const details = { rows: rows.length, limit: PRICE_ROWS_MAX };
    return refuse('too_many_prices', { field: 'text', details });
  }
  return succeed(
    rows.map(({ cells, row }) => {
      const cell = (name: (typeof heads)[number]) => cells[place.get(name) ?? -1]?.trim() ?? '';
      return {
        row,
        symbol: cell('symbol'),
        price: cell('price'),
        time: cell('time'),
        source: cell('source'),
        currency: cell('currency') || currency,
      };
    }),
  );
}

/** The delimiter is the most frequent of comma, semicolon and tab in the header. */
function readCells(text: string): { cells: string[]; row: number }[] | null {
  const [head = ''] = text.split('\n', 1);
  const [delimiter = ','] = [',', ';', '\t'].toSorted(
    (one, other) => head.split(other).length - head.split(one).length,
  );
  try {
    const records: string[][] = parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    });
    return records
      .map((cells, at) => ({ cells, row: at + 1 }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

export async function previewPrices(
  database: Database,
  text: string,
  context: PortfolioContext,
): Promise<Outcome<AnswerOf<PreviewPrices>, FailureOf<PreviewPrices>>> {
  const file = readPriceFile(text, context.portfolio.currency);
  if (!file.ok) return file;
  const rows = await checkRows(database, file.value, context);
  return succeed({
    ...countRows(rows),
    rows: rows.map(({ asset: _asset, pricedAt: _at, ...row }) => row),
  });
}

function countRows(rows: readonly Checked[]) {
  const refused = rows.filter(({ problem }) => problem !== null).length;
  const known = rows.filter(({ problem, isKnown }) => problem === null && isKnown).length;
  return { fresh: rows.length - refused - known, known, refused };
}

/** Imports the rows that a preview shows as new; importing the same file again adds nothing. */
export async function importPrices(
  database: Database,
  { id, text }: InputOf<ImportPrices>['body'],
  context: PortfolioContext,
): Promise<Outcome<AnswerOf<ImportPrices>, FailureOf<ImportPrices>>> {
  const { portfolio } = context;
  const file = readPriceFile(text, portfolio.currency);
  if (!file.ok) return file;
  return database.begin(async (transaction) => {
    await lockPortfolio(transaction, portfolio.id);
    const rows = await checkRows(transaction, file.value, context);
    const prices = rows.flatMap(
      (row) => newPrice(row, { id: uuidv7(), fileId: id }, context) ?? [],
    );
    const { known, refused } = countRows(rows);
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

function newPrice(
  { asset, pricedAt, problem, isKnown, price, currency, source }: Checked,
  of: Pick<NewPrice, 'id' | 'fileId'>,
  { portfolio, session, now }: PortfolioContext,
): NewPrice | null {
  if (problem !== null || isKnown || !asset || pricedAt === null) return null;
  const made = { portfolioId: portfolio.id, madeBy: session.account.id, madeAt: now.toISOString() };
  return { ...made, ...of, assetId: asset.id, pricedAt, price, currency, source };
}

type Entered = Outcome<AnswerOf<EnterPrice>, FailureOf<EnterPrice>>;

/** Enters one price. The same price under another id is refused only if its value differs. */
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
    const typed = { ...sent, row: 1, symbol, source, time: `${day}T${time}` };
    const [checked] = await checkRows(transaction, [typed], context);
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
  currency_unknown: refuse('currency_unknown', { field: 'currency' }),
  time_not_read: refuse('priced_in_future', { field: 'day' }),
  priced_in_future: refuse('priced_in_future', { field: 'day' }),
  source_missing: refuse('source_missing', { field: 'source' }),
  price_entered_otherwise: refuse('price_entered_otherwise', { field: 'price' }),
} satisfies Record<PriceProblem, Entered>;

type Withdrawn = Outcome<AnswerOf<WithdrawPrice>, FailureOf<WithdrawPrice>>;

/**
 * Withdraws a wrong price: it stays on record but no longer counts, so the previous price is the
 * latest again.
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
