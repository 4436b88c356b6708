import { groupBy } from '../../../platform/group-by.ts';
import { dayAt } from '../../../platform/scope.ts';
import type { NewPromise, PaymentPromise, PromiseLine } from '@bursar/contracts/servicing/promises';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { isSettlementOutdated } from './outdated-settlement.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

/** One line of a promise. */
export type PromiseRow = Omit<PaymentPromise, 'id' | 'lines'> &
  PromiseLine & {
    readonly loanId: string;
    /** The id of the whole promise, which is that of its first line. */
    readonly agreementId: string;
    readonly graceDays: number;
    readonly madeOn: string;
    readonly replacedOn: string | null;
    /** The promise that replaced this one. */
    readonly replacedBy: string | null;
    /**
     * The promise's number in the order of events. It is taken when the promise is made. An
     * approved promise has the number of its request, unless money already counts for a newer
     * promise.
     */
    readonly number: number;
    /** Orders the line among the promises and payments of its loan. */
    readonly place: string;
  };

/**
 * SQL expression for a text that sorts a loan's promises and payments in the order they were made.
 * Events older than the numbering have the number 0 and come first.
 */
function placeOf(sql: Queryable, event: 'promise' | 'payment') {
  const [number, moment] =
    event === 'promise'
      ? [sql`promise.number`, sql`promise.made_at`]
      : [sql`payment.number`, sql`payment.posted_at`];
  return sql`lpad(${number}::text, 19, '0') || ${moment}::text`;
}

function selectPromises(sql: Queryable) {
  return sql`
    select promise.id, promise.agreement_id, promise.loan_id, promise.contact_id,
      promise.amount_minor, promise.currency, promise.promised_on, promise.grace_days,
      promise.state, promise.received_minor, promise.made_on, promise.made_at,
      maker.name as made_by, promise.replaced_on, promise.replaced_by, promise.number,
      (select jsonb_build_object('payoffMinor', settlement.payoff_minor,
          'approvedBy', approver.name, 'completedOn', settlement.completed_on,
          'waitsForCredit', settlement.completed_on is null and state.credit_minor > 0
            and promise.state = 'kept',
          'isOutdated', settlement.completed_on is null and ${isSettlementOutdated(sql)})
        from settlements settlement
        join accounts approver on approver.id = settlement.approved_by
        join loan_state state on state.portfolio_id = settlement.portfolio_id
          and state.loan_id = settlement.loan_id
        where settlement.portfolio_id = promise.portfolio_id
          and settlement.id = promise.agreement_id) as settlement,
      ${placeOf(sql, 'promise')} as place
    from promises promise join accounts maker on maker.id = promise.made_by`;
}

/** Lists the lines of one promise in order; none if the id is unknown. */
export function listLinesOf(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
) {
  return sql<PromiseRow[]>`
    ${selectPromises(sql)}
    where promise.portfolio_id = ${portfolioId} and promise.agreement_id = ${id}
    order by promise.line`;
}

/**
 * Selects the promise line that decides about the work on a loan: the last one that was broken or
 * partly kept, otherwise the next one that waits, otherwise the last one that was kept.
 */
export function currentPromiseOf(sql: Queryable, alias: string) {
  const isOpen = sql`promise.state = 'waiting'`;
  return sql`
    select promise.agreement_id, promise.amount_minor, promise.received_minor,
      promise.promised_on, promise.state, promise.promised_on + promise.grace_days as last_on,
      min(promise.promised_on) filter (where ${isOpen}) over () as waits_until
    from promises promise
    where promise.portfolio_id = ${sql(alias)}.portfolio_id
      and promise.loan_id = ${sql(alias)}.loan_id and promise.replaced_at is null
    order by promise.state in ('broken', 'partly-kept') desc, ${isOpen} desc,
      case when ${isOpen} then promise.promised_on end, promise.promised_on desc, promise.id
    limit 1`;
}

/** Finds the next waiting line of a loan's promises; null if none waits. */
export async function findWaitingLine(sql: Queryable, { portfolioId, loanId }: LoanKey) {
  const [line] = await sql<{ amountMinor: number; promisedOn: string }[]>`
    select amount_minor, promised_on from promises
    where portfolio_id = ${portfolioId} and loan_id = ${loanId} and replaced_at is null
      and state = 'waiting'
    order by promised_on, id limit 1`;
  return line ? { ...line } : null;
}

/** Lists the lines of all promises of a loan, the newest promise first and its lines in order. */
export function listPromisesOfLoan(sql: Queryable, { portfolioId, loanId }: LoanKey) {
  return sql<PromiseRow[]>`
    ${selectPromises(sql)}
    where promise.portfolio_id = ${portfolioId} and promise.loan_id = ${loanId}
    order by max(promise.number) over (partition by promise.agreement_id) desc,
      promise.made_at desc, promise.agreement_id desc, promise.line`;
}

export function listPromisesGivenIn(
  sql: Queryable,
  { portfolioId, loanId, contactIds }: LoanKey & { readonly contactIds: readonly string[] },
) {
  return sql<PromiseRow[]>`
    ${selectPromises(sql)}
    where promise.portfolio_id = ${portfolioId} and promise.loan_id = ${loanId}
      and promise.contact_id = any(${[...contactIds]}::uuid[])
    order by promise.agreement_id, promise.line`;
}

type LoansKey = { readonly portfolioId: string; readonly loanIds: readonly string[] };

/** Lists the promise lines of several loans and locks them until the transaction ends. */
export function lockPromisesOf(transaction: Transaction, { portfolioId, loanIds }: LoansKey) {
  return transaction<PromiseRow[]>`
    ${selectPromises(transaction)}
    where promise.portfolio_id = ${portfolioId} and promise.loan_id = any(${[...loanIds]}::uuid[])
    order by promise.loan_id, promise.number, promise.made_at, promise.id
    for update of promise`;
}

/**
 * Maps lines to the promises of the API contract, in the given order. The loan id is left out
 * because the path has it.
 */
export function toPromises(rows: readonly PromiseRow[]): PaymentPromise[] {
  const byPromise = groupBy(rows, ({ agreementId }) => agreementId);
  return [...byPromise].flatMap(([id, lines]) => {
    const [first] = lines;
    if (!first) return [];
    const { contactId, currency, madeAt, madeBy, settlement } = first;
    return { id, contactId, currency, lines: lines.map(toLine), madeAt, madeBy, settlement };
  });
}

function toLine({ id, amountMinor, promisedOn, state, receivedMinor }: PromiseRow): PromiseLine {
  return { id, amountMinor, promisedOn, state, receivedMinor };
}

export type WrittenPromise = LoanKey &
  Pick<NewPromise, 'id' | 'currency'> & {
    readonly lines: readonly (NewPromise['lines'][number] & { readonly id: string })[];
    readonly contactId: string | null;
    readonly graceDays: number;
    readonly madeOn: string;
    readonly madeBy: string;
    readonly madeAt: string;
    /** The number from which payments count, if it was taken earlier; null to take a new one. */
    readonly number: number | null;
  };

export async function insertPromise(
  transaction: Transaction,
  { lines, ...promise }: WrittenPromise,
): Promise<void> {
  const rows = lines.map((line, at) => ({ ...line, line: at + 1 }));
  await transaction`
    insert into promises (portfolio_id, agreement_id, line, id, loan_id, contact_id, currency,
      amount_minor, promised_on, grace_days, made_on, made_by, made_at, number)
    select ${promise.portfolioId}, ${promise.id}, line, id, ${promise.loanId},
      ${promise.contactId}, ${promise.currency}, amount, day, ${promise.graceDays},
      ${promise.madeOn}, ${promise.madeBy}, ${promise.madeAt},
      coalesce(${promise.number}::bigint, nextval('event_numbers'))
    from jsonb_to_recordset(${transaction.json(
      rows.map(({ amountMinor: amount, promisedOn: day, ...row }) => ({ ...row, amount, day })),
    )}) as given(id uuid, line smallint, amount bigint, day date)
    order by line`;
}

/** Takes the next number in the order of a loan's promises and payments. */
export async function takeEventNumber(transaction: Transaction): Promise<number> {
  const [row] = await transaction<{ number: number }[]>`
    select nextval('event_numbers') as number`;
  if (!row) throw new Error('a sequence answers a number');
  return row.number;
}

type Replacing = LoanKey & {
  readonly by: string;
  readonly on: string;
  readonly at: string;
  /** Whether waiting lines remain, because the new promise is added to them. */
  readonly isAdded: boolean;
  /** The number of the request, if the promise waited for approval; null if it did not. */
  readonly asked: number | null;
};

/**
 * Marks the earlier lines of the loan as replaced; if the new promise is added to them, only the
 * lines whose last day has passed. If the new promise waited for approval, lines that are newer
 * than its request are not replaced.
 */
export async function replaceEarlier(
  transaction: Transaction,
  { portfolioId, loanId, by, on, at, isAdded, asked }: Replacing,
): Promise<void> {
  await transaction`
    update promises set replaced_by = ${by}, replaced_on = ${on}, replaced_at = ${at},
      state = case when state = 'waiting' then 'replaced' else state end
    where portfolio_id = ${portfolioId} and loan_id = ${loanId} and replaced_at is null
      and agreement_id <> ${by}
      ${asked === null ? transaction`` : transaction`and number < ${asked}`}
      ${isAdded ? transaction`and promised_on + grace_days < ${on}` : transaction``}`;
}

type Outcome = Pick<PromiseRow, 'id' | 'state' | 'receivedMinor'>;

export async function updateOutcomes(
  transaction: Transaction,
  portfolioId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  const rows = outcomes.map(({ id, state, receivedMinor: received }) => ({ id, state, received }));
  await transaction`
    update promises promise set state = result.state, received_minor = result.received
    from jsonb_to_recordset(${transaction.json(rows)}) as result(id uuid, state text, received bigint)
    where promise.portfolio_id = ${portfolioId} and promise.id = result.id`;
}

/**
 * Lists the effective payments on loans. Payments from the credit balance bring no new money, so
 * they do not count.
 */
export function listReceived(sql: Queryable, { portfolioId, loanIds }: LoansKey) {
  return sql<{ loanId: string; amountMinor: number; valueDate: string; place: string }[]>`
    select payment.loan_id, payment.amount_minor, payment.value_date,
      ${placeOf(sql, 'payment')} as place
    from effective_payments payment
    where payment.portfolio_id = ${portfolioId} and payment.loan_id = any(${[...loanIds]}::uuid[])
      and payment.reversal_id is null and payment.method <> 'credit'`;
}

export type FollowedPromise = {
  readonly portfolioId: string;
  readonly id: string;
  readonly loanId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly referenceNumber: number;
  readonly agentId: string | null;
};

/**
 * Lists the reference number of each loan and the agent who holds it; null for a loan without an
 * agent.
 */
export function listWorkers(sql: Queryable, { portfolioId, loanIds }: LoansKey) {
  return sql<(LoanOnly & Pick<FollowedPromise, 'referenceNumber' | 'agentId'>)[]>`
    select loan.id as loan_id, loan.reference_number, state.agent_id from loans loan
    join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
    where loan.portfolio_id = ${portfolioId} and loan.id = any(${[...loanIds]}::uuid[])`;
}

type LoanOnly = Pick<LoanKey, 'loanId'>;

type Turn = { readonly now: string; readonly limit: number };

/**
 * Locks and lists promises made on an earlier day that are due today and whose agent was not
 * notified yet.
 */
export function lockDuePromises(transaction: Transaction, { now, limit }: Turn) {
  // Skip rows that another process has locked.
  return transaction<FollowedPromise[]>`
    select promise.portfolio_id, promise.id, promise.loan_id, promise.amount_minor,
      promise.currency, loan.reference_number, state.agent_id
    from portfolios portfolio
    cross join lateral (
      select ${dayAt(transaction, now, transaction`portfolio.time_zone`)} as day
    ) today
    join promises promise on promise.portfolio_id = portfolio.id and promise.state = 'waiting'
      and promise.promised_on = today.day
    join loans loan on loan.portfolio_id = promise.portfolio_id and loan.id = promise.loan_id
    join loan_state state
      on state.portfolio_id = promise.portfolio_id and state.loan_id = promise.loan_id
    where portfolio.removed_at is null and promise.made_on < today.day
      and promise.due_told_at is null
    order by promise.portfolio_id, promise.loan_id limit ${limit}
    for update of promise skip locked`;
}

export async function markDueNotified(
  transaction: Transaction,
  { ids, at }: { ids: readonly string[]; at: string },
): Promise<void> {
  await transaction`update promises set due_told_at = ${at} where id = any(${[...ids]}::uuid[])`;
}
