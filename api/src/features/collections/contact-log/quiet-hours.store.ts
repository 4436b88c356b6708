import type { ContactChannel } from '@bursar/contracts/records/closed-channels';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListQuietHours, QuietHours } from '@bursar/contracts/access/quiet-hours';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { inPortfolios, runsPortfolio, type Scope } from '../../../platform/scope.ts';

type Portfolio = AnswerOf<ListQuietHours>['portfolios'][number];

/**
 * Lists the quiet hours of the caller's portfolio, or for an administrator of all portfolios but
 * those of demo data.
 */
export async function listQuietHours(sql: Queryable, scope: Scope): Promise<Portfolio[]> {
  const ofScope = inPortfolios(sql, scope, sql`id`);
  const rows = await sql<Portfolio[]>`
    select id, name, ${hours(sql)}, time_zone from portfolios where ${ofScope} order by name, id`;
  return rows.map((row) => ({ ...row }));
}

/**
 * Locks the quiet hours until the transaction ends. Returns null unless the user runs the
 * portfolio, whatever permissions were granted.
 */
export async function lockQuietHours(
  transaction: Transaction,
  { scope, portfolioId }: { scope: Scope; portfolioId: string },
): Promise<QuietHours | null> {
  if (!runsPortfolio(scope, portfolioId)) return null;
  const [row] = await transaction<QuietHours[]>`
    select ${hours(transaction)}, time_zone from portfolios where id = ${portfolioId}
    for no key update`;
  return row ? { ...row } : null;
}

export async function findQuietHours(sql: Queryable, portfolioId: string): Promise<QuietHours> {
  const [row] = await sql<QuietHours[]>`
    select ${hours(sql)}, time_zone from portfolios where id = ${portfolioId}`;
  if (!row) throw new Error(`portfolio ${portfolioId} is missing`);
  return { ...row };
}

export type ReachRules = QuietHours & { readonly withdrawnChannels: ContactChannel[] };

/** Finds the quiet hours and withdrawn consents that apply to a contact at a moment. */
export async function findReachRules(
  sql: Queryable,
  { portfolioId, borrowerId, at }: { portfolioId: string; borrowerId: string; at: string },
): Promise<ReachRules> {
  const [row] = await sql<ReachRules[]>`
    select ${hours(sql)}, time_zone,
      withdrawn_channels(id, ${borrowerId}, ${at}) as withdrawn_channels
    from portfolios where id = ${portfolioId}`;
  if (!row) throw new Error(`portfolio ${portfolioId} is missing`);
  return row;
}

type Contacted = { portfolioId: string; loanId: string; partyId: string | undefined };

/**
 * Finds the borrower contacted about a loan: the first borrower or, if a party is given, the
 * borrower who is that party.
 */
export async function findContacted(
  sql: Queryable,
  { portfolioId, loanId, partyId }: Contacted,
): Promise<string | null> {
  const [row] = await (partyId === undefined
    ? sql<{ borrowerId: string }[]>`
        select borrower_id from loans where portfolio_id = ${portfolioId} and id = ${loanId}`
    : sql<{ borrowerId: string }[]>`
        select borrower_id from loan_parties
        where portfolio_id = ${portfolioId} and loan_id = ${loanId} and id = ${partyId}
          and ended_at is null`);
  return row?.borrowerId ?? null;
}

function hours(sql: Queryable) {
  return sql`to_char(quiet_from, 'HH24:MI') as from, to_char(quiet_until, 'HH24:MI') as until`;
}
