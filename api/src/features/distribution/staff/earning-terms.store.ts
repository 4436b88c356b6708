import { dayAt } from '../../../platform/scope.ts';
import type { Transaction } from '../../../platform/database.ts';

type NewTerms = {
  readonly portfolioId: string;
  readonly earnerId: string;
  readonly commissionRatePercent: string | null;
  readonly monthlyTargetMinor: number | null;
  readonly now: Date;
};

/**
 * Stores the terms agreed from today in the portfolio's time zone; earlier days are unchanged.
 * Needs the lock on the team or account.
 */
export async function saveEarningTerms(
  transaction: Transaction,
  { portfolioId, earnerId, now, ...terms }: NewTerms,
): Promise<void> {
  await transaction`
    insert into earning_terms (portfolio_id, earner_id, from_day, commission_rate_percent,
      monthly_target_minor)
    select portfolio.id, ${earnerId}, ${dayAt(transaction, now.toISOString(), transaction`portfolio.time_zone`)},
      ${terms.commissionRatePercent}, ${terms.monthlyTargetMinor}
    from portfolios portfolio
    where portfolio.id = ${portfolioId}
      and not exists (
        select from (
          select commission_rate_percent, monthly_target_minor from earning_terms
          where portfolio_id = ${portfolioId} and earner_id = ${earnerId}
          order by from_day desc limit 1
        ) latest
        where latest.commission_rate_percent is not distinct from ${terms.commissionRatePercent}::numeric
          and latest.monthly_target_minor is not distinct from ${terms.monthlyTargetMinor}::bigint)
    on conflict (portfolio_id, earner_id, from_day) do update
    set commission_rate_percent = excluded.commission_rate_percent,
      monthly_target_minor = excluded.monthly_target_minor`;
}
