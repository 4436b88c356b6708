import { replicaReads, type Queryable } from '../../../platform/database.ts';
import { inScope, ofLoansInScope, portfoliosInScope, type Scope } from '../../../platform/scope.ts';

/** A day after all others, so that everything up to now counts in every time zone. */
export const NOW = 'infinity';

type Asked = {
  readonly scope: Scope;
  /** Days whose end is evaluated, or `NOW`. */
  readonly days: readonly string[];
};

export type PositionRow = {
  readonly on: string;
  readonly portfolioId: string;
  readonly loanId: string;
  readonly referenceNumber: number;
  readonly borrower: string | null;
  readonly currency: string;
  readonly assetId: string;
  readonly symbol: string;
  readonly quantity: string;
  readonly outstandingMinor: number;
};

/**
 * Lists the quantity held of each asset per loan and day, and the debt on that day: the present
 * debt less the later ledger entries on the loan's receivable.
 */
export function listPositions(
  database: Queryable,
  { scope, days, loanId }: Asked & { readonly loanId?: string },
) {
  const sql = replicaReads(database);
  return sql<PositionRow[]>`
    with day as (
      select "on" from unnest(${[...days]}::date[]) as named ("on")
    ), pledged as materialized (
      select distinct event.portfolio_id, event.loan_id from collateral_events event
      where ${ofLoansInScope(sql, scope, 'event')}
        ${loanId ? sql`and event.loan_id = ${loanId}` : sql``}
    ), booked as materialized (
      select entry.portfolio_id, entry.loan_id, entry.value_date,
        sum(line.debit_minor - line.credit_minor)::bigint as change_minor
      from pledged
      join ledger_transactions entry
        on entry.portfolio_id = pledged.portfolio_id and entry.loan_id = pledged.loan_id
      join ledger_lines line
        on line.portfolio_id = entry.portfolio_id and line.transaction_id = entry.id
      where line.account = 'loans-receivable' and entry.value_date > (select min("on") from day)
      group by 1, 2, 3
    ), later as (
      select booked.portfolio_id, booked.loan_id, day."on",
        sum(booked.change_minor)::bigint as change_minor
      from booked join day on booked.value_date > day."on"
      group by 1, 2, 3
    ), held as (
      select day."on", event.portfolio_id, event.loan_id, event.asset_id,
        sum(event.change) as quantity
      from day
      join collateral_events event on event.value_date <= day."on"
      join pledged
        on pledged.portfolio_id = event.portfolio_id and pledged.loan_id = event.loan_id
      group by 1, 2, 3, 4
      having sum(event.change) > 0
    )
    select held."on", held.portfolio_id, held.loan_id, loan.reference_number, loan.currency,
      coalesce(borrower.name, borrower.external_id) as borrower, held.asset_id, asset.symbol,
      trim_scale(held.quantity)::text as quantity,
      state.outstanding_principal_minor - coalesce(later.change_minor, 0) as outstanding_minor
    from held
    join loan_state state on state.portfolio_id = held.portfolio_id and state.loan_id = held.loan_id
    join loans loan on loan.portfolio_id = held.portfolio_id and loan.id = held.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    join digital_assets asset on asset.portfolio_id = held.portfolio_id and asset.id = held.asset_id
    left join later on later.portfolio_id = held.portfolio_id and later.loan_id = held.loan_id
      and later."on" = held."on"
    where ${inScope(sql, scope, 'state')}
    order by held."on", loan.reference_number, held.loan_id, asset.symbol`;
}

export type LatestPrice = {
  readonly on: string;
  readonly portfolioId: string;
  readonly assetId: string;
  readonly currency: string;
  readonly price: string;
  readonly pricedAt: string;
  readonly source: string;
  /**
   * Whether the price was within the portfolio's maximum age at the end of the day, or at present
   * if the day has not ended.
   */
  readonly isFresh: boolean;
};

/**
 * Finds the latest price of each asset and currency at the end of each day, however old it is. A
 * price at midnight belongs to the day that starts then, because prices of a file with days only
 * are stored at midnight.
 */
export function listLatestPrices(
  sql: Queryable,
  { scope, days, currencies, now }: Asked & { currencies: readonly string[]; now: Date },
) {
  const at = now.toISOString();
  return sql<LatestPrice[]>`
    select day."on", asset.portfolio_id, asset.id as asset_id, latest.currency,
      trim_scale(latest.price)::text as price, latest.priced_at, latest.source,
      latest.priced_at >= least(day_end.at, ${at}::timestamptz)
        - make_interval(hours => coalesce(line.price_max_age_hours, ${defaultLine.priceMaxAgeHours}))
        as is_fresh
    from digital_assets asset
    join portfolios portfolio on portfolio.id = asset.portfolio_id
    left join margin_lines line on line.portfolio_id = asset.portfolio_id
    cross join unnest(${[...days]}::date[]) as day ("on")
    cross join unnest(${[...currencies]}::text[]) as asked (currency)
    cross join lateral (
      select (day."on" + 1)::timestamp at time zone portfolio.time_zone as at
    ) day_end
    cross join lateral (
      select price.* from effective_asset_prices price
      where price.portfolio_id = asset.portfolio_id and price.asset_id = asset.id
        and price.currency = asked.currency and price.priced_at < day_end.at
        and price.priced_at <= ${at}
      order by price.priced_at desc, price.number desc
      limit 1
    ) latest
    where ${portfoliosInScope(sql, scope)}`;
}

/** Thresholds of a portfolio that has never set its own. */
export const defaultLine = { warningBps: 7_000, callBps: 8_500, priceMaxAgeHours: 72 };

export type Line = typeof defaultLine & { readonly portfolioId: string; readonly version: number };

export async function listMarginLines(sql: Queryable, scope: Scope): Promise<readonly Line[]> {
  const rows = await sql<Line[]>`
    select portfolio.id as portfolio_id,
      coalesce(line.warning_bps, ${defaultLine.warningBps}) as warning_bps,
      coalesce(line.call_bps, ${defaultLine.callBps}) as call_bps,
      coalesce(line.price_max_age_hours, ${defaultLine.priceMaxAgeHours}) as price_max_age_hours,
      coalesce(line.version, 0) as version
    from portfolios portfolio
    left join margin_lines line on line.portfolio_id = portfolio.id
    where ${portfoliosInScope(sql, scope)}`;
  return rows.map((row) => ({ ...row }));
}
