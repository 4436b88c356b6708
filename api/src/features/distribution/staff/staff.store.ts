import type { Role } from '@bursar/contracts/roles';
import type { StaffRow } from '@bursar/contracts/distribution/staff';
import type { staffSorts } from '@bursar/contracts/choices';
import { allOf, matchesSearch } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable } from '../../../platform/database.ts';
import { plainDecimal } from '../../../platform/plain-decimal.ts';
import {
  colleaguesInScope,
  peopleInScope,
  type Viewer,
  type Scope,
} from '../../../platform/scope.ts';
import { selectHoldings } from '../../servicing/loan-lists/holdings.store.ts';

export type StaffFilter = {
  readonly role?: StaffRow['role'] | undefined;
  readonly status?: StaffRow['status'] | undefined;
  readonly teamId?: string | undefined;
  /** Restricts the matches to individually selected accounts. */
  readonly accountIds?: readonly string[] | undefined;
  /** Matches that the user excluded. */
  readonly exceptAccountIds?: readonly string[] | undefined;
  readonly q?: string | undefined;
};

type StaffPage = StaffFilter & {
  readonly sort: (typeof staffSorts)[number];
  readonly direction: 'asc' | 'desc';
  readonly after?: string | undefined;
  readonly limit: number;
};

export async function listStaffRows(
  sql: Queryable,
  { query, ...viewer }: Viewer & { query: StaffPage },
) {
  const key = sortKeys(sql)[query.sort];
  const cursor = readCursor(query.after, key.kind);
  const direction = query.direction === 'asc' ? sql`asc` : sql`desc`;
  const beyond = query.direction === 'asc' ? sql`>` : sql`<`;
  const rows = await sql<(StaffRecord & { sortValue: string | number })[]>`
    ${withHoldings(sql, viewer)}
    select ${staffColumns(sql)}, ${key.value} as sort_value
    ${staffTables(sql)}
    where ${matches(sql, viewer.scope, query)}
      ${cursor ? sql`and (${key.value}, account.id) ${beyond} (${key.cast(cursor.value)}, ${cursor.id}::uuid)` : sql``}
    order by ${key.value} ${direction}, account.id ${direction}
    limit ${query.limit + 1}`;
  const { page, nextCursor } = pageOf(rows, {
    limit: query.limit,
    valueOf: (row) => row.sortValue,
  });
  return {
    rows: page.map(toStaffRow),
    nextCursor,
  };
}

export async function sumStaff(
  sql: Queryable,
  { filter, ...viewer }: Viewer & { filter: StaffFilter },
) {
  const rows = await sql<
    {
      currency: string | null;
      count: number;
      activeLoans: number;
      over30: number;
      outstandingMinor: number;
    }[]
  >`
    ${withHoldings(sql, viewer)}
    select portfolio.currency, count(*) as count, sum(held.active_loans)::bigint as active_loans,
      sum(held.over30)::bigint as over30, sum(held.outstanding_minor)::bigint as outstanding_minor
    ${staffTables(sql)} where ${matches(sql, viewer.scope, filter)}
    group by portfolio.currency order by portfolio.currency`;
  const total = (figure: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + figure(row), 0);
  return {
    count: total((row) => row.count),
    activeLoans: total((row) => row.activeLoans),
    over30Loans: total((row) => row.over30),
    amounts: rows.flatMap(({ currency, outstandingMinor }) =>
      currency === null ? [] : [{ currency, outstandingMinor }],
    ),
  };
}

export async function findStaff(
  sql: Queryable,
  { accountId, ...viewer }: Viewer & { accountId: string },
): Promise<StaffRow | null> {
  const [row] = await sql<StaffRecord[]>`
    ${withHoldings(sql, viewer)}
    select ${staffColumns(sql)} ${staffTables(sql)}
    where ${peopleInScope(sql, viewer.scope)} and account.id = ${accountId}`;
  return row ? toStaffRow(row) : null;
}

function matches(sql: Queryable, scope: Scope, filter: StaffFilter) {
  const text = filter.q?.trim();
  return allOf(sql, [
    peopleInScope(sql, scope),
    ...(filter.role ? [sql`account.role = ${filter.role}`] : []),
    ...(filter.status ? [sql`account.status = ${filter.status}`] : []),
    ...(filter.teamId ? [sql`account.team_id = ${filter.teamId}`] : []),
    ...(filter.accountIds ? [sql`account.id = any(${[...filter.accountIds]}::uuid[])`] : []),
    ...(filter.exceptAccountIds
      ? [sql`account.id <> all(${[...filter.exceptAccountIds]}::uuid[])`]
      : []),
    ...(text
      ? [
          matchesSearch(
            sql,
            sql`search_form(concat_ws(' ', account.name, account.email, account.phone))`,
            text,
          ),
        ]
      : []),
  ]);
}

function sortKeys(sql: Queryable) {
  const integer = {
    kind: 'integer' as const,
    cast: (value: string | number) => sql`${value}::bigint`,
  };
  const asText = { kind: 'text' as const, cast: (value: string | number) => sql`${value}::text` };
  return {
    name: { value: sql`lower(account.name)`, ...asText },
    email: { value: sql`lower(account.email)`, ...asText },
    role: { value: sql`account.role`, ...asText },
    loans: { value: sql`held.active_loans`, ...integer },
    outstanding: { value: sql`held.outstanding_minor`, ...integer },
    over30: { value: sql`held.over30`, ...integer },
    created: {
      value: sql`account.created_at`,
      kind: 'instant' as const,
      cast: (value: string | number) => sql`${value}::timestamptz`,
    },
  };
}

/** Calculates the holdings once for all accounts, however many there are. */
function withHoldings(sql: Queryable, viewer: Viewer) {
  return sql`with holdings as materialized (${selectHoldings(sql, viewer)})`;
}

/** Joins each account with its holdings: an agent's loans, a desk's team, a manager's portfolio. */
function staffTables(sql: Queryable) {
  return sql`
    from accounts account
    left join portfolios portfolio on portfolio.id = account.portfolio_id
    left join teams team on team.portfolio_id = account.portfolio_id and team.id = account.team_id
    left join account_photos photo on photo.account_id = account.id
    left join lateral (
      select max(session.last_seen_at) as last_seen_at from sessions session
      where session.account_id = account.id
    ) seen on true
    cross join lateral (
      select coalesce(sum(holding.loans), 0)::bigint as loans,
        coalesce(sum(holding.active_loans), 0)::bigint as active_loans,
        coalesce(sum(holding.outstanding_minor), 0)::bigint as outstanding_minor,
        coalesce(sum(holding.over30), 0)::bigint as over30
      from holdings holding
      where holding.portfolio_id = account.portfolio_id
        and (account.role <> 'team' or holding.team_id = account.team_id)
        and (account.role <> 'agent' or holding.agent_id = account.id)
    ) held`;
}

function staffColumns(sql: Queryable) {
  return sql`
    account.id, account.name, account.email, account.phone, account.role, account.status,
    account.portfolio_id, portfolio.name as portfolio_name, portfolio.currency, account.team_id,
    team.name as team_name, account.language, account.time_zone,
    photo.changed_at as photo_changed_at, account.commission_rate_percent,
    account.monthly_target_minor, held.loans, held.active_loans, held.outstanding_minor, held.over30,
    exists (
      select from second_factors factor
      where factor.account_id = account.id and factor.confirmed_at is not null
    ) as has_second_factor,
    seen.last_seen_at, account.created_at, account.version`;
}

type StaffRecord = Omit<StaffRow, 'portfolio' | 'team' | 'over30Loans'> & {
  readonly portfolioId: string | null;
  readonly portfolioName: string | null;
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly over30: number;
};

function toStaffRow(row: StaffRecord): StaffRow {
  const { portfolioId, portfolioName, teamId, teamName } = row;
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    role: row.role,
    status: row.status,
    portfolio: portfolioId && portfolioName ? { id: portfolioId, name: portfolioName } : null,
    team: teamId && teamName ? { id: teamId, name: teamName } : null,
    language: row.language,
    timeZone: row.timeZone,
    photoChangedAt: row.photoChangedAt,
    commissionRatePercent: plainPercent(row.commissionRatePercent),
    monthlyTargetMinor: row.monthlyTargetMinor,
    currency: row.currency,
    loans: row.loans,
    activeLoans: row.activeLoans,
    outstandingMinor: row.outstandingMinor,
    over30Loans: row.over30,
    hasSecondFactor: row.hasSecondFactor,
    lastSeenAt: row.lastSeenAt,
    createdAt: row.createdAt,
    version: row.version,
  };
}

/** Removes trailing zeros of a percentage; null stays null. */
export function plainPercent(text: string | null): string | null {
  return text === null ? null : plainDecimal(text);
}

/** Lists the people with whom the caller can share records, by name. */
export async function listColleaguesOf(sql: Queryable, scope: Scope) {
  const rows = await sql<{ id: string; name: string; role: Role }[]>`
    select account.id, account.name, account.role from accounts account
    where ${colleaguesInScope(sql, scope)} and account.status <> 'suspended'
    order by lower(account.name), account.id`;
  return rows.map((row) => ({ ...row }));
}
