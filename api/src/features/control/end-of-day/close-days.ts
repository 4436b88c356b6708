import { addDays, calendarDate } from '@bursar/loan-maths';
import { uuidv7 } from 'uuidv7';
import { factsOfCall, recordAudit } from '../../../platform/audit.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { settlePromisesOf } from '../../servicing/promises/settle-promises.ts';
import { completeSettlement } from '../../servicing/settlements/complete-settlement.ts';
import { listPaidSettlements } from '../../servicing/settlements/settlements.store.ts';
import { chargePenalties } from './charge-penalties.ts';
import { takeFigures } from './end-of-day-figures.store.ts';
import {
  endRun,
  insertRun,
  listLeft,
  listProgress,
  lockToEnd,
  noteDone,
  noteException,
  noteFailure,
  noteJudged,
  planChecksSince,
  planChunks,
  takeChunk,
  type Chunk,
  type PortfolioDay,
  type Progress,
} from './end-of-day.store.ts';

export type Asked = {
  readonly now: Date;
  /** Null means all portfolios. */
  readonly portfolioId?: string | null;
  /** The last day to close; by default the last day that has ended. */
  readonly until?: string;
  /** The account that started the close; null if the scheduled job did. */
  readonly startedBy?: string | null;
  /** The name of the API key of the call that started the close. */
  readonly apiKeyName?: string | undefined;
  /**
   * Receives the error of a loan that the close skipped, for the log; the screen only lists the
   * loan.
   */
  readonly onLeft?: (error: unknown, loanId: string) => void;
};

/**
 * Closes, in order, each day that has ended and is not closed: docs/decisions/0051. A repeated call
 * changes nothing, and any process can continue after an interruption. Returns the closed days.
 */
export async function closeDays(
  database: Database,
  asked: Asked,
): Promise<readonly PortfolioDay[]> {
  const closed: PortfolioDay[] = [];
  const failures: unknown[] = [];
  const { now, portfolioId = null } = asked;
  for (const progress of await listProgress(database, { now, portfolioId })) {
    // A failure in one portfolio must not stop the others.
    try {
      for (const day of openDaysOf(progress, asked.until)) {
        const key = { portfolioId: progress.portfolioId, day };
        if (!(await closeOne(database, key, asked))) break;
        closed.push(key);
      }
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return closed;
}

/**
 * Returns the days to close. A portfolio's first close is for yesterday, or for the requested day.
 * A close that has begun comes first, because a portfolio closes one day at a time.
 */
export function openDaysOf(progress: Progress, until?: string): readonly string[] {
  const { lastOverDay, lastClosedDay, runningDay } = progress;
  const last = until !== undefined && until < lastOverDay ? until : lastOverDay;
  const days: string[] = [];
  const next = lastClosedDay === null ? last : addDays(calendarDate(lastClosedDay), 1);
  let day = runningDay ?? next;
  while (day <= last) {
    days.push(day);
    day = addDays(calendarDate(day), 1);
  }
  return days;
}

/** Closes one day; returns false if another process works on a part of the day or has closed it. */
async function closeOne(database: Database, key: PortfolioDay, asked: Asked): Promise<boolean> {
  try {
    await database.begin((transaction) => begin(transaction, key, asked));
    let ended: Ended;
    do {
      while (await database.begin((transaction) => judgeSome(transaction, key, asked)));
      await doWhatWasLeft(database, key, asked);
      await completeSettlements(database, key, asked);
      ended = await database.begin((transaction) => end(transaction, key, asked));
    } while (ended === 'more to do');
    return ended === 'closed';
  } catch (error) {
    await noteFailure(database, { ...key, at: asked.now.toISOString() });
    throw error;
  }
}

async function begin(transaction: Transaction, key: PortfolioDay, asked: Asked): Promise<void> {
  const started = { startedBy: asked.startedBy ?? null, at: asked.now.toISOString() };
  const isNew = await insertRun(transaction, { ...key, ...started, id: uuidv7() });
  if (isNew) await planChunks(transaction, key);
}

async function judgeSome(
  transaction: Transaction,
  key: PortfolioDay,
  { now, onLeft }: Asked,
): Promise<boolean> {
  const chunk = await takeChunk(transaction, key);
  if (!chunk) return false;
  const { promises, lateLoanIds } = chunk;
  for (const loanId of lateLoanIds) {
    const isCharged = await isDone(
      transaction,
      (savepoint) => chargePenalties(savepoint, { ...key, loanId, now }),
      (error) => onLeft?.(error, loanId),
    );
    if (!isCharged) await noteException(transaction, { ...key, loanId });
  }
  const judging = { ...key, now };
  if (promises.length === 0 || (await judge(transaction, { ...judging, promises }))) return true;
  for (const loanId of new Set(promises.map((promise) => promise.loanId))) {
    const ofLoan = promises.filter((promise) => promise.loanId === loanId);
    // A loan that fails is recorded for manual attention, and the others continue.
    const isJudged = await judge(transaction, {
      ...judging,
      promises: ofLoan,
      onLeft: (error) => onLeft?.(error, loanId),
    });
    if (!isJudged) await noteException(transaction, { ...key, loanId });
  }
  return true;
}

/**
 * Charges the penalties of loans that an earlier close skipped. The promises that it skipped are
 * already among the promises that this close judges.
 */
async function doWhatWasLeft(
  database: Database,
  key: PortfolioDay,
  { now, onLeft }: Asked,
): Promise<void> {
  for (const left of await listLeft(database, key)) {
    await database.begin((transaction) =>
      isDone(
        transaction,
        async (savepoint) => {
          const { portfolioId } = key;
          await chargePenalties(savepoint, { ...left, portfolioId, now });
          await noteDone(savepoint, { ...left, portfolioId, doneOn: key.day });
        },
        (error) => onLeft?.(error, left.loanId),
      ),
    );
  }
}

/**
 * Writes off the remaining balance of loans whose settlements were paid, each in its own
 * transaction.
 */
async function completeSettlements(
  database: Database,
  { portfolioId, day }: PortfolioDay,
  { now, onLeft }: Asked,
): Promise<void> {
  const on = addDays(calendarDate(day), 1);
  for (const { loanId } of await listPaidSettlements(database, { portfolioId, on })) {
    await database.begin(async (transaction) => {
      const isCompleted = await isDone(
        transaction,
        (savepoint) => completeSettlement(savepoint, { portfolioId, loanId, on, now }),
        (error) => onLeft?.(error, loanId),
      );
      if (!isCompleted) await noteException(transaction, { portfolioId, day, loanId });
    });
  }
}

type Judging = PortfolioDay & {
  readonly promises: Chunk['promises'];
  readonly now: Date;
  readonly onLeft?: (error: unknown) => void;
};

/** Judges all promises or none; returns false if one of them fails. */
async function judge(transaction: Transaction, judging: Judging): Promise<boolean> {
  const { portfolioId, day, promises, now, onLeft } = judging;
  const businessDate = addDays(calendarDate(day), 1);
  const loanIds = [...new Set(promises.map(({ loanId }) => loanId))];
  const promiseIds = promises.map(({ promiseId }) => promiseId);
  return isDone(
    transaction,
    async (savepoint) => {
      const settling = { portfolioId, loanIds, businessDate, requestId: null, now };
      await settlePromisesOf(savepoint, settling);
      await noteJudged(savepoint, { portfolioId, day, promiseIds });
    },
    onLeft,
  );
}

/**
 * Runs the work in a savepoint and returns whether it succeeded. A failure rolls back to the
 * savepoint; a temporary error is rethrown and stops the run.
 */
async function isDone(
  transaction: Transaction,
  does: (savepoint: Transaction) => Promise<void>,
  onLeft: ((error: unknown) => void) | undefined,
): Promise<boolean> {
  try {
    await transaction.savepoint(does);
    return true;
  } catch (error) {
    if (passesByItself(error)) throw error;
    onLeft?.(error);
    return false;
  }
}

/**
 * Returns whether the error is temporary, such as a lost connection, deadlock, full disk or server
 * stop; the next run then continues.
 */
function passesByItself(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return !/^[0-9A-Z]{5}$/.test(code) ? code !== '' : /^(08|40|53|57|58)/.test(code);
}

/** `elsewhere` if another process works on a part of the day or has closed it. */
type Ended = 'closed' | 'elsewhere' | 'more to do';

async function end(transaction: Transaction, key: PortfolioDay, asked: Asked): Promise<Ended> {
  const id = await lockToEnd(transaction, key);
  if (id === null) return 'elsewhere';
  // A reversal that ran at the same time may not have seen that the day was being closed, so it may
  // have requested another check of closed days.
  if (await planChecksSince(transaction, key)) return 'more to do';
  await takeFigures(transaction, key);
  await endRun(transaction, { ...key, at: asked.now.toISOString() });
  await recordAudit(transaction, {
    portfolioId: key.portfolioId,
    actorId: asked.startedBy ?? null,
    event: 'close-day',
    subject: 'closing',
    subjectId: id,
    after: { day: key.day, ...factsOfCall({ apiKeyName: asked.apiKeyName }) },
    requestId: null,
    at: asked.now,
  });
  return 'closed';
}
