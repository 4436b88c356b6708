import {
  assignLoans as assignLoansContract,
  listAgentMoves,
  listAssignmentBatches,
  listAssignmentTargets,
  listTeamMoves,
  previewAssignment as previewContract,
  readLoanHolder,
  undoAssignment as undoAssignmentContract,
} from '@bursar/contracts/distribution/assignments';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import type { Session } from '../../../platform/session.ts';
import { assignLoans } from './assign-loans.ts';
import { listTargets } from './assignments.store.ts';
import { listBatches } from './batches.store.ts';
import { listMovesOfAgent, listMovesOfTeam } from './holder-moves.store.ts';
import { findLoanHolder } from './loan-holder.store.ts';
import { previewAssignment } from './preview-assignment.ts';
import { undoAssignment } from './undo-assignment.ts';

export function bindAssignmentRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(platform, previewContract, ({ body, session }) =>
    previewAssignment(database, body, session),
  );

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

  bindEndpoint(platform, readLoanHolder, async ({ params: { loanId }, session: { scope } }) => {
    const holder = await findLoanHolder(database, { scope, loanId, now: clock.now() });
    return holder ? succeed(holder) : refuse('not_found');
  });
}

function readerOf({ scope, permissions }: Session) {
  return { scope, mayUndo: permissions.has('assign-loans') };
}
