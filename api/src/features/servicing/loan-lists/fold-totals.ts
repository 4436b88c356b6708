import type { Platform } from '../../../platform/endpoints.ts';
import type { Database } from '../../../platform/database.ts';
import { repeatAsJob } from '../../../platform/repeat.ts';

const FOLD_EVERY_MS = 30_000;

/** Folds the differences that changes leave in the totals, for as long as the server runs. */
export function scheduleTotalsFolding(platform: Platform): void {
  const { app, database } = platform;
  repeatAsJob(platform, {
    everyMs: FOLD_EVERY_MS,
    run: () => foldTotals(database),
    onFailure: (error) => app.log.warn({ err: error }, 'folding the totals waits'),
  });
}

/**
 * Merges all rows of a key into one row in a single statement, so that readers see either state.
 * Rows that another process is folding are skipped.
 */
export async function foldTotals(database: Database): Promise<void> {
  await database`
    with free as (
      select total.id from loan_totals total
      join (
        select portfolio_id, product_id, team_id, agent_id, status, currency from loan_totals
        group by 1, 2, 3, 4, 5, 6 having count(*) > 1
      ) several
        on several.portfolio_id = total.portfolio_id and several.product_id = total.product_id
        and several.team_id is not distinct from total.team_id
        and several.agent_id is not distinct from total.agent_id
        and several.status = total.status and several.currency = total.currency
      for update of total skip locked
    ), folded as (
      delete from loan_totals using free where loan_totals.id = free.id returning loan_totals.*
    )
    insert into loan_totals (portfolio_id, product_id, team_id, agent_id, status, currency, loans,
      principal_minor, outstanding_principal_minor)
    select portfolio_id, product_id, team_id, agent_id, status, currency, sum(loans),
      sum(principal_minor), sum(outstanding_principal_minor)
    from folded
    group by 1, 2, 3, 4, 5, 6
    having sum(loans) <> 0 or sum(principal_minor) <> 0 or sum(outstanding_principal_minor) <> 0`;
}
