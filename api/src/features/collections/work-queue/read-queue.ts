import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { QueueItem, ReadQueue } from '@bursar/contracts/collections/work-queue';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { Session } from '../../../platform/session.ts';
import { bucketOf } from '../../servicing/loan-account/arrears.ts';
import { listQuietHours } from '../contact-log/quiet-hours.store.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { quietHoursNow } from '../../servicing/loans/quiet-hours-now.ts';
import { findRunningAbsence } from '../../distribution/absence-cover/cover-of-loan.store.ts';
import { readAgentMonth } from './agent-months.store.ts';
import { readCovers } from './read-covers.ts';
import { listQueue, listWaiting, listWorked, readProgress, type QueueRow } from './queue.store.ts';

/** About as many as an agent works before the list is requested again. */
const SHOWN = 100;

/**
 * Reads the queue of the calling agent. A loan has one agent at a time, so no two agents are
 * offered the same loan.
 */
export async function readQueue(
  database: Database,
  { scope, businessDate, portfolio }: Session,
  now: Date,
): Promise<Outcome<AnswerOf<ReadQueue>, 'not_found'>> {
  if (scope.role !== 'agent' || !portfolio) return refuse('not_found');
  return succeed(await readQueueOf(database, { scope, businessDate, portfolio, now }));
}

type QueueReader = {
  readonly scope: Extract<Scope, { role: 'agent' }>;
  /** The desk or manager that reads the agent's queue; undefined for the agent. */
  readonly reader?: Scope;
  readonly businessDate: string;
  readonly portfolio: NonNullable<Session['portfolio']>;
  readonly now: Date;
};

export async function readQueueOf(
  database: Database,
  { scope, reader, businessDate, portfolio, now }: QueueReader,
): Promise<AnswerOf<ReadQueue>> {
  const { timeZone } = portfolio;
  const viewer = { scope, reader, businessDate, timeZone, now };
  const agent = { portfolioId: portfolio.id, agentId: scope.accountId };
  const [rows, waiting, absence, covers, worked, quietHours, progress, month] = await Promise.all([
    listQueue(database, { ...viewer, limit: SHOWN }),
    listWaiting(database, { ...viewer, limit: SHOWN }),
    findRunningAbsence(database, { ...scope, agentId: scope.accountId }),
    readCovers(database, viewer),
    listWorked(database, { ...viewer, agentId: scope.accountId }),
    listQuietHours(database, scope),
    readProgress(database, { ...agent, businessDate, timeZone }),
    readAgentMonth(database, { ...agent, businessDate }),
  ]);
  const [hours] = quietHours;
  if (!hours) throw new Error(`portfolio ${portfolio.id} has no quiet hours`);
  return {
    businessDate,
    currency: portfolio.currency,
    items: rows.map(toItem),
    left: rows[0]?.queued ?? 0,
    quietHours: quietHoursNow(hours, now),
    worked: worked.map(({ referenceNumber, ...loan }) => ({
      ...loan,
      reference: loanReference(referenceNumber),
    })),
    waiting: waiting.map(({ loanId, borrower, tryAgainAt, referenceNumber }) => ({
      loanId,
      borrower,
      tryAgainAt,
      reference: loanReference(referenceNumber),
    })),
    waitingCount: waiting[0]?.waiting ?? 0,
    absence: absence && { ...absence, standIns: [...absence.standIns] },
    covers,
    progress: { ...progress, done: worked.filter(isDone).length, month },
  };
}

/** A loan that waits for an agreed call has more work today or later. */
function isDone({ isOpen, tryAgainAt }: { isOpen: boolean; tryAgainAt: string | null }): boolean {
  return !isOpen && tryAgainAt === null;
}

function toItem(row: QueueRow): QueueItem {
  const { loanId, borrower, phone, currency, outstandingMinor, dueMinor, daysPastDue } = row;
  return {
    loanId,
    reference: loanReference(row.referenceNumber),
    borrower,
    phone,
    withdrawnChannels: row.withdrawnChannels,
    currency,
    outstandingMinor,
    dueMinor,
    daysPastDue,
    bucket: bucketOf(daysPastDue),
    reasons: reasonsOf(row),
    promise: promiseOf(row),
    nextAction:
      row.nextAction !== null && row.nextActionOn !== null
        ? { what: row.nextAction, dueOn: row.nextActionOn }
        : null,
    touchedOn: row.touchedOn,
    triedAt: row.triedAt,
    tryAgainAt: row.tryAgainAt,
    coverFor:
      row.coverAgent !== null && row.coverUntilOn !== null
        ? { agent: row.coverAgent, untilOn: row.coverUntilOn }
        : null,
    pinnedNote: noteOf(row.pinnedText, row.pinnedBy, row.pinnedAt),
    lastNote: noteOf(row.noteText, row.noteBy, row.noteAt),
    history: row.history,
  };
}

function noteOf(text: string | null, by: string | null, at: string | null): QueueItem['lastNote'] {
  return text === null || by === null || at === null ? null : { text, by, at };
}

function reasonsOf(row: QueueRow): QueueItem['reasons'] {
  return [
    ...(row.isTryDue ? (['try-again'] as const) : []),
    ...(row.isBroken ? (['promise-broken'] as const) : []),
    ...(row.isPromiseDue ? (['promise-due'] as const) : []),
    ...(row.isDueToday ? (['due-today'] as const) : []),
    ...(row.isOverdue ? (['overdue'] as const) : []),
    ...(row.isUntouched ? (['untouched'] as const) : []),
    ...(row.isActionDue ? (['next-action'] as const) : []),
  ];
}

function promiseOf(row: QueueRow): QueueItem['promise'] {
  const { promisedMinor, receivedMinor, promisedOn, promiseState } = row;
  if (promisedMinor === null || receivedMinor === null) return null;
  if (promisedOn === null || promiseState === null) return null;
  return { amountMinor: promisedMinor, receivedMinor, promisedOn, state: promiseState };
}
