import { addDays, calendarDate } from '@bursar/loan-maths';
import type { Transaction } from '../platform/database.ts';
import type { DemoPeople } from './demo-people.ts';
import { momentOf } from './placed-loan.ts';
import type { Random } from './random.ts';

type Opening = { readonly people: DemoPeople; readonly random: Random; readonly today: string };

const assets = [
  { symbol: 'BTC', name: 'Bitcoin', decimals: 8, price: 64_250, swing: 0.03 },
  { symbol: 'ETH', name: 'Ether', decimals: 18, price: 3_100, swing: 0.04 },
  { symbol: 'USDC', name: 'USD Coin', decimals: 6, price: 1, swing: 0.0004 },
];

/**
 * Collateral value divided by debt for each of the first loans; some are near a margin threshold,
 * some beyond it.
 */
const covers = [2.4, 1.9, 1.7, 1.55, 1.35, 1.28, 1.14, 1.9, 2.1, 1.5, 1.62, 1.33];

/**
 * Adds a year of invented prices, entered by the manager, and a dozen loans secured with the
 * assets.
 */
export async function addDemoCollateral(
  transaction: Transaction,
  { people, random, today }: Opening,
): Promise<void> {
  const { portfolioId, managerId } = people;
  const day = calendarDate(today);
  const made = (daysAgo: number) => momentOf(addDays(day, -daysAgo), 9);
  const named = assets.map((asset) => ({ ...asset, id: random.uuid(made(400)) }));
  await transaction`
    insert into digital_assets ${transaction(
      named.map(({ id, symbol, name, decimals }) => ({
        portfolio_id: portfolioId,
        id,
        symbol,
        name,
        decimals,
        created_by: managerId,
        created_at: made(400).toISOString(),
      })),
    )}`;
  const prices = named.flatMap(({ id, price, swing, decimals }) => {
    let latest = price;
    // Prices are daily for the last 36 days, and weekly before that.
    const days = Array.from({ length: 86 }, (_, at) => (at < 36 ? at + 1 : 36 + (at - 35) * 7));
    return days.map((daysAgo) => {
      const at = `${addDays(day, -daysAgo)}T16:00:00Z`;
      const row = {
        portfolio_id: portfolioId,
        id: random.uuid(new Date(at)),
        asset_id: id,
        currency: 'USD',
        price: latest.toFixed(Math.min(decimals, 4)),
        priced_at: at,
        source: 'Custodian statement',
        entered_by: managerId,
        entered_at: at,
      };
      latest *= 1 + (random.next() - 0.5) * 2 * swing;
      return row;
    });
  });
  await transaction`insert into asset_prices ${transaction(prices)}`;
  const loans = await transaction<{ loanId: string; owed: number }[]>`
    select state.loan_id, state.outstanding_principal_minor as owed
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where state.portfolio_id = ${portfolioId} and state.status = 'active'
      and loan.disbursed_on < ${addDays(day, -130)} and state.agent_id is not null
    order by row_number() over (partition by state.agent_id
      order by state.outstanding_principal_minor desc, loan.reference_number), loan.reference_number
    limit ${covers.length}`;
  const events = loans.flatMap(({ loanId, owed }, at) => {
    const parts = at % 3 === 0 ? [0.6, 0.4] : [1];
    return parts.flatMap((part, nth) => {
      const asset = named[(at + nth) % named.length];
      if (!asset) return [];
      const value = (owed / 100) * (covers[at] ?? 1) * part;
      const pledgedOn = addDays(day, -20 - at * 9);
      const moment = `${pledgedOn}T10:00:00Z`;
      return {
        portfolio_id: portfolioId,
        id: random.uuid(new Date(moment)),
        loan_id: loanId,
        asset_id: asset.id,
        event: 'pledge',
        quantity: (value / asset.price).toFixed(Math.min(asset.decimals, 6)),
        value_date: pledgedOn,
        custody: `Harbour Custody ${2_100 + at * 7 + nth}`,
        reason: '',
        made_by: managerId,
        made_at: moment,
      };
    });
  });
  await transaction`insert into collateral_events ${transaction(events)}`;
}
