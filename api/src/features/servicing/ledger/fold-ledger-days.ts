import type { Database } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/endpoints.ts';
import { repeatAsJob } from '../../../platform/repeat.ts';
import { movedLedgerDays } from './moved-ledger-days.store.ts';

const FOLD_EVERY_MS = 30_000;

/** One statement folds the entries of at most this many moved loans, so that it ends soon. */
const MOST_MOVES = 2_000;

/** Folds the amounts of new entries into the ledger's sums, for as long as the server runs. */
export function scheduleLedgerFolding(platform: Platform): void {
  const { app, database } = platform;
  repeatAsJob(platform, {
    everyMs: FOLD_EVERY_MS,
    run: () => foldLedgerDays(database),
    onFailure: (error) => app.log.warn({ err: error }, 'folding the sums of the ledger waits'),
  });
}

/**
 * Adds the recorded changes to the sums by day, then to those by holder and day. Each statement
 * removes the changes that it adds, so that readers see the sums before or after it, never in
 * between. Changes that another process is folding are skipped:
 * docs/decisions/0095-finance-by-day.md.
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
  let folded = MOST_MOVES;
  while (folded === MOST_MOVES) folded = await foldHeldLedgerDays(database);
}

/**
 * Adds the recorded changes, and those of loans that moved, to the sums by holder and day. Returns
 * the number of moves folded.
 */
async function foldHeldLedgerDays(database: Database): Promise<number> {
  const [row] = await database<{ moves: number }[]>`
    with free as (
      select id from held_ledger_day_changes for update skip locked
    ), taken as (
      delete from held_ledger_day_changes using free where held_ledger_day_changes.id = free.id
      returning held_ledger_day_changes.*
    ), first as (
      select number from loan_moves order by number limit ${MOST_MOVES} for update skip locked
    ), moved as materialized (
      delete from loan_moves using first where loan_moves.number = first.number
      returning loan_moves.*
    ), folded as (
      insert into held_ledger_days as kept
        (portfolio_id, holder_id, day, account, currency, debit_minor, credit_minor, lines)
      select portfolio_id, holder_id, day, account, currency, sum(debit_minor), sum(credit_minor),
        sum(lines)
      from (
        select portfolio_id, holder_id, day, account, currency, debit_minor, credit_minor, lines
        from taken
        union all
        ${movedLedgerDays(database, database`moved`)}
      ) part
      group by 1, 2, 3, 4, 5
      order by 1, 2, 3, 4, 5
      on conflict (portfolio_id, holder_id, day, account, currency) do update
      set debit_minor = kept.debit_minor + excluded.debit_minor,
        credit_minor = kept.credit_minor + excluded.credit_minor,
        lines = kept.lines + excluded.lines
    )
    select count(*) as moves from moved`;
  return row?.moves ?? 0;
}
