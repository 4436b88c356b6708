import { addDays, addMonths, calendarDate, dateFromParts, dateParts } from '@bursar/loan-maths';
import { holdingValue, loanToValueBps, marginOf, sumDecimals } from '@bursar/loan-maths';
import type {
  ReadCollateral,
  ReadCollateralHistory,
  SecuredLoan,
} from '@bursar/contracts/reporting/collateral';
import {
  marginStates,
  type HistorySpan,
  type MarginFilter,
  type MarginState,
} from '@bursar/contracts/reporting/collateral.values';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Database } from '../../../platform/database.ts';
import type { Session } from '../../../platform/session.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { listAssets } from './collateral.store.ts';
import {
  listLatestPrices,
  listMarginLines,
  listPositions,
  NOW,
  type LatestPrice,
  type Line,
  type PositionRow,
} from './positions.store.ts';

type Reader = Pick<Session, 'scope' | 'businessDate' | 'portfolio'> & { readonly now: Date };
type Loan = SecuredLoan & { readonly on: string };

/** Lists the loans with collateral on the given days, valued at the prices of those days. */
async function calculateCollateral(
  database: Database,
  { scope, portfolio, now }: Reader,
  asked: { days: readonly string[]; loanId?: string },
) {
  const { days } = asked;
  const [rows, lines] = await Promise.all([
    listPositions(database, { scope, ...asked }),
    listMarginLines(database, scope),
  ]);
  const own = portfolio ? [portfolio.currency] : [];
  const currencies = [...new Set([...own, ...rows.map(({ currency }) => currency)])].toSorted();
  const prices = await listLatestPrices(database, { scope, days, currencies, now });
  return { currencies, prices, lines, loans: loansOf(rows, { prices, lines }) };
}

function loansOf(
  rows: readonly PositionRow[],
  { prices, lines }: { prices: readonly LatestPrice[]; lines: readonly Line[] },
): Loan[] {
  const priceAt = new Map(
    prices.map((price) => [
      [price.on, price.portfolioId, price.assetId, price.currency].join(),
      price,
    ]),
  );
  const lineOf = new Map(lines.map((line) => [line.portfolioId, line]));
  const byLoan = grouped(rows, ({ on, loanId }) => `${on} ${loanId}`);
  return [...byLoan.values()].flatMap((ofLoan) => {
    const [first] = ofLoan;
    const line = first && lineOf.get(first.portfolioId);
    if (!line) return [];
    const { on, portfolioId, loanId, referenceNumber, borrower, currency, outstandingMinor } =
      first;
    const holdings = ofLoan.map(({ assetId, symbol, quantity }) => {
      const latest = priceAt.get([on, portfolioId, assetId, currency].join());
      return valued({ assetId, symbol, quantity }, latest, currency);
    });
    const valueMinor = holdings.reduce<number | null>(
      (sum, one) => (sum === null || one.valueMinor === null ? null : sum + one.valueMinor),
      0,
    );
    return {
      on,
      loanId,
      loanReference: loanReference(referenceNumber),
      borrower,
      currency,
      outstandingMinor,
      valueMinor,
      ltvBps: valueMinor === null ? null : loanToValueBps(outstandingMinor, valueMinor),
      state: valueMinor === null ? 'unpriced' : marginOf({ outstandingMinor, valueMinor }, line),
      holdings,
    };
  });
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/**
 * Returns a holding with its value. A price that is too old is shown with its age, but gives no
 * value.
 */
function valued(
  held: Pick<PositionRow, 'assetId' | 'symbol' | 'quantity'>,
  latest: LatestPrice | undefined,
  currency: string,
): SecuredLoan['holdings'][number] {
  const isFresh = latest?.isFresh ?? false;
  return {
    ...held,
    price: latest?.price ?? null,
    pricedAt: latest?.pricedAt ?? null,
    isFresh,
    valueMinor: latest && isFresh ? holdingValue(held.quantity, latest.price, currency) : null,
  };
}

/**
 * Sums the outstanding amounts and the collateral values. The ratio counts only loans whose whole
 * collateral has a current price, because the others would add debt without value.
 */
function sumLoans(loans: readonly Loan[]) {
  const priced = loans.filter(({ valueMinor }) => valueMinor !== null);
  const sum = (of: readonly Loan[], valueOf: (loan: Loan) => number) =>
    of.reduce((all, loan) => all + valueOf(loan), 0);
  const pricedOutstandingMinor = sum(priced, ({ outstandingMinor }) => outstandingMinor);
  const valueMinor = sum(priced, (loan) => loan.valueMinor ?? 0);
  return {
    loans: loans.length,
    unpricedLoans: loans.length - priced.length,
    outstandingMinor: sum(loans, ({ outstandingMinor }) => outstandingMinor),
    pricedOutstandingMinor,
    valueMinor,
    ltvBps: loanToValueBps(pricedOutstandingMinor, valueMinor),
  };
}

export async function readCollateral(
  database: Database,
  reader: Reader,
): Promise<AnswerOf<ReadCollateral>> {
  const { scope, businessDate, portfolio } = reader;
  const [assets, { currencies, prices, lines, loans }] = await Promise.all([
    listAssets(database, scope),
    calculateCollateral(database, reader, { days: [NOW] }),
  ]);
  return {
    businessDate,
    line: lines.find(({ portfolioId }) => portfolioId === portfolio?.id) ?? null,
    assets: assets.map((asset) => ({
      ...asset,
      prices: prices.filter(({ assetId }) => assetId === asset.id),
    })),
    books: currencies.map((currency) => {
      const own = loans.filter((loan) => loan.currency === currency);
      const { unpricedLoans: _counted, ...sums } = sumLoans(own);
      return { currency, ...sums, states: statesOf(own), totals: totalsOf(own) };
    }),
  };
}

function statesOf(loans: readonly Loan[]): Record<MarginState, number> {
  const count = (state: MarginState) => loans.filter((loan) => loan.state === state).length;
  const [within, warning, call, unpriced] = marginStates;
  return {
    [within]: count(within),
    [warning]: count(warning),
    [call]: count(call),
    [unpriced]: count(unpriced),
  };
}

function totalsOf(loans: readonly Loan[]) {
  const byAsset = grouped(
    loans.flatMap(({ holdings }) => holdings),
    ({ assetId }) => assetId,
  );
  return [...byAsset].map(([assetId, holdings]) => ({
    assetId,
    loans: holdings.length,
    quantity: sumDecimals(holdings.map(({ quantity }) => quantity)),
    valueMinor: holdings.reduce<number | null>(
      (sum, one) => (sum === null || one.valueMinor === null ? null : sum + one.valueMinor),
      0,
    ),
  }));
}

export async function readCollateralHistory(
  database: Database,
  reader: Reader,
  span: HistorySpan,
): Promise<AnswerOf<ReadCollateralHistory>> {
  const { businessDate } = reader;
  const past = daysBefore(businessDate, span);
  const { currencies, prices, loans } = await calculateCollateral(database, reader, {
    days: [...past, NOW],
  });
  const days = [...past, businessDate];
  const at = [...past, NOW];
  const assetIds = [...new Set(prices.map(({ assetId }) => assetId))];
  return {
    days,
    books: currencies.map((currency) => ({
      currency,
      points: at.map((on, place) => {
        const own = loans.filter((loan) => loan.currency === currency && loan.on === on);
        const { pricedOutstandingMinor: _part, ...sums } = sumLoans(own);
        return { on: days[place] ?? businessDate, ...sums };
      }),
      prices: assetIds.map((assetId) => ({
        assetId,
        values: at.map((on) => {
          const latest = prices.find(
            (one) => one.assetId === assetId && one.currency === currency && one.on === on,
          );
          return latest?.isFresh ? latest.price : null;
        }),
      })),
    })),
  };
}

/** Returns the days before today to show: 30 days for a month, twelve month ends for a year. */
function daysBefore(businessDate: string, span: HistorySpan): string[] {
  const today = calendarDate(businessDate);
  if (span === 'month') return Array.from({ length: 30 }, (_, at) => addDays(today, at - 30));
  const { year, month } = dateParts(today);
  const first = dateFromParts(year, month, 1);
  return Array.from({ length: 12 }, (_, at) => addDays(addMonths(first, at - 11), -1));
}

type Filter = {
  readonly currency?: string | undefined;
  readonly state?: MarginFilter | undefined;
  readonly assetId?: string | undefined;
  readonly on?: string | undefined;
};

/**
 * Lists loans by ratio, highest first. Loans whose collateral is worth nothing come first, loans
 * without a price last.
 */
export async function listLoansWithCollateral(
  database: Database,
  reader: Reader,
  filter: Filter,
): Promise<SecuredLoan[]> {
  const { on = reader.businessDate } = filter;
  const days = [on < reader.businessDate ? on : NOW];
  const { loans } = await calculateCollateral(database, reader, { days });
  return loans
    .filter(
      (loan) =>
        (filter.currency === undefined || loan.currency === filter.currency) &&
        (filter.state === undefined || isOfState(loan, filter.state)) &&
        (filter.assetId === undefined ||
          loan.holdings.some(({ assetId }) => assetId === filter.assetId)),
    )
    .toSorted((one, other) => rankOf(other) - rankOf(one) || (one.loanId < other.loanId ? -1 : 1))
    .map(({ on: _day, ...loan }) => loan);
}

function isOfState({ state }: SecuredLoan, asked: MarginFilter): boolean {
  return asked === 'over' ? state === 'warning' || state === 'call' : state === asked;
}

export function rankOf({ state, ltvBps }: SecuredLoan): number {
  if (state === 'unpriced') return -1;
  return ltvBps ?? (state === 'call' ? Number.MAX_SAFE_INTEGER : 0);
}

/** Finds the collateral of one loan; null if it has none. */
export async function findSecuredLoan(
  database: Database,
  reader: Reader,
  loanId: string,
): Promise<SecuredLoan | null> {
  const { loans } = await calculateCollateral(database, reader, { days: [NOW], loanId });
  const [found] = loans;
  if (!found) return null;
  const { on: _day, ...loan } = found;
  return loan;
}
