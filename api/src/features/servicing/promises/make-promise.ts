import { addDays, calendarDate } from '@bursar/loan-maths';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type {
  MakePromise,
  NewPromise,
  promiseFailures,
} from '@bursar/contracts/servicing/promises';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome, type Refusal } from '../../../platform/outcome.ts';
import { listInstalments, remainingOf } from '../loan-account/instalments.store.ts';
import { loanCan } from '../loan-account/loan-can.ts';
import { lockWorkedLoan, type WorkedLoan } from '../loan-account/lock-loan.ts';
import {
  findPromise,
  insertPromise,
  listPromisesOfLoan,
  replaceNewest,
  toPromise,
  type PromiseRow,
} from './promises.store.ts';
import { settlePromises } from './settle-promises.ts';

type Made = Outcome<AnswerOf<MakePromise>, FailureOf<MakePromise>>;

/** Records a promise that was made outside a logged contact. */
export function makePromise(
  database: Database,
  { loanId, ...promise }: NewPromise & { loanId: string },
  context: CommandContext,
): Promise<Made> {
  return database.begin(async (transaction): Promise<Made> => {
    const loan = await lockWorkedLoan(transaction, { scope: context.session.scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId } = loan;
    const earlier = await findPromise(transaction, { portfolioId, id: promise.id });
    if (earlier) {
      const same = earlier.loanId === loanId && isSamePromise(earlier, promise);
      if (!same) return refuse('id_reused_with_different_content');
      const replacedPromiseId = await findReplacedBy(transaction, loan, earlier);
      return succeed({ promise: toPromise(earlier), replacedPromiseId, replayed: true });
    }
    const refusal = await findPromiseRefusal(transaction, loan, { promise, context });
    if (refusal) return { ok: false, refusal };
    const replacedPromiseId = await writePromise(transaction, loan, {
      promise,
      contactId: null,
      context,
    });
    const made = await findPromise(transaction, { portfolioId, id: promise.id });
    if (!made) throw new Error(`promise ${promise.id} was stored but is missing`);
    return succeed({ promise: toPromise(made), replacedPromiseId, replayed: false });
  });
}

export function isSamePromise(earlier: NewPromise, promise: NewPromise): boolean {
  return (
    earlier.amountMinor === promise.amountMinor &&
    earlier.currency === promise.currency &&
    earlier.promisedOn === promise.promisedOn
  );
}

/** A promise more than a year ahead is probably a mistyped date. */
const DAYS_AHEAD_MAX = 366;

type PromiseRefusal = Refusal<(typeof promiseFailures)[number]>;
type Asked = { readonly promise: NewPromise; readonly context: CommandContext };

export async function findPromiseRefusal(
  transaction: Transaction,
  loan: WorkedLoan,
  { promise, context }: Asked,
): Promise<PromiseRefusal | null> {
  const { businessDate } = context.session;
  const { currency } = loan;
  const closed = loanCan.acceptPromise(loan.status);
  if (closed) return { code: closed, details: { status: loan.status } };
  if (promise.currency !== currency) {
    return { code: 'currency_differs', field: 'currency', details: { currency } };
  }
  const field = 'amountMinor';
  if (promise.amountMinor <= 0) return { code: 'amount_not_positive', field };
  const instalments = await listInstalments(transaction, loan);
  const payoffMinor = instalments.reduce((sum, one) => sum + remainingOf(one), 0);
  if (promise.amountMinor > payoffMinor) {
    return { code: 'amount_exceeds_payoff', field, details: { payoffMinor, currency } };
  }
  const day = { field: 'promisedOn', details: { businessDate } };
  if (promise.promisedOn < businessDate) return { code: 'promised_day_passed', ...day };
  if (promise.promisedOn > addDays(calendarDate(businessDate), DAYS_AHEAD_MAX)) {
    return { code: 'promised_day_too_far', ...day };
  }
  return null;
}

/** Inserts a promise that replaces the newest one. Returns the id of the replaced promise. */
export async function writePromise(
  transaction: Transaction,
  { portfolioId, loanId, promiseGraceDays }: WorkedLoan,
  { promise, contactId, context }: Asked & { contactId: string | null },
): Promise<string | null> {
  const { businessDate, account } = context.session;
  const madeAt = context.now.toISOString();
  const [newest] = await listPromisesOfLoan(transaction, { portfolioId, loanId });
  await replaceNewest(transaction, { portfolioId, loanId, on: businessDate, at: madeAt });
  await insertPromise(transaction, {
    ...promise,
    portfolioId,
    loanId,
    contactId,
    graceDays: promiseGraceDays,
    madeOn: businessDate,
    madeBy: account.id,
    madeAt,
  });
  const { requestId, now } = context;
  await settlePromises(transaction, { portfolioId, loanId, businessDate, requestId, now });
  const replacedPromiseId = newest?.state === 'waiting' ? newest.id : null;
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'make-promise',
    subject: 'loan',
    subjectId: loanId,
    after: {
      promiseId: promise.id,
      amountMinor: promise.amountMinor,
      currency: promise.currency,
      promisedOn: promise.promisedOn,
      contactId,
      replacedPromiseId,
    },
  });
  return replacedPromiseId;
}

async function findReplacedBy(
  transaction: Transaction,
  loan: WorkedLoan,
  { id }: PromiseRow,
): Promise<string | null> {
  const promises = await listPromisesOfLoan(transaction, loan);
  const before = promises[promises.findIndex((one) => one.id === id) + 1];
  return before?.state === 'replaced' ? before.id : null;
}
