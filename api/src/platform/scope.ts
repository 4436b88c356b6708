import type { Role } from '@bursar/contracts/roles';
import type { Fragment } from './conditions.ts';
import type { Queryable } from './database.ts';

/** Whose rows a caller may reach. Made from the session alone, never from a request. */
export type Scope =
  | {
      readonly role: 'admin';
      readonly accountId: string;
      /** Each portfolio has its own day then. */
      readonly now: string;
    }
  | { readonly role: 'user'; readonly accountId: string; readonly portfolioId: string }
  | {
      readonly role: 'team';
      readonly accountId: string;
      readonly portfolioId: string;
      readonly teamId: string;
    }
  | { readonly role: 'agent'; readonly accountId: string; readonly portfolioId: string };

export type PortfolioScope = Exclude<Scope, { role: 'admin' }>;

export function scopeOf(
  account: { role: Role; id: string; portfolioId: string | null; teamId: string | null },
  now: Date,
): Scope {
  const { role, id: accountId, portfolioId, teamId } = account;
  if (role === 'admin') return { role, accountId, now: now.toISOString() };
  if (portfolioId === null) throw new Error(`account ${accountId} has no portfolio`);
  if (role === 'user' || role === 'agent') return { role, accountId, portfolioId };
  if (teamId === null) throw new Error(`team desk ${accountId} has no team`);
  return { role, accountId, portfolioId, teamId };
}

/**
 * The one predicate of row scope. Lists, counts, sums, charts, exports and single reads all put
 * it beside a table that says which portfolio, team and agent a row belongs to; `alias` names it.
 */
export function inScope(sql: Queryable, scope: Scope, alias: ScopedAlias) {
  const table = sql(alias);
  switch (scope.role) {
    case 'admin':
      return sql`true`;
    case 'user':
      return sql`${table}.portfolio_id = ${scope.portfolioId}`;
    case 'team':
      return sql`(${table}.portfolio_id = ${scope.portfolioId} and ${table}.team_id = ${scope.teamId})`;
    case 'agent':
      return sql`(${table}.portfolio_id = ${scope.portfolioId} and ${table}.agent_id = ${scope.accountId})`;
  }
}

/**
 * The same rule beside a table that names a row's portfolio and loan alone, such as the ledger's: what
 * belongs to a loan is seen by whoever sees the loan now.
 */
export function ofLoansInScope(sql: Queryable, scope: Scope, alias: string): Fragment {
  const table = sql(alias);
  if (scope.role === 'admin') return sql`true`;
  const ofPortfolio = sql`${table}.portfolio_id = ${scope.portfolioId}`;
  if (scope.role === 'user') return ofPortfolio;
  return sql`(${ofPortfolio} and ${table}.loan_id in (
    select state.loan_id from loan_state state where ${inScope(sql, scope, 'state')}))`;
}

/**
 * The first rows of an order, taken by an index: each begins with the portfolio, so an administrator's
 * are the first of each portfolio, which the caller orders and cuts once more.
 */
export function inEachPortfolio(
  sql: Queryable,
  scope: Scope,
  firstRows: (portfolioId: Fragment) => Fragment,
): Fragment {
  if (scope.role !== 'admin') return firstRows(sql`${scope.portfolioId}`);
  return sql`
    select first.* from portfolios portfolio
    cross join lateral (${firstRows(sql`portfolio.id`)}) first`;
}

/** Whose today it is, and over several portfolios: when. */
export type Look = { readonly scope: Scope; readonly businessDate: string };

/**
 * Today in the portfolio of a row: days past due are the same for everybody who sees a loan. An
 * administrator's own day is UTC's, from which no portfolio is more than a day away.
 */
export function todayOf(
  sql: Queryable,
  { scope, businessDate }: Look,
  alias: ScopedAlias | 'borrower' | 'invoice',
): Fragment {
  const day = sql`${businessDate}::date`;
  if (scope.role !== 'admin') return day;
  const portfolioId = sql`${sql(alias)}.portfolio_id`;
  const there = dayAt(sql, scope.now, sql`time_zone`);
  return sql`(${day} + case
    when ${portfolioId} = any(array(select id from portfolios where ${there} > ${day})) then 1
    when ${portfolioId} = any(array(select id from portfolios where ${there} < ${day})) then -1
    else 0 end)`;
}

/** The first and the last of the days that are today in any portfolio of a look: bounds for an index. */
export function todaysOf(sql: Queryable, { scope, businessDate }: Look) {
  const day = sql`${businessDate}::date`;
  if (scope.role !== 'admin') return { first: day, last: day };
  return { first: sql`(${day} - 1)`, last: sql`(${day} + 1)` };
}

/** The day that an instant falls on in a time zone, each of them a value or a column. */
export function dayAt(sql: Queryable, instant: string | Fragment, timeZone: string | Fragment) {
  return sql`(${instant}::timestamptz at time zone ${timeZone})::date`;
}

/** Tables that name a row's portfolio, team and agent, by the alias that a query gives them. */
type ScopedAlias = 'state' | 'listed' | 'payment' | 'income';

/**
 * Borrowers; to be put beside `borrowers borrower`. Who runs the portfolio reaches all of its
 * borrowers, a desk and an agent those who are on a loan that they hold, as its first borrower or as a
 * party that stands, also by the address of a record that was merged into theirs. Of each `exists` the
 * database looks one borrower up by index, and hashes it once for a whole list.
 */
export function borrowersInScope(sql: Queryable, scope: Scope): Fragment {
  if (scope.role === 'admin') return sql`true`;
  const ofPortfolio = sql`borrower.portfolio_id = ${scope.portfolioId}`;
  if (scope.role === 'user') return ofPortfolio;
  return sql`(${ofPortfolio} and (exists (
    select from loans loan
    join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
    where loan.portfolio_id = borrower.portfolio_id
      and loan.borrower_id = coalesce(borrower.merged_into, borrower.id)
      and ${inScope(sql, scope, 'state')}
  ) or exists (
    select from loan_parties party
    join loan_state state
      on state.portfolio_id = party.portfolio_id and state.loan_id = party.loan_id
    where party.portfolio_id = borrower.portfolio_id
      and party.borrower_id = coalesce(borrower.merged_into, borrower.id)
      and party.ended_at is null and ${inScope(sql, scope, 'state')})))`;
}

/**
 * Loan applications; to be put beside `loan_applications application`. A manager reaches those of the
 * portfolio, a desk and an agent those that they submitted and those of borrowers whom they reach.
 */
export function applicationsInScope(sql: Queryable, scope: Scope): Fragment {
  if (scope.role === 'admin') return sql`true`;
  const ofPortfolio = sql`application.portfolio_id = ${scope.portfolioId}`;
  if (scope.role === 'user') return ofPortfolio;
  return sql`(${ofPortfolio} and (application.submitted_by = ${scope.accountId} or exists (
    select from borrowers borrower
    where borrower.portfolio_id = application.portfolio_id
      and borrower.id = application.borrower_id and ${borrowersInScope(sql, scope)})))`;
}

/** The same rule for people: a portfolio's manager sees all of it, a team's desk its agents. */
export function peopleInScope(sql: Queryable, scope: Scope) {
  switch (scope.role) {
    case 'admin':
      return sql`true`;
    case 'user':
      return sql`account.portfolio_id = ${scope.portfolioId}`;
    case 'team':
      return sql`(account.portfolio_id = ${scope.portfolioId} and account.team_id = ${scope.teamId})`;
    case 'agent':
      return sql`account.id = ${scope.accountId}`;
  }
}

/**
 * What belongs to no portfolio, such as what roles may do or the chain of the audit trail, is an
 * administrator's alone: a permission that another role was granted widens no scope.
 */
export function reachesInstallation(scope: Scope): boolean {
  return scope.role === 'admin';
}

/** Whose own rules a caller may change: whoever runs the portfolio, not each who works inside it. */
export function runsPortfolio(scope: Scope, portfolioId: string): boolean {
  return scope.role === 'admin' || (scope.role === 'user' && scope.portfolioId === portfolioId);
}

/** Portfolios by name; to be put beside `portfolios portfolio`. */
export function portfoliosInScope(sql: Queryable, scope: Scope): Fragment {
  return scope.role === 'admin' ? sql`true` : sql`portfolio.id = ${scope.portfolioId}`;
}

/**
 * Call centres, to be put beside `call_centres`: whoever runs a portfolio sees all of its centres,
 * anybody else those that they are a member of.
 */
export function callCentresInScope(sql: Queryable, scope: Scope, alias: 'record' | 'centre') {
  if (scope.role === 'admin') return sql`true`;
  const centre = sql(alias);
  const ofPortfolio = sql`${centre}.portfolio_id = ${scope.portfolioId}`;
  if (scope.role === 'user') return ofPortfolio;
  return sql`(${ofPortfolio} and exists (
    select from call_centre_members own
    where own.portfolio_id = ${centre}.portfolio_id and own.centre_id = ${centre}.id
      and own.account_id = ${scope.accountId} and own.archived_at is null))`;
}

/** Presets, to be put beside `call_centre_presets record`: those of the centres that a caller sees. */
export function callPresetsInScope(sql: Queryable, scope: Scope): Fragment {
  if (scope.role === 'admin') return sql`true`;
  const ofPortfolio = sql`record.portfolio_id = ${scope.portfolioId}`;
  if (scope.role === 'user') return ofPortfolio;
  return sql`(${ofPortfolio} and exists (
    select from call_centres centre
    where centre.portfolio_id = record.portfolio_id and centre.preset_id = record.id
      and ${callCentresInScope(sql, scope, 'centre')}))`;
}

/**
 * Invoices; to be put beside `invoices invoice`. One of a loan is seen by whoever sees the loan now,
 * any other by the manager and by who began it.
 */
export function invoicesInScope(sql: Queryable, scope: Scope): Fragment {
  const ofLoans = ofLoansInScope(sql, scope, 'invoice');
  if (scope.role === 'admin' || scope.role === 'user') return ofLoans;
  return sql`(${ofLoans} or (invoice.portfolio_id = ${scope.portfolioId}
    and invoice.loan_id is null and invoice.created_by = ${scope.accountId}))`;
}

/**
 * The audit trail; to be put beside `audit_events event`. A manager reads the portfolio's, a desk and
 * an agent what they did themselves and what was done to the loans they hold now.
 */
export function auditInScope(sql: Queryable, scope: Scope): Fragment {
  if (scope.role === 'admin') return sql`true`;
  const ofPortfolio = sql`event.portfolio_id = ${scope.portfolioId}`;
  if (scope.role === 'user') return ofPortfolio;
  return sql`(${ofPortfolio} and (event.actor_id = ${scope.accountId}
    or (event.subject = 'loan' and exists (
      select from loan_state state where state.portfolio_id = event.portfolio_id
        and state.loan_id = event.subject_id and ${inScope(sql, scope, 'state')}
    ))))`;
}

/**
 * What the working apps keep; to be put beside a table with `owner_id`, `is_shared` and
 * `portfolio_id`. An administrator has no portfolio: theirs are shared among administrators.
 */
export function ownOrShared(sql: Queryable, scope: Scope, alias: string): Fragment {
  const table = sql(alias);
  return sql`(${table}.owner_id = ${scope.accountId} or (${table}.is_shared
    and ${table}.portfolio_id is not distinct from ${portfolioIdOf(scope)}::uuid))`;
}

/**
 * What is somebody's alone, such as the mail they are party to; to be put beside a table with
 * `account_id`. No role widens it: an administrator reads nobody else's.
 */
export function heldBy(sql: Queryable, { accountId }: Scope, alias: string): Fragment {
  return sql`${sql(alias)}.account_id = ${accountId}`;
}

/** Teams that a caller may name to colleagues; to be put beside `teams team`. */
export function teamsOfColleagues(sql: Queryable, scope: Scope): Fragment {
  return scope.role === 'admin' ? sql`false` : sql`team.portfolio_id = ${scope.portfolioId}`;
}

/** The people that a caller shares with; to be put beside `accounts account`. */
export function colleaguesInScope(sql: Queryable, scope: Scope): Fragment {
  return sql`account.portfolio_id is not distinct from ${portfolioIdOf(scope)}::uuid`;
}

/**
 * Conversations; to be put beside `chats chat`. They are read by whoever is in them and by nobody
 * else: neither a manager nor an administrator looks into those of others.
 */
export function chatsInScope(sql: Queryable, scope: Scope): Fragment {
  return sql`(chat.portfolio_id is not distinct from ${portfolioIdOf(scope)}::uuid and exists (
    select from chat_members own
    where own.chat_id = chat.id and own.account_id = ${scope.accountId}))`;
}

/** Who may take it back to themselves or remove it: whoever made it, or runs what it is shared in. */
export function mayRuleRecord(scope: Scope, { ownerId }: { readonly ownerId: string }): boolean {
  return scope.accountId === ownerId || scope.role === 'admin' || scope.role === 'user';
}

const portfolioIdOf = (scope: Scope): string | null =>
  scope.role === 'admin' ? null : scope.portfolioId;

/** Whom word of a change reaches: see `announce-change.ts`, which writes it down. */
export type Reach = {
  readonly reach: 'holders' | 'accounts' | 'colleagues' | 'everyone';
  readonly portfolioId: string | null;
  readonly teamIds: readonly string[];
  readonly accountIds: readonly string[];
};

/** The same rule for changes as they happen: an agent hears of what it holds or has just lost. */
export function isReached(scope: Scope, change: Reach): boolean {
  if (change.accountIds.includes(scope.accountId) || change.reach === 'everyone') return true;
  if (change.reach === 'accounts') return false;
  if (change.reach === 'colleagues') return change.portfolioId === portfolioIdOf(scope);
  if (scope.role === 'admin') return true;
  if (change.portfolioId !== scope.portfolioId) return false;
  return scope.role === 'user' || (scope.role === 'team' && change.teamIds.includes(scope.teamId));
}
