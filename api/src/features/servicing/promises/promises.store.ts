import { dayAt } from '../../../platform/scope.ts';
import type { NewPromise, PaymentPromise } from '@bursar/contracts/servicing/promises';
import type { Queryable, Transaction } from '../../../platform/database.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export type PromiseRow = PaymentPromise & {
  readonly loanId: string;
  readonly graceDays: number;
  readonly madeOn: string;
  readonly replacedOn: string | null;
  /** Orders the promise among the promises and payments of its loan. */
  readonly place: string;
};

/**
 * A text that sorts a loan's promises and payments in the order they were made. Events without a
 * number come first.
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
    select promise.id, promise.loan_id, promise.contact_id, promise.amount_minor, promise.currency,
      promise.promised_on, promise.grace_days, promise.state, promise.received_minor,
      promise.made_on, promise.made_at, maker.name as made_by, promise.replaced_on,
      ${placeOf(sql, 'promise')} as place
    from promises promise join accounts maker on maker.id = promise.made_by`;
}

export async function findPromise(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<PromiseRow | null> {
  const [row] = await sql<PromiseRow[]>`
    ${selectPromises(sql)} where promise.portfolio_id = ${portfolioId} and promise.id = ${id}`;
  return row ?? null;
}

export function listPromisesOfLoan(sql: Queryable, { portfolioId, loanId }: LoanKey) {
  return sql<PromiseRow[]>`
    ${selectPromises(sql)}
    where promise.portfolio_id = ${portfolioId} and promise.loan_id = ${loanId}
    order by promise.number desc, promise.made_at desc, promise.id desc`;
}

export function listPromisesGivenIn(
  sql: Queryable,
  { portfolioId, loanId, contactIds }: LoanKey & { readonly contactIds: readonly string[] },
) {
  return sql<PromiseRow[]>`
    ${selectPromises(sql)}
    where promise.portfolio_id = ${portfolioId} and promise.loan_id = ${loanId}
      and promise.contact_id = any(${[...contactIds]}::uuid[])`;
}

type LoansKey = { readonly portfolioId: string; readonly loanIds: readonly string[] };

/** The promises of several loans, grouped by loan and locked until the transaction ends. */
export function lockPromisesOf(transaction: Transaction, { portfolioId, loanIds }: LoansKey) {
  return transaction<PromiseRow[]>`
    ${selectPromises(transaction)}
    where promise.portfolio_id = ${portfolioId} and promise.loan_id = any(${[...loanIds]}::uuid[])
    order by promise.loan_id, promise.number desc, promise.made_at desc, promise.id desc
    for update of promise`;
}

/** Maps a row to the contract's promise. The loan id is left out because the path has it. */
export function toPromise(row: PromiseRow): PaymentPromise {
  const { id, contactId, amountMinor, currency, promisedOn, state, receivedMinor } = row;
  const { madeAt, madeBy } = row;
  return {
    id,
    contactId,
    amountMinor,
    currency,
    promisedOn,
    state,
    receivedMinor,
    madeAt,
    madeBy,
  };
}

export type WrittenPromise = LoanKey &
  NewPromise & {
    readonly contactId: string | null;
    readonly graceDays: number;
    readonly madeOn: string;
    readonly madeBy: string;
    readonly madeAt: string;
  };

export async function insertPromise(
  transaction: Transaction,
  promise: WrittenPromise,
): Promise<void> {
  await transaction`
    insert into promises (portfolio_id, id, loan_id, contact_id, currency, amount_minor,
      promised_on, grace_days, made_on, made_by, made_at)
    values (${promise.portfolioId}, ${promise.id}, ${promise.loanId}, ${promise.contactId},
      ${promise.currency}, ${promise.amountMinor}, ${promise.promisedOn}, ${promise.graceDays},
      ${promise.madeOn}, ${promise.madeBy}, ${promise.madeAt})`;
}

/**
 * Marks the newest promise as replaced. The state that follows from it is written with the new
 * promise.
 */
export async function replaceNewest(
  transaction: Transaction,
  { portfolioId, loanId, on, at }: LoanKey & { on: string; at: string },
): Promise<void> {
  await transaction`
    update promises set replaced_on = ${on}, replaced_at = ${at},
      state = case when state = 'waiting' then 'replaced' else state end
    where portfolio_id = ${portfolioId} and loan_id = ${loanId} and replaced_at is null`;
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
 * Effective payments on loans. Payments from the credit balance bring no new money, so they do not
 * count.
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

/** The agents who hold these loans, and the loans' references. */
export function listWorkers(sql: Queryable, { portfolioId, loanIds }: LoansKey) {
  return sql<(LoanOnly & Pick<FollowedPromise, 'referenceNumber' | 'agentId'>)[]>`
    select loan.id as loan_id, loan.reference_number, state.agent_id from loans loan
    join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
    where loan.portfolio_id = ${portfolioId} and loan.id = any(${[...loanIds]}::uuid[])`;
}

type LoanOnly = Pick<LoanKey, 'loanId'>;

type Turn = { readonly now: string; readonly limit: number };

/** Promises made on an earlier day that are due today and whose agent was not notified yet. */
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
    where promise.made_on < today.day and promise.due_told_at is null
    order by promise.portfolio_id, promise.loan_id limit ${limit}
    for update of promise skip locked`;
}

export async function markDueNotified(
  transaction: Transaction,
  { ids, at }: { ids: readonly string[]; at: string },
): Promise<void> {
  await transaction`update promises set due_told_at = ${at} where id = any(${[...ids]}::uuid[])`;
}
