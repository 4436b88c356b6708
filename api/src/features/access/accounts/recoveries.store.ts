import { uuidv7 } from 'uuidv7';
import type { Queryable, Transaction } from '../../../platform/database.ts';

const RELEASED_WITHIN_HOURS = 24;

export type Recovery = {
  readonly id: string;
  readonly askedAt: string | null;
  readonly startedById: string | null;
  readonly startedBy: string | null;
  readonly startedAt: string | null;
  readonly releasedBy: string | null;
  readonly releasedAt: string | null;
};

/**
 * Returns an account's open recovery; null if there is none, or if it was started
 * `RELEASED_WITHIN_HOURS` or more ago.
 */
export async function findRecovery(
  sql: Queryable,
  { accountId, now }: { readonly accountId: string; readonly now: Date },
): Promise<Recovery | null> {
  const [row] = await sql<Recovery[]>`
    select recovery.id, recovery.asked_at, started.id as started_by_id, started.name as started_by,
      case when started.id is not null then recovery.started_at end as started_at,
      released.name as released_by,
      case when started.id is not null then recovery.released_at end as released_at
    from recoveries recovery
    left join accounts started on started.id = recovery.started_by and ${isInTime(sql, now)}
    left join accounts released on released.id = recovery.released_by and started.id is not null
    where recovery.account_id = ${accountId} and recovery.ended_at is null
      and (recovery.asked_at is not null or started.id is not null)`;
  return row ? { ...row } : null;
}

/** SQL condition, for the alias `recovery`: its start can still be released; null without a start. */
function isInTime(sql: Queryable, now: Date, since = sql`recovery.started_at`) {
  return sql`${since} > ${now.toISOString()}::timestamptz
    - make_interval(hours => ${RELEASED_WITHIN_HOURS})`;
}

/**
 * Records the owner's request for help; returns whether it is new. Nobody ends a request or start
 * that led to nothing in time, so this ends it, unless its link is still valid.
 */
export async function insertAskedRecovery(
  transaction: Transaction,
  { accountId, now }: { readonly accountId: string; readonly now: Date },
): Promise<boolean> {
  await transaction`
    update recoveries recovery set ended_at = ${now.toISOString()}
    where account_id = ${accountId} and ended_at is null
      and not ${isInTime(transaction, now, transaction`coalesce(recovery.started_at, recovery.asked_at)`)}
      and not exists (
        select from password_links link where link.recovery_id = recovery.id
          and link.used_at is null and link.expires_at > ${now.toISOString()})`;
  const rows = await transaction`
    insert into recoveries (id, account_id, asked_at)
    values (${uuidv7()}, ${accountId}, ${now.toISOString()})
    on conflict (account_id) where ended_at is null do nothing
    returning id`;
  return rows.length > 0;
}

type Started = {
  readonly accountId: string;
  readonly startedBy: string;
  readonly codeHash: Buffer;
  readonly now: Date;
};

/**
 * Starts a recovery and ends an earlier one that was not completed, whose code and link are then no
 * longer valid. The time of the owner's request carries over.
 */
export async function insertStartedRecovery(
  transaction: Transaction,
  { accountId, startedBy, codeHash, now }: Started,
): Promise<void> {
  const at = now.toISOString();
  const [earlier] = await transaction<{ askedAt: string | null }[]>`
    update recoveries set ended_at = ${at} where account_id = ${accountId} and ended_at is null
    returning asked_at`;
  await transaction`
    insert into recoveries (id, account_id, asked_at, started_by, started_at, code_hash)
    values (${uuidv7()}, ${accountId}, ${earlier?.askedAt ?? null}, ${startedBy}, ${at}, ${codeHash})`;
}

export async function setReleased(
  transaction: Transaction,
  { id, releasedBy, now }: { readonly id: string; readonly releasedBy: string; readonly now: Date },
): Promise<void> {
  await transaction`
    update recoveries set released_by = ${releasedBy}, released_at = ${now.toISOString()}
    where id = ${id}`;
}

export async function endRecoveries(
  transaction: Transaction,
  { accountId, now }: { readonly accountId: string; readonly now: Date },
): Promise<void> {
  await transaction`
    update recoveries set ended_at = ${now.toISOString()}
    where account_id = ${accountId} and ended_at is null`;
}

const WRONG_CODES_MAX = 5;

/**
 * Checks the starter's code and returns whether it is right; the fifth wrong code ends the
 * recovery.
 */
export async function takeRecoveryCode(
  transaction: Transaction,
  {
    recoveryId,
    codeHash,
    now,
  }: { readonly recoveryId: string; readonly codeHash: Buffer; readonly now: Date },
): Promise<boolean> {
  const right = await transaction`
    select from recoveries
    where id = ${recoveryId} and ended_at is null and code_hash = ${codeHash}`;
  if (right.length > 0) return true;
  await transaction`
    update recoveries set wrong_codes = wrong_codes + 1,
      ended_at = case when wrong_codes + 1 >= ${WRONG_CODES_MAX}
        then coalesce(ended_at, ${now.toISOString()}::timestamptz) else ended_at end
    where id = ${recoveryId}`;
  return false;
}
