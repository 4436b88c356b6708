import type {
  BusinessCalendar,
  Holiday,
  ListBusinessCalendars,
} from '@bursar/contracts/servicing/business-calendar';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { dayAt, portfoliosInScope, runsPortfolio, type Scope } from '../../../platform/scope.ts';

type Portfolio = AnswerOf<ListBusinessCalendars>['portfolios'][number];

/**
 * Lists the days off of the caller's portfolio, or for an administrator of all portfolios but those
 * of demo data.
 */
export async function listBusinessCalendars(
  sql: Queryable,
  { scope, now }: { scope: Scope; now: Date },
): Promise<Portfolio[]> {
  const ofScope = portfoliosInScope(sql, scope);
  const rows = await sql<Portfolio[]>`
    select portfolio.id, portfolio.name, ${businessCalendarColumns(sql, null)},
      ${dayAt(sql, now.toISOString(), sql`portfolio.time_zone`)} as business_date
    from portfolios portfolio where ${ofScope} order by portfolio.name, portfolio.id`;
  return rows.map((row) => ({ ...row }));
}

/**
 * Finds a portfolio's days off at the moment `at`, or the current ones if `at` is null. A schedule
 * uses the days off of the moment at which it was made.
 */
export async function findBusinessCalendar(
  sql: Queryable,
  { portfolioId, at }: { portfolioId: string; at: string | null },
): Promise<BusinessCalendar> {
  const [row] = await sql<BusinessCalendar[]>`
    select ${businessCalendarColumns(sql, at)} from portfolios portfolio where portfolio.id = ${portfolioId}`;
  if (!row) throw new Error(`portfolio ${portfolioId} is missing`);
  return { ...row };
}

function businessCalendarColumns(sql: Queryable, at: string | null): Fragment {
  const isEffective = at
    ? sql`holiday.set_at <= ${at} and (holiday.removed_at is null or holiday.removed_at > ${at})`
    : sql`holiday.removed_at is null`;
  return sql`
    coalesce((
      select weekly.weekdays from weekly_days_off weekly
      where weekly.portfolio_id = portfolio.id ${at ? sql`and weekly.set_at <= ${at}` : sql``}
      order by weekly.number desc limit 1
    ), '{6,7}') as weekdays, coalesce((
      select jsonb_agg(jsonb_build_object('day', holiday.day, 'name', holiday.name) order by holiday.day)
      from holidays holiday where holiday.portfolio_id = portfolio.id and ${isEffective}
    ), '[]') as holidays`;
}

/**
 * Locks the days off until the transaction ends. Returns null for a user who may not change them,
 * for example a member of a team or an agent.
 */
export async function lockBusinessCalendar(
  transaction: Transaction,
  { scope, portfolioId }: { scope: Scope; portfolioId: string },
): Promise<BusinessCalendar | null> {
  if (!runsPortfolio(scope, portfolioId)) return null;
  const held = await transaction`
    select from portfolios where id = ${portfolioId} for no key update`;
  return held.length === 0 ? null : findBusinessCalendar(transaction, { portfolioId, at: null });
}

type Setting = { readonly portfolioId: string; readonly by: string; readonly at: string };

export async function insertWeeklyDaysOff(
  transaction: Transaction,
  { weekdays, portfolioId, by, at }: Setting & Pick<BusinessCalendar, 'weekdays'>,
): Promise<void> {
  await transaction`
    insert into weekly_days_off (portfolio_id, weekdays, set_by, set_at)
    values (${portfolioId}, ${weekdays}, ${by}, ${at})`;
}

export async function insertHoliday(
  transaction: Transaction,
  { id, day, name, portfolioId, by, at }: Setting & Holiday & { readonly id: string },
): Promise<void> {
  await transaction`
    insert into holidays (portfolio_id, id, day, name, set_by, set_at)
    values (${portfolioId}, ${id}, ${day}, ${name}, ${by}, ${at})`;
}

export async function endHoliday(
  transaction: Transaction,
  { day, portfolioId, by, at }: Setting & Pick<Holiday, 'day'>,
): Promise<void> {
  await transaction`
    update holidays set removed_by = ${by}, removed_at = ${at}
    where portfolio_id = ${portfolioId} and day = ${day} and removed_at is null`;
}
