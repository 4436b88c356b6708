import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  CreateAsset,
  EnteredPrice,
  ListPrices,
  MoveCollateral,
  ReadLoanCollateral,
} from '@bursar/contracts/reporting/collateral';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { inScope, portfoliosInScope, type Scope } from '../../../platform/scope.ts';
import type { Line } from './positions.store.ts';

type InPortfolio = { readonly portfolioId: string };
type Made = InPortfolio & { readonly id: string; readonly madeBy: string; readonly madeAt: string };

export type Asset = Pick<InputOf<CreateAsset>['body'], 'id' | 'symbol' | 'name' | 'decimals'>;

export async function listAssets(sql: Queryable, scope: Scope): Promise<Asset[]> {
  const rows = await sql<Asset[]>`
    select asset.id, asset.symbol, asset.name, asset.decimals
    from digital_assets asset
    join portfolios portfolio on portfolio.id = asset.portfolio_id
    where ${portfoliosInScope(sql, scope)}
    order by asset.symbol, asset.id`;
  return rows.map((row) => ({ ...row }));
}

/** Inserts an asset and returns whether it is new; a repeated id leaves the first one unchanged. */
export async function insertAsset(transaction: Transaction, asset: Asset & Made) {
  const rows = await transaction`
    insert into digital_assets (portfolio_id, id, symbol, name, decimals, created_by, created_at)
    values (${asset.portfolioId}, ${asset.id}, ${asset.symbol}, ${asset.name}, ${asset.decimals},
      ${asset.madeBy}, ${asset.madeAt})
    on conflict (portfolio_id, id) do nothing returning id`;
  return rows.length > 0;
}

export async function findAsset(sql: Queryable, { portfolioId, id }: InPortfolio & { id: string }) {
  const [row] = await sql<Asset[]>`
    select id, symbol, name, decimals from digital_assets
    where portfolio_id = ${portfolioId} and id = ${id}`;
  return row ?? null;
}

export type SecuredLoanHead = {
  readonly portfolioId: string;
  readonly loanId: string;
  readonly referenceNumber: number;
  readonly currency: string;
};

/** Finds the loan in the caller's scope; `held` locks it until the transaction ends. */
export async function findLoan(
  sql: Queryable,
  { scope, loanId, held = false }: { scope: Scope; loanId: string; held?: boolean },
): Promise<SecuredLoanHead | null> {
  const [loan] = await sql<SecuredLoanHead[]>`
    select state.portfolio_id, state.loan_id, loan.reference_number, loan.currency
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where ${inScope(sql, scope, 'state')} and state.loan_id = ${loanId}
    ${held ? sql`for no key update of state` : sql``}`;
  return loan ?? null;
}

type Event = Pick<
  InputOf<MoveCollateral>['body'],
  'assetId' | 'quantity' | 'valueDate' | 'custody'
>;
export type CollateralEvent = Event &
  Made & {
    readonly loanId: string;
    readonly event: AnswerOf<ReadLoanCollateral>['events'][number]['event'];
    readonly reason: string;
    readonly opposesId: string | null;
  };

export async function findEvent(sql: Queryable, { portfolioId, id }: InPortfolio & { id: string }) {
  const [row] = await sql<(Omit<CollateralEvent, 'madeAt'> & { isOpposed: boolean })[]>`
    select event.portfolio_id, event.id, event.loan_id, event.asset_id, event.event,
      trim_scale(event.quantity)::text as quantity, event.value_date, event.custody, event.reason,
      event.opposes_id, event.made_by, exists (
        select from collateral_events opposite
        where opposite.portfolio_id = event.portfolio_id and opposite.opposes_id = event.id
      ) as is_opposed
    from collateral_events event
    where event.portfolio_id = ${portfolioId} and event.id = ${id}`;
  return row ?? null;
}

export async function insertEvent(transaction: Transaction, event: CollateralEvent): Promise<void> {
  await transaction`
    insert into collateral_events (portfolio_id, id, loan_id, asset_id, event, quantity, value_date,
      custody, reason, opposes_id, made_by, made_at)
    values (${event.portfolioId}, ${event.id}, ${event.loanId}, ${event.assetId}, ${event.event},
      ${event.quantity}, ${event.valueDate}, ${event.custody}, ${event.reason}, ${event.opposesId},
      ${event.madeBy}, ${event.madeAt})`;
}

/** Lists up to 500 events, newest first. */
export async function listEvents(
  sql: Queryable,
  { portfolioId, loanId }: InPortfolio & { loanId: string },
): Promise<AnswerOf<ReadLoanCollateral>['events']> {
  const rows = await sql<AnswerOf<ReadLoanCollateral>['events']>`
    select event.id, event.event, event.asset_id, asset.symbol,
      trim_scale(event.quantity)::text as quantity, event.value_date, event.custody, event.reason,
      event.opposes_id, opposite.id is not null as is_opposed, person.name as made_by, event.made_at
    from collateral_events event
    join digital_assets asset
      on asset.portfolio_id = event.portfolio_id and asset.id = event.asset_id
    join accounts person on person.id = event.made_by
    left join collateral_events opposite
      on opposite.portfolio_id = event.portfolio_id and opposite.opposes_id = event.id
    where event.portfolio_id = ${portfolioId} and event.loan_id = ${loanId}
    order by event.number desc
    limit 500`;
  return rows.map((row) => ({ ...row }));
}

export type NewPrice = Made & {
  readonly assetId: string;
  readonly currency: string;
  readonly price: string;
  readonly pricedAt: string;
  readonly source: string;
  readonly fileId: string | null;
};

export async function insertPrices(
  transaction: Transaction,
  prices: readonly NewPrice[],
): Promise<void> {
  await transaction`
    insert into asset_prices (portfolio_id, id, asset_id, currency, price, priced_at, source, file_id,
      entered_by, entered_at)
    select "portfolioId", id, "assetId", currency, price, "pricedAt", source, "fileId", "madeBy", "madeAt"
    from jsonb_to_recordset(${transaction.json(prices.map((one) => ({ ...one })))}) as sent(
      "portfolioId" uuid, id uuid, "assetId" uuid, currency text, price numeric,
      "pricedAt" timestamptz, source text, "fileId" uuid, "madeBy" uuid, "madeAt" timestamptz)`;
}

export async function findPrice(sql: Queryable, { portfolioId, id }: InPortfolio & { id: string }) {
  const [row] = await sql<(Omit<NewPrice, 'madeAt'> & { isWithdrawn: boolean })[]>`
    select price.portfolio_id, price.id, price.asset_id, price.currency,
      trim_scale(price.price)::text as price, price.priced_at, price.source, price.file_id,
      price.entered_by as made_by, withdrawal.id is not null as is_withdrawn
    from asset_prices price
    left join asset_price_withdrawals withdrawal
      on withdrawal.portfolio_id = price.portfolio_id and withdrawal.price_id = price.id
    where price.portfolio_id = ${portfolioId} and price.id = ${id}`;
  return row ?? null;
}

/** Finds the effective prices at the given moments, with the fields that identify a price. */
export async function findEffectivePrices(
  sql: Queryable,
  { portfolioId, moments }: InPortfolio & { moments: readonly string[] },
) {
  return sql<Pick<NewPrice, 'assetId' | 'currency' | 'price' | 'pricedAt' | 'source'>[]>`
    select asset_id, currency, trim_scale(price)::text as price, priced_at, source
    from effective_asset_prices
    where portfolio_id = ${portfolioId} and priced_at = any(${[...moments]}::timestamptz[])`;
}

/** Converts local times in the portfolio's time zone to instants, in the given order. */
export async function readClock(
  sql: Queryable,
  { timeZone, texts }: { timeZone: string; texts: readonly string[] },
): Promise<string[]> {
  const rows = await sql<{ at: string }[]>`
    select (sent.text::timestamp at time zone ${timeZone})::timestamptz as at
    from unnest(${[...texts]}::text[]) with ordinality as sent (text, place)
    order by sent.place`;
  return rows.map(({ at }) => at);
}

type Withdrawal = Made & { readonly priceId: string; readonly reason: string };

/** Finds a withdrawal by its own id, to recognise a repeated request. */
export async function findWithdrawal(
  sql: Queryable,
  { portfolioId, id }: InPortfolio & { id: string },
) {
  const [row] = await sql<Pick<Withdrawal, 'priceId' | 'reason' | 'madeBy'>[]>`
    select price_id, reason, withdrawn_by as made_by from asset_price_withdrawals
    where portfolio_id = ${portfolioId} and id = ${id}`;
  return row ?? null;
}

export async function insertWithdrawal(transaction: Transaction, one: Withdrawal): Promise<void> {
  await transaction`
    insert into asset_price_withdrawals (portfolio_id, id, price_id, reason, withdrawn_by, withdrawn_at)
    values (${one.portfolioId}, ${one.id}, ${one.priceId}, ${one.reason}, ${one.madeBy},
      ${one.madeAt})`;
}

type PricesQuery = {
  readonly scope: Scope;
  readonly assetId?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
};
type PriceRow = Omit<EnteredPrice, 'withdrawn'> & {
  readonly reason: string | null;
  readonly withdrawnBy: string | null;
  readonly withdrawnAt: string | null;
};

export async function listEnteredPrices(
  sql: Queryable,
  { scope, assetId, after, limit }: PricesQuery,
): Promise<AnswerOf<ListPrices>> {
  const cursor = readCursor(after, 'instant');
  const rows = await sql<PriceRow[]>`
    select price.id, price.asset_id, asset.symbol, price.currency,
      trim_scale(price.price)::text as price, price.priced_at, price.source,
      price.file_id is not null as from_file, person.name as entered_by, price.entered_at,
      withdrawal.reason, withdrawal.withdrawn_at, withdrawer.name as withdrawn_by
    from asset_prices price
    join portfolios portfolio on portfolio.id = price.portfolio_id
    join digital_assets asset
      on asset.portfolio_id = price.portfolio_id and asset.id = price.asset_id
    join accounts person on person.id = price.entered_by
    left join asset_price_withdrawals withdrawal
      on withdrawal.portfolio_id = price.portfolio_id and withdrawal.price_id = price.id
    left join accounts withdrawer on withdrawer.id = withdrawal.withdrawn_by
    where ${portfoliosInScope(sql, scope)}
      ${assetId ? sql`and price.asset_id = ${assetId}` : sql``}
      ${cursor ? sql`and (price.priced_at, price.id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by price.priced_at desc, price.id desc
    limit ${limit + 1}`;
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: (row) => row.pricedAt });
  return {
    rows: page.map(({ reason, withdrawnBy, withdrawnAt, ...row }) => ({
      ...row,
      withdrawn:
        reason !== null && withdrawnBy !== null && withdrawnAt !== null
          ? { reason, by: withdrawnBy, at: withdrawnAt }
          : null,
    })),
    nextCursor,
  };
}

/**
 * Updates the margin thresholds if their version is still the one that the caller saw; returns
 * whether they were updated.
 */
export async function saveMarginLine(
  transaction: Transaction,
  line: Line & Pick<Made, 'madeBy' | 'madeAt'>,
): Promise<boolean> {
  const { portfolioId, warningBps, callBps, priceMaxAgeHours, version, madeBy, madeAt } = line;
  const rows =
    version === 0
      ? await transaction`
          insert into margin_lines (portfolio_id, warning_bps, call_bps, price_max_age_hours,
            changed_by, changed_at)
          values (${portfolioId}, ${warningBps}, ${callBps}, ${priceMaxAgeHours}, ${madeBy}, ${madeAt})
          on conflict do nothing returning version`
      : await transaction`
          update margin_lines set warning_bps = ${warningBps}, call_bps = ${callBps},
            price_max_age_hours = ${priceMaxAgeHours}, version = version + 1,
            changed_by = ${madeBy}, changed_at = ${madeAt}
          where portfolio_id = ${portfolioId} and version = ${version} returning version`;
  return rows.length > 0;
}
