import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { isActiveIn, unpaidOn } from './arrears.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

/**
 * Selects the penalty that closed days require, by schedule, payments and grace days, and the
 * penalty charged: one row per instalment and month of lateness. No penalty is required for a due
 * date that is no longer in the schedule, for example after a reschedule was undone. Days before
 * the last reschedule are omitted, because no payment can be dated before it.
 */
export function owedPenalties(
  sql: Queryable,
  {
    loans,
    until,
    withSettled = false,
  }: { readonly loans: Fragment; readonly until: Fragment; readonly withSettled?: boolean },
): Fragment {
  return sql`(
    select loan.portfolio_id, loan.id as loan_id, instalment.number as instalment_number,
      instalment.due_on, late.months, late.day, owed.minor as owed_minor, made.minor as made_minor,
      version.penalty_cap_minor - sum(made.minor) over (
        partition by loan.portfolio_id, loan.id, instalment.number, instalment.due_on
      )::bigint as room_minor
    from loans loan
    ${withPenalties(sql, { withSettled })}
    ${closedDays(sql, { until })}
    join instalments instalment
      on instalment.portfolio_id = loan.portfolio_id and instalment.loan_id = loan.id
      and instalment.due_on < closed.last_day
    cross join lateral (
      select instalment.due_on + version.penalty_grace_days as graced_on
    ) grace
    cross join lateral (
      select 0 as months, grace.graced_on + 1 as day, grace.graced_on + 1 as since
      where version.penalty_minor is not null
      union all
      select months, (grace.graced_on + make_interval(months => months))::date,
        (grace.graced_on + make_interval(months => months - 1))::date
      from generate_series(1, 240) months
      where version.penalty_percent > 0
    ) late
    cross join lateral (
      select ${unpaidOn(sql, sql`late.day`)} as minor
    ) unpaid
    cross join lateral (
      -- Rounded half to even, like every other amount.
      select unpaid.minor * version.penalty_percent * (late.day - late.since) / 36500 as exact
    ) yearly
    cross join lateral (
      select case when unpaid.minor <= 0 then 0
        else least(version.penalty_cap_minor, coalesce(version.penalty_minor,
          round(yearly.exact) - case when yearly.exact - trunc(yearly.exact) = 0.5
            and mod(trunc(yearly.exact), 2) = 0 then 1 else 0 end)) end::bigint as minor
    ) owed
    cross join lateral (
      select coalesce(sum(${chargedMinor(sql)}), 0)::bigint as minor
      from charges charge
      where charge.portfolio_id = loan.portfolio_id and charge.loan_id = loan.id
        and charge.instalment_number = instalment.number and charge.due_on = instalment.due_on
        and charge.late_months = late.months
    ) made
    where ${loans} and late.day between closed.first_day and closed.last_day
    union all
    select loan.portfolio_id, loan.id, charge.instalment_number, charge.due_on, charge.late_months,
      min(charge.charged_on), 0, sum(${chargedMinor(sql)})::bigint, 0
    from loans loan
    ${withPenalties(sql, { withSettled })}
    ${closedDays(sql, { until })}
    join charges charge on charge.portfolio_id = loan.portfolio_id and charge.loan_id = loan.id
      and charge.late_months is not null
      and charge.charged_on between closed.first_day and closed.last_day
    where ${loans} and not exists (
      select from instalments instalment
      where instalment.portfolio_id = loan.portfolio_id and instalment.loan_id = loan.id
        and instalment.number = charge.instalment_number and instalment.due_on = charge.due_on)
    group by loan.portfolio_id, loan.id, charge.instalment_number, charge.due_on, charge.late_months
  )`;
}

/**
 * Joins the state of `loan` and its product version. Leaves out loans whose product charges no
 * penalties and loans that are not active; with `withSettled`, closed loans count too.
 */
function withPenalties(sql: Queryable, { withSettled }: { readonly withSettled: boolean }) {
  return sql`
    join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
      and (${isActiveIn(sql, 'state')}${withSettled ? sql` or state.status = 'closed'` : sql``})
    join product_versions version on version.portfolio_id = loan.portfolio_id
      and version.id = loan.product_version_id
      and num_nonnulls(version.penalty_minor, version.penalty_percent) > 0`;
}

/** Joins the first and the last closed day of `loan` that can still require a penalty. */
function closedDays(sql: Queryable, { until }: { readonly until: Fragment }) {
  return sql`
    cross join lateral (
      select greatest(min(run.day), (
          select max(made.value_date) from effective_reschedules made
          where made.portfolio_id = loan.portfolio_id and made.loan_id = loan.id)) as first_day,
        ${until} as last_day
      from end_of_day_runs run where run.portfolio_id = loan.portfolio_id
    ) closed`;
}

/**
 * SQL expression for the amount of `charge`, less the waivers that removed it because it was no
 * longer justified. The same days can then be charged again if the penalty is justified again. An
 * undone waiver removes nothing.
 */
export const chargedMinor = (sql: Queryable): Fragment => sql`(charge.amount_minor - coalesce((
  select sum(waiver.amount_minor) from charge_waivers waiver
  where waiver.portfolio_id = charge.portfolio_id and waiver.charge_id = charge.id
    and waiver.lost_reason and not exists (
      select from charge_waivers undo
      where undo.portfolio_id = waiver.portfolio_id and undo.undoes_id = waiver.id)
), 0))::bigint`;

/**
 * Returns whether a penalty was charged again after this waiver removed it as no longer justified.
 */
export async function isChargedAgain(
  sql: Queryable,
  { portfolioId, waiverId }: { readonly portfolioId: string; readonly waiverId: string },
): Promise<boolean> {
  const again = await sql`
    select from charge_waivers removed
    join charges former on former.portfolio_id = removed.portfolio_id
      and former.id = removed.charge_id
    join charges charge on charge.portfolio_id = former.portfolio_id
      and charge.loan_id = former.loan_id and charge.late_months = former.late_months
      and charge.instalment_number = former.instalment_number and charge.due_on = former.due_on
    where removed.portfolio_id = ${portfolioId} and removed.id = ${waiverId}
      and removed.lost_reason and charge.number > removed.number`;
  return again.length > 0;
}

/** A penalty of a closed day that was not charged, or not in full. */
export type MissingPenalty = {
  readonly instalmentNumber: number;
  readonly dueOn: string;
  readonly months: number;
  readonly day: string;
  readonly amountMinor: number;
};

/**
 * Lists the missing penalties of a loan, oldest first, up to a day; null means the latest day for
 * which end-of-day has started in the portfolio. Penalties that were charged already count towards the product's cap. A
 * closed loan may also miss some after an earlier payment was reversed.
 */
export function listMissingPenalties(
  sql: Queryable,
  { portfolioId, loanId, until }: LoanKey & { readonly until: string | null },
): Promise<readonly MissingPenalty[]> {
  const loans = sql`loan.portfolio_id = ${portfolioId} and loan.id = ${loanId}`;
  const lastDay = until === null ? lastRunDay(sql) : sql`${until}::date`;
  return sql<MissingPenalty[]>`
    select instalment_number, due_on, months, day,
      least(owed_minor - made_minor, room_minor) as amount_minor
    from ${owedPenalties(sql, { loans, until: lastDay, withSettled: true })} penalty
    where least(owed_minor - made_minor, room_minor) > 0
    order by day, instalment_number`;
}

/** The part of a penalty that no lateness justifies any more. */
export type UnfoundedPenalty = {
  readonly chargeId: string;
  readonly instalmentNumber: number;
  readonly dueOn: string;
  readonly chargedOn: string;
  readonly amountMinor: number;
};

/**
 * Lists the loan's penalties that are no longer justified, oldest first. Penalties that a user
 * decided on, or was asked to decide on, are included only with `withDecided`.
 */
export function listUnfoundedPenalties(
  sql: Queryable,
  { portfolioId, loanId, withDecided = false }: LoanKey & { readonly withDecided?: boolean },
): Promise<readonly UnfoundedPenalty[]> {
  const loans = sql`loan.portfolio_id = ${portfolioId} and loan.id = ${loanId}`;
  return sql<UnfoundedPenalty[]>`
    select charge.id as charge_id, charge.instalment_number, charge.due_on, charge.charged_on,
      least(penalty.made_minor - penalty.owed_minor, unwaived.minor) as amount_minor
    from ${owedPenalties(sql, { loans, until: lastRunDay(sql), withSettled: true })} penalty
    join charges charge on charge.portfolio_id = penalty.portfolio_id
      and charge.loan_id = penalty.loan_id and charge.late_months = penalty.months
      and charge.instalment_number = penalty.instalment_number and charge.due_on = penalty.due_on
    cross join lateral (select ${unwaivedMinor(sql)} as minor) unwaived
    where penalty.made_minor > penalty.owed_minor and unwaived.minor > 0
      ${withDecided ? sql`` : sql`and not ${isDecidedOn(sql)}`}
    order by penalty.day, charge.instalment_number, charge.number desc`;
}

/**
 * SQL expression for the latest day for which end-of-day has started in the portfolio of `loan`.
 * The penalties of that day may be charged already.
 */
const lastRunDay = (sql: Queryable): Fragment =>
  sql`(select max(run.day) from end_of_day_runs run where run.portfolio_id = loan.portfolio_id)`;

/** SQL expression for the part of `charge` that no waiver removed. */
export const unwaivedMinor = (sql: Queryable): Fragment => sql`(charge.amount_minor - coalesce((
  select sum(case waiver.event when 'waive-charge' then waiver.amount_minor
    else -waiver.amount_minor end)
  from charge_waivers waiver
  where waiver.portfolio_id = charge.portfolio_id and waiver.charge_id = charge.id
), 0))::bigint`;

/**
 * SQL expression for the part of `charge` that is no longer justified. Needs the charge's row of
 * `owedPenalties` as `penalty`.
 */
const lostMinor = (sql: Queryable): Fragment =>
  sql`least(penalty.made_minor - penalty.owed_minor, ${unwaivedMinor(sql)})`;

/**
 * Checks in SQL whether a user decided that `charge`, with its `penalty` of `owedPenalties`,
 * remains although it is no longer justified, or was asked to waive the whole unjustified amount. A
 * decision no longer counts after the payment that led to it was reversed, because after another
 * payment more of the penalty may be unjustified. Requests for a waiver out of goodwill do not
 * count.
 */
export function isDecidedOn(sql: Queryable): Fragment {
  return sql`(
    exists (
      select from retained_penalties retained
      where retained.portfolio_id = charge.portfolio_id and retained.charge_id = charge.id
        and not exists (
          select from payment_reversals reversal
          where reversal.portfolio_id = retained.portfolio_id
            and reversal.payment_id = retained.payment_id))
    or ${lostMinor(sql)} <= coalesce((
      select sum(waiver.amount_minor) from charge_waivers waiver
      join charge_waivers undo
        on undo.portfolio_id = waiver.portfolio_id and undo.undoes_id = waiver.id
      left join approvals request
        on request.portfolio_id = waiver.portfolio_id and request.id = waiver.id
      where waiver.portfolio_id = charge.portfolio_id and waiver.charge_id = charge.id
        and waiver.lost_reason
        and not ${isOfReversed(
          sql,
          sql`case when request.id is not null
          then ${isBehindRequest(sql)} else ${isBehindWaiver(sql)} end`,
        )}), 0)
    or exists (
      select ${requestsOnLost(sql)}
        and (request.state = 'waiting' and request.amount_minor = ${lostMinor(sql)}
          or request.state = 'declined' and request.amount_minor >= ${lostMinor(sql)})))`;
}

/**
 * Selects from the requests to waive `charge` because it is no longer justified, except those whose
 * payment was reversed. The subject of such a request is the request itself, so that it can wait
 * next to a request for a waiver out of goodwill, whose subject is the charge. Requests of earlier
 * releases are recognised by their reason.
 */
const requestsOnLost = (sql: Queryable): Fragment => sql`
  from approvals request
  where request.portfolio_id = charge.portfolio_id and request.loan_id = charge.loan_id
    and request.kind = 'waive-charge' and request.command ->> 'chargeId' = charge.id::text
    and (request.subject_id = request.id
      or (not request.command ? 'lostReason' and request.reason ~ ${reasonsBefore.source}))
    and not ${isOfReversed(sql, isBehindRequest(sql))}`;

/** Checks in SQL whether the `payment` that caused a decision about `charge` was reversed. */
const isOfReversed = (sql: Queryable, isBehind: Fragment): Fragment => sql`exists (
  select from payments payment
  join payment_reversals reversal
    on reversal.portfolio_id = payment.portfolio_id and reversal.payment_id = payment.id
  where payment.portfolio_id = charge.portfolio_id and payment.loan_id = charge.loan_id
    and ${isBehind})`;

/**
 * Checks in SQL whether `payment` caused `request`. Requests of earlier releases store only the
 * moment, which several payments of a loan may share if they come from one bank file.
 */
const isBehindRequest = (sql: Queryable): Fragment => sql`case
  when request.command ? 'causedBy' then payment.id::text = request.command ->> 'causedBy'
  else payment.posted_at = request.requested_at end`;

/**
 * Checks in SQL whether `payment` caused `waiver`. The payment was then posted right before the
 * waiver, at the same moment.
 */
const isBehindWaiver = (sql: Queryable): Fragment => sql`payment.number = (
  select max(posted.number) from payments posted
  where posted.portfolio_id = charge.portfolio_id and posted.loan_id = charge.loan_id
    and posted.posted_at = waiver.made_at and posted.number <= waiver.number)`;

/** The reasons that the system wrote before requests stored `lostReason`. */
const reasonsBefore = /^(Paid on \d{4}-\d{2}-\d{2}|Payment reversed|Reschedule undone)$/;

/**
 * Returns whether a request that does not store `lostReason` waives a penalty that is no longer
 * justified, by the reason that the system wrote.
 */
export const readsAsLostReason = (reason: string): boolean => reasonsBefore.test(reason);

/**
 * Returns whether another waiting request would waive the whole unjustified amount of a penalty.
 */
export async function isAskedToWaive(
  sql: Queryable,
  { portfolioId, chargeId, lostMinor: minor, requestId }: LostPenalty,
): Promise<boolean> {
  const waiting = await sql`
    select from charges charge
    where charge.portfolio_id = ${portfolioId} and charge.id = ${chargeId} and exists (
      select ${requestsOnLost(sql)} and request.state = 'waiting'
        and request.amount_minor = ${minor} and request.id <> ${requestId})`;
  return waiting.length > 0;
}

type LostPenalty = {
  readonly portfolioId: string;
  readonly chargeId: string;
  readonly lostMinor: number;
  /** The id of the present request, which does not count as another one. */
  readonly requestId: string;
};

export async function retainPenalties(
  transaction: Transaction,
  retained: {
    readonly portfolioId: string;
    readonly paymentId: string;
    readonly chargeIds: readonly string[];
  },
): Promise<void> {
  const { portfolioId, paymentId, chargeIds } = retained;
  await transaction`
    insert into retained_penalties (portfolio_id, charge_id, payment_id)
    select ${portfolioId}, charge_id, ${paymentId}
    from unnest(${[...chargeIds]}::uuid[]) named (charge_id)`;
}

/**
 * Marks loans so that the next close checks their closed days again, if their product charges
 * penalties and a day from `since` on was closed. Call it under the loans' locks after any change
 * to amounts paid or owed on a closed day.
 */
export async function checkPenaltiesAgain(
  transaction: Transaction,
  moved: {
    readonly portfolioId: string;
    readonly loans: readonly { readonly loanId: string; readonly since: string }[];
  },
): Promise<void> {
  const { portfolioId, loans } = moved;
  await transaction`
    insert into penalty_checks (portfolio_id, loan_id)
    select loan.portfolio_id, loan.id
    from unnest(${loans.map(({ loanId }) => loanId)}::uuid[],
      ${loans.map(({ since }) => since)}::date[]) named (loan_id, since)
    join loans loan on loan.portfolio_id = ${portfolioId} and loan.id = named.loan_id
    join product_versions version on version.portfolio_id = loan.portfolio_id
      and version.id = loan.product_version_id
      and num_nonnulls(version.penalty_minor, version.penalty_percent) > 0
    where exists (
      select from end_of_day_runs run
      where run.portfolio_id = loan.portfolio_id and run.day >= named.since)
    on conflict do nothing`;
}

/** Returns whether the loan's closed days need another check, and clears the mark. */
export async function takePenaltyCheck(
  transaction: Transaction,
  { portfolioId, loanId }: LoanKey,
): Promise<boolean> {
  const taken = await transaction`
    delete from penalty_checks where portfolio_id = ${portfolioId} and loan_id = ${loanId}
    returning loan_id`;
  return taken.length > 0;
}
