import type { CalendarDayKind } from '@bursar/contracts/choices';
import type { CalendarEvent, EventInputs, EventTime } from '@bursar/contracts/office/calendar';
import { byItsMaker, type AppRecordKind } from '../../../platform/app-records.ts';
import type { Columns } from '../../../platform/app-records.store.ts';
import type { Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import { replicaReads, type Queryable } from '../../../platform/database.ts';
import { inScope, mayRuleRecord, ownOrShared, type Scope } from '../../../platform/scope.ts';
import { isActiveIn } from '../../servicing/loan-account/arrears.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';

export const calendarEvents: AppRecordKind<never, 'only_maker_may'> = {
  table: 'calendar_events',
  noun: 'calendar-event',
  mayRemove: byItsMaker,
  inReach: (sql, scope) => ownOrShared(sql, scope, 'record'),
  recordAccess: (sql) => sql`record.owner_id, record.is_shared, '{}'::uuid[] as others,
    jsonb_build_object('title', record.title,
      'startsOn', coalesce(record.first_day::text, record.starts_at::text)) as details`,
};

export function columnsOf({ title, place, details, colour, isShared, when }: EventInputs): Columns {
  const isTimed = 'startsAt' in when;
  return {
    title: title.trim(),
    place: place.trim(),
    details,
    colour,
    is_shared: isShared,
    first_day: isTimed ? null : when.firstDay,
    last_day: isTimed ? null : when.lastDay,
    starts_at: isTimed ? when.startsAt : null,
    ends_at: isTimed ? when.endsAt : null,
  };
}

type Row = Omit<CalendarEvent, 'when' | 'madeBy' | 'mayRemove'> & {
  readonly ownerId: string;
  readonly ownerName: string;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
};

/**
 * An upper limit that no six-week calendar or export file should reach. A list of days leaves out
 * later events; an export of all events leaves out the earliest ones.
 */
const MOST_EVENTS = 5_000;

type Days = { readonly from: string; readonly to: string };

/**
 * Lists events that overlap the days, or all events if `days` is null. Timed events get one more
 * day on both sides, because their day depends on the time zone.
 */
export async function listEvents(
  sql: Queryable,
  scope: Scope,
  days: Days | null,
): Promise<CalendarEvent[]> {
  const touches = days
    ? sql`and (daterange(record.first_day, record.last_day, '[]')
          && daterange(${days.from}::date, ${days.to}::date, '[]')
        or (record.starts_at < ${days.to}::date + 2 and record.ends_at >= ${days.from}::date - 1))`
    : sql``;
  const begin = sql`coalesce(record.starts_at, record.first_day::timestamp at time zone 'UTC')`;
  const direction = days ? sql`` : sql`desc`;
  const rows = await sql<Row[]>`
    select record.id, record.version, record.title, record.place, record.details, record.colour,
      record.is_shared, record.first_day, record.last_day, record.starts_at, record.ends_at,
      record.owner_id, owner.name as owner_name
    from calendar_events record join accounts owner on owner.id = record.owner_id
    where ${ownOrShared(sql, scope, 'record')} ${touches}
    order by ${begin} ${direction}, record.id ${direction}
    limit ${MOST_EVENTS}`;
  return (days ? rows : rows.toReversed()).map(
    ({ firstDay, lastDay, startsAt, endsAt, ownerId, ownerName, ...row }) => ({
      ...row,
      when: timeOf({ firstDay, lastDay, startsAt, endsAt }),
      madeBy: { id: ownerId, name: ownerName },
      mayRemove: mayRuleRecord(scope, { ownerId }),
    }),
  );
}

type StoredTime = Pick<Row, 'firstDay' | 'lastDay' | 'startsAt' | 'endsAt'>;

function timeOf({ firstDay, lastDay, startsAt, endsAt }: StoredTime): EventTime {
  if (firstDay !== null && lastDay !== null) return { firstDay, lastDay };
  if (startsAt !== null && endsAt !== null) return { startsAt, endsAt };
  throw new Error('an event has whole days or two instants');
}

/** Selects the unpaid instalments due on the days, or the current promises for the days. */
function rowsOfDays(sql: Queryable, kind: CalendarDayKind, days: Days): Fragment {
  const range = sql`between ${days.from}::date and ${days.to}::date`;
  if (kind === 'promised') {
    return sql`
      select promise.portfolio_id, promise.loan_id, promise.promised_on as day,
        promise.amount_minor
      from promises promise where promise.promised_on ${range} and promise.replaced_at is null`;
  }
  const unpaid = sql`(principal_minor - principal_paid_minor + interest_minor - interest_paid_minor
    + fees_minor - fees_paid_minor + penalties_minor - penalties_paid_minor)`;
  return sql`
    select instalment.portfolio_id, instalment.loan_id, instalment.due_on as day,
      ${unpaid} as amount_minor
    from instalments instalment where instalment.due_on ${range} and ${unpaid} > 0`;
}

export async function sumDays(database: Queryable, scope: Scope, { kind, ...days }: Days & Kind) {
  const sql = replicaReads(database);
  const rows = await sql<{ day: string; currency: string; loans: number; amountMinor: number }[]>`
    select brought.day, listed.currency, count(distinct listed.loan_id) as loans,
      sum(brought.amount_minor)::bigint as amount_minor
    from (${rowsOfDays(sql, kind, days)}) brought
    join loan_list_rows listed on listed.portfolio_id = brought.portfolio_id
      and listed.loan_id = brought.loan_id
    where ${inScope(sql, scope, 'listed')} and ${isActiveIn(sql, 'listed')}
    group by brought.day, listed.currency order by brought.day, listed.currency`;
  return rows.map((row) => ({ ...row, kind }));
}

type Kind = { readonly kind: CalendarDayKind };
type Page = { readonly after?: string | undefined; readonly limit: number };

/**
 * Lists the loans behind the figures of `sumDays` for a kind and a day, ordered by reference
 * number.
 */
export async function listLoansOf(
  database: Queryable,
  scope: Scope,
  { kind, day, after, limit }: Kind & Page & { readonly day: string },
) {
  const sql = replicaReads(database);
  const from = readCursor(after, 'integer');
  const rows = await sql<
    {
      id: string;
      referenceNumber: number;
      borrower: string;
      currency: string;
      amountMinor: number;
    }[]
  >`
    select listed.loan_id as id, listed.reference_number, listed.currency,
      coalesce(borrower.name, borrower.external_id) as borrower,
      sum(brought.amount_minor)::bigint as amount_minor
    from (${rowsOfDays(sql, kind, { from: day, to: day })}) brought
    join loan_list_rows listed on listed.portfolio_id = brought.portfolio_id
      and listed.loan_id = brought.loan_id
    join loans loan on loan.portfolio_id = listed.portfolio_id and loan.id = listed.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    where ${inScope(sql, scope, 'listed')} and ${isActiveIn(sql, 'listed')}
      ${
        from
          ? sql`and (listed.reference_number, listed.loan_id) > (${from.value}::bigint, ${from.id}::uuid)`
          : sql``
      }
    group by listed.loan_id, listed.reference_number, listed.currency, borrower.name,
      borrower.external_id
    order by listed.reference_number, listed.loan_id limit ${limit + 1}`;
  const { page, nextCursor } = pageOf(rows, {
    limit,
    valueOf: ({ referenceNumber }) => referenceNumber,
  });
  return {
    rows: page.map(({ id, referenceNumber, ...row }) => ({
      ...row,
      loanId: id,
      reference: loanReference(referenceNumber),
    })),
    nextCursor,
  };
}
