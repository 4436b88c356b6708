import { setTimeout as wait } from 'node:timers/promises';
import type postgres from 'postgres';
import type { Database, Transaction } from '../database.ts';
import { codeOf, isConnectionFailure } from './connection-failures.ts';
import type { OpenSockets } from './open-sockets.ts';
import { identityOf, openPositions, reaches } from './wal-position.ts';

/**
 * The state of the replica at the last check; `other` means that it answers, but is not a standby
 * of this database.
 */
export type ReplicaSeen = 'ready' | 'late' | 'away' | 'other';

/**
 * Number of reads that the replica answered, and of those that the primary answered instead, by
 * reason.
 */
export type ReplicaCounts = Record<'replica' | 'late' | 'away' | 'conflict', number>;

export type Replica = {
  /** Answers one statement; null if the primary must answer it. */
  readonly answer: (
    strings: TemplateStringsArray,
    args: readonly unknown[],
  ) => Promise<readonly unknown[] | null>;
  /**
   * Runs several reads on one snapshot, over a connection that keeps its session; null if the
   * primary must run them.
   */
  readonly runAtOneMoment: <Result>(
    work: (transaction: Transaction) => Promise<Result>,
  ) => Promise<{ readonly result: Result } | null>;
  /** Opens one connection in a read-only transaction; null if the primary must be read. */
  readonly openStream: (snapshot: StreamSnapshot) => Promise<Database | null>;
  /** Returns whether the primary should repeat a read that failed with this error. */
  readonly isToRepeat: (error: unknown) => boolean;
  readonly counts: Readonly<ReplicaCounts>;
  /**
   * Bytes of the primary's log that the replica had not replayed at the last check; null if
   * unknown.
   */
  readonly lagBytes: () => number | null;
  /** Calls `listen` when a check finds a different state than the one before. */
  readonly onChange: (listen: (seen: ReplicaSeen) => void) => void;
  readonly end: () => Promise<void>;
};

/**
 * The snapshots of a stream: a new one for each statement, which then sees later commits, or one
 * for the whole transaction.
 */
export type StreamSnapshot = 'of each statement' | 'of the transaction';

export type ReplicaConnections = {
  /** One connection to the primary, to read its log position. */
  readonly primary: postgres.Sql;
  readonly reads: Database;
  /** False behind a pooler that may send each transaction to another standby. */
  readonly keepsSession: boolean;
  readonly openStream: () => Database;
  /** Opens one connection to the replica, used only to check it. */
  readonly openPulse: () => postgres.Sql;
  readonly sockets: OpenSockets;
};

const BEAT_MS = 1_000;
/** A late standby is checked more often, because it is often late for less than `BEAT_MS`. */
const LATE_BEAT_MS = 200;
const ANSWER_WITHIN_MS = 1_000;

/**
 * SQLSTATE codes of a conflict with recovery, with or without a deadlock, and of a read that also
 * writes.
 */
const conflicts: ReadonlySet<string> = new Set(['40001', '40P01', '25006']);

/** SQLSTATE codes for a login or database that does not exist on the replica. */
const unknownThere = /^(28|3D)\w{3}$/;

/**
 * Answers reads on a standby that has replayed everything the primary had committed before the read
 * was requested: docs/decisions/0097. A single read shares a transaction with its check, because a
 * pooler may send each transaction to another standby.
 */
export function openReplica(connections: ReplicaConnections): Replica {
  const { primary, reads, keepsSession } = connections;
  const positions = openPositions(primary);
  const counts: ReplicaCounts = { replica: 0, late: 0, away: 0, conflict: 0 };
  const watched = watchReplica(connections, positions);

  async function attempt<Result>(
    work: (position: Promise<string | null>) => Promise<Result | null>,
  ): Promise<Result | null> {
    const state = watched.state();
    if (state !== 'ready') {
      counts[state] += 1;
      return null;
    }
    try {
      const result = await work(positions.now());
      counts[result === null ? 'late' : 'replica'] += 1;
      if (result === null) watched.suspect('late');
      return result;
    } catch (error) {
      if (!isToRepeat(error)) throw error;
      return null;
    }
  }

  function isToRepeat(error: unknown): boolean {
    const isConflict = conflicts.has(codeOf(error));
    if (!isConflict && !isConnectionFailure(error) && !unknownThere.test(codeOf(error))) {
      return false;
    }
    counts[isConflict ? 'conflict' : 'away'] += 1;
    if (!isConflict) watched.suspect('away');
    return true;
  }

  return {
    answer: (strings, args) =>
      attempt(
        (position) =>
          new Promise<readonly unknown[] | null>((resolve, reject) => {
            const work = async (transaction: postgres.TransactionSql): Promise<void> => {
              if (!(await reaches(transaction, await position))) return resolve(null);
              // The arguments are those of the statement that the caller wrote.
              const given = args as postgres.ParameterOrFragment<never>[];
              // Resolve before the transaction ends, so that the answer does not wait for it.
              resolve(await transaction(strings, ...given));
            };
            reads.begin('read only', work).catch(reject);
          }),
      ),
    runAtOneMoment: async (work) =>
      keepsSession ? attempt((position) => runSnapshot(reads, { position, work })) : null,
    openStream: async (snapshot) => {
      // The check and the transaction could run on different standbys: see `beginStream`.
      if (snapshot === 'of the transaction' && !keepsSession) return null;
      return attempt((position) => beginStream(connections.openStream(), { position, snapshot }));
    },
    isToRepeat,
    counts,
    lagBytes: watched.lagBytes,
    onChange: watched.onChange,
    end: async () => {
      await watched.end();
      await Promise.all([reads.end({ timeout: 0 }), primary.end({ timeout: 0 })]);
    },
  };
}

type Snapshot<Result> = {
  readonly position: Promise<string | null>;
  readonly work: (transaction: Transaction) => Promise<Result>;
};

/**
 * Runs reads on one snapshot; null if the replica has not reached the position. Checks the position
 * before the transaction begins, because its first statement takes the snapshot.
 */
async function runSnapshot<Result>(reads: Database, { position, work }: Snapshot<Result>) {
  const connection = await reads.reserve();
  try {
    if (!(await reaches(connection, await position))) return null;
    await connection.unsafe('begin isolation level repeatable read read only');
    // The reserved connection has every member of a transaction except savepoints.
    return { result: await work(connection as unknown as Transaction) };
  } finally {
    await connection.unsafe('rollback').catch(() => undefined);
    connection.release();
  }
}

/**
 * Begins the transaction of a stream; null if the replica has not reached the position. The check
 * runs in the transaction, because a pooler may send the next transaction to another standby. With
 * one snapshot for the whole transaction, the check runs before it, because the first statement in
 * the transaction takes the snapshot.
 */
async function beginStream(
  sql: Database,
  { position, snapshot }: { position: Promise<string | null>; snapshot: StreamSnapshot },
): Promise<Database | null> {
  let isBegun = false;
  try {
    if (snapshot === 'of each statement') await sql.unsafe('begin read only');
    isBegun = await reaches(sql, await position);
    if (isBegun && snapshot === 'of the transaction') {
      await sql.unsafe('begin isolation level repeatable read read only');
    }
    return isBegun ? sql : null;
  } finally {
    if (!isBegun) await sql.end({ timeout: 0 });
  }
}

type Positions = ReturnType<typeof openPositions>;

/**
 * Checks the replica repeatedly, so that no read waits for a replica that the last check found late
 * or away.
 */
function watchReplica({ openPulse, sockets }: ReplicaConnections, positions: Positions) {
  const ended = new AbortController();
  const listeners = new Set<(seen: ReplicaSeen) => void>();
  // No read uses the replica before the first check.
  let state: 'ready' | 'late' | 'away' = 'away';
  let notified: ReplicaSeen = 'ready';
  let lagBytes: number | null = null;

  /**
   * Checks the replica; returns null if the primary does not answer, because that says nothing
   * about the replica.
   */
  async function look(pulse: postgres.Sql): Promise<ReplicaSeen | null> {
    const position = await positions.now();
    const identity = await positions.identity();
    if (position === null || identity === null) return null;
    const [found] = await pulse.unsafe(
      `select pg_is_in_recovery() as recovering, ${identityOf} as identity,
        pg_wal_lsn_diff('${position}', pg_last_wal_replay_lsn())::float8 as lag`,
    );
    if (found?.['recovering'] !== true || found['identity'] !== identity) return 'other';
    lagBytes = Math.max(0, Number(found['lag']));
    return (await reaches(pulse, position)) ? 'ready' : 'late';
  }

  async function watch(): Promise<void> {
    let pulse = openPulse();
    while (!ended.signal.aborted) {
      const late = wait(ANSWER_WITHIN_MS, 'away' as const, { ref: false });
      const seen = await Promise.race([look(pulse).catch(() => 'away' as const), late]);
      if (ended.signal.aborted) break;
      if (seen !== null) note(seen);
      if (state === 'away') {
        void pulse.end({ timeout: 0 });
        // Close reads that wait for a silent server; the primary repeats them.
        sockets.refuse(seen === 'away');
        const isFound = await sockets.settle();
        sockets.refuse(seen === 'away' && !isFound);
        pulse = openPulse();
      }
      const pause = state === 'late' ? LATE_BEAT_MS : BEAT_MS;
      await wait(pause, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
    }
    await pulse.end({ timeout: 0 });
  }

  function note(seen: ReplicaSeen): void {
    state = seen === 'other' ? 'away' : seen;
    if (state === 'away') lagBytes = null;
    if (seen === notified) return;
    notified = seen;
    for (const listen of listeners) listen(seen);
  }

  const watching = watch();
  return {
    state: () => state,
    /** Sends no reads to the replica until the next check. */
    suspect: (what: 'late' | 'away') => {
      state = what;
    },
    lagBytes: () => lagBytes,
    onChange: (listen: (seen: ReplicaSeen) => void) => {
      listeners.add(listen);
    },
    end: async () => {
      ended.abort();
      await watching;
    },
  };
}
