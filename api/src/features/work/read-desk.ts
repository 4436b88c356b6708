import { approvalRuleOf } from '@bursar/contracts/approvals';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListDuePromises, ReadTeamDesk } from '@bursar/contracts/work';
import type { Database } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import type { Session } from '../../platform/session.ts';
import { findRule } from '../approvals/approval-rules.store.ts';
import { isAbove } from '../approvals/request-approval.ts';
import { loanReference } from '../loans/loans.store.ts';
import {
  listDesk,
  listDuePromises,
  NEGLECTED_DAYS,
  sumDuePromises,
  type DeskRow,
  type FollowerScope,
} from './desk.store.ts';

/** The agents of the caller's with their load and their work, whoever is furthest behind first. */
export async function readTeamDesk(
  database: Database,
  { scope, businessDate, portfolio }: Session,
): Promise<Outcome<AnswerOf<ReadTeamDesk>, 'not_found'>> {
  if (!isFollower(scope) || !portfolio) return refuse('not_found');
  const { timeZone, currency } = portfolio;
  const [rows, rule] = await Promise.all([
    listDesk(database, { scope, businessDate, timeZone }),
    findRule(database, {
      portfolioId: portfolio.id,
      kind: approvalRuleOf['make-handover'],
    }),
  ]);
  return succeed({
    businessDate,
    currency,
    neglectedDays: NEGLECTED_DAYS,
    agents: rows.map((row) => ({
      ...toAgent(row),
      handoverNeedsApproval: isAbove(rule, row.loans),
    })),
  });
}

const SHOWN = 8;

/** Today's promises at a glance. */
export async function readDuePromises(
  database: Database,
  { scope, businessDate, portfolio }: Session,
): Promise<Outcome<AnswerOf<ListDuePromises>, 'not_found'>> {
  if (!isFollower(scope) || !portfolio) return refuse('not_found');
  const [sums, promises] = await Promise.all([
    sumDuePromises(database, { scope, businessDate }),
    listDuePromises(database, { scope, businessDate, limit: SHOWN }),
  ]);
  return succeed({
    ...sums,
    currency: portfolio.currency,
    promises: promises.map(({ referenceNumber, ...promise }) => ({
      ...promise,
      reference: loanReference(referenceNumber),
    })),
  });
}

type DeskAgent = AnswerOf<ReadTeamDesk>['agents'][number];

function isFollower(scope: Session['scope']): scope is FollowerScope {
  return scope.role === 'user' || scope.role === 'team';
}

function toAgent(row: DeskRow): Omit<DeskAgent, 'handoverNeedsApproval'> {
  const { handoverId, handoverFromOn, handoverUntilOn, handoverBegun, standIns, ...agent } = row;
  return {
    ...agent,
    handover:
      handoverId !== null && handoverFromOn !== null && handoverUntilOn !== null
        ? {
            id: handoverId,
            fromOn: handoverFromOn,
            untilOn: handoverUntilOn,
            isRunning: handoverBegun,
            standIns: [...(standIns ?? [])],
          }
        : null,
  };
}
