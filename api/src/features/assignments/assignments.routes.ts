import {
  assignLoans as assignLoansContract,
  listAssignmentTargets,
  previewAssignment,
  undoAssignment as undoAssignmentContract,
} from '@bursar/contracts/assignments';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { refuse, succeed } from '../../platform/outcome.ts';
import type { Session } from '../../platform/session.ts';
import { assignLoans, type AssignContext } from './assign-loans.ts';
import { resolveTarget } from './assignment-target.ts';
import { countSelection, listTargets } from './assignments.store.ts';
import { undoAssignment } from './undo-assignment.ts';

export function bindAssignmentRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(platform, previewAssignment, async ({ body, session }) => {
    const { scope, businessDate, portfolio } = session;
    if (!portfolio) return refuse('not_found');
    const target = await resolveTarget(database, { scope, target: body.target });
    if (!target.ok) return target;
    const { selection } = body;
    if (!selection.loanIds && !selection.filter) return refuse('nothing_selected');
    const holder = target.value;
    const found = await countSelection(database, { scope, businessDate, selection, holder });
    return succeed({ ...found, currency: portfolio.currency });
  });

  bindEndpoint(platform, assignLoansContract, async ({ body, session, requestId }) => {
    const context = contextOf(session, requestId);
    return context ? assignLoans(database, body, context) : refuse('not_found');
  });

  bindEndpoint(platform, undoAssignmentContract, async ({ params, body, session, requestId }) => {
    const context = contextOf(session, requestId);
    if (!context) return refuse('not_found');
    return undoAssignment(database, { id: body.id, batchId: params.batchId }, context);
  });

  bindEndpoint(platform, listAssignmentTargets, async ({ session: { scope, portfolio } }) => {
    if (!portfolio || (scope.role !== 'user' && scope.role !== 'team')) return refuse('not_found');
    return succeed({
      ...(await listTargets(database, scope)),
      currency: portfolio.currency,
      asOf: clock.now().toISOString(),
    });
  });

  function contextOf(session: Session, requestId: string): AssignContext | null {
    const { portfolio } = session;
    return portfolio && { session, portfolio, requestId, now: clock.now() };
  }
}
