import type { ReportPeriod } from '@bursar/contracts/collections/collection-reports.values';
import type { Language } from '@bursar/contracts/languages';
import type { Role } from '@bursar/contracts/roles';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { rolesHolding } from '../../../platform/role-grants.ts';
import { peopleInScope } from '../../../platform/scope.ts';
import type { FollowerScope } from '../work-queue/desk.store.ts';

export type Recipient = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly role: Role;
  readonly portfolioId: string;
  readonly teamId: string | null;
  readonly team: string | null;
  /** Null if the account does not receive the report. */
  readonly chosenAt: string | null;
};

/** Lists the active managers and team desks of a portfolio who may follow the agents' work. */
export async function listRecipients(sql: Queryable, portfolioId: string): Promise<Recipient[]> {
  const holding = await rolesHolding(sql, 'follow-work');
  const roles = holding.filter((role) => role === 'user' || role === 'team');
  return sql<Recipient[]>`
    select account.id, account.name, account.email, account.language, account.role,
      account.portfolio_id, account.team_id, team.name as team, chosen.set_at as chosen_at
    from accounts account
    left join teams team on team.portfolio_id = account.portfolio_id and team.id = account.team_id
    left join collection_report_recipients chosen
      on chosen.portfolio_id = account.portfolio_id and chosen.account_id = account.id
    where account.portfolio_id = ${portfolioId} and account.role = any(${roles}::text[])
      and account.status = 'active'
    order by account.role desc, lower(account.name), account.id`;
}

type Choice = {
  readonly portfolioId: string;
  readonly accountIds: readonly string[];
  readonly by: string;
  readonly at: string;
};

/** Replaces the recipients; those who were already chosen keep the time of their choice. */
export async function saveRecipients(
  transaction: Transaction,
  { portfolioId, accountIds, by, at }: Choice,
): Promise<void> {
  const ids = [...accountIds];
  await transaction`
    delete from collection_report_recipients
    where portfolio_id = ${portfolioId} and account_id <> all(${ids}::uuid[])`;
  await transaction`
    insert into collection_report_recipients (portfolio_id, account_id, set_by, set_at)
    select ${portfolioId}, id, ${by}, ${at} from unnest(${ids}::uuid[]) as chosen (id)
    on conflict do nothing`;
}

export type ReportPortfolio = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly timeZone: string;
};

type DuePortfolio = ReportPortfolio & {
  /** Today in the portfolio's time zone. */
  readonly today: string;
  /** Null before the first close. */
  readonly lastClosedDay: string | null;
};

/** Lists the portfolios with report recipients. */
export function listReportPortfolios(sql: Queryable, now: string) {
  return sql<DuePortfolio[]>`
    select portfolio.id, portfolio.name, portfolio.currency, portfolio.time_zone,
      (${now}::timestamptz at time zone portfolio.time_zone)::date as today,
      (select max(run.day) from end_of_day_runs run
        where run.portfolio_id = portfolio.id and run.ended_at is not null) as last_closed_day
    from portfolios portfolio
    where portfolio.removed_at is null and exists (
      select from collection_report_recipients chosen where chosen.portfolio_id = portfolio.id)
    order by portfolio.id`;
}

type ReportKey = {
  readonly portfolioId: string;
  readonly period: ReportPeriod;
  readonly dueOn: string;
};

export async function wasMailed(sql: Queryable, { portfolioId, period, dueOn }: ReportKey) {
  const rows = await sql`
    select from collection_reports
    where portfolio_id = ${portfolioId} and period = ${period} and due_on = ${dueOn}`;
  return rows.length > 0;
}

/** Claims a report to mail it; returns false if it was claimed already. */
export async function claimReport(
  transaction: Transaction,
  { portfolioId, period, dueOn, recipients, at }: ReportKey & { recipients: number; at: string },
): Promise<boolean> {
  const rows = await transaction`
    insert into collection_reports (portfolio_id, period, due_on, recipients, made_at)
    values (${portfolioId}, ${period}, ${dueOn}, ${recipients}, ${at})
    on conflict do nothing returning due_on`;
  return rows.length > 0;
}

export type AgentWork = {
  readonly agentId: string;
  readonly name: string;
  readonly team: string | null;
  readonly isSuspended: boolean;
  readonly contacts: number;
  readonly promises: number;
  readonly kept: number;
  readonly broken: number;
};

type Range = {
  readonly scope: FollowerScope;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
};

/** Counts each agent's contacts, promises made, kept and broken in a range of days. */
export function listAgentWork(sql: Queryable, { scope, from, to, timeZone }: Range) {
  return sql<AgentWork[]>`
    with contacted as (
      select contact.logged_by, count(*) as contacts
      from contact_attempts contact
      where contact.portfolio_id = ${scope.portfolioId}
        and contact.contacted_at >= ${from}::timestamp at time zone ${timeZone}
        and contact.contacted_at < (${to}::date + 1)::timestamp at time zone ${timeZone}
      group by contact.logged_by
    ), promised as (
      select promise.made_by,
        count(distinct promise.agreement_id)
          filter (where promise.made_on between ${from} and ${to}) as promises,
        count(*) filter (where promise.state = 'kept'
          and promise.promised_on between ${from} and ${to}) as kept,
        count(*) filter (where promise.state in ('broken', 'partly-kept')
          and promise.promised_on between ${from} and ${to}) as broken
      from promises promise
      where promise.portfolio_id = ${scope.portfolioId}
        and (promise.made_on between ${from} and ${to} or promise.promised_on between ${from} and ${to})
      group by promise.made_by
    )
    select account.id as agent_id, account.name, team.name as team,
      account.status = 'suspended' as is_suspended,
      coalesce(contacted.contacts, 0) as contacts, coalesce(promised.promises, 0) as promises,
      coalesce(promised.kept, 0) as kept, coalesce(promised.broken, 0) as broken
    from accounts account
    left join teams team on team.portfolio_id = account.portfolio_id and team.id = account.team_id
    left join contacted on contacted.logged_by = account.id
    left join promised on promised.made_by = account.id
    where ${peopleInScope(sql, scope)} and account.role = 'agent'
    order by lower(account.name), account.id`;
}
