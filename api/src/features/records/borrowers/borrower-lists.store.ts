import type {
  BorrowerFilter,
  BorrowerRow,
  ListBorrowers,
} from '@bursar/contracts/records/borrower-lists';
import { borrowerSorts, type BorrowerSort } from '@bursar/contracts/records/borrower-sorts';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { allOf, anyOf, hasWord, onDays, type Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursorOf } from '../../../platform/cursor.ts';
import { replicaReads, type Queryable } from '../../../platform/database.ts';
import {
  borrowersInScope,
  inPortfolios,
  inScope,
  todayOf,
  type Viewer,
  type Scope,
} from '../../../platform/scope.ts';
import { daysPastDueOf, isBookedIn } from '../../servicing/loan-account/arrears.ts';

/** A filter that can be limited to rows the user picked, or leave out rows the user deselected. */
export type PickedBorrowers = BorrowerFilter & {
  readonly borrowerIds?: readonly string[] | undefined;
  readonly exceptBorrowerIds?: readonly string[] | undefined;
  /** The time zone of the days on which borrowers were created. */
  readonly timeZone: string;
};

export type BorrowerPageQuery = PickedBorrowers & {
  /** A list of columns, for example `-outstanding,name`. */
  readonly sort: string;
  readonly after?: string | undefined;
  readonly page?: number | undefined;
  readonly limit: number;
};

/**
 * Lists one page, by cursor or by page number. The query finds the keys and sort values first, and
 * looks up contacts only for the rows of the page. Loans too are looked up only for these rows,
 * unless the sort or a filter needs figures of loans.
 */
export async function listBorrowerRows(
  database: Queryable,
  { query, ...viewer }: Viewer & { query: BorrowerPageQuery },
): Promise<Pick<AnswerOf<ListBorrowers>, 'rows' | 'nextCursor'>> {
  const sql = replicaReads(database);
  const keys = sortKeys(sql, query.sort);
  const needsLoans = keys.some(({ ofLoans }) => ofLoans) || filtersLoans(query);
  const { source, conditions, ordered } = needsLoans
    ? {
        source: withLoanFigures(sql, { ...viewer, filter: query, keys }),
        conditions: matchesLoans(sql, query),
        ordered: groupedKeys(sql, keys),
      }
    : {
        source: sql`borrowers borrower`,
        conditions: matches(sql, viewer.scope, query),
        ordered: keys,
      };
  const limit = query.limit + 1;
  const skipped = query.after ? 0 : ((query.page ?? 1) - 1) * query.limit;
  const values = ordered.map(({ value }, at) => sql`, ${value} as ${sql(`sort_${at}`)}`);
  const rows = await sql<BorrowerRecord[]>`
    with found as materialized (
      select borrower.portfolio_id, borrower.id ${values}
      from ${source}
      where ${allOf(sql, [...conditions, ...beyond(sql, ordered, query.after)])}
      order by ${orderOf(sql, ordered)} limit ${limit} offset ${skipped}
    )
    select borrower.id, borrower.external_id, borrower.name,
      coalesce(borrower.borrower_kind, 'person') as kind, borrower.region,
      borrower.employment_title, borrower.employment_years, borrower.home_ownership,
      borrower.annual_income_minor, portfolio.currency, borrower.created_at,
      borrower_reach(borrower.portfolio_id, borrower.id, 'phone', today.day) as phone,
      borrower_reach(borrower.portfolio_id, borrower.id, 'email', today.day) as email,
      held.*, today.day as today, ${sortValues(sql, keys)} as sort_values
    from found
    join borrowers borrower
      on borrower.portfolio_id = found.portfolio_id and borrower.id = found.id
    join portfolios portfolio on portfolio.id = borrower.portfolio_id
    cross join lateral (select ${todayOf(sql, viewer, 'borrower')} as day) today
    cross join lateral (
      select ${loanFigures(sql)} from loans loan
      join loan_list_rows listed
        on listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.id
      where loan.portfolio_id = borrower.portfolio_id and loan.borrower_id = borrower.id
        and ${inScope(sql, viewer.scope, 'listed')}
    ) held
    order by ${orderOf(sql, keys, 'found')}`;
  const { page, nextCursor } = pageOf(rows, {
    limit: query.limit,
    valueOf: (row) => row.sortValues,
  });
  return { rows: page.map(toBorrowerRow), nextCursor };
}

export async function sumBorrowers(
  database: Queryable,
  { filter, scope }: { filter: PickedBorrowers; scope: Scope },
): Promise<AnswerOf<ListBorrowers>['sums']> {
  const sql = replicaReads(database);
  const rows = await sql<
    { currency: string; count: number; loans: number; outstandingMinor: number }[]
  >`
    select portfolio.currency, count(*) as count, sum(borrower.loans)::bigint as loans,
      sum(borrower.outstanding_minor)::bigint as outstanding_minor
    from ${withLoanFigures(sql, { scope, filter, keys: [] })}
    join portfolios portfolio on portfolio.id = borrower.portfolio_id
    where ${allOf(sql, matchesLoans(sql, filter))}
    group by 1 order by 1`;
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    loans: rows.reduce((sum, { loans }) => sum + loans, 0),
    amounts: rows.map(({ currency, outstandingMinor }) => ({ currency, outstandingMinor })),
  };
}

function loanFigures(sql: Queryable) {
  return sql`count(*) filter (where ${isBookedIn(sql, 'listed')}) as loans,
    count(*) filter (where listed.status = 'active') as active_loans,
    coalesce(sum(listed.outstanding_principal_minor), 0)::bigint as outstanding_minor,
    min(listed.next_due_on) filter (where listed.status = 'active') as oldest_due_on`;
}

type Grouped = {
  readonly scope: Scope;
  readonly filter: PickedBorrowers;
  readonly keys: readonly SortKey[];
};

/**
 * Selects the matching borrowers with the figures of their loans, as `borrower`. Borrowers and
 * loans are grouped as rows of one list, so that the time grows only with its length. A join would
 * compare each borrower with each loan if the planner expects few rows, as after an import or a
 * failover.
 */
function withLoanFigures(sql: Queryable, { scope, filter, keys }: Grouped): Fragment {
  const own = keys.flatMap(({ value, kind, ofLoans }, at) => {
    const name = sql(`sort_${at}`);
    const type = sql.unsafe(kind === 'text' ? 'text' : 'bigint');
    return ofLoans ? [] : [{ name, value, none: sql`null::${type}` }];
  });
  return sql`(
    select listed.portfolio_id, listed.id, bool_or(listed.is_borrower) as is_matching, ${loanFigures(sql)}
      ${joined(
        sql,
        own.map(({ name }) => sql`, max(${name}) as ${name}`),
      )}
    from (
      select borrower.portfolio_id, borrower.id, true as is_borrower, null as status,
        null::bigint as outstanding_principal_minor, null::date as next_due_on
        ${joined(
          sql,
          own.map(({ name, value }) => sql`, ${value} as ${name}`),
        )}
      from borrowers borrower where ${allOf(sql, matches(sql, scope, filter))}
      union all
      select listed.portfolio_id, listed.borrower_id, false, listed.status,
        listed.outstanding_principal_minor, listed.next_due_on
        ${joined(
          sql,
          own.map(({ none }) => sql`, ${none}`),
        )}
      from loan_list_rows listed where ${inScope(sql, scope, 'listed')}
    ) listed
    group by 1, 2
  ) borrower`;
}

/** Concatenates fragments; the driver would send an empty list as a value. */
const joined = (sql: Queryable, parts: readonly Fragment[]): Fragment =>
  parts.reduce((all, one) => sql`${all}${one}`, sql``);

/**
 * Returns the sort keys over `withLoanFigures`, in which each borrower's own value is a column
 * `sort_…`.
 */
const groupedKeys = (sql: Queryable, keys: readonly SortKey[]): readonly SortKey[] =>
  keys.map((key, at) =>
    key.ofLoans ? key : { ...key, value: sql`${sql(`borrower.sort_${at}`)}` },
  );

const filtersLoans = ({ standing, outstandingFromMinor, outstandingToMinor }: BorrowerFilter) =>
  [standing, outstandingFromMinor, outstandingToMinor].some((asked) => asked !== undefined);

type Conditions = readonly [Fragment, ...Fragment[]];

/**
 * Returns the conditions on the rows of `withLoanFigures`; `is_matching` is false for a row that
 * has only loans of a borrower who does not match.
 */
function matchesLoans(sql: Queryable, filter: BorrowerFilter): Conditions {
  const { standing, outstandingFromMinor, outstandingToMinor } = filter;
  return [
    sql`borrower.is_matching`,
    ...(standing ? [sql`${standingOf(sql)} in ${sql(standing.split(','))}`] : []),
    ...range(sql, sql`borrower.outstanding_minor`, outstandingFromMinor, outstandingToMinor),
  ];
}

/** Returns the conditions on the borrowers' own fields and on the caller's scope. */
function matches(sql: Queryable, scope: Scope, filter: PickedBorrowers): Conditions {
  const { borrowerIds, exceptBorrowerIds, kind, homeOwnership, region } = filter;
  return [
    borrowersInScope(sql, scope),
    sql`borrower.merged_into is null`,
    ...(borrowerIds ? [sql`borrower.id = any(${[...borrowerIds]}::uuid[])`] : []),
    ...(exceptBorrowerIds ? [sql`borrower.id <> all(${[...exceptBorrowerIds]}::uuid[])`] : []),
    ...(filter.q?.trim() ? matchesSearchText(sql, scope, filter.q.trim()) : []),
    ...(kind ? [sql`coalesce(borrower.borrower_kind, 'person') in ${sql(kind.split(','))}`] : []),
    ...(homeOwnership
      ? [sql`upper(borrower.home_ownership) in ${sql(homeOwnership.split(','))}`]
      : []),
    ...(region?.trim() ? [sql`lower(borrower.region) = ${region.trim().toLowerCase()}`] : []),
    ...range(sql, sql`borrower.annual_income_minor`, filter.incomeFromMinor, filter.incomeToMinor),
    ...range(
      sql,
      sql`borrower.employment_years`,
      filter.employmentYearsFrom,
      filter.employmentYearsTo,
    ),
    ...onDays(sql, sql`borrower.created_at`, {
      from: filter.createdFrom,
      to: filter.createdTo,
      timeZone: filter.timeZone,
    }),
  ];
}

function standingOf(sql: Queryable) {
  return sql`(case when borrower.active_loans > 0 then 'owing' when borrower.loans > 0 then 'past'
    else 'none' end)`;
}

function range(
  sql: Queryable,
  value: Fragment,
  from: number | undefined,
  to: number | undefined,
): readonly Fragment[] {
  return [
    ...(from === undefined ? [] : [sql`${value} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${value} <= ${to}`]),
  ];
}

/**
 * Returns the conditions of a text search: each typed word must occur in a borrower's fields, or in
 * a phone number or e-mail in use.
 */
function matchesSearchText(sql: Queryable, scope: Scope, typed: string): readonly Fragment[] {
  const ofPortfolio = inPortfolios(sql, scope, sql`contact.portfolio_id`);
  return typed.split(/\s+/).map((word) =>
    anyOf(sql, [
      hasWord(sql, sql`borrower.search_text`, word),
      sql`(borrower.portfolio_id, borrower.id) in (
        select contact.portfolio_id, contact.borrower_id from borrower_contacts contact
        where contact.retired_at is null and contact.kind in ('phone', 'email') and ${ofPortfolio}
          and ${hasWord(sql, sql`search_form(contact.value)`, word)})`,
    ]),
  );
}

type SortKey = {
  readonly value: Fragment;
  readonly kind: 'text' | 'integer';
  readonly ascends: boolean;
  readonly ofLoans: boolean;
};

/** Returns the keys of a sort such as `-outstanding,name`. Unknown values sort below known ones. */
function sortKeys(sql: Queryable, sort: string): readonly SortKey[] {
  const asText = (value: Fragment) => ({
    value: sql`lower(coalesce(${value}, ''))`,
    kind: 'text' as const,
    ofLoans: false,
  });
  const figure = (value: Fragment) => ({
    value: sql`coalesce(${value}, -1)::bigint`,
    kind: 'integer' as const,
    ofLoans: false,
  });
  const held = (value: Fragment) => ({
    value: sql`coalesce(${value}, 0)::bigint`,
    kind: 'integer' as const,
    ofLoans: true,
  });
  const known: Readonly<Record<BorrowerSort, Omit<SortKey, 'ascends'>>> = {
    name: asText(sql`coalesce(borrower.name, borrower.external_id)`),
    externalId: asText(sql`borrower.external_id`),
    region: asText(sql`borrower.region`),
    employment: asText(sql`borrower.employment_title`),
    employmentYears: figure(sql`borrower.employment_years`),
    homeOwnership: asText(sql`borrower.home_ownership`),
    income: figure(sql`borrower.annual_income_minor`),
    loans: held(sql`borrower.loans`),
    outstanding: held(sql`borrower.outstanding_minor`),
    // Whole microseconds, because an instant as text would lose digits.
    created: figure(sql`extract(epoch from borrower.created_at) * 1000000`),
  };
  return sort.split(',').flatMap((asked) => {
    const ascends = !asked.startsWith('-');
    const name = borrowerSorts.find((one) => one === asked.replace(/^-/, ''));
    return name ? [{ ...known[name], ascends }] : [];
  });
}

/**
 * Returns the order of the rows. The id comes last and orders rows with equal values, so that a
 * page continues exactly after the last row of the page before it.
 */
function orderOf(sql: Queryable, keys: readonly SortKey[], of?: 'found'): Fragment {
  const id = of ? sql`found.id` : sql`borrower.id`;
  return keys
    .map(({ value, ascends }, at) => {
      const place = of ? sql`${sql(`found.sort_${at}`)}` : value;
      return ascends ? sql`${place} asc` : sql`${place} desc`;
    })
    .concat(id)
    .reduce((all, one) => sql`${all}, ${one}`);
}

/**
 * Returns the condition for rows after a cursor, if there is one: a later value in one column, and
 * equal values in all columns before it.
 */
function beyond(
  sql: Queryable,
  keys: readonly SortKey[],
  after: string | undefined,
): readonly Fragment[] {
  const cursor = readCursorOf(
    after,
    keys.map(({ kind }) => kind),
  );
  if (!cursor) return [];
  const places = [
    ...keys.map(({ value, kind, ascends }, at) => {
      const last = cursor.values[at] ?? '';
      return { value, ascends, last: kind === 'text' ? sql`${last}::text` : sql`${last}::bigint` };
    }),
    { value: sql`borrower.id`, ascends: true, last: sql`${cursor.id}::uuid` },
  ];
  const ways = places.map(({ value, ascends, last }, at) =>
    allOf(sql, [
      ascends ? sql`${value} > ${last}` : sql`${value} < ${last}`,
      ...places.slice(0, at).map((before) => sql`${before.value} = ${before.last}`),
    ]),
  );
  return [anyOf(sql, ways)];
}

function sortValues(sql: Queryable, keys: readonly SortKey[]): Fragment {
  const values = keys.map((_, at) => sql`${sql(`found.sort_${at}`)}`);
  return sql`jsonb_build_array(${values.reduce((all, one) => sql`${all}, ${one}`)})`;
}

type BorrowerRecord = Omit<BorrowerRow, 'daysPastDue'> & {
  readonly today: string;
  readonly oldestDueOn: string | null;
  readonly sortValues: readonly (string | number)[];
};

function toBorrowerRow(row: BorrowerRecord): BorrowerRow {
  const { today, oldestDueOn, sortValues: _sorted, ...shown } = row;
  const oldest = { status: 'active', oldestUnpaidDueOn: oldestDueOn } as const;
  return { ...shown, daysPastDue: daysPastDueOf(oldest, today) };
}
