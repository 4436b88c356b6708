import { calendarDate, minorUnits, promiseOutcomes } from '@bursar/loan-maths';
import { recordAudits } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database.ts';
import { groupBy } from '../../../platform/group-by.ts';
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
  /**
   * The id of the API request that changed the payments or promises; null if only a day has passed.
   */
  readonly requestId: string | null;
  readonly now: Date;
};

export type Settling = Settled & { readonly loanId: string };

/**
 * Updates the promises of a loan after its payments or promises changed, in the same transaction.
 */
export function settlePromises(
  transaction: Transaction,
  { loanId, ...settled }: Settling,
): Promise<void> {
  return settlePromisesOf(transaction, { ...settled, loanIds: [loanId] });
}

/** Updates the promises of several loans in a fixed number of statements. */
export async function settlePromisesOf(
  transaction: Transaction,
  settling: Settled & { readonly loanIds: readonly string[] },
): Promise<void> {
  const { portfolioId, businessDate, requestId, now } = settling;
  const promises = await lockPromisesOf(transaction, settling);
  if (promises.length === 0) return;
  const received = await listReceived(transaction, settling);
  const receivedOf = groupBy(received, ({ loanId }) => loanId);
  const changed = [...groupBy(promises, ({ loanId }) => loanId)].flatMap(([loanId, lines]) => {
    const outcomes = outcomesOf(lines, receivedOf.get(loanId) ?? [], businessDate);
    return lines.flatMap((promise, place) => {
      const after = outcomes[place];
      if (!after) throw new Error(`promise ${promise.id} has no outcome`);
      const isSame = after.state === promise.state && after.receivedMinor === promise.receivedMinor;
      return isSame ? [] : [{ promise, after }];
    });
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

/**
 * Notifies agents of broken promises, also if a received payment was reversed, because the agent
 * counted on it.
 */
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

/** Calculates the outcomes of all promise lines of one loan, in the order of the lines. */
function outcomesOf(lines: readonly PromiseRow[], payments: Payments, businessDate: string) {
  const placeOf = new Map(lines.map(({ id, place }) => [id, place]));
  return promiseOutcomes(
    lines.map((line) => {
      const { replacedOn, replacedBy } = line;
      const replacedAt = placeOf.get(replacedBy ?? '');
      return {
        amountMinor: minorUnits(line.amountMinor, line.currency),
        promisedOn: calendarDate(line.promisedOn),
        graceDays: line.graceDays,
        madeOn: calendarDate(line.madeOn),
        madeAt: placeOf.get(line.agreementId) ?? line.place,
        replaced:
          replacedAt !== undefined && replacedOn !== null
            ? { at: replacedAt, on: calendarDate(replacedOn) }
            : null,
      };
    }),
    payments.map(({ amountMinor, valueDate, place }) => ({
      amountMinor: minorUnits(amountMinor, lines[0]?.currency ?? ''),
      valueDate: calendarDate(valueDate),
      bookedAt: place,
    })),
    calendarDate(businessDate),
  );
}
