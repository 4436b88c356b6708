import type { Change } from '@bursar/contracts/access/live-updates';
import type { Database } from '../database.ts';
import type { Reach } from '../scope.ts';
import { nameIn } from '../postgres/lender-names.ts';
import { CHANGES_CHANNEL } from './announce-change.ts';

/**
 * The position of a reader: it has received every transaction before `horizon`. Changes after it
 * may be sent twice, which only makes a browser fetch again.
 */
export type Position = { readonly horizon: string; readonly at: string };

export type ChangeRow = Change & Reach & { readonly position: Position };

export async function readPosition(database: Database): Promise<Position> {
  const [row] = await database<Position[]>`
    select pg_snapshot_xmin(pg_current_snapshot()) as horizon, clock_timestamp() as at`;
  if (!row) throw new Error('a select without a table answers one row');
  return { ...row };
}

export async function readChanges(
  database: Database,
  numbers: readonly string[],
): Promise<ChangeRow[]> {
  const rows = await database<StoredChange[]>`
    select ${columns(database)} from live_updates where number = any(${[...numbers]}::bigint[])`;
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  // Keeps the order of the notifications, which is the order of commits.
  return numbers.flatMap((number) => byNumber.get(number) ?? []).map(asChangeRow);
}

/**
 * Returns the changes committed since the position; null if the position is too old or ahead of the
 * database, or if there are more than `limit` changes.
 */
export async function readChangesSince(
  database: Database,
  { horizon, at }: Position,
  limit: number,
): Promise<ChangeRow[] | null> {
  const [known] = await database<{ isCovered: boolean }[]>`
    select ${at}::timestamptz > now() - make_interval(mins => ${RETENTION_MINUTES - 5})
      and ${horizon}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as is_covered`;
  if (!known?.isCovered) return null;
  const rows = await database<StoredChange[]>`
    select ${columns(database)} from live_updates where transaction_id >= ${horizon}::xid8
    order by number limit ${limit + 1}`;
  return rows.length > limit ? null : rows.map(asChangeRow);
}

/**
 * Returns the changes of the last `seconds`, which happened while a new listener's page was
 * fetched; null if there are more than `limit`.
 */
export async function readLatestChanges(
  database: Database,
  { seconds, limit }: { seconds: number; limit: number },
): Promise<ChangeRow[] | null> {
  const rows = await database<StoredChange[]>`
    select ${columns(database)} from live_updates
    where at > now() - make_interval(secs => ${seconds})
    order by number limit ${limit + 1}`;
  return rows.length > limit ? null : rows.map(asChangeRow);
}

const RETENTION_MINUTES = 15;

/**
 * Sends a heartbeat, which has only the current position. It arrives after everything committed
 * before it, so it proves that the connection works and advances every listener. Also deletes
 * changes that are too old to be replayed.
 */
export async function sendBeat(database: Database): Promise<void> {
  await database`
    with forgotten as (
      delete from live_updates where at < now() - make_interval(mins => ${RETENTION_MINUTES})
    )
    select pg_notify(${nameIn(database, CHANGES_CHANNEL)},
      'beat ' || pg_snapshot_xmin(pg_current_snapshot()) || ' ' || clock_timestamp())`;
}

type StoredChange = Change & Reach & Position & { readonly number: string };

function columns(database: Database) {
  return database`number::text, horizon, at, portfolio_id, event, subject, subject_id, loan_id,
    reach, team_ids, account_ids`;
}

function asChangeRow(row: StoredChange): ChangeRow {
  const { event, subject, subjectId, loanId, reach, portfolioId, teamIds, accountIds } = row;
  const change = { event, subject, subjectId, loanId, reach, portfolioId, teamIds, accountIds };
  return { ...change, position: { horizon: row.horizon, at: row.at } };
}
