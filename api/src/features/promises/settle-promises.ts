import { calendarDate, minorUnits, promiseOutcome } from '@bursar/loan-maths';
import { recordAudit } from '../../platform/audit.ts';
import type { Transaction } from '../../platform/database.ts';
import {
  listStandingPayments,
  lockPromisesOfLoan,
  updateOutcome,
  type PromiseRow,
} from './promises.store.ts';

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
  for (const promise of promises) {
    const after = outcomeOf(promise, payments, settling.businessDate);
    if (after.state === promise.state && after.receivedMinor === promise.receivedMinor) continue;
    await updateOutcome(transaction, {
      portfolioId: settling.portfolioId,
      id: promise.id,
      ...after,
    });
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
}

type Payments = Awaited<ReturnType<typeof listStandingPayments>>;

function outcomeOf(promise: PromiseRow, payments: Payments, businessDate: string) {
  const { currency, replacedAt, replacedOn } = promise;
  return promiseOutcome(
    {
      amountMinor: minorUnits(promise.amountMinor, currency),
      promisedOn: calendarDate(promise.promisedOn),
      graceDays: promise.graceDays,
      madeOn: calendarDate(promise.madeOn),
      madeAt: promise.madeAt,
      replaced: replacedAt && replacedOn ? { at: replacedAt, on: calendarDate(replacedOn) } : null,
    },
    payments.map(({ amountMinor, valueDate, postedAt }) => ({
      amountMinor: minorUnits(amountMinor, currency),
      valueDate: calendarDate(valueDate),
      bookedAt: postedAt,
    })),
    calendarDate(businessDate),
  );
}
