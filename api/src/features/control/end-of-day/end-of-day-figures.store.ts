import type { ArrearsBucket } from '@bursar/contracts/servicing/loans';
import type { Fragment } from '../../../platform/conditions.ts';
import { readByValues, type Queryable, type Transaction } from '../../../platform/database.ts';
import { countHistory } from '../../reporting/analytics/book-history.store.ts';
import { bucketCase, isActiveIn } from '../../servicing/loan-account/arrears.ts';
import type { PortfolioDay } from './end-of-day.store.ts';

type Counted = {
  readonly currency: string;
  readonly bucket: ArrearsBucket;
  readonly loans: number;
  readonly outstandingMinor: number;
};

/** Stores a day's figures as they were at its end, as far as they are known now. */
export async function takeFigures(transaction: Transaction, key: PortfolioDay): Promise<void> {
  const { portfolioId, day } = key;
  await insertSums(transaction, key);
  const buckets = await countBuckets(transaction, key);
  await transaction`
    insert into end_of_day_sums (portfolio_id, day, currency, due_instalments, due_minor,
      due_open_minor, payments, received_minor)
    select ${portfolioId}, ${day}, currency, 0, 0, 0, 0, 0
    from unnest(${[...new Set(buckets.map(({ currency }) => currency))]}::text[]) named (currency)
    on conflict do nothing`;
  await transaction`
    insert into end_of_day_buckets (portfolio_id, day, currency, bucket, loans, outstanding_minor)
    select ${portfolioId}, ${day}, * from unnest(
      ${buckets.map(({ currency }) => currency)}::text[],
      ${buckets.map(({ bucket }) => bucket)}::text[],
      ${buckets.map(({ loans }) => loans)}::int[],
      ${buckets.map(({ outstandingMinor }) => outstandingMinor)}::bigint[])`;
}

/**
 * Inserts the amounts that fell due on the day, their part still open at its end, and the receipts.
 */
async function insertSums(
  transaction: Transaction,
  { portfolioId, day }: PortfolioDay,
): Promise<void> {
  await transaction`
    with scheduled as (
      select instalment.* from instalments instalment
      where instalment.portfolio_id = ${portfolioId} and instalment.due_on = ${day}
        and not exists (
          select from effective_reschedules made
          where made.portfolio_id = instalment.portfolio_id
            and made.loan_id = instalment.loan_id and made.value_date > ${day})
      union all
      -- Loans rescheduled since have the instalments of that day in a superseded schedule version.
      select former.portfolio_id, former.loan_id, former.number, former.due_on,
        former.principal_minor, former.interest_minor, former.fees_minor, former.penalties_minor,
        former.principal_paid_minor, former.interest_paid_minor, former.fees_paid_minor,
        former.penalties_paid_minor, former.accrues_from, former.carried_minor,
        former.earned_minor, former.bearing_minor
      from (
        select loan_id, min(version) as version from effective_reschedules
        where portfolio_id = ${portfolioId} and value_date > ${day} group by 1
      ) made
      join superseded_instalments former on former.portfolio_id = ${portfolioId}
        and former.loan_id = made.loan_id and former.version = made.version - 1
        and former.due_on = ${day}
    ), due as (
      select loan.currency, instalment.loan_id, instalment.number,
        instalment.principal_minor + instalment.interest_minor + instalment.fees_minor
          + instalment.penalties_minor as asked_minor,
        instalment.principal_paid_minor + instalment.interest_paid_minor
          + instalment.fees_paid_minor + instalment.penalties_paid_minor as paid_minor
      from scheduled instalment
      join loan_state state on state.portfolio_id = instalment.portfolio_id
        and state.loan_id = instalment.loan_id
      join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      where ${isActiveIn(transaction, 'state')}
        or state.status = 'closed' and state.last_payment_on >= ${day}
        or state.status = 'written_off' and ${day} < (
          select max(loss.value_date) from loan_write_offs loss
          where loss.portfolio_id = state.portfolio_id and loss.loan_id = state.loan_id
            and loss.event = 'write-off-loan')
    ), paid_since as (
      select payment.loan_id, portion.instalment_number,
        sum(portion.principal_minor + portion.interest_minor + portion.fees_minor
          + portion.penalties_minor) as amount_minor
      from effective_payments payment
      join effective_allocations portion
        on portion.portfolio_id = payment.portfolio_id and portion.payment_id = payment.id
      where payment.portfolio_id = ${portfolioId} and payment.value_date > ${day}
        and payment.reversal_id is null
      group by 1, 2
    ), fallen as (
      select due.currency, count(*) as instalments, sum(due.asked_minor) as asked_minor,
        sum(least(due.asked_minor,
          due.asked_minor - due.paid_minor + coalesce(since.amount_minor, 0))) as open_minor
      from due
      left join paid_since since
        on since.loan_id = due.loan_id and since.instalment_number = due.number
      where due.asked_minor > 0
      group by 1
    ), received as (
      select currency, count(*) as payments, sum(amount_minor) as amount_minor
      from effective_payments
      where portfolio_id = ${portfolioId} and value_date = ${day} and reversal_id is null
        and method <> 'credit'
      group by 1
    )
    insert into end_of_day_sums (portfolio_id, day, currency, due_instalments, due_minor,
      due_open_minor, payments, received_minor)
    select ${portfolioId}, ${day}, currency, coalesce(fallen.instalments, 0),
      coalesce(fallen.asked_minor, 0), coalesce(fallen.open_minor, 0),
      coalesce(received.payments, 0), coalesce(received.amount_minor, 0)
    from fallen full join received using (currency)`;
}

/**
 * Counts the loans per currency and bucket from the stored totals and the late loans, and replays
 * only loans that changed since the day: docs/decisions/0040.
 */
async function countBuckets(
  transaction: Transaction,
  key: PortfolioDay,
): Promise<readonly Counted[]> {
  const { portfolioId, day } = key;
  const { unmoved, moved } = await readByValues(transaction, () => countUnmoved(transaction, key));
  const scope = { role: 'user', accountId: portfolioId, portfolioId } as const;
  const replayed =
    moved.length > 0 ? await countHistory(transaction, { scope, days: [day], loanIds: moved }) : [];
  const sums = new Map<string, Counted>();
  for (const row of [...unmoved, ...replayed]) {
    if (row.bucket === 'gone') continue;
    const { currency, bucket } = row;
    const name = `${currency} ${bucket}`;
    const sum = sums.get(name);
    sums.set(name, {
      currency,
      bucket,
      loans: (sum?.loans ?? 0) + row.loans,
      outstandingMinor: (sum?.outstandingMinor ?? 0) + row.outstandingMinor,
    });
  }
  return [...sums.values()].filter(({ loans }) => loans > 0);
}

/** Selects the loans that changed since the day. */
const movedSince = (sql: Queryable, { portfolioId, day }: PortfolioDay): Fragment => sql`
  select loan_id from payments where portfolio_id = ${portfolioId} and value_date > ${day}
  union
  select loan_id from loan_write_offs where portfolio_id = ${portfolioId} and value_date > ${day}
  union
  select loan_id from refund_claims where portfolio_id = ${portfolioId} and value_date > ${day}
  union
  select loan_id from effective_reschedules
  where portfolio_id = ${portfolioId} and value_date > ${day}
  union
  select loan_id from loan_list_rows where portfolio_id = ${portfolioId} and disbursed_on > ${day}
  union
  select loan.id from imports tape
  join portfolios portfolio on portfolio.id = tape.portfolio_id
  join loans loan on loan.portfolio_id = tape.portfolio_id and loan.import_id = tape.id
  where tape.portfolio_id = ${portfolioId}
    and coalesce(tape.cut_off_on,
      (tape.booked_at at time zone portfolio.time_zone)::date) > ${day}`;

/**
 * Counts the loans that have not changed since the day, and lists the others. It is one statement,
 * because between two statements a loan could change and be in neither result or in both.
 */
async function countUnmoved(sql: Queryable, key: PortfolioDay) {
  const { portfolioId, day } = key;
  const isMoved = sql`exists (select from moved where moved.loan_id = listed.loan_id)`;
  const rows = await sql<(Counted & { readonly moved: readonly string[] | null })[]>`
    with moved as materialized (${movedSince(sql, key)}), late as (
      select listed.currency, ${bucketCase(sql, sql`${day}::date - listed.next_due_on`)} as bucket,
        count(*) as loans, sum(listed.outstanding_principal_minor) as outstanding
      from loan_list_rows listed
      -- Only active loans are late. A condition on status would read the table, not only the index.
      where listed.portfolio_id = ${portfolioId} and listed.next_due_on < ${day} and not ${isMoved}
      group by 1, 2
    ), current as (
      select currency, sum(loans) as loans, sum(outstanding) as outstanding
      from (
        select listed.currency, listed.loans, listed.outstanding_principal_minor as outstanding
        from loan_totals listed
        where listed.portfolio_id = ${portfolioId} and ${isActiveIn(sql, 'listed')}
        union all
        select currency, -loans, -outstanding from late
        union all
        select listed.currency, -1, -listed.outstanding_principal_minor
        from loan_list_rows listed
        where listed.portfolio_id = ${portfolioId} and ${isActiveIn(sql, 'listed')} and ${isMoved}
      ) part
      group by 1
    )
    select currency, bucket, loans, outstanding::bigint as outstanding_minor, null::uuid[] as moved
    from late
    union all
    select currency, 'current', loans::bigint, outstanding::bigint, null from current
    union all
    select '', 'current', 0, 0, array(select loan_id from moved)`;
  return {
    unmoved: rows.filter(({ moved }) => moved === null),
    moved: rows.flatMap(({ moved }) => moved ?? []),
  };
}
