import { boundNames } from '@bursar/contracts/fact-filters';
import {
  columnOf,
  factsWith,
  plainCode,
  type Fact,
  type Facts,
} from '@bursar/contracts/fact-kinds';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import { loanFilter, type LoanFilter } from '@bursar/contracts/servicing/loan-lists';
import { type ArrearsBucket } from '@bursar/contracts/servicing/loans';
import { westernDigits } from '@bursar/contracts/western-digits';
import type { Queryable } from '../../../platform/database.ts';
import { allOf, anyOf, matchesSearch, type Fragment } from '../../../platform/conditions.ts';
import { listedFact } from '../../../platform/facts.ts';
import {
  inPortfolios,
  inScope,
  todayOf,
  todaysOf,
  type Viewer,
  type Scope,
} from '../../../platform/scope.ts';
import { inBucket, NEGLECTED_DAYS } from '../loan-account/arrears.ts';
import { duesOn } from './dues.store.ts';
import { workConditions } from './work-filter.ts';

/** A filter that can be limited to rows the user picked, or leave out rows the user deselected. */
export type PickedLoans = LoanFilter & {
  readonly loanIds?: readonly string[] | undefined;
  readonly exceptLoanIds?: readonly string[] | undefined;
};

/**
 * Builds the predicate of every loan list, of its sums, and of "all that match" in a bulk action:
 * scope first, then the filter of the user. It needs `loan_list_rows listed` in the query.
 */
export function matchesFilter(
  sql: Queryable,
  { filter, ...viewer }: Viewer & { filter: PickedLoans },
) {
  const { scope } = viewer;
  const today = todayOf(sql, viewer, 'listed');
  const { loanIds, exceptLoanIds } = filter;
  return allOf(sql, [
    matchesHolder(sql, { scope, filter }),
    ...(loanIds ? [sql`listed.loan_id = any(${[...loanIds]}::uuid[])`] : []),
    ...(exceptLoanIds ? [sql`listed.loan_id <> all(${[...exceptLoanIds]}::uuid[])`] : []),
    ...(scope.role === 'agent' ? [heldBy(sql, scope.accountId)] : []),
    ...(filter.agentId ? [heldBy(sql, filter.agentId)] : []),
    ...(filter.q?.trim() ? [matchesText(sql, filter.q.trim(), scope)] : []),
    ...(filter.bucket ? [inAnyBucket(sql, filter.bucket, viewer)] : []),
    ...(filter.importId ? [sql`listed.import_id = ${filter.importId}`] : []),
    ...(filter.batchId ? [movedBy(sql, scope, filter.batchId)] : []),
    ...(filter.tagIds ? [hasAnyTag(sql, filter.tagIds)] : []),
    ...(filter.work ? [matchesWork(sql, filter.work, today)] : []),
    ...workConditions(sql, filter, today),
    ...range(sql, () => owed(sql, scope), {
      from: filter.outstandingFromMinor,
      to: filter.outstandingToMinor,
    }),
    ...range(sql, () => duesOn(sql, 'due_minor', today), {
      from: filter.dueAmountFromMinor,
      to: filter.dueAmountToMinor,
    }),
    ...(filter.arrearsFromMinor ? [sql`listed.next_due_on < ${today}`] : []),
    ...range(sql, () => duesOn(sql, 'arrears_minor', today), {
      from: filter.arrearsFromMinor,
      to: filter.arrearsToMinor,
    }),
    // Only an active loan has a next due date, although a written-off one has open instalments.
    ...(filter.dueFrom || filter.dueTo ? [sql`listed.next_due_on < '9999-12-31'`] : []),
    ...range(sql, () => sql`listed.next_due_on`, { from: filter.dueFrom, to: filter.dueTo }),
    ...factConditions(sql, { ...loanFacts, ...borrowerFacts }, { filter, scope }),
  ]);
}

/**
 * Builds the conditions on record fields: numbers and days by bounds, codes and choices by exact
 * value, other texts without regard to case.
 */
function factConditions(
  sql: Queryable,
  facts: Facts,
  { filter, scope }: { filter: Readonly<Record<string, unknown>>; scope: Scope },
): readonly Fragment[] {
  return Object.entries(facts).flatMap(([key, fact]) => {
    if (!fact.list?.filters) return [];
    const bounds = boundNames(fact, fact.list.id);
    if (bounds) {
      return range(sql, () => listedFact(sql, key, fact), {
        from: boundOf(filter[bounds.from]),
        to: boundOf(filter[bounds.to]),
      });
    }
    const asked = filter[fact.list.id];
    if (typeof asked !== 'string' || asked.trim() === '') return [];
    // A match would reveal a masked value.
    if (isMaskedFrom(fact, scope)) return [sql`false`];
    if (fact.searches && key in borrowerFacts) return [hasFact(sql, key, asked)];
    return [isAsked(sql, fact, { value: listedFact(sql, key, fact), asked })];
  });
}

const boundOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

function isAsked(
  sql: Queryable,
  fact: Fact,
  { value, asked }: { value: Fragment; asked: string },
): Fragment {
  switch (fact.kind) {
    case 'choice':
      return sql`${value} in ${sql(asked.split(','))}`;
    case 'yes-no':
      return sql`${value} = ${asked === 'yes'}`;
    default:
      return fact.kind === 'text' && fact.isCode
        ? sql`${value} = ${plainCode(asked)}`
        : sql`lower(${value}) = ${asked.trim().toLowerCase()}`;
  }
}

/** Builds the part of the predicate that also works on totals, as `loan_totals listed`. */
export function matchesHolder(
  sql: Queryable,
  { scope, filter }: { scope: Scope; filter: LoanFilter },
) {
  return allOf(sql, [
    inScope(sql, scope, 'listed'),
    inView(sql, scope, filter.view),
    ...(filter.status ? [sql`listed.status in ${sql(filter.status.split(','))}`] : []),
    ...(filter.teamId ? [sql`listed.team_id = ${filter.teamId}`] : []),
    ...(filter.agentId ? [sql`listed.agent_id = ${filter.agentId}`] : []),
    ...(filter.productIds
      ? [sql`listed.product_id = any(${filter.productIds.split(',')}::uuid[])`]
      : []),
  ]);
}

/** Returns whether the totals can answer a filter. They cannot if it depends on single loans. */
export function isOfHolders(filter: PickedLoans): boolean {
  if (filter.loanIds ?? filter.exceptLoanIds) return false;
  return filterNames.every(
    (name) => holderFilters.has(name) || filter[name] === undefined || filter[name] === '',
  );
}

const filterNames = loanFilter.keyof().options;
const holderFilters: ReadonlySet<keyof LoanFilter> = new Set([
  'view',
  'status',
  'teamId',
  'agentId',
  'productIds',
]);

/**
 * Selects an agent's loans by an index of `loan_state`. `loan_list_rows` has no index on the
 * holder, so that reassigning can update its rows in place.
 */
export function heldBy(sql: Queryable, agentId: string) {
  return sql`listed.loan_id in (
    select state.loan_id from accounts agent
    join loan_state state
      on state.portfolio_id = agent.portfolio_id and state.agent_id = agent.id
    where agent.id = ${agentId})`;
}

function movedBy(sql: Queryable, scope: Scope, batchId: string) {
  return sql`(listed.portfolio_id, listed.loan_id) in (
    select assignment.portfolio_id, assignment.loan_id from assignments assignment
    where assignment.batch_id = ${batchId}
      and ${inPortfolios(sql, scope, sql`assignment.portfolio_id`)})`;
}

/**
 * Returns the outstanding principal. For a team it is an expression that no index serves: a team
 * has few loans in a range of amounts, on scattered pages, so a scan is cheaper.
 */
function owed(sql: Queryable, scope: Scope) {
  return scope.role === 'team'
    ? sql`(listed.outstanding_principal_minor + 0)`
    : sql`listed.outstanding_principal_minor`;
}

/**
 * Builds one condition for each bound that is set. `value` is a function because most filters have
 * no bound and then do not need its fragment.
 */
function range(
  sql: Queryable,
  value: () => Fragment,
  { from, to }: { from: string | number | undefined; to: string | number | undefined },
) {
  return [
    ...(from === undefined ? [] : [sql`${value()} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${value()} <= ${to}`]),
  ];
}

/**
 * Builds the condition for assigned or unassigned loans. For a team, a loan without an agent is
 * unassigned; for an administrator or a manager, a loan without a team. For an agent, every loan
 * matches.
 */
function inView(sql: Queryable, scope: Scope, view: LoanFilter['view']) {
  if (view === 'all' || scope.role === 'agent') return sql`true`;
  const holder = scope.role === 'team' ? sql`listed.agent_id` : sql`listed.team_id`;
  return view === 'unassigned' ? sql`${holder} is null` : sql`${holder} is not null`;
}

function inAnyBucket(sql: Queryable, buckets: string, viewer: Viewer) {
  // The API contract's pattern allows only names of buckets.
  const names = buckets.split(',') as ArrearsBucket[];
  const inAny = (days: { first: Fragment; last: Fragment }) =>
    sql`(${anyOf(
      sql,
      names.map((name) => inBucket(sql, name, days)),
    )})`;
  const today = todayOf(sql, viewer, 'listed');
  const ofRow = inAny({ first: today, last: today });
  // Portfolios may have different todays, and no index serves a condition that differs by row. So
  // an administrator's query first narrows the rows to the range of all todays.
  return viewer.scope.role === 'admin' ? sql`${inAny(todaysOf(sql, viewer))} and ${ofRow}` : ofRow;
}

function matchesWork(sql: Queryable, work: NonNullable<LoanFilter['work']>, today: Fragment) {
  const ofLoan = (alias: string) => sql`${sql(alias)}.portfolio_id = listed.portfolio_id
    and ${sql(alias)}.loan_id = listed.loan_id`;
  const monday = sql`date_trunc('week', ${today}::timestamp)::date`;
  switch (work) {
    case 'neglected': {
      const since = sql`${today} - ${NEGLECTED_DAYS}::int`;
      return sql`(listed.next_due_on < ${today}
        and not exists (select from loan_work touched
          where ${ofLoan('touched')} and touched.last_contact_on >= ${since})
        and not exists (select from loan_state paid
          where ${ofLoan('paid')} and paid.last_payment_on >= ${since}))`;
    }
    case 'contacted':
      return sql`exists (select from loan_work touched
        where ${ofLoan('touched')} and touched.last_contact_on >= ${monday})`;
    case 'promised':
      return sql`exists (select from promises promise
        where ${ofLoan('promise')} and promise.made_on >= ${monday})`;
  }
}

function hasAnyTag(sql: Queryable, tagIds: string) {
  return sql`exists (
    select from loan_tags tagged
    where tagged.portfolio_id = listed.portfolio_id and tagged.loan_id = listed.loan_id
      and tagged.tag_id = any(${tagIds.split(',')}::uuid[]))`;
}

/**
 * Matches words of a reference, external id, name, phone or e-mail, or the exact value of a
 * searchable field that is not masked from the caller. A bare number also matches the loan
 * reference with that number, with or without leading zeros.
 */
function matchesText(sql: Queryable, text: string, scope: Scope) {
  const number = /^l?-?0*(\d{1,15})$/i.exec(westernDigits(text))?.[1];
  const byText = matchesSearch(sql, sql`listed.search_text`, text);
  const ways = [
    ...(number ? [sql`listed.reference_number = ${Number(number)}`] : []),
    ...Object.entries(searchedFacts).flatMap(([key, fact]) =>
      mayBe(fact, text) && !isMaskedFrom(fact, scope)
        ? [hasFact(sql, key, text), partyHasFact(sql, key, text)]
        : [],
    ),
  ];
  if (ways.length === 0) return byText;
  return sql`(${[...ways, byText].reduce((any, way) => sql`${any} or ${way}`)})`;
}

const isMaskedFrom = ({ masked }: Fact, { role }: Scope): boolean =>
  masked?.from.includes(role) ?? false;

const searchedFacts: Facts = factsWith(borrowerFacts, 'searches');

/**
 * Returns whether the text may be a value of the field. A text without a digit never is, so that a
 * search by name stays fast.
 */
const mayBe = (fact: Fact, text: string): boolean =>
  fact.kind === 'text' && /\p{Nd}/u.test(text) && plainCode(text).length >= (fact.min ?? 1);

/** Matches loans of the borrowers with exactly this value, found by the field's index. */
function hasFact(sql: Queryable, key: string, text: string): Fragment {
  return sql`listed.loan_id = any(array(
    select loan.id from borrowers borrower
    join loans loan
      on loan.portfolio_id = borrower.portfolio_id and loan.borrower_id = borrower.id
    where borrower.${sql(columnOf(key))} = ${plainCode(text)}))`;
}

/**
 * Matches loans with a further party who has exactly this value. A search finds them; a column
 * filter does not.
 */
function partyHasFact(sql: Queryable, key: string, text: string): Fragment {
  return sql`listed.loan_id = any(array(
    select party.loan_id from borrowers borrower
    join loan_parties party
      on party.portfolio_id = borrower.portfolio_id and party.borrower_id = borrower.id
    where borrower.${sql(columnOf(key))} = ${plainCode(text)} and party.ended_at is null))`;
}
