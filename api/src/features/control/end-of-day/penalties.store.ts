import { addDays, addMonths, calendarDate } from '@bursar/loan-maths';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { isActiveIn, unpaidOn } from '../../servicing/loan-account/arrears.ts';
import { chargedMinor } from '../../servicing/loan-account/owed-penalties.store.ts';
import type { PortfolioDay } from './end-of-day.store.ts';

/** Maximum number of months of lateness for which penalties are charged: twenty years. */
const MONTHS_MAX = 240;

/** A penalty due on a day: for one instalment, per month of lateness or once. */
export type PenaltyDue = {
  readonly instalmentNumber: number;
  readonly dueOn: string;
  /** Principal and interest unpaid at the end of the day. */
  readonly openMinor: number;
  /** 0 for a fixed amount, which is charged once. */
  readonly months: number;
  /** The first day of the month of lateness, or the charged day for a fixed amount. */
  readonly since: string;
  readonly fixedMinor: number | null;
  readonly percentAYear: string | null;
  /** The amount that may still be charged on the instalment; null without a cap. */
  readonly roomMinor: number | null;
};

/**
 * Plans chunks that processes share: loans with a penalty due on the day, or whose closed days must
 * be checked again.
 */
export async function planPenaltyChunks(
  transaction: Transaction,
  { portfolioId, day }: PortfolioDay,
  loansInChunk: number,
): Promise<void> {
  const late = await listLateDays(transaction, { portfolioId, day });
  const dueToday =
    late.length === 0
      ? transaction``
      : transaction`
        select due.loan_id from (${penaltiesDue(transaction, { portfolioId, day, late })}) due
        union`;
  await insertChunks(transaction, {
    key: { portfolioId, day },
    loansInChunk,
    loans: transaction`${dueToday}
      select loan_id from penalty_checks where portfolio_id = ${portfolioId}`,
  });
}

/**
 * Plans the loans whose closed days must be checked again, except those that this close skipped.
 * Returns whether it planned any.
 */
export function planCheckChunks(
  transaction: Transaction,
  { portfolioId, day }: PortfolioDay,
  loansInChunk: number,
): Promise<boolean> {
  return insertChunks(transaction, {
    key: { portfolioId, day },
    loansInChunk,
    loans: transaction`
      select loan_id from penalty_checks waiting
      where portfolio_id = ${portfolioId} and not exists (
        select from end_of_day_exceptions missed
        where missed.portfolio_id = waiting.portfolio_id and missed.day = ${day}
          and missed.loan_id = waiting.loan_id)`,
  });
}

type NewChunks = {
  readonly key: PortfolioDay;
  readonly loansInChunk: number;
  readonly loans: Fragment;
};

async function insertChunks(
  transaction: Transaction,
  { key: { portfolioId, day }, loansInChunk, loans }: NewChunks,
): Promise<boolean> {
  const planned = await transaction`
    insert into end_of_day_chunks (portfolio_id, day, number, late_loan_ids)
    select ${portfolioId}, ${day}, last.number + part, array_agg(loan_id order by loan_id)
    from (
      select loan_id, (row_number() over (order by loan_id) - 1) / ${loansInChunk} + 1 as part
      from (${loans}) late
    ) placed
    cross join (
      select coalesce(max(number), 0) as number from end_of_day_chunks
      where portfolio_id = ${portfolioId} and day = ${day}
    ) last
    group by last.number, part
    returning number`;
  return planned.length > 0;
}

export async function listPenaltiesDue(
  sql: Queryable,
  { loanId, portfolioId, day }: PortfolioDay & { readonly loanId: string },
): Promise<readonly PenaltyDue[]> {
  const late = await listLateDays(sql, { portfolioId, day, loanId });
  return sql<PenaltyDue[]>`
    select instalment_number, due_on, open_minor, months, since, fixed_minor, percent_a_year,
      room_minor
    from (${penaltiesDue(sql, { portfolioId, day, late, loanId })}) due
    order by instalment_number`;
}

/** A due date whose unpaid instalments get a penalty on a day, for loans of one product version. */
type LateDay = {
  readonly version: string;
  readonly due: string;
  readonly months: number;
  readonly since: string;
};

async function listLateDays(
  sql: Queryable,
  { portfolioId, day, loanId }: PortfolioDay & { readonly loanId?: string },
): Promise<readonly LateDay[]> {
  const versions = await sql<{ id: string; isFixed: boolean; graceDays: number }[]>`
    select id, penalty_minor is not null as is_fixed, penalty_grace_days as grace_days
    from product_versions
    where portfolio_id = ${portfolioId} and (penalty_minor is not null or penalty_percent > 0)
      ${
        loanId === undefined
          ? sql``
          : sql`and id = (select product_version_id from loans
              where portfolio_id = ${portfolioId} and id = ${loanId})`
      }`;
  const ends = monthsEndingOn(day);
  return versions.flatMap(({ id: version, isFixed, graceDays }) => {
    const after = isFixed
      ? [{ base: addDays(calendarDate(day), -1), months: 0, since: day }]
      : ends;
    return after.map(({ base, months, since }) => {
      return { version, due: addDays(calendarDate(base), -graceDays), months, since };
    });
  });
}

/**
 * Lists the periods of whole months that end on a day: the number of months, the first day, and the
 * first day of the last month.
 */
function monthsEndingOn(day: string) {
  const end = calendarDate(day);
  return Array.from({ length: MONTHS_MAX }, (_, index) => index + 1).flatMap((months) =>
    // The last days of a long month all map to the last day of a short month.
    [0, 1, 2, 3]
      .map((shift) => addDays(addMonths(end, -months), shift))
      .filter((base) => addMonths(base, months) === end)
      .map((base) => ({ base, months, since: addMonths(base, months - 1) })),
  );
}

type Asked = PortfolioDay & { readonly late: readonly LateDay[]; readonly loanId?: string };

/**
 * Selects the penalties that are due on a day. Searches only loans that are late now and loans with
 * later payments, which may have been late on that day. Unpaid amounts are as of the end of that
 * day; later payments count for later days.
 */
function penaltiesDue(sql: Queryable, { portfolioId, day, late, loanId }: Asked): Fragment {
  return sql`
    select loan.id as loan_id, instalment.number as instalment_number, instalment.due_on,
      open.minor as open_minor, late.months, late.since, version.penalty_minor as fixed_minor,
      version.penalty_percent::text as percent_a_year,
      version.penalty_cap_minor - charged.minor as room_minor
    from (
      select loan_id from loan_state late
      where portfolio_id = ${portfolioId} and ${isActiveIn(sql, 'late')}
        and oldest_unpaid_due_on < ${day}
      union
      select loan_id from payments where portfolio_id = ${portfolioId} and value_date > ${day}
    ) candidate
    join loan_state state
      on state.portfolio_id = ${portfolioId} and state.loan_id = candidate.loan_id
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    join product_versions version on version.portfolio_id = loan.portfolio_id
      and version.id = loan.product_version_id
      and num_nonnulls(version.penalty_minor, version.penalty_percent) > 0
    join instalments instalment
      on instalment.portfolio_id = loan.portfolio_id and instalment.loan_id = loan.id
    join unnest(${late.map(({ version }) => version)}::uuid[], ${late.map(({ due }) => due)}::date[],
      ${late.map(({ months }) => months)}::int[], ${late.map(({ since }) => since)}::date[]
    ) late (version_id, due_on, months, since)
      on late.version_id = version.id and late.due_on = instalment.due_on
    cross join lateral (
      select ${unpaidOn(sql, sql`${day}`)} as minor
    ) open
    cross join lateral (
      select coalesce(sum(${chargedMinor(sql)}), 0)::bigint as minor,
        bool_or(charge.late_months = late.months) as is_made
      from charges charge
      where charge.portfolio_id = loan.portfolio_id and charge.loan_id = loan.id
        and charge.instalment_number = instalment.number and charge.due_on = instalment.due_on
        and charge.late_months is not null
    ) charged
    where ${isActiveIn(sql, 'state')} and open.minor > 0 and charged.is_made is not true
      ${loanId === undefined ? sql`` : sql`and candidate.loan_id = ${loanId}`}`;
}
