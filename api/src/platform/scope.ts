import type { Role } from '@bursar/contracts/roles';
import type { Fragment } from './conditions.ts';
import type { Queryable } from './database.ts';

/** Whose rows a caller may reach. Made from the session alone, never from a request. */
export type Scope =
  | { readonly role: 'admin'; readonly accountId: string }
  | { readonly role: 'user'; readonly accountId: string; readonly portfolioId: string }
  | {
      readonly role: 'team';
      readonly accountId: string;
      readonly portfolioId: string;
      readonly teamId: string;
    }
  | { readonly role: 'agent'; readonly accountId: string; readonly portfolioId: string };

export type PortfolioScope = Exclude<Scope, { role: 'admin' }>;

export function scopeOf(account: {
  role: Role;
  id: string;
  portfolioId: string | null;
  teamId: string | null;
}): Scope {
  const { role, id: accountId, portfolioId, teamId } = account;
  if (role === 'admin') return { role, accountId };
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

/** Tables that name a row's portfolio, team and agent, by the alias that a query gives them. */
type ScopedAlias = 'state' | 'listed' | 'payment' | 'income';

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

/** Whom word of a change reaches: see `announce-change.ts`, which writes it down. */
export type Reach = {
  readonly reach: 'holders' | 'accounts' | 'everyone';
  readonly portfolioId: string | null;
  readonly teamIds: readonly string[];
  readonly accountIds: readonly string[];
};

/** The same rule for changes as they happen: an agent hears of what it holds or has just lost. */
export function isReached(scope: Scope, change: Reach): boolean {
  if (change.accountIds.includes(scope.accountId) || change.reach === 'everyone') return true;
  if (change.reach === 'accounts') return false;
  if (scope.role === 'admin') return true;
  if (change.portfolioId !== scope.portfolioId) return false;
  return scope.role === 'user' || (scope.role === 'team' && change.teamIds.includes(scope.teamId));
}
