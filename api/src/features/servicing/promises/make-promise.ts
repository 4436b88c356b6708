import { addDays, calendarDate } from '@bursar/loan-maths';
import { uuidv7 } from 'uuidv7';
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
  insertPromise,
  listLinesOf,
  listPromisesOfLoan,
  replaceEarlier,
  toPromises,
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
    const earlier = await listLinesOf(transaction, { portfolioId, id: promise.id });
    if (earlier.length > 0) {
      const same = earlier[0]?.loanId === loanId && isSamePromise(earlier, promise);
      return same
        ? answer(transaction, loan, { id: promise.id, replayed: true })
        : refuse('id_reused_with_different_content');
    }
    const refusal = await findPromiseRefusal(transaction, loan, { promise, context });
    if (refusal) return { ok: false, refusal };
    await writePromise(transaction, loan, { promise, contactId: null, context });
    return answer(transaction, loan, { id: promise.id, replayed: false });
  });
}

async function answer(
  transaction: Transaction,
  loan: WorkedLoan,
  { id, replayed }: { id: string; replayed: boolean },
): Promise<Made> {
  const rows = await listPromisesOfLoan(transaction, loan);
  const promise = toPromises(rows).find((one) => one.id === id);
  if (!promise) throw new Error(`promise ${id} was stored but is missing`);
  return succeed({ promise, replacedPromiseIds: replacedIn(rows, id), replayed });
}

/** The promises that waited when the promise replaced them. */
function replacedIn(rows: readonly PromiseRow[], id: string): string[] {
  const replaced = rows.filter(
    ({ replacedBy, state }) => replacedBy === id && state === 'replaced',
  );
  return [...new Set(replaced.map(({ agreementId }) => agreementId))];
}

/** Returns whether the stored lines are what was sent; the lines are sent in any order. */
export function isSamePromise(earlier: readonly PromiseRow[], promise: NewPromise): boolean {
  const lines = byDay(promise.lines);
  return (
    earlier.length === lines.length &&
    earlier.every(
      ({ amountMinor, currency, promisedOn }, at) =>
        currency === promise.currency &&
        amountMinor === lines[at]?.amountMinor &&
        promisedOn === lines[at].promisedOn,
    )
  );
}

function byDay(lines: NewPromise['lines']): NewPromise['lines'] {
  return lines.toSorted((one, other) => (one.promisedOn < other.promisedOn ? -1 : 1));
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
  const wrongLine = findLineRefusal(promise.lines, businessDate);
  if (wrongLine) return wrongLine;
  const instalments = await listInstalments(transaction, loan);
  const payoffMinor = instalments.reduce((sum, one) => sum + remainingOf(one), 0);
  const totalMinor = promise.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  if (totalMinor > payoffMinor) {
    const field = promise.lines.length === 1 ? 'lines.0.amountMinor' : 'lines';
    return { code: 'amount_exceeds_payoff', field, details: { payoffMinor, currency } };
  }
  return promise.earlier === undefined ? findWaiting(transaction, loan, context) : null;
}

function findLineRefusal(lines: NewPromise['lines'], businessDate: string): PromiseRefusal | null {
  const wrong = (code: PromiseRefusal['code'], of: (line: Line, at: number) => boolean) => {
    const at = lines.findIndex(of);
    if (at === -1) return null;
    if (code === 'amount_not_positive') return { code, field: `lines.${at}.amountMinor` };
    return { code, field: `lines.${at}.promisedOn`, details: { businessDate } };
  };
  const lastDay = addDays(calendarDate(businessDate), DAYS_AHEAD_MAX);
  return (
    wrong('amount_not_positive', ({ amountMinor }) => amountMinor <= 0) ??
    wrong('promised_day_passed', ({ promisedOn }) => promisedOn < businessDate) ??
    wrong('promised_day_too_far', ({ promisedOn }) => promisedOn > lastDay) ??
    wrong('promised_day_repeated', ({ promisedOn }, at) =>
      lines.slice(0, at).some((earlier) => earlier.promisedOn === promisedOn),
    )
  );
}

type Line = NewPromise['lines'][number];

/** A promise never replaces one that waits without being asked to. */
async function findWaiting(
  transaction: Transaction,
  loan: WorkedLoan,
  { session: { businessDate } }: CommandContext,
): Promise<PromiseRefusal | null> {
  const rows = await listPromisesOfLoan(transaction, loan);
  const waiting = rows.filter(
    ({ state, promisedOn, graceDays }) =>
      state === 'waiting' && addDays(calendarDate(promisedOn), graceDays) >= businessDate,
  );
  const [first] = waiting.toSorted((one, other) => (one.promisedOn < other.promisedOn ? -1 : 1));
  if (!first) return null;
  const { promisedOn } = first;
  return { code: 'promise_already_waits', field: 'earlier', details: { promisedOn } };
}

/** Inserts a promise; it replaces what waits, unless it is added to it. */
export async function writePromise(
  transaction: Transaction,
  { portfolioId, loanId, promiseGraceDays }: WorkedLoan,
  { promise, contactId, context }: Asked & { contactId: string | null },
): Promise<void> {
  const { businessDate, account } = context.session;
  const madeAt = context.now.toISOString();
  const { id, currency, earlier } = promise;
  const lines = byDay(promise.lines).map((line, at) => ({ ...line, id: at === 0 ? id : uuidv7() }));
  const made = { portfolioId, loanId, contactId, madeOn: businessDate, madeBy: account.id, madeAt };
  await insertPromise(transaction, { ...made, id, currency, lines, graceDays: promiseGraceDays });
  const replacing = { portfolioId, loanId, by: id, on: businessDate, at: madeAt };
  await replaceEarlier(transaction, { ...replacing, isAdded: earlier === 'add' });
  const { requestId, now } = context;
  await settlePromises(transaction, { portfolioId, loanId, businessDate, requestId, now });
  const rows = await listPromisesOfLoan(transaction, { portfolioId, loanId });
  const replaced = replacedIn(rows, id);
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'make-promise',
    subject: 'loan',
    subjectId: loanId,
    after: {
      promiseId: id,
      amountMinor: lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      currency,
      promisedOn: lines.map(({ promisedOn }) => promisedOn).join(', '),
      contactId,
      replacedPromiseId: replaced.length === 0 ? null : replaced.join(', '),
    },
  });
}
