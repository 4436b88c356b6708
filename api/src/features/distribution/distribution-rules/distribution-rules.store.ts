import type { DistributionRule } from '@bursar/contracts/distribution/distribution-rules';
import type { Language } from '@bursar/contracts/languages';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { bucketCase, isActiveIn } from '../../servicing/loan-account/arrears.ts';
import type { LoanToDistribute, Receiver } from './plan-by-rules.ts';

export async function listRules(
  sql: Queryable,
  portfolioId: string,
): Promise<readonly DistributionRule[]> {
  const rows = await sql<DistributionRule[]>`
    select name, buckets, min_outstanding_minor, max_outstanding_minor, language, team_id, skill,
      speaks_language, keeps_agent, takes_held
    from distribution_rules where portfolio_id = ${portfolioId} order by position`;
  return rows.map((row) => ({ ...row }));
}

export type Settings = { readonly runsDaily: boolean; readonly version: number };

/** Returns the settings; a portfolio that never had rules has version 0. */
export async function findSettings(sql: Queryable, portfolioId: string): Promise<Settings> {
  const [row] = await sql<Settings[]>`
    select runs_daily, version from distribution_settings where portfolio_id = ${portfolioId}`;
  return row ? { ...row } : { runsDaily: false, version: 0 };
}

/** Locks the rules of a portfolio until the transaction ends, even if it has none. */
export async function lockRules(transaction: Transaction, portfolioId: string): Promise<Settings> {
  await transaction`select from portfolios where id = ${portfolioId} for no key update`;
  return findSettings(transaction, portfolioId);
}

type NewRules = {
  readonly portfolioId: string;
  readonly rules: readonly DistributionRule[];
  readonly runsDaily: boolean;
  readonly by: string;
  readonly now: Date;
};

export async function replaceRules(
  transaction: Transaction,
  { portfolioId, rules, runsDaily, by, now }: NewRules,
): Promise<void> {
  await transaction`delete from distribution_rules where portfolio_id = ${portfolioId}`;
  for (const [index, rule] of rules.entries()) {
    await transaction`
      insert into distribution_rules (portfolio_id, position, name, buckets, min_outstanding_minor,
        max_outstanding_minor, language, team_id, skill, speaks_language, keeps_agent, takes_held)
      values (${portfolioId}, ${index + 1}, ${rule.name}, ${rule.buckets},
        ${rule.minOutstandingMinor}, ${rule.maxOutstandingMinor}, ${rule.language}, ${rule.teamId},
        ${rule.skill}, ${rule.speaksLanguage}, ${rule.keepsAgent}, ${rule.takesHeld})`;
  }
  await transaction`
    insert into distribution_settings (portfolio_id, runs_daily, version, changed_by, changed_at)
    values (${portfolioId}, ${runsDaily}, 1, ${by}, ${now.toISOString()})
    on conflict (portfolio_id) do update set runs_daily = excluded.runs_daily,
      version = distribution_settings.version + 1, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at`;
}

export type AgentSkills = {
  readonly agentId: string;
  readonly name: string;
  readonly teamId: string | null;
  readonly languages: Language[];
  readonly skills: string[];
};

/**
 * Lists the agents that are not suspended. An agent without set languages is assumed to speak the
 * account's language.
 */
export async function listAgentSkills(sql: Queryable, portfolioId: string): Promise<AgentSkills[]> {
  const rows = await sql<AgentSkills[]>`
    select account.id as agent_id, account.name, account.team_id,
      coalesce(skilled.languages, array[account.language]) as languages,
      coalesce(skilled.skills, '{}') as skills
    from accounts account
    left join agent_skills skilled on skilled.portfolio_id = account.portfolio_id
      and skilled.agent_id = account.id
    where account.portfolio_id = ${portfolioId} and account.role = 'agent'
      and account.status <> 'suspended'
    order by lower(account.name), account.id`;
  return rows.map((row) => ({ ...row }));
}

type NewSkills = {
  readonly portfolioId: string;
  readonly agentId: string;
  readonly languages: readonly Language[];
  readonly skills: readonly string[];
  readonly by: string;
  readonly now: Date;
};

export async function saveAgentSkills(
  transaction: Transaction,
  { portfolioId, agentId, languages, skills, by, now }: NewSkills,
): Promise<void> {
  await transaction`
    insert into agent_skills (portfolio_id, agent_id, languages, skills, changed_by, changed_at)
    values (${portfolioId}, ${agentId}, ${[...languages]}, ${[...skills]}, ${by},
      ${now.toISOString()})
    on conflict (portfolio_id, agent_id) do update set languages = excluded.languages,
      skills = excluded.skills, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at`;
}

type Today = { readonly portfolioId: string; readonly businessDate: string };

/** Lists the agents who can receive loans: active, in a team, and not away today. */
export async function listReceivers(
  sql: Queryable,
  { portfolioId, businessDate }: Today,
): Promise<readonly Receiver[]> {
  const rows = await sql<(Omit<Receiver, 'load'> & { loans: number; outstandingMinor: number })[]>`
    select account.id, account.team_id,
      coalesce(skilled.languages, array[account.language]) as languages,
      coalesce(skilled.skills, '{}') as skills,
      coalesce(sum(total.loans) filter (where ${isActiveIn(sql, 'total')}), 0)::bigint as loans,
      coalesce(sum(total.outstanding_principal_minor), 0)::bigint as outstanding_minor
    from accounts account
    left join agent_skills skilled on skilled.portfolio_id = account.portfolio_id
      and skilled.agent_id = account.id
    left join loan_totals total on total.portfolio_id = account.portfolio_id
      and total.agent_id = account.id
    where account.portfolio_id = ${portfolioId} and account.role = 'agent'
      and account.status = 'active' and account.team_id is not null
      and not exists (select from absence_covers cover
        where cover.portfolio_id = account.portfolio_id and cover.from_agent_id = account.id
          and cover.ended_at is null and ${businessDate} between cover.from_on and cover.until_on)
    group by account.id, skilled.languages, skilled.skills
    order by account.id`;
  return rows.map(({ loans, outstandingMinor, ...agent }) => ({
    ...agent,
    load: { loans, outstandingMinor },
  }));
}

/** Lists the active loans; without `withHeld` only those that no agent holds. */
export function listLoansToDistribute(
  sql: Queryable,
  { portfolioId, businessDate, withHeld }: Today & { readonly withHeld: boolean },
): Promise<LoanToDistribute[]> {
  const late = sql`${businessDate}::date - state.oldest_unpaid_due_on`;
  return sql<LoanToDistribute[]>`
    select state.loan_id, loan.borrower_id, true as is_picked, true as is_active,
      state.outstanding_principal_minor as outstanding_minor, state.team_id, state.agent_id,
      ${bucketCase(sql, late)} as bucket, borrower.language
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    where state.portfolio_id = ${portfolioId} and ${isActiveIn(sql, 'state')}
      ${withHeld ? sql`` : sql`and state.agent_id is null`}
    order by state.loan_id`;
}

/** Maps each borrower to the agent who holds the most of the borrower's active loans. */
export async function mapAgentsOfBorrowers(
  sql: Queryable,
  portfolioId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ borrowerId: string; agentId: string }[]>`
    select distinct on (held.borrower_id) held.borrower_id, held.agent_id
    from (
      select loan.borrower_id, state.agent_id, count(*) as loans
      from loan_state state
      join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      where state.portfolio_id = ${portfolioId} and state.agent_id is not null
        and ${isActiveIn(sql, 'state')}
      group by loan.borrower_id, state.agent_id
    ) held
    order by held.borrower_id, held.loans desc, held.agent_id`;
  return new Map(rows.map(({ borrowerId, agentId }) => [borrowerId, agentId]));
}

export type DueRun = {
  readonly portfolioId: string;
  readonly portfolioName: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly businessDate: string;
  readonly changedBy: string;
};

/** Lists the portfolios whose rules run daily and have not run today, once yesterday is closed. */
export function listDueRuns(sql: Queryable, now: string): Promise<DueRun[]> {
  return sql<DueRun[]>`
    select portfolio.id as portfolio_id, portfolio.name as portfolio_name, portfolio.currency,
      portfolio.time_zone, today.day as business_date, settings.changed_by
    from distribution_settings settings
    join portfolios portfolio on portfolio.id = settings.portfolio_id
    cross join lateral (
      select (${now}::timestamptz at time zone portfolio.time_zone)::date as day
    ) today
    where portfolio.removed_at is null and settings.runs_daily
      and settings.last_run_on is distinct from today.day
      and exists (select from end_of_day_runs run where run.portfolio_id = portfolio.id
        and run.day = today.day - 1 and run.ended_at is not null)
    order by portfolio.id`;
}

/**
 * Claims today's run; returns false if another process has claimed it or the rules no longer run
 * daily.
 */
export async function claimRun(
  transaction: Transaction,
  { portfolioId, businessDate }: Today,
): Promise<boolean> {
  const rows = await transaction`
    update distribution_settings set last_run_on = ${businessDate}
    where portfolio_id = ${portfolioId} and runs_daily
      and last_run_on is distinct from ${businessDate}::date
    returning portfolio_id`;
  return rows.length > 0;
}
