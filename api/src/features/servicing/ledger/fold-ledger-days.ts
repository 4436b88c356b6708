import type { Database } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/endpoints.ts';
import { repeatAsJob } from '../../../platform/repeat.ts';

const FOLD_EVERY_MS = 30_000;

/** Folds what entries add to the sums of the ledger, for as long as the server runs. */
export function scheduleLedgerFolding(platform: Platform): void {
  const { app, database } = platform;
  repeatAsJob(platform, {
    everyMs: FOLD_EVERY_MS,
    run: () => foldLedgerDays(database),
    onFailure: (error) => app.log.warn({ err: error }, 'folding the sums of the ledger waits'),
  });
}

/**
 * Adds the recorded changes to the sums by day in a single statement, so that readers see either
 * state. Changes that another process is folding are skipped: docs/decisions/0095-finance-by-day.md.
 */
export async function foldLedgerDays(database: Database): Promise<void> {
  await database`
    with free as (
      select id from ledger_day_changes for update skip locked
    ), taken as (
      delete from ledger_day_changes using free where ledger_day_changes.id = free.id
      returning ledger_day_changes.*
    )
    insert into ledger_days as kept
      (portfolio_id, day, account, currency, debit_minor, credit_minor, lines)
    select portfolio_id, day, account, currency, sum(debit_minor), sum(credit_minor), sum(lines)
    from taken
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict (portfolio_id, day, account, currency) do update
    set debit_minor = kept.debit_minor + excluded.debit_minor,
      credit_minor = kept.credit_minor + excluded.credit_minor,
      lines = kept.lines + excluded.lines`;
}
