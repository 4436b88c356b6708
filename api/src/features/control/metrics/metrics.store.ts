import { schemaOf, type Database } from '../../../platform/database.ts';
import { dayAt } from '../../../platform/scope.ts';
import { nameFor } from '../../../platform/postgres/lender-names.ts';

/** Figures of the whole database, without any data about a borrower. */
export type DatabaseFigures = {
  readonly mailsWaiting: number;
  readonly mailsFailing: number;
  readonly deliveriesWaiting: number;
  readonly auditEventsUnsealed: number;
  readonly closesRunning: number;
  readonly closesFailed: number;
  /** The end of the last close, in seconds since 1970; null if no day was closed. */
  readonly lastCloseAt: number | null;
  /**
   * The last closed day of the portfolio furthest behind, in seconds since 1970; null if there is no
   * portfolio. For one that never closed a day, this is the day before it was created.
   */
  readonly oldestClosedDay: number | null;
  /**
   * When the last backup that could be read back was taken, in seconds since 1970; null if there is
   * none.
   */
  readonly lastBackupAt: number | null;
  readonly maxConnections: number;
};

export type LabelledCount = { readonly label: string; readonly count: number };
export type JobFigures = {
  readonly name: string;
  readonly state: string;
  readonly count: number;
  readonly lastEndedAt: number | null;
};

export async function readDatabaseFigures(database: Database) {
  const [figures, connections, imports, jobs] = await Promise.all([
    readFigures(database),
    database<LabelledCount[]>`
      select coalesce(state, 'unknown') as label, count(*)::int as count
      from pg_stat_activity where application_name = 'bursar' and datname = current_database()
      group by 1`,
    database<LabelledCount[]>`
      select state as label, count(*)::int as count from imports group by 1`,
    database<JobFigures[]>`
      select name, state::text as state, count(*)::int as count,
        extract(epoch from max(completed_on))::float8 as last_ended_at
      from ${database(nameFor(schemaOf(database), 'pgboss'))}.job where name not like '\\_\\_pgboss%' group by 1, 2`,
  ]);
  return { figures, connections, imports, jobs };
}

async function readFigures(database: Database): Promise<DatabaseFigures> {
  // Excludes removed demo data: nobody closes its days, which would look like a close that hangs.
  const runs = database`
    end_of_day_runs run
    join portfolios portfolio on portfolio.id = run.portfolio_id and portfolio.removed_at is null`;
  const [row] = await database<DatabaseFigures[]>`
    select mails.waiting as mails_waiting, mails.failing as mails_failing,
      (select count(*)::int from webhook_deliveries where state = 'waiting') as deliveries_waiting,
      (select count(*)::int from audit_unsealed) as audit_events_unsealed,
      closes.running as closes_running, closes.failed as closes_failed,
      closes.last_at as last_close_at,
      (select extract(epoch from min(last_day)::timestamptz)::float8 from (
        select coalesce(
          (select max(run.day) from end_of_day_runs run
            where run.portfolio_id = portfolio.id and run.state = 'closed'),
          -- A portfolio that never closed a day is behind since it was created.
          ${dayAt(database, database`portfolio.created_at`, database`portfolio.time_zone`)} - 1
        ) as last_day
        from portfolios portfolio where portfolio.removed_at is null
      ) last_days) as oldest_closed_day,
      (select extract(epoch from max(taken_at))::float8 from backups
        where checked_at is not null) as last_backup_at,
      current_setting('max_connections')::int as max_connections
    from
      -- The attempts include a running one, so 1 alone does not mean that an attempt failed.
      (select count(*)::int as waiting,
          count(*) filter (where attempts > 1 or last_failure is not null)::int as failing
        from outbox where sent_at is null) mails,
      (select count(*) filter (where state = 'running')::int as running,
          count(*) filter (where state = 'running' and failed_at is not null)::int as failed,
          extract(epoch from max(ended_at))::float8 as last_at
        from ${runs}) closes`;
  if (!row) throw new Error('a query without groups has one row');
  return row;
}
