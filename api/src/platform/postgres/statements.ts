import { channel } from 'node:diagnostics_channel';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../database.ts';

/** A statement that the server answered, without its parameters. */
export type FinishedStatement = {
  readonly text: string;
  /** The time on a connection; waiting for one is not included. */
  readonly ms: number;
  /** The driver's query, which is the one that `onAskedStatement` was called with. */
  readonly query: object;
};

/** Every statement of this process, on whichever connection it ran. */
const finishedStatements = channel('bursar:statement-finished');

const askedStatements = channel('bursar:statement-asked');

/** Counts the running statements of this process, and those that wait for a connection. */
export const statementCounts = { running: 0, waiting: 0 };

/** Calls `listen` after every statement until the returned function is called. */
export function onFinishedStatement(listen: (statement: FinishedStatement) => void): () => void {
  // Only `observeStatements` publishes on this channel.
  const hear = (message: unknown): void => listen(message as FinishedStatement);
  finishedStatements.subscribe(hear);
  return () => {
    finishedStatements.unsubscribe(hear);
  };
}

/** Calls `listen` when a statement is asked for, in the context of the code that asks. */
export function onAskedStatement(listen: (query: object) => void): () => void {
  // Only `observeStatements` publishes on this channel.
  const hear = (message: unknown): void => listen(message as object);
  askedStatements.subscribe(hear);
  return () => {
    askedStatements.unsubscribe(hear);
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

/** Marks a pool that only reads, so that `cancelRead` may cancel its statements. */
export function markAsReads(database: Database): void {
  // The query is never awaited, so it is not sent. The cast reaches what the driver's types omit.
  const { canceller } = database`select 1` as unknown as DriverQuery;
  if (canceller) readCancellers.add(canceller);
}

const CANCEL_AGAIN_MS = 250;

/**
 * Cancels a statement of a pool that only reads; other statements go on. A cancel request names a
 * connection, not a statement, so it may reach the connection's next one: that must not be a write.
 */
export async function cancelRead(query: object): Promise<void> {
  // Only `observeStatements` publishes queries.
  const read = query as DriverQuery;
  const { canceller } = read;
  if (!canceller || !readCancellers.has(canceller)) return;
  // A request that comes before its statement has no effect, so it is repeated. A statement that
  // waits for a connection is left until it has one: the driver would lose that connection.
  while (!read[isFinished]) {
    if (read.active) await canceller(read).catch(() => undefined);
    await wait(CANCEL_AGAIN_MS, undefined, { ref: false });
  }
}

/**
 * Measures each statement of the driver, which reports only when one is sent. A query sets `executed`
 * when it is asked for, `active` to true on a connection and to false at its end, so accessors on
 * its prototype see every query: in transactions, on side connections, and those of pg-boss.
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

/** Takes a statement out of those that wait, while another one answers it, or puts it back. */
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
