import { channel } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../database.ts';

/** A statement that the server answered, without its parameters. */
export type FinishedStatement = {
  readonly text: string;
  /** Time on a connection, in milliseconds; excludes waiting for a connection. */
  readonly ms: number;
  /** The driver's query object, the same one that `onAskedStatement` passed. */
  readonly query: object;
};

/** Channel for the finished statements of this process, on whichever connection they ran. */
const finishedStatements = channel('bursar:statement-finished');

const askedStatements = channel('bursar:statement-asked');

/** The number of this process's statements that run, and of those that wait for a connection. */
export const statementCounts = { running: 0, waiting: 0 };

/** Calls `listen` after every statement until the returned function is called. */
export function onFinishedStatement(listen: (statement: FinishedStatement) => void): () => void {
  // Only `observeStatements` publishes on this channel.
  const receive = (message: unknown): void => listen(message as FinishedStatement);
  finishedStatements.subscribe(receive);
  return () => {
    finishedStatements.unsubscribe(receive);
  };
}

/**
 * Calls `listen` when a statement is requested, in the async context of the code that requests it.
 */
export function onAskedStatement(listen: (query: object) => void): () => void {
  // Only `observeStatements` publishes on this channel.
  const receive = (message: unknown): void => listen(message as object);
  askedStatements.subscribe(receive);
  return () => {
    askedStatements.unsubscribe(receive);
  };
}

const startedAt = Symbol('started at');
const isWaiting = Symbol('is waiting');
const isExecuted = Symbol('is executed');
const isFinished = Symbol('is finished');

type Canceller = (query: DriverQuery) => Promise<unknown>;

/** The driver's query, as far as this file uses it. */
type DriverQuery = {
  string?: string;
  active?: boolean;
  /** The driver's function that cancels a query of the pool; one for each pool. */
  canceller?: Canceller | null;
  [startedAt]?: number | undefined;
  [isWaiting]?: boolean;
  [isExecuted]?: boolean;
  [isFinished]?: boolean;
};

const readCancellers = new WeakSet<Canceller>();

/** Marks a pool as read-only, so that `cancelRead` may cancel its statements. */
export function markAsReads(database: Database): void {
  // The query is never awaited, so it is not sent. The cast gives access to a field that the
  // driver's types omit.
  const { canceller } = database`select 1` as unknown as DriverQuery;
  if (canceller) readCancellers.add(canceller);
}

const CANCEL_AGAIN_MS = 250;

/**
 * Cancels a statement of a read-only pool; statements of other pools continue. A cancel request
 * names a connection, not a statement, so it may cancel the connection's next statement, which must
 * not be a write.
 */
export async function cancelRead(query: object): Promise<void> {
  // Only `observeStatements` publishes queries.
  const read = query as DriverQuery;
  const { canceller } = read;
  if (!canceller || !readCancellers.has(canceller)) return;
  // A request that arrives before its statement has no effect, so it is repeated. A statement that
  // waits for a connection is cancelled only once it has one: otherwise the driver would lose that
  // connection.
  while (!read[isFinished]) {
    if (read.active) await canceller(read).catch(() => undefined);
    await wait(CANCEL_AGAIN_MS, undefined, { ref: false });
  }
}

/**
 * Measures every statement of the driver, which itself only reports that a statement is sent. A
 * query sets `executed` when it is requested, and `active` to true on a connection and to false at
 * its end. Accessors on the query prototype therefore see every query: in transactions, on side
 * connections, and of pg-boss.
 */
export function observeStatements(database: Database): void {
  // The query is never awaited, so it is not sent.
  const prototype: object = Object.getPrototypeOf(database`select 1`);
  if (Object.hasOwn(prototype, 'active')) return;
  Object.defineProperties(prototype, {
    executed: {
      get(this: DriverQuery) {
        return this[isExecuted] ?? false;
      },
      set(this: DriverQuery, value: boolean) {
        if (value && !this[isExecuted]) {
          setWaiting(this, true);
          if (askedStatements.hasSubscribers) askedStatements.publish(this);
        }
        this[isExecuted] = value;
      },
    },
    active: {
      get(this: DriverQuery) {
        return this[startedAt] !== undefined;
      },
      set(this: DriverQuery, value: boolean) {
        setWaiting(this, false);
        if (value) start(this);
        else finish(this);
      },
    },
  });
}

/** Stops counting a statement as waiting while another statement answers it, or counts it again. */
export function countAsWaiting(query: object, isCounted: boolean): void {
  setWaiting(query, isCounted);
}

function setWaiting(query: DriverQuery, value: boolean): void {
  if ((query[isWaiting] ?? false) === value) return;
  query[isWaiting] = value;
  statementCounts.waiting += value ? 1 : -1;
}

function start(query: DriverQuery): void {
  if (query[startedAt] !== undefined) return;
  query[startedAt] = performance.now();
  statementCounts.running += 1;
}

function finish(query: DriverQuery): void {
  // The driver also sets `active` to false when it makes a query.
  if (query[isExecuted]) query[isFinished] = true;
  const since = query[startedAt];
  if (since === undefined) return;
  query[startedAt] = undefined;
  statementCounts.running -= 1;
  if (!finishedStatements.hasSubscribers) return;
  const ms = performance.now() - since;
  const statement: FinishedStatement = { text: query.string ?? '', ms, query };
  finishedStatements.publish(statement);
}
