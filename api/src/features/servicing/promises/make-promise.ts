import { isDeepStrictEqual } from 'node:util';
import { addDays, calendarDate } from '@bursar/loan-maths';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import {
  makePromise as contract,
  type MakePromise,
  type NewPromise,
  type promiseFailures,
} from '@bursar/contracts/servicing/promises';
import { exceededLimits } from '@bursar/contracts/servicing/promises.values';
import { day, instant, uuid } from '@bursar/contracts/values';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome, type Refusal } from '../../../platform/outcome.ts';
import { findRequest } from '../../access/approvals/approvals.store.ts';
import { fourEyes } from '../../access/approvals/four-eyes.ts';
import { listInstalments, remainingOf } from '../loan-account/instalments.store.ts';
import { loanCan } from '../loan-account/loan-can.ts';
import { lockWorkedLoan, type WorkedLoan } from '../loan-account/lock-loan.ts';
import { loanReference } from '../loan-lists/loans.store.ts';
import { findPromiseLimits } from './promise-limits.store.ts';
import {
  insertPromise,
  listLinesOf,
  listPromisesOfLoan,
  replaceEarlier,
  takeEventNumber,
  toPromises,
  type PromiseRow,
} from './promises.store.ts';
import { settlePromises } from './settle-promises.ts';

type Made = Outcome<AnswerOf<MakePromise>, never>;

/** The moment at which a promise that waited for approval was made; payments count from then. */
export const askedMoment = z.object({ number: z.int(), on: day, at: instant }).optional();

const schema = z.object({
  ...contract.params.shape,
  ...contract.body.shape,
  /** The contact in which the promise was made, if any. */
  contactId: uuid.nullable(),
  asked: askedMoment,
});
type PromiseCommand = z.infer<typeof schema>;

/**
 * Records a promise. A promise beyond a limit of the portfolio waits for a second person if the
 * approval rule requires it.
 */
export const makePromise = fourEyes({
  kind: 'make-promise',
  contract,
  schema,
  contentOf: ({ asked: _at, lines, ...promise }: PromiseCommand) => ({
    ...promise,
    lines: byDay(lines),
  }),
  hold: async (transaction, { loanId }, { session: { scope } }) => {
    const loan = await lockWorkedLoan(transaction, { scope, loanId });
    return loan ? succeed(loan) : refuse('not_found');
  },
  answerEarlier: async (transaction, { command, held }) => {
    const { portfolioId, loanId } = held;
    const earlier = await listLinesOf(transaction, { portfolioId, id: command.id });
    if (earlier.length === 0) return null;
    const isSame = earlier[0]?.loanId === loanId && isSamePromise(earlier, command);
    return isSame
      ? answerMade(transaction, held, { id: command.id, replayed: true })
      : refuse('id_reused_with_different_content');
  },
  plan: async (transaction, { command: promise, held, context }) => {
    const refusal = await findPromiseRefusal(transaction, held, { promise, context });
    if (refusal) return { ok: false, refusal };
    return succeed(await planPromise(transaction, held, { promise, context }));
  },
  countTaken: null,
  isExempt: ({ exceeded }) => exceeded.length === 0,
  describe: async (transaction, { command, held, context, plan }) => {
    const { asked, ...promised } = await describePromise(transaction, command, context);
    return {
      subjectId: held.loanId,
      subject: loanReference(held.referenceNumber),
      loanId: held.loanId,
      amountMinor: totalOf(command.lines),
      currency: held.currency,
      before: {},
      after: {
        dueMinor: plan.dueMinor,
        ...promised,
        exceeded: plan.exceeded.join(', '),
      },
      reason: '',
      commandToStore: { ...command, asked },
    };
  },
  carryOut: async (transaction, { command, held, context }) => {
    await writePromise(transaction, held, { command, context });
    return answerMade(transaction, held, { id: command.id, replayed: false });
  },
  answerWaiting: async (_transaction, { plan }): Promise<Made> =>
    succeed({
      outcome: 'awaiting-approval',
      promise: null,
      replacedPromiseIds: [],
      replayed: plan === null,
    }),
});

/**
 * Describes the lines for the approver, and takes the number and moment from which payments count.
 */
export async function describePromise(
  transaction: Transaction,
  promise: Pick<NewPromise, 'lines'>,
  { session, now }: CommandContext,
) {
  const lines = byDay(promise.lines);
  return {
    promiseLines: lines.length,
    promisedFromOn: lines[0]?.promisedOn ?? null,
    promisedUntilOn: lines.at(-1)?.promisedOn ?? null,
    asked: {
      number: await takeEventNumber(transaction),
      on: session.businessDate,
      at: now.toISOString(),
    },
  };
}

async function answerMade(
  transaction: Transaction,
  loan: WorkedLoan,
  { id, replayed }: { id: string; replayed: boolean },
): Promise<Made> {
  const rows = await listPromisesOfLoan(transaction, loan);
  const promise = toPromises(rows).find((one) => one.id === id);
  if (!promise) throw new Error(`promise ${id} was stored but is missing`);
  const replacedPromiseIds = replacedIn(rows, id);
  return succeed({ outcome: 'done', promise, replacedPromiseIds, replayed });
}

/** Finds the limits that a promise exceeds, and the amount due that they are measured against. */
async function planPromise(
  transaction: Transaction,
  { portfolioId, loanId }: WorkedLoan,
  { promise, context }: Asked,
) {
  const { businessDate } = context.session;
  const found = await findPromiseLimits(transaction, { portfolioId, loanId, businessDate });
  const { limits, measures } = found;
  return { exceeded: exceededLimits(promise, limits, measures), dueMinor: measures.dueMinor };
}

export function totalOf(lines: NewPromise['lines']): number {
  return lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** Returns the ids of the promises that were waiting when the promise `id` replaced them. */
function replacedIn(rows: readonly PromiseRow[], id: string): string[] {
  const replaced = rows.filter(
    ({ replacedBy, state }) => replacedBy === id && state === 'replaced',
  );
  return [...new Set(replaced.map(({ agreementId }) => agreementId))];
}

/** Returns whether the stored lines equal the sent lines, in any order. */
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

export function byDay(lines: NewPromise['lines']): NewPromise['lines'] {
  return lines.toSorted((one, other) => (one.promisedOn < other.promisedOn ? -1 : 1));
}

/** A promise more than a year ahead is probably a mistyped date. */
const DAYS_AHEAD_MAX = 366;

type PromiseRefusal = Refusal<(typeof promiseFailures)[number]>;
type AskedPromise = NewPromise & Pick<PromiseCommand, 'asked'>;
type Asked = { readonly promise: AskedPromise; readonly context: CommandContext };

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
  if (totalOf(promise.lines) > payoffMinor) {
    const field = promise.lines.length === 1 ? 'lines.0.amountMinor' : 'lines';
    return { code: 'amount_exceeds_payoff', field, details: { payoffMinor, currency } };
  }
  return findWaiting(transaction, loan, { promise, context });
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

/**
 * Refuses a promise that does not state whether it replaces or is added to a waiting one; null if
 * none waits. If the promise itself waited for approval, its choice to replace covers only promises
 * made before its request.
 */
async function findWaiting(
  transaction: Transaction,
  loan: WorkedLoan,
  { promise: { earlier, asked }, context: { session } }: Asked,
): Promise<PromiseRefusal | null> {
  if (earlier === 'add' || (earlier === 'replace' && !asked)) return null;
  const madeSince = earlier === undefined ? 0 : (asked?.number ?? 0);
  const rows = await listPromisesOfLoan(transaction, loan);
  const waiting = rows.filter(
    ({ state, number, promisedOn, graceDays }) =>
      state === 'waiting' &&
      number >= madeSince &&
      addDays(calendarDate(promisedOn), graceDays) >= session.businessDate,
  );
  const [first] = waiting.toSorted((one, other) => (one.promisedOn < other.promisedOn ? -1 : 1));
  if (!first) return null;
  const details = { promisedOn: first.promisedOn };
  // The approver of a request has no choice to make.
  if (asked) return { code: 'promise_made_since', details };
  return { code: 'promise_already_waits', field: 'earlier', details };
}

/** Inserts a promise. It replaces the waiting promises, unless it is added to them. */
export async function writePromise(
  transaction: Transaction,
  { portfolioId, loanId, promiseGraceDays }: WorkedLoan,
  { command, context }: { readonly command: PromiseCommand; readonly context: CommandContext },
): Promise<void> {
  const { businessDate, account } = context.session;
  const { id, currency, earlier, contactId, asked } = command;
  const madeAt = asked?.at ?? context.now.toISOString();
  const madeOn = asked?.on ?? businessDate;
  const lines = byDay(command.lines).map((line, at) => ({ ...line, id: at === 0 ? id : uuidv7() }));
  const number = await findPlace(transaction, { portfolioId, loanId, asked });
  const made = { madeOn, madeBy: account.id, madeAt, number };
  const promise = { portfolioId, loanId, id, contactId, currency, lines };
  await insertPromise(transaction, { ...promise, ...made, graceDays: promiseGraceDays });
  const replacing = {
    portfolioId,
    loanId,
    by: id,
    on: businessDate,
    at: context.now.toISOString(),
    asked: asked?.number ?? null,
  };
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
      amountMinor: totalOf(lines),
      currency,
      promisedOn: lines.map(({ promisedOn }) => promisedOn).join(', '),
      contactId,
      replacedPromiseId: replaced.length === 0 ? null : replaced.join(', '),
    },
  });
}

type Place = { readonly portfolioId: string; readonly loanId: string } & Pick<
  PromiseCommand,
  'asked'
>;

/**
 * Returns the number from which payments count for an approved promise: the number of its request.
 * Returns null, so that a new number is taken, if the promise did not wait for approval, or if
 * money already counts for a promise made after its request.
 */
async function findPlace(
  transaction: Transaction,
  { asked, ...loan }: Place,
): Promise<number | null> {
  if (!asked) return null;
  const rows = await listPromisesOfLoan(transaction, loan);
  const isTaken = rows.some(
    ({ number, receivedMinor }) => number > asked.number && receivedMinor > 0,
  );
  return isTaken ? null : asked.number;
}

/** Returns whether a contact stored this promise, as a promise or as a request. */
export async function isPromiseOfContact(
  transaction: Transaction,
  given: readonly PromiseRow[],
  { portfolioId, promise }: { readonly portfolioId: string; readonly promise: NewPromise },
): Promise<boolean> {
  if (given.length > 0)
    return given[0]?.agreementId === promise.id && isSamePromise(given, promise);
  const request = await findRequest(transaction, { portfolioId, id: promise.id });
  if (!request) return false;
  const { lines, currency } = schema.parse(request.command);
  return currency === promise.currency && isDeepStrictEqual(byDay(lines), byDay(promise.lines));
}
