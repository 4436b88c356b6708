import { calendarDate, minorUnits, promiseOutcome } from '@bursar/loan-maths';
import { recordAudits } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database.ts';
import {
  listReceived,
  listWorkers,
  lockPromisesOf,
  updateOutcomes,
  type PromiseRow,
} from './promises.store.ts';
import { notifyAgents } from './notify-agents.ts';

type Settled = {
  readonly portfolioId: string;
  readonly businessDate: string;
  /** The request that changed the payments; null if only a day has passed. */
  readonly requestId: string | null;
  readonly now: Date;
};

export type Settling = Settled & { readonly loanId: string };

/** Updates the promises of a loan to its payments, in the transaction that changed those. */
export function settlePromises(
  transaction: Transaction,
  { loanId, ...settled }: Settling,
): Promise<void> {
  return settlePromisesOf(transaction, { ...settled, loanIds: [loanId] });
}

/** Does so for several loans in a fixed number of statements. */
export async function settlePromisesOf(
  transaction: Transaction,
  settling: Settled & { readonly loanIds: readonly string[] },
): Promise<void> {
  const { portfolioId, businessDate, requestId, now } = settling;
  const promises = await lockPromisesOf(transaction, settling);
  if (promises.length === 0) return;
  const received = await listReceived(transaction, settling);
  const changed = promises.flatMap((promise, place) => {
    // Promises come newest first per loan, and each is replaced by the one made after it.
    const before = promises[place - 1];
    const newer = before?.loanId === promise.loanId ? before : undefined;
    const payments = received.filter(({ loanId }) => loanId === promise.loanId);
    const after = outcomeOf({ ...promise, newer }, payments, businessDate);
    const isSame = after.state === promise.state && after.receivedMinor === promise.receivedMinor;
    return isSame ? [] : [{ promise, after }];
  });
  if (changed.length === 0) return;
  const outcomes = changed.map(({ promise: { id }, after }) => ({ id, ...after }));
  await updateOutcomes(transaction, portfolioId, outcomes);
  await recordAudits(
    transaction,
    changed.map(({ promise: { id: promiseId, loanId, state, receivedMinor }, after }) => ({
      portfolioId,
      // No user decides a promise's outcome: it follows from the payments and the day.
      actorId: null,
      event: 'settle-promise',
      subject: 'loan',
      subjectId: loanId,
      before: { promiseId, state, receivedMinor },
      after: { promiseId, ...after },
      requestId,
      at: now,
    })),
  );
  const failed = changed.filter(({ promise, after }) => hasFailed(after) && !hasFailed(promise));
  await notifyBrokenPromises(
    transaction,
    failed.map(({ promise }) => promise),
    settling,
  );
}

function hasFailed({ state }: Pick<PromiseRow, 'state'>): boolean {
  return state === 'broken' || state === 'partly-kept';
}

/** Also notifies when a received payment was reversed, because the agent counted on it. */
async function notifyBrokenPromises(
  transaction: Transaction,
  promises: readonly PromiseRow[],
  { portfolioId, now }: Settled,
): Promise<void> {
  if (promises.length === 0) return;
  const loanIds = [...new Set(promises.map(({ loanId }) => loanId))];
  const workers = await listWorkers(transaction, { portfolioId, loanIds });
  const workerOf = new Map(workers.map((worker) => [worker.loanId, worker]));
  const failed = promises.map((promise) => {
    const worker = workerOf.get(promise.loanId);
    if (!worker) throw new Error(`loan ${promise.loanId} has promises but is missing`);
    return { ...promise, ...worker, portfolioId };
  });
  await notifyAgents(transaction, failed, { event: 'promise-broken', now });
}

type Payments = readonly Pick<
  Awaited<ReturnType<typeof listReceived>>[number],
  'amountMinor' | 'valueDate' | 'place'
>[];

type Replaceable = PromiseRow & { readonly newer: PromiseRow | undefined };

function outcomeOf(promise: Replaceable, payments: Payments, businessDate: string) {
  const { currency, newer, replacedOn } = promise;
  return promiseOutcome(
    {
      amountMinor: minorUnits(promise.amountMinor, currency),
      promisedOn: calendarDate(promise.promisedOn),
      graceDays: promise.graceDays,
      madeOn: calendarDate(promise.madeOn),
      madeAt: promise.place,
      replaced: newer && replacedOn ? { at: newer.place, on: calendarDate(replacedOn) } : null,
    },
    payments.map(({ amountMinor, valueDate, place }) => ({
      amountMinor: minorUnits(amountMinor, currency),
      valueDate: calendarDate(valueDate),
      bookedAt: place,
    })),
    calendarDate(businessDate),
  );
}
