import { setTimeout as wait } from 'node:timers/promises';
import type postgres from 'postgres';

/**
 * Any connection of the driver. The statements have no parameters, so each takes one round trip.
 */
type Asked = {
  readonly unsafe: (text: string) => PromiseLike<readonly { readonly [column: string]: unknown }[]>;
};

/**
 * SQL that identifies the cluster and the database in it. A physical standby has the same identity
 * as its primary, and no other server has it.
 */
export const identityOf = `(
  select system_identifier || '/' || (select oid from pg_database where datname = current_database())
  from pg_control_system())`;

/**
 * SQL for the log position after the last commit. A commit is visible once it is flushed; only with
 * `synchronous_commit = off` is it visible earlier.
 */
const positionOf = `(case current_setting('synchronous_commit')
  when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text`;

/**
 * Reads the primary's identity and its position in the write-ahead log. Both are null if the
 * primary does not answer.
 */
export function openPositions(primary: postgres.Sql) {
  let sent: Promise<unknown> = Promise.resolve();
  let next: Promise<string | null> | null = null;
  let known: Promise<string | null> | null = null;

  const ask = (expression: string): Promise<string | null> =>
    primary.unsafe(`select ${expression} as value`).then(
      ([row]) => (typeof row?.['value'] === 'string' ? row['value'] : null),
      () => null,
    );

  return {
    /**
     * Returns a position that was read after the call. Calls made while a query runs share the next
     * one.
     */
    now: (): Promise<string | null> => {
      next ??= sent.then(() => {
        next = null;
        const answer = ask(positionOf);
        sent = answer;
        return answer;
      });
      return next;
    },
    identity: async (): Promise<string | null> => {
      known ??= ask(identityOf);
      const identity = await known;
      if (identity === null) known = null;
      return identity;
    },
  };
}

/** A read waits this long for a standby, then the primary answers it. */
const WAIT_MS = 100;
const LONGEST_PAUSE_MS = 10;

/**
 * Waits at most `WAIT_MS` until the standby has replayed the log up to the position; returns
 * whether it has.
 */
export async function reaches(standby: Asked, position: string | null): Promise<boolean> {
  if (position === null) return false;
  const text = `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= '${position}' as reached`;
  const until = performance.now() + WAIT_MS;
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const [row] = await standby.unsafe(text);
    if (row?.['reached'] === true) return true;
    if (performance.now() >= until) return false;
    await wait(pause);
  }
}
