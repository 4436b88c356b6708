import { calendarDate, minorUnits, promiseOutcome } from '@bursar/loan-maths';
import { recordAudit } from '../../platform/audit.ts';
import type { Transaction } from '../../platform/database.ts';
import {
  findWorker,
  listStandingPayments,
  lockPromisesOfLoan,
  updateOutcome,
  type PromiseRow,
} from './promises.store.ts';
import { tellAgents } from './tell-agents.ts';

export type Settling = {
  readonly portfolioId: string;
  readonly loanId: string;
  readonly businessDate: string;
  /** The request that moved the payments; null where only a day has passed. */
  readonly requestId: string | null;
  readonly now: Date;
};

/** Brings the promises of a loan in line with its payments, in the transaction that moved them. */
export async function settlePromises(transaction: Transaction, settling: Settling): Promise<void> {
  const promises = await lockPromisesOfLoan(transaction, settling);
  if (promises.length === 0) return;
  const payments = await listStandingPayments(transaction, settling);
  const failed: PromiseRow[] = [];
  for (const [place, promise] of promises.entries()) {
    // Newest first: each is replaced by the one that came after it.
    const newer = promises[place - 1];
    const after = outcomeOf({ ...promise, newer }, payments, settling.businessDate);
    if (after.state === promise.state && after.receivedMinor === promise.receivedMinor) continue;
    await updateOutcome(transaction, {
      portfolioId: settling.portfolioId,
      id: promise.id,
      ...after,
    });
    if (hasFailed(after) && !hasFailed(promise)) failed.push(promise);
    await recordAudit(transaction, {
      portfolioId: settling.portfolioId,
      // Nobody says what became of a promise: it follows from the payments and the day.
      actorId: null,
      event: 'settle-promise',
      subject: 'loan',
      subjectId: settling.loanId,
      before: { promiseId: promise.id, state: promise.state, receivedMinor: promise.receivedMinor },
      after: { promiseId: promise.id, ...after },
      requestId: settling.requestId,
      at: settling.now,
    });
  }
  await tellOfFailed(transaction, failed, settling);
}

function hasFailed({ state }: Pick<PromiseRow, 'state'>): boolean {
  return state === 'broken' || state === 'partly-kept';
}

/** Also where the money had come and was taken back: who works the loan counted on it. */
async function tellOfFailed(
  transaction: Transaction,
  promises: readonly PromiseRow[],
  { portfolioId, loanId, now }: Settling,
): Promise<void> {
  if (promises.length === 0) return;
  const worked = await findWorker(transaction, { portfolioId, loanId });
  const failed = promises.map((promise) => ({ ...promise, ...worked, portfolioId }));
  await tellAgents(transaction, failed, { event: 'promise-broken', now });
}

type Payments = Awaited<ReturnType<typeof listStandingPayments>>;

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
