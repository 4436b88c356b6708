import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { QueueItem, ReadQueue, WorkedLoan } from '@bursar/contracts/collections/work-queue';
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
import { listLoansOfBorrowers, toBorrowerLoan } from './borrower-loans.store.ts';
import { listQueuesOfAgent } from './view-queues.store.ts';
import {
  isHeld,
  listQueue,
  listWaiting,
  listWorked,
  readProgress,
  type QueueRow,
} from './queue.store.ts';

/**
 * Maximum number of borrowers in an answer, about as many as an agent works before the list is
 * requested again.
 */
const SHOWN = 100;

/**
 * Reads the queue of the calling agent, one item per borrower. A loan has one agent at a time, so
 * no two agents are offered the same loan.
 */
export async function readQueue(
  database: Database,
  { queueId }: { queueId?: string | undefined },
  { session: { scope, businessDate, portfolio }, now }: { session: Session; now: Date },
): Promise<Outcome<AnswerOf<ReadQueue>, 'not_found'>> {
  if (scope.role !== 'agent' || !portfolio) return refuse('not_found');
  return succeed(await readQueueOf(database, { scope, businessDate, portfolio, now, queueId }));
}

type QueueReader = {
  readonly scope: Extract<Scope, { role: 'agent' }>;
  /** The desk or manager that reads the agent's queue; undefined for the agent. */
  readonly reader?: Scope;
  readonly businessDate: string;
  readonly portfolio: NonNullable<Session['portfolio']>;
  readonly now: Date;
  /** The id of a queue from a view; if it was removed, the agent's own queue is returned. */
  readonly queueId: string | undefined;
};

export async function readQueueOf(
  database: Database,
  { scope, reader, businessDate, portfolio, now, queueId }: QueueReader,
): Promise<AnswerOf<ReadQueue>> {
  const { timeZone } = portfolio;
  const viewer = { scope, reader, businessDate, timeZone, now };
  const agent = { portfolioId: portfolio.id, agentId: scope.accountId };
  const queues = await listQueuesOfAgent(database, agent);
  const view = queues.find(({ id }) => id === queueId);
  const [queue, waiting, absence, covers, worked, quietHours, progress, month] = await Promise.all([
    listItems(database, { ...viewer, view }),
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
    ...queue,
    queues: queues.map(({ id, name }) => ({ id, name })),
    queueId: view?.id ?? null,
    quietHours: quietHoursNow(hours, now),
    worked: worked.map(toWorked),
    waiting: waiting.map(({ loanId, borrower, tryAgainAt, referenceNumber }) => ({
      loanId,
      borrower,
      tryAgainAt,
      reference: loanReference(referenceNumber),
    })),
    waitingCount: waiting[0]?.waiting ?? 0,
    absence: absence && { ...absence, standIns: [...absence.standIns] },
    covers,
    progress: { ...progress, done: countDone(worked), month },
  };
}

type QueueViewer = Parameters<typeof listWaiting>[1];

/** Lists the first borrowers of the queue, each with the other loans that the agent holds. */
async function listItems(
  database: Database,
  viewer: Omit<QueueViewer, 'limit'>,
): Promise<Pick<AnswerOf<ReadQueue>, 'items' | 'left'>> {
  const rows = await listQueue(database, { ...viewer, limit: SHOWN });
  const borrowerIds = rows
    .filter(({ loansOfBorrower }) => loansOfBorrower > 1)
    .map(({ borrowerId }) => borrowerId);
  const { portfolioId } = viewer.scope;
  const seen = isHeld(database, viewer);
  const loans =
    borrowerIds.length === 0
      ? []
      : await listLoansOfBorrowers(database, { portfolioId, borrowerIds, seen }, viewer);
  const otherLoansOf = ({ borrowerId, loanId }: QueueRow) =>
    loans
      .filter((loan) => loan.borrowerId === borrowerId && loan.loanId !== loanId)
      .map(toBorrowerLoan);
  return {
    items: rows.map((row) => toItem(row, otherLoansOf(row))),
    left: rows[0]?.queued ?? 0,
  };
}

/**
 * Counts the borrowers who need nothing more. A loan that waits for an agreed call has more work
 * today or later.
 */
function countDone(worked: Awaited<ReturnType<typeof listWorked>>): number {
  const open = new Set(
    worked
      .filter(({ isBorrowerOpen, tryAgainAt }) => isBorrowerOpen || tryAgainAt !== null)
      .map(({ borrowerId }) => borrowerId),
  );
  return new Set(
    worked.map(({ borrowerId }) => borrowerId).filter((borrower) => !open.has(borrower)),
  ).size;
}

function toWorked(row: Awaited<ReturnType<typeof listWorked>>[number]): WorkedLoan {
  const { loanId, borrower, currency, outcome, promisedMinor, collectedMinor } = row;
  const { at, isOpen, tryAgainAt, referenceNumber } = row;
  const reference = loanReference(referenceNumber);
  const results = { outcome, promisedMinor, collectedMinor };
  return { loanId, reference, borrower, currency, ...results, at, isOpen, tryAgainAt };
}

function toItem(row: QueueRow, otherLoans: QueueItem['otherLoans']): QueueItem {
  const { borrowerId, loanId, borrower, phone, currency, outstandingMinor, dueMinor, daysPastDue } =
    row;
  return {
    borrowerId,
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
    otherLoans,
    history: row.history,
  };
}

function noteOf(text: string | null, by: string | null, at: string | null): QueueItem['lastNote'] {
  return text === null || by === null || at === null ? null : { text, by, at };
}

function reasonsOf(row: QueueRow): QueueItem['reasons'] {
  const reasons = [
    ...(row.isTryDue ? (['try-again'] as const) : []),
    ...(row.isBroken ? (['promise-broken'] as const) : []),
    ...(row.isPromiseDue ? (['promise-due'] as const) : []),
    ...(row.isDueToday ? (['due-today'] as const) : []),
    ...(row.isOverdue ? (['overdue'] as const) : []),
    ...(row.isUntouched ? (['untouched'] as const) : []),
    ...(row.isActionDue ? (['next-action'] as const) : []),
  ];
  // A loan at rest is in a queue only because its view contains it.
  return reasons.length === 0 && row.isListed ? ['listed'] : reasons;
}

function promiseOf(row: QueueRow): QueueItem['promise'] {
  const { promisedMinor, receivedMinor, promisedOn, promiseState } = row;
  if (promisedMinor === null || receivedMinor === null) return null;
  if (promisedOn === null || promiseState === null) return null;
  return { amountMinor: promisedMinor, receivedMinor, promisedOn, state: promiseState };
}
