import {
  assignLoans as assignLoansContract,
  listAgentMoves,
  listAssignmentBatches,
  listAssignmentTargets,
  listTeamMoves,
  previewAssignment,
  type PreviewAssignment,
  undoAssignment as undoAssignmentContract,
} from '@bursar/contracts/assignments';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { refuse, succeed } from '../../platform/outcome.ts';
import type { Session } from '../../platform/session.ts';
import { needsApproval } from '../approvals/four-eyes.ts';
import { assignLoans } from './assign-loans.ts';
import { resolveTargets, spreadOf } from './assignment-target.ts';
import { listTargets, readSelection } from './assignments.store.ts';
import { countTakenAway } from './describe-reassignment.ts';
import { listBatches } from './batches.store.ts';
import { listMovesOfAgent, listMovesOfTeam } from './holder-moves.store.ts';
import { planShares, type Share } from './plan-shares.ts';
import { readHistoryEnd, seenOf } from './seen-loans.ts';
import { undoAssignment } from './undo-assignment.ts';

export function bindAssignmentRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(platform, previewAssignment, async ({ body, session }) => {
    const { scope, businessDate, portfolio } = session;
    if (!portfolio) return refuse('not_found');
    const target = await resolveTargets(database, { scope, target: body.target });
    if (!target.ok) return target;
    const { selection } = body;
    if (!selection.loanIds && !selection.filter) return refuse('nothing_selected');
    const { id: portfolioId, currency } = portfolio;
    const historyEnd = await readHistoryEnd(database);
    const selected = await readSelection(database, { scope, businessDate, selection });
    const by = spreadOf(body.target)?.by;
    const plan = { portfolioId, selected, holders: target.value, by };
    const shares = await planShares(database, plan);
    const needed = { portfolioId, kind: 'reassign-loans', loans: countTakenAway(shares) } as const;
    return succeed({
      ...toPreview(shares, selected.length),
      currency,
      needsApproval: await needsApproval(database, needed),
      seen: seenOf(selected, historyEnd),
    });
  });

  bindEndpoint(platform, assignLoansContract, ({ body, context }) =>
    assignLoans.run(database, body, context),
  );

  bindEndpoint(platform, undoAssignmentContract, ({ params, body, context }) =>
    undoAssignment.run(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, listAssignmentBatches, async ({ query: page, session: { scope } }) =>
    scope.role === 'admin'
      ? refuse('not_found')
      : succeed(await listBatches(database, { scope, page })),
  );

  bindEndpoint(platform, listAssignmentTargets, async ({ session: { scope, portfolio } }) => {
    if (!portfolio || (scope.role !== 'user' && scope.role !== 'team')) return refuse('not_found');
    return succeed({
      ...(await listTargets(database, scope)),
      currency: portfolio.currency,
      asOf: clock.now().toISOString(),
    });
  });

  bindEndpoint(
    platform,
    listAgentMoves,
    async ({ params: { accountId }, query: page, session }) => {
      const moves = await listMovesOfAgent(database, { ...readerOf(session), accountId, page });
      return moves ? succeed(moves) : refuse('not_found');
    },
  );

  bindEndpoint(platform, listTeamMoves, async ({ params: { teamId }, query: page, session }) => {
    const moves = await listMovesOfTeam(database, { ...readerOf(session), teamId, page });
    return moves ? succeed(moves) : refuse('not_found');
  });
}

function readerOf({ scope, permissions }: Session) {
  return { scope, mayUndo: permissions.has('assign-loans') };
}

function toPreview(
  shares: readonly Share[],
  selectedCount: number,
): Omit<AnswerOf<PreviewAssignment>, 'currency' | 'needsApproval' | 'seen'> {
  const moving = shares.flatMap((share) => share.moving);
  return {
    count: moving.length,
    outstandingMinor: moving.reduce((total, loan) => total + loan.outstandingMinor, 0),
    alreadyThere: selectedCount - moving.length,
    targets: shares.flatMap(({ target, moving: own, before, after }) =>
      target
        ? {
            ...target,
            receives: own.length,
            loansBefore: before.loans,
            loansAfter: after.loans,
            outstandingBeforeMinor: before.outstandingMinor,
            outstandingAfterMinor: after.outstandingMinor,
          }
        : [],
    ),
  };
}
