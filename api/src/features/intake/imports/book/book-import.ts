import { setTimeout as wait } from 'node:timers/promises';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { BookGoodRows, BookImport } from '@bursar/contracts/intake/imports';
import { factsOfCall, recordAudit } from '../../../../platform/audit.ts';
import {
  joinedWhole,
  refreshStatistics,
  type Database,
  type Transaction,
} from '../../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../../platform/outcome.ts';
import { prefetchNext } from '../../../../platform/prefetch-next.ts';
import { findOrMakeProduct } from '../../../servicing/products/products.store.ts';
import { takeLoanNumbers } from '../../../access/portfolios/portfolios.store.ts';
import { holdAgents } from '../../../distribution/assignments/assignments.store.ts';
import { assignImportedLoans } from '../../../distribution/assignments/assign-imported-loans.ts';
import { boardLoans } from '../../../servicing/loan-account/board-loans.ts';
import type { LoanToBoard } from '../../../servicing/loan-account/loan-to-board.ts';
import { lockForBooking } from './borrower-locks.store.ts';
import { asLoanToBoard } from './board-tape-loan.ts';
import { endStoppedImport, PROGRESS_ROWS, watchImport } from '../import-desk.ts';
import type { ImportActor, ImportDesk } from '../import-desk.ts';
import { ImportStopped } from '../import-failures.ts';
import { findAlreadyBooked, findTakenFacts } from '../import-findings.store.ts';
import { renewIdleBorrowers } from './renew-idle-borrowers.ts';
import { updateKnownLoans } from './update-known-loans.ts';
import { yieldingToEventLoop } from '../yield-to-event-loop.ts';
import { notifyImporter } from './notify-importer.ts';
import { lockImport, type ImportLock } from '../import-lock.ts';
import {
  beginBooking,
  endAbandonedImports,
  findImport,
  finishBooking,
  toTapeImport,
  type ImportKey,
  type ImportRow,
} from '../imports.store.ts';
import {
  deleteBookedRows,
  listBookedByHolder,
  listStagedAgents,
  readStagedLoans,
} from '../check/staged-rows.store.ts';

type Started<E extends BookImport | BookGoodRows> = Outcome<AnswerOf<E>, FailureOf<E>>;

/** Starts booking a checked import and returns before it ends. A repeated request books only once. */
export function bookImport(
  desk: ImportDesk,
  importId: string,
  actor: ImportActor,
): Promise<Started<BookImport>> {
  return beginToBook(desk, { importId, actor, refusalOf: (tape) => findRefusal(tape) });
}

/**
 * Starts booking the rows of a checked import that have no errors; the other rows can be downloaded
 * as a file.
 */
export function bookGoodRows(
  desk: ImportDesk,
  importId: string,
  actor: ImportActor,
): Promise<Started<BookGoodRows>> {
  return beginToBook(desk, {
    importId,
    actor,
    refusalOf({ state, summary }) {
      if (state === 'booking' || state === 'booked') return null;
      if (state !== 'checked') return refuse('import_not_checked');
      return summary?.goodLoans ? null : refuse('import_has_no_good_rows');
    },
  });
}

type Asked<Refused> = {
  readonly importId: string;
  readonly actor: ImportActor;
  readonly refusalOf: (tape: ImportRow) => Refused | null;
};

async function beginToBook<Refused>(
  desk: ImportDesk,
  { importId, actor, refusalOf }: Asked<Refused>,
) {
  const { database, clock, runs } = desk;
  const key: ImportKey = { portfolioId: actor.portfolioId, importId };
  await endAbandonedImports(database, { portfolioId: key.portfolioId, now: clock.now() });
  const tape = await findImport(database, key);
  if (!tape) return refuse('not_found');
  const refusal = refusalOf(tape);
  if (refusal) return refusal;
  if (tape.state === 'checked' && assigns(tape) && !actor.mayAssign) {
    return refuse('import_may_not_assign');
  }
  // If the lock is not available, another request has already started booking, and this one returns
  // its progress.
  const lock = await lockToBook(database, key);
  const isOurs =
    lock !== null && !runs.isFull() && (await beginBooking(database, key, actor.accountId));
  if (isOurs) runs.start((signal) => book(desk, { key, tape, actor, lock, signal }));
  else await lock?.release();
  const row = await findImport(database, key);
  if (row?.state === 'checked') return refuse('too_many_imports');
  return row ? succeed(toTapeImport(row)) : refuse('not_found');
}

const assigns = ({ summary }: ImportRow): boolean =>
  (summary?.holders ?? []).some(({ kind }) => kind !== null);

/** Wait between two attempts to get a lock that is about to be released. */
const LOCK_AGAIN_MS = 10;

/**
 * Returns the lock, or null if another request is booking the import. A dry run reports its end
 * shortly before it releases the lock, so this retries until then.
 */
async function lockToBook(database: Database, key: ImportKey): Promise<ImportLock | null> {
  for (;;) {
    const lock = await lockImport(database, key);
    if (lock) return lock;
    const tape = await findImport(database, key);
    if (tape?.state !== 'checked') return null;
    await wait(LOCK_AGAIN_MS);
  }
}

function findRefusal(tape: ImportRow) {
  if (tape.state === 'booking' || tape.state === 'booked') return null;
  const errors = tape.summary?.errors ?? 0;
  if (tape.state === 'checked' && errors === 0 && tape.summary?.loans) return null;
  if (tape.state === 'checked') return refuse('import_has_errors', { details: { errors } });
  return refuse('import_not_checked');
}

type Booking = {
  readonly key: ImportKey;
  readonly tape: ImportRow;
  readonly actor: ImportActor;
  readonly lock: ImportLock;
  readonly signal: AbortSignal;
};

async function book(desk: ImportDesk, booking: Booking): Promise<void> {
  try {
    await desk.database.begin((transaction) => bookLoans(transaction, desk, booking));
  } catch (error) {
    try {
      await endStoppedImport(desk, booking.key, error);
    } finally {
      await notifyFailure(desk, booking);
    }
  } finally {
    await booking.lock.release();
  }
}

/** Notifies the importer of a failure; a user who cancelled already knows. */
async function notifyFailure(
  { database, clock }: ImportDesk,
  { key, actor }: Booking,
): Promise<void> {
  await database.begin(async (transaction) => {
    const tape = await findImport(transaction, key);
    if (tape?.state !== 'failed') return;
    const failed = { event: 'import-failed' as const, count: 0, at: clock.now() };
    await notifyImporter(transaction, { key, actor, ...failed });
  });
}

/** The product that a tape's loans get until a user assigns another. */
const PRODUCT_NAME = 'Instalment loan';

/** Books all staged loans of the tape or none: any error rolls everything back. */
async function bookLoans(
  transaction: Transaction,
  desk: ImportDesk,
  { key, tape, actor, signal }: Booking,
): Promise<void> {
  const { portfolioId, importId } = key;
  const count = await countStagedLoans(transaction, key);
  // This locks the portfolio's numbers, so that the second of two imports of one tape sees the
  // loans of the first.
  const firstNumber = await takeLoanNumbers(transaction, { portfolioId, count });
  const booked = await findAlreadyBooked(transaction, key, null);
  if (booked.total > 0) throw new ImportStopped('external_ids_booked_meanwhile', booked.findings);
  const taken = await findTakenFacts(transaction, key, () => null);
  if (taken.total > 0) throw new ImportStopped('values_taken_meanwhile', taken.findings);
  const productId = await findOrMakeProduct(transaction, { portfolioId, name: PRODUCT_NAME });
  // Lock agents before loans, because a suspension locks the account first and then its loans.
  if (assigns(tape)) await holdAgents(transaction, await listStagedAgents(transaction, key));
  await lockForBooking(transaction, key);
  const now = desk.clock.now();
  const postedAt = now.toISOString();
  const boarding = {
    portfolioId,
    importId,
    productId,
    currency: actor.currency,
    // The balances are those at the cut-off day, so only later payments count on top of them.
    valueDate: tape.cutOffOn ?? actor.businessDate,
    postedBy: actor.accountId,
    requestId: actor.requestId,
    apiKeyName: actor.apiKeyName,
    postedAt,
  };
  let rowsUpdated = 0;
  const onRows = (rows: number) => {
    rowsUpdated += rows;
    return watchImport(desk, { key, signal, progress: { rowsBooked: rowsUpdated } });
  };
  // Update before boarding: a new loan adds its phone number to a borrower on record, which would
  // then differ from what the dry run showed.
  if (tape.summary?.comparison) {
    await updateKnownLoans(transaction, { key, tape, actor, now, onRows });
  }
  await renewIdleBorrowers(transaction, { key, actor, now });
  let rowsBooked = 0;
  for await (const loans of prefetchNext(scheduleStaged(desk, { key, actor }))) {
    // Report progress concurrently, because its write waits until the earlier batches are on disk.
    const progress = { rowsBooked: rowsUpdated + rowsBooked };
    const watching = watchImport(desk, { key, signal, progress });
    watching.catch(() => undefined);
    await boardLoans(transaction, loans, { ...boarding, firstNumber: firstNumber + rowsBooked });
    await watching;
    rowsBooked += loans.length;
  }
  if (assigns(tape)) await assignLoans(transaction, { key, actor, now });
  await deleteBookedRows(transaction, key);
  await refreshStatistics(transaction);
  await auditBooking(transaction, { key, tape, actor, rowsBooked, at: now });
  const isFinished = await finishBooking(transaction, key, { rowsBooked, bookedAt: postedAt });
  if (!isFinished) throw new ImportStopped('cancelled');
  const at = new Date(postedAt);
  await notifyImporter(transaction, { key, actor, event: 'import-booked', count: rowsBooked, at });
}

type Assigning = Pick<Booking, 'key' | 'actor'> & { readonly now: Date };

/** Assigns the loans to the teams and agents that the tape names. */
async function assignLoans(transaction: Transaction, { key, actor, now }: Assigning) {
  const shares = await joinedWhole(transaction, () => listBookedByHolder(transaction, key));
  const { currency, ...by } = actor;
  const assigned = { ...key, currency, shares };
  const isDone = await assignImportedLoans(transaction, assigned, { ...by, now });
  if (!isDone) throw new ImportStopped('holders_changed_meanwhile');
}

/**
 * Reads staged loans on its own connection, because the booking connection is busy with the
 * previous batch.
 */
async function* scheduleStaged(
  { database }: ImportDesk,
  { key, actor: { currency } }: Pick<Booking, 'key' | 'actor'>,
) {
  const newLoans = { batchSize: PROGRESS_ROWS, isNewOnly: true };
  for await (const staged of readStagedLoans(database, key, newLoans)) {
    const loans: LoanToBoard[] = [];
    for await (const { loan } of yieldingToEventLoop(staged))
      loans.push(asLoanToBoard(loan, currency));
    yield loans;
  }
}

async function countStagedLoans(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<number> {
  const [row] = await transaction<{ count: number }[]>`
    select count(*) as count from import_rows
    where portfolio_id = ${portfolioId} and import_id = ${importId} and loan is not null
      and loan_id is null`;
  return row?.count ?? 0;
}

type Audited = {
  readonly key: ImportKey;
  readonly tape: ImportRow;
  readonly actor: ImportActor;
  readonly rowsBooked: number;
  readonly at: Date;
};

function auditBooking(transaction: Transaction, { key, tape, actor, rowsBooked, at }: Audited) {
  const updated = tape.summary?.comparison?.changed;
  return recordAudit(transaction, {
    portfolioId: key.portfolioId,
    actorId: actor.accountId,
    event: 'book-import',
    subject: 'import',
    subjectId: key.importId,
    after: {
      state: 'booked',
      loans: rowsBooked,
      ...(updated !== undefined && { updated }),
      ...factsOfCall(actor),
    },
    requestId: actor.requestId,
    at,
  });
}
