import { approvalRuleOf } from '@bursar/contracts/access/approvals';
import type { PromiseView } from '@bursar/contracts/collections/due-promises.values';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ListDuePromises } from '@bursar/contracts/collections/due-promises';
import type { ReadTeamDesk } from '@bursar/contracts/collections/work-queue';
import { replicaReads, type Database, type Queryable } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Session } from '../../../platform/session.ts';
import { findBusinessCalendar } from '../../servicing/business-calendar/business-calendar.store.ts';
import { findRule } from '../../access/approvals/approval-rules.store.ts';
import { isAbove } from '../../access/approvals/four-eyes.ts';
import { NEGLECTED_DAYS } from '../../servicing/loan-account/arrears.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { listAgentActivity } from './agent-activity.store.ts';
import { readAgentMonths } from './agent-months.store.ts';
import { judgeActivity } from './judge-activity.ts';
import { findWorkingHours } from './working-hours.store.ts';
import {
  listDesk,
  listDuePromises,
  listOverdue,
  sumDuePromises,
  type DeskRow,
  type FollowerScope,
} from './desk.store.ts';

/**
 * Lists the agents in scope with their load and today's work. Those with the most neglected loans
 * come first, then those with the most overdue ones.
 */
export async function readTeamDesk(
  database: Database,
  { scope, businessDate, portfolio }: Session,
  now: Date,
): Promise<Outcome<AnswerOf<ReadTeamDesk>, 'not_found'>> {
  if (!isFollower(scope) || !portfolio) return refuse('not_found');
  const { timeZone, currency } = portfolio;
  const sql = replicaReads(database);
  const [rows, overdue, activityOf, monthOf, rule] = await Promise.all([
    listDesk(sql, { scope, businessDate, timeZone }),
    listOverdue(sql, { scope, businessDate }),
    readActivity(sql, { scope, businessDate, timeZone, now }),
    readAgentMonths(sql, { scope, businessDate }),
    findRule(database, {
      portfolioId: portfolio.id,
      kind: approvalRuleOf['make-handover'],
    }),
  ]);
  const overdueOf = new Map(overdue.map(({ agentId, ...sums }) => [agentId, sums]));
  const agents = rows.map((row) => ({
    ...toAgent(row),
    ...(overdueOf.get(row.id) ?? nothingOverdue),
    ...activityOf(row),
    ...monthOf(row.id),
    absenceCoverNeedsApproval: isAbove(rule, row.loans),
  }));
  return succeed({
    businessDate,
    currency,
    neglectedDays: NEGLECTED_DAYS,
    agents: agents.toSorted(
      (one, other) => other.neglected - one.neglected || other.overdue - one.overdue,
    ),
  });
}

type ActivityViewer = {
  readonly scope: FollowerScope;
  readonly businessDate: string;
  readonly timeZone: string;
  readonly now: Date;
};

/** Reads when each agent acted; an agent on leave is neither idle nor late. */
async function readActivity(sql: Queryable, { scope, now, ...viewer }: ActivityViewer) {
  const { portfolioId } = scope;
  const [rows, hours, calendar] = await Promise.all([
    listAgentActivity(sql, { scope, ...viewer }),
    findWorkingHours(sql, portfolioId),
    findBusinessCalendar(sql, { portfolioId, at: null }),
  ]);
  const byAgent = new Map(rows.map(({ agentId, ...activity }) => [agentId, activity]));
  return ({ id, absenceCoverBegun }: DeskRow) => {
    const activity = byAgent.get(id) ?? { lastActivityAt: null, startedAt: null };
    const judged = judgeActivity(activity, { hours, calendar, now });
    return {
      ...activity,
      isIdle: judged.isIdle && !absenceCoverBegun,
      isLateStart: judged.isLateStart && !absenceCoverBegun,
    };
  };
}

type PromisesAsked = InputOf<ListDuePromises>['query'] & {
  readonly due: PromiseView;
  readonly limit: number;
};

export async function readDuePromises(
  database: Database,
  { agentId, due: view, ...page }: PromisesAsked,
  { scope, businessDate, portfolio }: Session,
): Promise<Outcome<AnswerOf<ListDuePromises>, 'not_found'>> {
  if (!isFollower(scope) || !portfolio) return refuse('not_found');
  const viewer = { scope, businessDate, agentId };
  const sql = replicaReads(database);
  const [sums, promises] = await Promise.all([
    sumDuePromises(sql, viewer),
    listDuePromises(sql, { ...viewer, page: { ...page, view } }),
  ]);
  const sumsOf = (one: PromiseView) => sums.find((sum) => sum.view === one);
  const { count, kept, promisedMinor, receivedMinor } = sumsOf(view) ?? noPromises;
  const countOf = (one: PromiseView) => sumsOf(one)?.count ?? 0;
  return succeed({
    count,
    kept,
    promisedMinor,
    receivedMinor,
    views: { today: countOf('today'), coming: countOf('coming'), broken: countOf('broken') },
    currency: portfolio.currency,
    promises: promises.page.map(({ referenceNumber, ...promise }) => ({
      ...promise,
      reference: loanReference(referenceNumber),
    })),
    nextCursor: promises.nextCursor,
  });
}

const noPromises = { count: 0, kept: 0, promisedMinor: 0, receivedMinor: 0 };

type DeskAgent = AnswerOf<ReadTeamDesk>['agents'][number];

function isFollower(scope: Session['scope']): scope is FollowerScope {
  return scope.role === 'user' || scope.role === 'team';
}

type CoverKey =
  | 'absenceCoverId'
  | 'absenceCoverFromOn'
  | 'absenceCoverUntilOn'
  | 'absenceCoverBegun'
  | 'standIns';

const nothingOverdue = { overdue: 0, overdueMinor: 0, neglected: 0 };

function toAgent(row: DeskRow): Omit<DeskRow, CoverKey> & Pick<DeskAgent, 'absenceCover'> {
  const {
    absenceCoverId,
    absenceCoverFromOn,
    absenceCoverUntilOn,
    absenceCoverBegun,
    standIns,
    ...agent
  } = row;
  return {
    ...agent,
    absenceCover:
      absenceCoverId !== null && absenceCoverFromOn !== null && absenceCoverUntilOn !== null
        ? {
            id: absenceCoverId,
            fromOn: absenceCoverFromOn,
            untilOn: absenceCoverUntilOn,
            isRunning: absenceCoverBegun,
            standIns: [...(standIns ?? [])],
          }
        : null,
  };
}
