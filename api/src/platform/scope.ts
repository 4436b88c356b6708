import type { Role } from '@bursar/contracts/roles';
import type { Fragment } from './conditions.ts';
import type { Queryable } from './database.ts';

/** The rows that a caller can reach. Built from the session alone, never from a request. */
export type Scope =
  | {
      readonly role: 'admin';
      readonly accountId: string;
      /** The moment of the call, because each portfolio has its own business date. */
      readonly now: string;
      /** The portfolios of demo data, which only their own accounts see: docs/decisions/0092. */
      readonly demoPortfolioIds: readonly string[];
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

type ScopedAccount = {
  readonly role: Role;
  readonly id: string;
  readonly portfolioId: string | null;
  readonly teamId: string | null;
  /** Null except for administrators. */
  readonly demoPortfolioIds: readonly string[] | null;
};

export function scopeOf(account: ScopedAccount, now: Date): Scope {
  const { role, id: accountId, portfolioId, teamId, demoPortfolioIds } = account;
  if (role === 'admin') {
    if (!demoPortfolioIds) throw new Error(`the demo portfolios are unknown to admin ${accountId}`);
    return { role, accountId, now: now.toISOString(), demoPortfolioIds };
  }
  if (portfolioId === null) throw new Error(`account ${accountId} has no portfolio`);
  if (role === 'user' || role === 'agent') return { role, accountId, portfolioId };
  if (teamId === null) throw new Error(`team desk ${accountId} has no team`);
  return { role, accountId, portfolioId, teamId };
}

/** Returns the team or agent that holds the loans in scope; null for whole portfolios. */
export function holderOf(scope: Scope): string | null {
  if (scope.role === 'team') return scope.teamId;
  return scope.role === 'agent' ? scope.accountId : null;
}

/**
 * Condition on the portfolio of a row: the caller's own, or for an administrator all but those of
 * demo data. Administrators also reach rows without a portfolio, such as their own accounts.
 */
export function inPortfolios(sql: Queryable, scope: Scope, portfolioId: Fragment): Fragment {
  if (scope.role !== 'admin') return sql`${portfolioId} = ${scope.portfolioId}`;
  const { demoPortfolioIds } = scope;
  // Without demo data the condition is constant, so that plans depend on the data alone.
  if (demoPortfolioIds.length === 0) return sql`true`;
  return sql`((${portfolioId} = any(${[...demoPortfolioIds]}::uuid[])) is not true)`;
}

/**
 * The one predicate of row scope, which lists, counts, sums, charts, exports and single reads all
 * apply. `alias` is that of a table that names a row's portfolio, team and agent.
 */
export function inScope(sql: Queryable, scope: Scope, alias: ScopedAlias) {
  const table = sql(alias);
  switch (scope.role) {
    case 'admin':
    case 'user':
      return inPortfolios(sql, scope, sql`${table}.portfolio_id`);
    case 'team':
      return sql`(${table}.portfolio_id = ${scope.portfolioId} and ${table}.team_id = ${scope.teamId})`;
    case 'agent':
      return sql`(${table}.portfolio_id = ${scope.portfolioId} and ${table}.agent_id = ${scope.accountId})`;
  }
}

/**
 * Applies `inScope` to tables that name only the portfolio and loan of a row, such as the ledger: a
 * row is visible to every user who can see its loan now.
 */
export function ofLoansInScope(sql: Queryable, scope: Scope, alias: string): Fragment {
  const table = sql(alias);
  const ofPortfolio = inPortfolios(sql, scope, sql`${table}.portfolio_id`);
  if (scope.role === 'admin' || scope.role === 'user') return ofPortfolio;
  return sql`(${ofPortfolio} and ${table}.loan_id in (
    select state.loan_id from loan_state state where ${inScope(sql, scope, 'state')}))`;
}

/**
 * Reads the first rows in an index's order. Each index starts with the portfolio, so an
 * administrator gets the first rows of each portfolio, which the caller must sort and limit again.
 */
export function inEachPortfolio(
  sql: Queryable,
  scope: Scope,
  firstRows: (portfolioId: Fragment) => Fragment,
): Fragment {
  if (scope.role !== 'admin') return firstRows(sql`${scope.portfolioId}`);
  return sql`
    select first.* from portfolios portfolio
    cross join lateral (${firstRows(sql`portfolio.id`)}) first
    where ${portfoliosInScope(sql, scope)}`;
}

/** The caller's scope and business date, which decide what "today" means. */
export type Viewer = { readonly scope: Scope; readonly businessDate: string };

/**
 * Returns today's date in the row's portfolio, so that days past due are the same for every viewer.
 * An administrator's own date is in UTC, at most a day from any portfolio's date.
 */
export function todayOf(
  sql: Queryable,
  { scope, businessDate }: Viewer,
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

/**
 * Returns today's date in the `portfolio` whose first rows `inEachPortfolio` reads. It is one value
 * for all rows of a portfolio, so that an index can compare it.
 */
export function todayOfEach(sql: Queryable, { scope, businessDate }: Viewer): Fragment {
  if (scope.role !== 'admin') return sql`${businessDate}::date`;
  return dayAt(sql, scope.now, sql`portfolio.time_zone`);
}

/**
 * Returns the earliest and the latest day that can be today in a portfolio in scope, as bounds for
 * an index.
 */
export function todaysOf(sql: Queryable, { scope, businessDate }: Viewer) {
  const day = sql`${businessDate}::date`;
  if (scope.role !== 'admin') return { first: day, last: day };
  return { first: sql`(${day} - 1)`, last: sql`(${day} + 1)` };
}

/** Returns an instant's day in a time zone; either argument may be a value or a column. */
export function dayAt(sql: Queryable, instant: string | Fragment, timeZone: string | Fragment) {
  return sql`(${instant}::timestamptz at time zone ${timeZone})::date`;
}

/** Aliases of the tables that name a row's portfolio, team and agent. */
type ScopedAlias = 'state' | 'listed' | 'payment' | 'income';

/**
 * Condition on `borrowers borrower`. A manager reaches all borrowers of the portfolio except those
 * who were withdrawn with an import; desks and agents reach the borrowers and active parties of loans
 * they hold, including through merged records. Each `exists` allows an index look-up for one borrower
 * and one hash for a list.
 */
export function borrowersInScope(sql: Queryable, scope: Scope): Fragment {
  const ofPortfolio = inPortfolios(sql, scope, sql`borrower.portfolio_id`);
  if (scope.role === 'admin' || scope.role === 'user') {
    return sql`(${ofPortfolio} and borrower.withdrawn_at is null)`;
  }
  const person = sql`coalesce(borrower.merged_into, borrower.id)`;
  return sql`(${ofPortfolio}
    and (${borrowsInScope(sql, scope, person)} or ${isPartyInScope(sql, scope, person)}))`;
}

/**
 * Returns the conditions that `borrowersInScope` joins with `or`, for records that are not merged.
 * Each of them can be joined in the cheapest order, which matters for a team with many loans. For
 * other roles, it returns the whole condition: an agent has so few loans that hashing them is
 * faster.
 */
export function waysToBorrowers(sql: Queryable, scope: Scope): readonly Fragment[] {
  if (scope.role !== 'team') return [borrowersInScope(sql, scope)];
  const ofPortfolio = inPortfolios(sql, scope, sql`borrower.portfolio_id`);
  return [borrowsInScope, isPartyInScope].map(
    (way) => sql`(${ofPortfolio} and ${way(sql, scope, sql`borrower.id`)})`,
  );
}

/** Selects the ids of the loans on which the person is the first borrower or an active party. */
export function loansOfPerson(
  sql: Queryable,
  { portfolioId, personId }: { readonly portfolioId: Fragment; readonly personId: Fragment },
): Fragment {
  return sql`
    select loan.id from loans loan
    where loan.portfolio_id = ${portfolioId} and loan.borrower_id = ${personId}
    union all
    select party.loan_id from loan_parties party
    where party.portfolio_id = ${portfolioId} and party.borrower_id = ${personId}
      and party.ended_at is null`;
}

function borrowsInScope(sql: Queryable, scope: Scope, person: Fragment): Fragment {
  return sql`exists (
    select from loans loan
    join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
    where loan.portfolio_id = borrower.portfolio_id and loan.borrower_id = ${person}
      and ${inScope(sql, scope, 'state')})`;
}

function isPartyInScope(sql: Queryable, scope: Scope, person: Fragment): Fragment {
  return sql`exists (
    select from loan_parties party
    join loan_state state
      on state.portfolio_id = party.portfolio_id and state.loan_id = party.loan_id
    where party.portfolio_id = borrower.portfolio_id and party.borrower_id = ${person}
      and party.ended_at is null and ${inScope(sql, scope, 'state')})`;
}

/**
 * Condition on `loan_applications application`. A manager reaches all of the portfolio; desks and
 * agents reach those they submitted and those of borrowers in their scope.
 */
export function applicationsInScope(sql: Queryable, scope: Scope): Fragment {
  const ofPortfolio = inPortfolios(sql, scope, sql`application.portfolio_id`);
  if (scope.role === 'admin' || scope.role === 'user') return ofPortfolio;
  return sql`(${ofPortfolio} and (application.submitted_by = ${scope.accountId} or exists (
    select from borrowers borrower
    where borrower.portfolio_id = application.portfolio_id
      and borrower.id = application.borrower_id and ${borrowersInScope(sql, scope)})))`;
}

/**
 * A condition on `accounts account`: administrators and managers see all accounts of their
 * portfolios, a desk those of its team, and an agent only their own.
 */
export function peopleInScope(sql: Queryable, scope: Scope) {
  switch (scope.role) {
    case 'admin':
    case 'user':
      return inPortfolios(sql, scope, sql`account.portfolio_id`);
    case 'team':
      return sql`(account.portfolio_id = ${scope.portfolioId} and account.team_id = ${scope.teamId})`;
    case 'agent':
      return sql`account.id = ${scope.accountId}`;
  }
}

/**
 * Returns whether the caller reaches installation-wide data, such as role permissions and the audit
 * chain: only administrators do. A permission granted to another role does not widen its scope.
 */
export function reachesInstallation(scope: Scope): boolean {
  return scope.role === 'admin';
}

/**
 * Returns whether the caller may change a portfolio's rules. Its manager may, and an administrator
 * may unless it is a portfolio of demo data.
 */
export function runsPortfolio(scope: Scope, portfolioId: string): boolean {
  if (scope.role === 'admin') return !scope.demoPortfolioIds.includes(portfolioId);
  return scope.role === 'user' && scope.portfolioId === portfolioId;
}

/** Condition on `portfolios portfolio`. */
export function portfoliosInScope(sql: Queryable, scope: Scope): Fragment {
  return inPortfolios(sql, scope, sql`portfolio.id`);
}

/**
 * Condition on call centres: administrators and managers see all centres in scope, others only
 * those they are members of.
 */
export function callCentresInScope(sql: Queryable, scope: Scope, alias: 'record' | 'centre') {
  const centre = sql(alias);
  const ofPortfolio = inPortfolios(sql, scope, sql`${centre}.portfolio_id`);
  if (scope.role === 'admin' || scope.role === 'user') return ofPortfolio;
  return sql`(${ofPortfolio} and exists (
    select from call_centre_members own
    where own.portfolio_id = ${centre}.portfolio_id and own.centre_id = ${centre}.id
      and own.account_id = ${scope.accountId} and own.archived_at is null))`;
}

/** Condition on `call_centre_presets record`: the presets of centres in the caller's scope. */
export function callPresetsInScope(sql: Queryable, scope: Scope): Fragment {
  const ofPortfolio = inPortfolios(sql, scope, sql`record.portfolio_id`);
  if (scope.role === 'admin' || scope.role === 'user') return ofPortfolio;
  return sql`(${ofPortfolio} and exists (
    select from call_centres centre
    where centre.portfolio_id = record.portfolio_id and centre.preset_id = record.id
      and ${callCentresInScope(sql, scope, 'centre')}))`;
}

/**
 * Condition on `invoices invoice`. An invoice of a loan is visible to everyone who can see the loan
 * now, any other to the manager and to its creator.
 */
export function invoicesInScope(sql: Queryable, scope: Scope): Fragment {
  const ofLoans = ofLoansInScope(sql, scope, 'invoice');
  if (scope.role === 'admin' || scope.role === 'user') return ofLoans;
  return sql`(${ofLoans} or (invoice.portfolio_id = ${scope.portfolioId}
    and invoice.loan_id is null and invoice.created_by = ${scope.accountId}))`;
}

/**
 * Condition on `audit_events event`. A manager reads the whole portfolio's events; desks and agents
 * read their own actions and the events of loans that they hold now.
 */
export function auditInScope(sql: Queryable, scope: Scope): Fragment {
  const ofPortfolio = inPortfolios(sql, scope, sql`event.portfolio_id`);
  if (scope.role === 'admin' || scope.role === 'user') return ofPortfolio;
  return sql`(${ofPortfolio} and (event.actor_id = ${scope.accountId}
    or (event.subject = 'loan' and exists (
      select from loan_state state where state.portfolio_id = event.portfolio_id
        and state.loan_id = event.subject_id and ${inScope(sql, scope, 'state')}
    ))))`;
}

/**
 * Condition on a table of the office apps with `owner_id`, `is_shared` and `portfolio_id`.
 * Administrators have no portfolio, so they share records among themselves.
 */
export function ownOrShared(sql: Queryable, scope: Scope, alias: string): Fragment {
  const table = sql(alias);
  return sql`(${table}.owner_id = ${scope.accountId} or (${table}.is_shared
    and ${table}.portfolio_id is not distinct from ${portfolioIdOf(scope)}::uuid))`;
}

/**
 * Condition on a table with `account_id` whose rows are private, such as staff mail. No role widens
 * it: administrators cannot read other people's rows either.
 */
export function heldBy(sql: Queryable, { accountId }: Scope, alias: string): Fragment {
  return sql`${sql(alias)}.account_id = ${accountId}`;
}

/** Condition on `teams team`: the teams that the caller can see when choosing colleagues. */
export function teamsOfColleagues(sql: Queryable, scope: Scope): Fragment {
  return scope.role === 'admin' ? sql`false` : sql`team.portfolio_id = ${scope.portfolioId}`;
}

/** Condition on `accounts account`: the people that a caller can share with. */
export function colleaguesInScope(sql: Queryable, scope: Scope): Fragment {
  return sql`account.portfolio_id is not distinct from ${portfolioIdOf(scope)}::uuid`;
}

/**
 * Condition on `chats chat`. Only members read a conversation; managers and administrators cannot
 * read those of others.
 */
export function chatsInScope(sql: Queryable, scope: Scope): Fragment {
  return sql`(chat.portfolio_id is not distinct from ${portfolioIdOf(scope)}::uuid and exists (
    select from chat_members own
    where own.chat_id = chat.id and own.account_id = ${scope.accountId}))`;
}

/**
 * Returns whether the caller may unshare or remove a record: its owner, a manager or an
 * administrator.
 */
export function mayRuleRecord(scope: Scope, { ownerId }: { readonly ownerId: string }): boolean {
  return scope.accountId === ownerId || scope.role === 'admin' || scope.role === 'user';
}

const portfolioIdOf = (scope: Scope): string | null =>
  scope.role === 'admin' ? null : scope.portfolioId;

/** The readers to whom a change is sent, as `announce-change.ts` stores them. */
export type Reach = {
  readonly reach: 'holders' | 'accounts' | 'colleagues' | 'everyone';
  readonly portfolioId: string | null;
  readonly teamIds: readonly string[];
  readonly accountIds: readonly string[];
};

/**
 * Returns whether a live update reaches the caller. A change for holders follows the rule of
 * `inScope`, but reaches an agent only if it names their account, for example because they hold or
 * have just lost the loan.
 */
export function isReached(scope: Scope, change: Reach): boolean {
  if (change.accountIds.includes(scope.accountId) || change.reach === 'everyone') return true;
  if (change.reach === 'accounts') return false;
  if (change.reach === 'colleagues') return change.portfolioId === portfolioIdOf(scope);
  if (scope.role === 'admin') {
    return change.portfolioId === null || !scope.demoPortfolioIds.includes(change.portfolioId);
  }
  if (change.portfolioId !== scope.portfolioId) return false;
  return scope.role === 'user' || (scope.role === 'team' && change.teamIds.includes(scope.teamId));
}
