import { setTimeout as wait } from 'node:timers/promises';
import type postgres from 'postgres';

/** Any connection of the driver. Its text has no parameters, so it takes one round trip. */
type Asked = {
  readonly unsafe: (text: string) => PromiseLike<readonly { readonly [column: string]: unknown }[]>;
};

/**
 * SQL for the cluster and the database in it, which a physical standby shares with its primary and
 * no other server has.
 */
export const identityOf = `(
  select system_identifier || '/' || (select oid from pg_database where datname = current_database())
  from pg_control_system())`;

/**
 * SQL for the end of all that was committed. A commit is visible once it is flushed; only with
 * `synchronous_commit = off` it is visible before.
 */
const positionOf = `(case current_setting('synchronous_commit')
  when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text`;

/** Tells where the primary is in its write-ahead log. Both answers are null if it cannot tell. */
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
     * Returns a position from after the call. Reads that ask while an answer is on its way share
     * the next one.
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

/** Waits until the standby has replayed the log up to the position, or for a tenth of a second. */
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
