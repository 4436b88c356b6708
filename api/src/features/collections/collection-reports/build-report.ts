import type { ReportPeriod } from '@bursar/contracts/collections/collection-reports.values';
import type { Queryable } from '../../../platform/database.ts';
import { listTargets } from '../collection-targets/collection-targets.store.ts';
import { sumCollected } from '../work-queue/agent-months.store.ts';
import { listOverdue, type FollowerScope } from '../work-queue/desk.store.ts';
import { listAgentWork, type AgentWork, type ReportPortfolio } from './collection-reports.store.ts';
import type { ReportRange } from './report-period.ts';
import type { PrintFormat } from '@bursar/contracts/print-format.values';
import { readPrintFormat } from '../../access/portfolios/print-format.store.ts';

export type ReportRow = AgentWork & {
  /** Number of overdue loans on the day of the report. */
  readonly overdue: number;
  readonly overdueMinor: number;
  readonly collectedMinor: number;
  /** The target of the month in which the period ends; null if none is set. */
  readonly targetMinor: number | null;
};

export type CollectionReport = {
  readonly portfolio: ReportPortfolio;
  readonly period: ReportPeriod;
  readonly range: ReportRange;
  /** The name of the team in a desk's report; null in a report on all teams. */
  readonly team: string | null;
  readonly printFormat: PrintFormat;
  readonly rows: readonly ReportRow[];
};

type Asked = Omit<CollectionReport, 'rows' | 'printFormat'> & {
  /** The scope of the report's reader, which limits the rows. */
  readonly scope: FollowerScope;
  readonly businessDate: string;
};

/** Reads the work of the agents in scope; nothing beyond the reader's scope is in the report. */
export async function buildReport(
  sql: Queryable,
  { scope, businessDate, ...report }: Asked,
): Promise<CollectionReport> {
  const { portfolio, range } = report;
  const { from, to } = range;
  const [printFormat, work, collected, overdue, targets] = await Promise.all([
    readPrintFormat(sql, portfolio.id),
    listAgentWork(sql, { scope, from, to, timeZone: portfolio.timeZone }),
    sumCollected(sql, { scope, from, to }),
    listOverdue(sql, { scope, businessDate }),
    listTargets(sql, { portfolioId: portfolio.id, month: to.slice(0, 7) }),
  ]);
  const collectedBy = new Map(collected.map((sum) => [sum.agentId, sum.collectedMinor]));
  const overdueOf = new Map(overdue.map((sum) => [sum.agentId, sum]));
  const targetOf = new Map(targets.map((target) => [target.agentId, target.targetMinor]));
  const rows = work.map((agent) => ({
    ...agent,
    overdue: overdueOf.get(agent.agentId)?.overdue ?? 0,
    overdueMinor: overdueOf.get(agent.agentId)?.overdueMinor ?? 0,
    collectedMinor: collectedBy.get(agent.agentId) ?? 0,
    targetMinor: targetOf.get(agent.agentId) ?? null,
  }));
  return { ...report, printFormat, rows: rows.filter(isShown) };
}

/**
 * Returns whether the report shows an agent's row. A suspended agent without any figure is left
 * out; one with figures is shown, because the totals include them.
 */
function isShown({ isSuspended, ...row }: ReportRow): boolean {
  const { overdue, contacts, promises, kept, broken, collectedMinor } = row;
  const figures = [overdue, contacts, promises, kept, broken, collectedMinor];
  return !isSuspended || figures.some((figure) => figure !== 0);
}
