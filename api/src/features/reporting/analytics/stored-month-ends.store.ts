import type { Fragment } from '../../../platform/conditions.ts';
import { readByValues, type Database, type Transaction } from '../../../platform/database.ts';
import type { Queryable } from '../../../platform/database.ts';
import { dayAt } from '../../../platform/scope.ts';
import { bucketCase } from '../../servicing/loan-account/arrears.ts';
import { historyOf } from './book-history.store.ts';
import { MONTH_ENDS_STORED, monthEndsUpTo } from './month-ends.ts';

/** One transaction replays at most this many marked loans, so that its locks end soon. */
const BATCH = 2_000;

/**
 * Marks all loans of the portfolios whose month ended, and of those whose month ends are not stored
 * yet. A marked loan is replayed by readers until its figures are stored.
 */
export async function startMonths(database: Database, now: Date): Promise<void> {
  const ended = await database<{ portfolioId: string; lastEnd: string }[]>`
    select portfolio.id as portfolio_id, month.last_end
    from portfolios portfolio
    cross join lateral (
      select date_trunc('month', ${dayAt(database, now.toISOString(), database`portfolio.time_zone`)}::timestamp)::date
        - 1 as last_end
    ) month
    left join month_end_books books on books.portfolio_id = portfolio.id
    where books.stored_until is null or books.stored_until < month.last_end`;
  for (const { portfolioId, lastEnd } of ended) {
    await database.begin(async (transaction) => {
      const started = await transaction`
        insert into month_end_books as books (portfolio_id, stored_until)
        values (${portfolioId}, ${lastEnd})
        on conflict (portfolio_id) do update set stored_until = excluded.stored_until
          where books.stored_until < excluded.stored_until
        returning portfolio_id`;
      if (started.length === 0) return;
      await transaction`
        insert into month_end_marks (portfolio_id, loan_id)
        select portfolio_id, loan_id
        from (
          select portfolio_id, loan_id from loan_state where portfolio_id = ${portfolioId}
          union
          select portfolio_id, loan_id from loan_month_ends where portfolio_id = ${portfolioId}
        ) book
        left join loan_state state using (portfolio_id, loan_id)
        -- Stored in this order, late loans share few pages.
        order by state.oldest_unpaid_due_on, loan_id`;
    });
  }
}

/**
 * Stores the month ends of some marked loans of one portfolio and removes their marks. Returns
 * false if none were left, or other processes are storing them. The figures are read after the
 * marks, so a change that they miss retains its mark.
 */
export async function storeSomeMonthEnds(transaction: Transaction): Promise<boolean> {
  // The trigger loan_month_ends_need_holders refuses releases that do not store holders. This
  // setting marks this release as one that does.
  const [books] = await transaction<{ portfolioId: string; storedUntil: string }[]>`
    select books.portfolio_id, books.stored_until, set_config('bursar.stores_holders', 'on', true)
    from month_end_books books
    where exists (
      select from month_end_marks mark where mark.portfolio_id = books.portfolio_id)
    limit 1 for update skip locked`;
  if (!books) return false;
  const { portfolioId, storedUntil } = books;
  const marks = await readOldestMarks(transaction, portfolioId);
  const loanIds = [...new Set(marks.map(({ loanId }) => loanId))];
  const changed = new Set(marks.filter(({ isMove }) => !isMove).map(({ loanId }) => loanId));
  const moved = loanIds.filter((loanId) => !changed.has(loanId));
  const holderIds = await addToSums(transaction, { portfolioId, loanIds, times: -1 });
  await updateHolders(transaction, { portfolioId, loanIds: moved });
  await replayAgain(transaction, { portfolioId, storedUntil, loanIds: [...changed] });
  await addToSums(transaction, { portfolioId, loanIds, times: 1 });
  await transaction`
    delete from month_end_marks where id = any(${marks.map(({ id }) => id)}::bigint[])`;
  await transaction`delete from month_end_sums where portfolio_id = ${portfolioId} and loans = 0`;
  await transaction`
    delete from held_month_end_sums
    where portfolio_id = ${portfolioId} and holder_id = any(${holderIds}::uuid[]) and loans = 0`;
  return true;
}

function readOldestMarks(sql: Transaction, portfolioId: string) {
  return sql<{ id: string; loanId: string; isMove: boolean }[]>`
    with oldest as materialized (
      select distinct loan_id from (
        select loan_id from month_end_marks where portfolio_id = ${portfolioId}
        order by id limit ${BATCH}
      ) first
    )
    select mark.id::text, mark.loan_id, mark.is_move from oldest
    join month_end_marks mark
      on mark.portfolio_id = ${portfolioId} and mark.loan_id = oldest.loan_id`;
}

type SomeLoans = { readonly portfolioId: string; readonly loanIds: readonly string[] };

const isOneOf = (sql: Transaction, { portfolioId, loanIds }: SomeLoans): Fragment =>
  sql`kept.portfolio_id = ${portfolioId} and kept.loan_id = any(${[...loanIds]}::uuid[])`;

/** Assigns the stored figures of loans that changed hands to their present team and agent. */
async function updateHolders(sql: Transaction, loans: SomeLoans): Promise<void> {
  if (loans.loanIds.length === 0) return;
  await sql`
    update loan_month_ends kept set team_id = state.team_id, agent_id = state.agent_id
    from loan_state state
    where ${isOneOf(sql, loans)}
      and state.portfolio_id = kept.portfolio_id and state.loan_id = kept.loan_id`;
}

async function replayAgain(
  sql: Transaction,
  { storedUntil, ...loans }: SomeLoans & { readonly storedUntil: string },
): Promise<void> {
  const { portfolioId, loanIds } = loans;
  if (loanIds.length === 0) return;
  await sql`delete from loan_month_ends kept where ${isOneOf(sql, loans)}`;
  await readByValues(sql, () => replayMonthEnds(sql, { portfolioId, storedUntil, loanIds }));
}

async function replayMonthEnds(
  sql: Transaction,
  of: { portfolioId: string; storedUntil: string; loanIds: readonly string[] },
): Promise<void> {
  const { portfolioId, storedUntil, loanIds } = of;
  const scope = { role: 'user', accountId: portfolioId, portfolioId } as const;
  await sql`
    ${historyOf(sql, { scope, days: monthEndsUpTo(storedUntil), loanIds })}, figures as (
      select book.portfolio_id, book.loan_id, book.currency, book.disbursed_on,
        coalesce(book.gone_on = 'infinity', false) as is_active,
        array_agg(case when past.is_gone then -1 else past.days_past_due end order by day."on")
          as days_past_due,
        array_agg(coalesce(past.outstanding_minor, 0) order by day."on") as outstanding_minor
      from book
      cross join day
      left join history past on past.portfolio_id = book.portfolio_id
        and past.loan_id = book.loan_id and past."on" = day."on"
      group by 1, 2, 3, 4, 5
    )
    insert into loan_month_ends (portfolio_id, loan_id, team_id, agent_id, currency, vintage,
      stored_until, days_past_due, outstanding_minor, is_active, is_plain)
    select figures.portfolio_id, figures.loan_id, state.team_id, state.agent_id, currency,
      date_trunc('month', disbursed_on::timestamp)::date, ${storedUntil}, days_past_due,
      outstanding_minor, is_active,
      case when is_active then coalesce(days_past_due[${MONTH_ENDS_STORED}::int], -1) = 0
        else coalesce(days_past_due[${MONTH_ENDS_STORED}::int], -1) = -1 end
    from figures
    join loan_state state
      on state.portfolio_id = figures.portfolio_id and state.loan_id = figures.loan_id`;
}

/**
 * Adds the figures of loans to the sums, or subtracts them. Returns the teams and agents of which a
 * sum now has no loans, so that the caller removes these sums.
 */
async function addToSums(
  sql: Transaction,
  { times, ...loans }: SomeLoans & { readonly times: 1 | -1 },
): Promise<readonly string[]> {
  const kind = sql`"on", currency, bucket, was, vintage`;
  const sums = sql`${times}::int * sum(loans), ${times}::int * sum(outstanding_minor),
    ${times}::int * sum(formerly_minor)`;
  const added = sql`loans = sums.loans + excluded.loans,
    outstanding_minor = sums.outstanding_minor + excluded.outstanding_minor,
    formerly_minor = sums.formerly_minor + excluded.formerly_minor`;
  const emptied = await sql<{ holderId: string }[]>`
    with part as materialized (
      select portfolio_id, team_id, agent_id, ${kind}, count(*) as loans,
        sum(outstanding_minor) as outstanding_minor, sum(formerly_minor) as formerly_minor
      from (${monthEndsOf(sql, sql`loan_month_ends kept where ${isOneOf(sql, loans)}`)}) part
      group by 1, 2, 3, 4, 5, 6, 7, 8
    ), summed as (
      insert into month_end_sums as sums (portfolio_id, ${kind}, loans, outstanding_minor,
        formerly_minor)
      select portfolio_id, ${kind}, ${sums} from part
      group by 1, 2, 3, 4, 5, 6
      on conflict (portfolio_id, ${kind}) do update set ${added}
    ), held as (
      insert into held_month_end_sums as sums (portfolio_id, holder_id, ${kind}, loans,
        outstanding_minor, formerly_minor)
      select portfolio_id, holder.id, ${kind}, ${sums}
      from part cross join lateral (values (team_id), (agent_id)) holder (id)
      where holder.id is not null
      group by 1, 2, 3, 4, 5, 6, 7
      on conflict (portfolio_id, holder_id, ${kind}) do update set ${added}
      returning holder_id, loans
    )
    select distinct holder_id from held where loans = 0`;
  return emptied.map(({ holderId }) => holderId);
}

/**
 * Selects a row for each stored month end of loans, as `historyOf` does. `kept` is the alias of
 * `loan_month_ends` in the source.
 */
export function monthEndsOf(sql: Queryable, source: Fragment): Fragment {
  const [days, daysBefore] = [sql`past.days`, sql`past.days_before`];
  const earlier = sql`[1:${MONTH_ENDS_STORED - 1}::int]`;
  return sql`
    select kept.portfolio_id, kept.loan_id, kept.team_id, kept.agent_id, kept.currency,
      (date_trunc('month', kept.stored_until::timestamp)
        + (past.place - ${MONTH_ENDS_STORED - 1}::int) * interval '1 month' - interval '1 day')::date as "on",
      case when ${days} < 0 then 'gone' else ${bucketCase(sql, days)} end as bucket,
      case when ${daysBefore} >= 0 then ${bucketCase(sql, daysBefore)} end as was,
      case when ${days} > 30 then kept.vintage end as vintage,
      past.outstanding_minor, coalesce(past.formerly_minor, 0) as formerly_minor
    from (select kept.* from ${source}) kept
    cross join lateral unnest(kept.days_past_due, kept.outstanding_minor,
      array[null::int] || kept.days_past_due${earlier},
      array[null::bigint] || kept.outstanding_minor${earlier}
    ) with ordinality as past (days, outstanding_minor, days_before, formerly_minor, place)
    where ${days} >= 0 or (${days} < 0 and ${daysBefore} >= 0)`;
}
