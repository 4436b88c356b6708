import type { EndOfDayRun } from '@bursar/contracts/control/end-of-day';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { dayAt, portfoliosInScope, type Scope } from '../../../platform/scope.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { planCheckChunks, planPenaltyChunks } from './penalties.store.ts';

export type PortfolioDay = { readonly portfolioId: string; readonly day: string };

export type Progress = {
  readonly portfolioId: string;
  /** The last day that has ended in the portfolio's time zone. */
  readonly lastOverDay: string;
  /** Null if no day is closed yet. */
  readonly lastClosedDay: string | null;
  /** The day whose close has begun and not ended, also if it was interrupted. */
  readonly runningDay: string | null;
};

export async function listProgress(
  sql: Queryable,
  { now, portfolioId }: { readonly now: Date; readonly portfolioId: string | null },
): Promise<readonly Progress[]> {
  return sql<Progress[]>`
    select ${progressAt(sql, now)}
    from portfolios portfolio
    where portfolio.removed_at is null
      ${portfolioId === null ? sql`` : sql`and portfolio.id = ${portfolioId}`}
    order by portfolio.id`;
}

/** Selects the progress of `portfolios portfolio`. */
const progressAt = (sql: Queryable, now: Date): Fragment => sql`
  portfolio.id as portfolio_id,
  ${dayAt(sql, now.toISOString(), sql`portfolio.time_zone`)} - 1 as last_over_day,
  (select max(day) from end_of_day_runs
    where portfolio_id = portfolio.id and state = 'closed') as last_closed_day,
  (select day from end_of_day_runs
    where portfolio_id = portfolio.id and state = 'running') as running_day`;

type EndOfDayStatus = Progress & {
  readonly name: string;
  readonly stoppedAt: string | null;
  readonly left: number;
};

/** Lists the end-of-day status of each portfolio in scope, by name. */
export async function listEndOfDayStatuses(
  sql: Queryable,
  { now, scope }: { readonly now: Date; readonly scope: Scope },
): Promise<readonly EndOfDayStatus[]> {
  const rows = await sql<EndOfDayStatus[]>`
    select ${progressAt(sql, now)}, portfolio.name,
      (select failed_at from end_of_day_runs
        where portfolio_id = portfolio.id and state = 'running') as stopped_at,
      (select count(*)::int from end_of_day_exceptions missed
        where missed.portfolio_id = portfolio.id and not exists (
          select from end_of_day_retries done
          where done.portfolio_id = missed.portfolio_id and done.day = missed.day
            and done.loan_id = missed.loan_id)) as "left"
    from portfolios portfolio
    where ${portfoliosInScope(sql, scope)}
    order by portfolio.name, portfolio.id`;
  return rows.map((row) => ({ ...row }));
}

/** Inserts a close; returns whether it was inserted. */
export async function insertRun(
  transaction: Transaction,
  {
    portfolioId,
    day,
    ...started
  }: PortfolioDay & { readonly id: string; readonly startedBy: string | null; readonly at: string },
): Promise<boolean> {
  const rows = await transaction`
    insert into end_of_day_runs (portfolio_id, day, id, started_by, started_at)
    values (${portfolioId}, ${day}, ${started.id}, ${started.startedBy}, ${started.at})
    on conflict do nothing returning day`;
  return rows.length > 0;
}

const CHUNK = 50;

/**
 * Plans chunks of work that processes share: promises whose grace ends on this day, promises that
 * still wait although their grace ended earlier, and loans to charge or check for penalties.
 */
export async function planChunks(
  transaction: Transaction,
  { portfolioId, day }: PortfolioDay,
): Promise<void> {
  await transaction`
    insert into end_of_day_chunks (portfolio_id, day, number, promise_ids)
    select ${portfolioId}, ${day}, place / ${CHUNK} + 1, array_agg(id order by place)
    from (
      select passed.id, row_number() over (order by passed.loan_id, passed.id) - 1 as place
      from (
        select id, loan_id from promises
        where portfolio_id = ${portfolioId} and state = 'waiting' and promised_on <= ${day}
          and promised_on + grace_days <= ${day}
        union
        -- A promise has at most 30 days of grace, which bounds the index range.
        select id, loan_id from promises
        where portfolio_id = ${portfolioId} and promised_on between ${day}::date - 30 and ${day}
          and promised_on + grace_days = ${day}
      ) passed
    ) placed
    group by 3`;
  await planPenaltyChunks(transaction, { portfolioId, day }, CHUNK);
}

/**
 * Plans the penalty checks that were requested after the chunks of the day were planned; returns
 * false if there are none.
 */
export function planChecksSince(transaction: Transaction, key: PortfolioDay): Promise<boolean> {
  return planCheckChunks(transaction, key, CHUNK);
}

export type Chunk = {
  readonly promises: readonly { readonly promiseId: string; readonly loanId: string }[];
  readonly lateLoanIds: readonly string[];
};

/**
 * Takes a chunk that no other process has: deletes it, which a rollback undoes, and returns its
 * work. Returns null if no such chunk is left.
 */
export async function takeChunk(
  transaction: Transaction,
  { portfolioId, day }: PortfolioDay,
): Promise<Chunk | null> {
  const [chunk] = await transaction<{ number: number }[]>`
    select number from end_of_day_chunks
    where portfolio_id = ${portfolioId} and day = ${day}
    order by number limit 1 for update skip locked`;
  if (!chunk) return null;
  const [done] = await transaction<{ promiseIds: string[]; lateLoanIds: string[] }[]>`
    delete from end_of_day_chunks
    where portfolio_id = ${portfolioId} and day = ${day} and number = ${chunk.number}
    returning promise_ids, late_loan_ids`;
  const { promiseIds = [], lateLoanIds = [] } = done ?? {};
  if (promiseIds.length === 0) return { promises: [], lateLoanIds };
  const promises = await transaction<{ promiseId: string; loanId: string }[]>`
    select id as promise_id, loan_id from promises
    where portfolio_id = ${portfolioId} and id = any(${promiseIds}::uuid[])
    order by loan_id, id`;
  return { promises, lateLoanIds };
}

/**
 * Records the results of judged promises, each for the first close that judged it. Promises without
 * a result, such as those replaced by a newer one, are left out.
 */
export async function noteJudged(
  transaction: Transaction,
  { portfolioId, day, promiseIds }: PortfolioDay & { readonly promiseIds: readonly string[] },
): Promise<void> {
  await transaction`
    insert into end_of_day_promises (portfolio_id, promise_id, day, state, received_minor)
    select portfolio_id, id, ${day}, state, received_minor from promises
    where portfolio_id = ${portfolioId} and id = any(${[...promiseIds]}::uuid[])
      and state in ('kept', 'partly-kept', 'broken')
    on conflict do nothing`;
}

export async function noteException(
  transaction: Transaction,
  { portfolioId, day, loanId }: PortfolioDay & { readonly loanId: string },
): Promise<void> {
  await transaction`
    insert into end_of_day_exceptions (portfolio_id, day, loan_id, reason)
    values (${portfolioId}, ${day}, ${loanId}, 'unexpected') on conflict do nothing`;
}

export function listLeft(
  sql: Queryable,
  { portfolioId, day }: PortfolioDay,
): Promise<readonly { readonly day: string; readonly loanId: string }[]> {
  return sql<{ day: string; loanId: string }[]>`
    select missed.day, missed.loan_id from end_of_day_exceptions missed
    where missed.portfolio_id = ${portfolioId} and missed.day < ${day} and not exists (
      select from end_of_day_retries done
      where done.portfolio_id = missed.portfolio_id and done.day = missed.day
        and done.loan_id = missed.loan_id)
    order by missed.day, missed.loan_id`;
}

/**
 * Marks a skipped loan as done, unless one of its promises whose grace has ended by that day still
 * waits to be judged.
 */
export async function noteDone(
  transaction: Transaction,
  { portfolioId, day, loanId, doneOn }: PortfolioDay & { loanId: string; doneOn: string },
): Promise<void> {
  await transaction`
    insert into end_of_day_retries (portfolio_id, day, loan_id, done_on)
    select ${portfolioId}, ${day}, ${loanId}, ${doneOn}
    where not exists (
      select from promises
      where portfolio_id = ${portfolioId} and loan_id = ${loanId} and state = 'waiting'
        and promised_on + grace_days <= ${day})
    on conflict do nothing`;
}

/**
 * Locks a running close until the transaction ends and returns its id; null if it has ended or some
 * of its chunks are not done.
 */
export async function lockToEnd(
  transaction: Transaction,
  { portfolioId, day }: PortfolioDay,
): Promise<string | null> {
  const [run] = await transaction<{ id: string }[]>`
    select id from end_of_day_runs
    where portfolio_id = ${portfolioId} and day = ${day} and state = 'running' for update`;
  if (!run) return null;
  const open = await transaction`
    select from end_of_day_chunks where portfolio_id = ${portfolioId} and day = ${day} limit 1`;
  return open.length > 0 ? null : run.id;
}

export async function endRun(
  transaction: Transaction,
  { portfolioId, day, at }: PortfolioDay & { readonly at: string },
): Promise<void> {
  await transaction`
    update end_of_day_runs set state = 'closed', ended_at = ${at}
    where portfolio_id = ${portfolioId} and day = ${day}`;
}

export async function noteFailure(
  sql: Queryable,
  { portfolioId, day, at }: PortfolioDay & { readonly at: string },
): Promise<void> {
  await sql`
    update end_of_day_runs set failed_at = ${at}
    where portfolio_id = ${portfolioId} and day = ${day} and state = 'running'`;
}

type Head = Pick<
  EndOfDayRun,
  'day' | 'state' | 'startedAt' | 'startedBy' | 'endedAt' | 'failedAt'
> &
  EndOfDayRun['promises'];

type Missed = { readonly day: string; readonly referenceNumber: number };

export async function listRunsOf(
  sql: Queryable,
  asked: { readonly portfolioId: string; readonly before: string | null; readonly limit: number },
): Promise<readonly EndOfDayRun[]> {
  const { portfolioId, before, limit } = asked;
  const heads = await sql<Head[]>`
    select run.day, run.state, run.started_at, starter.name as started_by,
      run.ended_at, run.failed_at, judged.*
    from end_of_day_runs run
    left join accounts starter on starter.id = run.started_by
    cross join lateral (
      select count(*) filter (where state = 'kept') as kept,
        count(*) filter (where state = 'partly-kept') as partly_kept,
        count(*) filter (where state = 'broken') as broken
      from end_of_day_promises
      where portfolio_id = run.portfolio_id and day = run.day
    ) judged
    where run.portfolio_id = ${portfolioId}
      ${before === null ? sql`` : sql`and run.day < ${before}`}
    order by run.day desc limit ${limit}`;
  const days = heads.map(({ day }) => day);
  const ofDays = (alias: string): Fragment =>
    sql`${sql(alias)}.portfolio_id = ${portfolioId} and ${sql(alias)}.day = any(${days}::date[])`;
  const [exceptions, sums, buckets] = await Promise.all([
    sql<(Omit<EndOfDayRun['exceptions'][number], 'loanReference'> & Missed)[]>`
      select missed.day, missed.loan_id, loan.reference_number, missed.reason, retry.done_on
      from end_of_day_exceptions missed
      join loans loan on loan.portfolio_id = missed.portfolio_id and loan.id = missed.loan_id
      left join end_of_day_retries retry on retry.portfolio_id = missed.portfolio_id
        and retry.day = missed.day and retry.loan_id = missed.loan_id
      where ${ofDays('missed')} order by loan.reference_number`,
    sql<({ day: string } & Omit<EndOfDayRun['books'][number], 'buckets'>)[]>`
      select summed.day, summed.currency, summed.due_instalments, summed.due_minor,
        summed.due_open_minor, summed.payments, summed.received_minor, charged.penalties,
        charged.penalties_minor
      from end_of_day_sums summed
      cross join lateral (
        select count(*) as penalties, coalesce(sum(charge.amount_minor), 0)::bigint as penalties_minor
        from charges charge
        join loans loan on loan.portfolio_id = charge.portfolio_id and loan.id = charge.loan_id
          and loan.currency = summed.currency
        where charge.portfolio_id = summed.portfolio_id 
          and coalesce(charge.charged_late_on, charge.charged_on) = summed.day
          and charge.posted_by is null
      ) charged
      where ${ofDays('summed')} order by summed.currency`,
    sql<({ day: string; currency: string } & EndOfDayRun['books'][number]['buckets'][number])[]>`
      select counted.day, counted.currency, counted.bucket, counted.loans,
        counted.outstanding_minor
      from end_of_day_buckets counted where ${ofDays('counted')} order by counted.bucket`,
  ]);
  return heads.map(({ kept, partlyKept, broken, ...head }) => ({
    ...head,
    promises: { kept, partlyKept, broken },
    exceptions: exceptions
      .filter(({ day }) => day === head.day)
      .map(({ loanId, referenceNumber, reason, doneOn }) => ({
        loanId,
        loanReference: loanReference(referenceNumber),
        reason,
        doneOn,
      })),
    books: sums
      .filter(({ day }) => day === head.day)
      .map(({ day: _day, ...book }) => ({
        ...book,
        buckets: buckets
          .filter(({ day, currency }) => day === head.day && currency === book.currency)
          .map(({ bucket, loans, outstandingMinor }) => ({ bucket, loans, outstandingMinor })),
      })),
  }));
}
