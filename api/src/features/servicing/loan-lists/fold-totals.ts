import type { Platform } from '../../../platform/endpoints.ts';
import type { Database } from '../../../platform/database.ts';
import { repeatAsJob } from '../../../platform/repeat.ts';

const FOLD_EVERY_MS = 30_000;

/** Folds the differences that changes leave in the totals, for as long as the server runs. */
export function scheduleTotalsFolding(platform: Platform): void {
  const { app, database } = platform;
  repeatAsJob(platform, {
    everyMs: FOLD_EVERY_MS,
    run: async () => {
      await foldTotals(database);
      await foldParts(database);
    },
    onFailure: (error) => app.log.warn({ err: error }, 'folding the totals waits'),
  });
}

/**
 * Merges all rows of a key into one row in a single statement, so that readers see the rows before
 * or after it, never in between. Rows that another process is folding are skipped.
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

/**
 * Adds the recorded changes to the sums by part in a single statement, so that readers see the sums
 * before or after it, never in between. Changes that another process is folding are skipped.
 */
export async function foldParts(database: Database): Promise<void> {
  const { count } = await database`
    with free as (
      select id from loan_part_changes for update skip locked
    ), taken as (
      delete from loan_part_changes using free where loan_part_changes.id = free.id
      returning loan_part_changes.*
    )
    insert into loan_part_sums as kept
      (portfolio_id, kind, part, team_id, agent_id, currency, loans, amount_minor)
    select portfolio_id, kind, part, team_id, agent_id, currency, sum(loans), sum(amount_minor)
    from taken
    group by 1, 2, 3, 4, 5, 6
    order by 1, 2, 3, 4, 5, 6
    on conflict (portfolio_id, kind, part, team_id, agent_id, currency) do update
    set loans = kept.loans + excluded.loans, amount_minor = kept.amount_minor + excluded.amount_minor`;
  if (count > 0) {
    await database`delete from loan_part_sums where loans = 0 and amount_minor = 0`;
  }
}
