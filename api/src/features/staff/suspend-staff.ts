import type { FailureOf } from '@bursar/contracts/endpoint';
import type { StaffRow, SuspendStaff } from '@bursar/contracts/staff';
import { recordAudit } from '../../platform/audit.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import { endSessionsOf } from '../accounts/accounts.store.ts';
import { voidPasswordLinks } from '../accounts/password-links.ts';
import type { Scope } from '../../platform/scope.ts';
import { resolveTarget, type Holder } from '../assignments/assignment-target.ts';
import { moveHeldLoans } from '../assignments/move-held-loans.ts';
import { countOtherAdmins, lockAdmins, setStatus } from './accounts-of-staff.store.ts';
import type { StaffContext } from './staff-context.ts';
import { findManaged } from './find-managed.ts';
import { findStaff } from './staff.store.ts';

export type Suspension = {
  readonly accountId: string;
  /** The id of the batch that moves the loans. */
  readonly id: string;
  readonly loans: 'stay' | 'take-back' | 'move';
  readonly toAgentId?: string | undefined;
};

type Suspended = Outcome<StaffRow, FailureOf<SuspendStaff>>;

/** Ends every session of the account at once and puts its loans where the caller says. */
export function suspendStaff(
  database: Database,
  suspension: Suspension,
  context: StaffContext,
): Promise<Suspended> {
  return database.begin((transaction) => suspend(transaction, suspension, context));
}

async function suspend(
  transaction: Transaction,
  suspension: Suspension,
  context: StaffContext,
): Promise<Suspended> {
  const { accountId } = suspension;
  if (context.scope.role === 'admin') await lockAdmins(transaction);
  const managed = await findManaged(transaction, { ...context, accountId });
  if (!managed) return refuse('not_found');
  const { before, portfolioId } = managed;
  if (before.status === 'suspended') return succeed(before);
  if (accountId === context.actorId) return refuse('not_yourself');
  if (before.role === 'admin' && (await countOtherAdmins(transaction, accountId)) === 0) {
    return refuse('last_admin');
  }
  const destination = await findDestination(transaction, { suspension, before, context });
  if (!destination.ok) return destination;
  const moved = destination.value
    ? await moveHeldLoans(transaction, {
        batchId: suspension.id,
        portfolioId: portfolioId ?? '',
        fromAgentId: accountId,
        holder: destination.value,
        madeBy: context.actorId,
        requestId: context.requestId,
        now: context.now,
      })
    : 0;
  await setStatus(transaction, { id: accountId, status: 'suspended' });
  await endSessionsOf(transaction, { accountId, now: context.now });
  await voidPasswordLinks(transaction, { accountId, now: context.now });
  await recordAudit(transaction, {
    portfolioId,
    actorId: context.actorId,
    event: 'suspend-staff',
    subject: 'account',
    subjectId: accountId,
    before: { status: before.status },
    after: { status: 'suspended', loans: suspension.loans, moved },
    requestId: context.requestId,
    at: context.now,
  });
  const after = await findStaff(transaction, { ...context, accountId });
  return after ? succeed(after) : refuse('not_found');
}

type Going = {
  readonly suspension: Suspension;
  readonly before: StaffRow;
  readonly context: StaffContext;
};

/** Null where the loans stay: only an agent holds loans of its own. */
async function findDestination(
  transaction: Transaction,
  { suspension, before, context: { scope } }: Going,
): Promise<Outcome<Holder | null, 'agent_not_found' | 'agent_not_in_team'>> {
  const { loans, toAgentId } = suspension;
  if (before.role !== 'agent' || loans === 'stay') return succeed(null);
  if (loans === 'take-back') {
    const teamId = scope.role === 'team' ? scope.teamId : null;
    return succeed({ teamId, agentId: null });
  }
  if (!toAgentId || toAgentId === before.id)
    return refuse('agent_not_found', { field: 'toAgentId' });
  const target = await resolveTarget(transaction, {
    scope: reachOf(scope, before),
    target: { kind: 'agent', id: toAgentId },
  });
  if (target.ok) return target;
  const { code, details } = target.refusal;
  const named = code === 'agent_not_in_team' ? code : 'agent_not_found';
  return refuse(named, { field: 'toAgentId', ...(details && { details }) });
}

/** An administrator puts the loans of a portfolio where its manager could. */
function reachOf(scope: Scope, { portfolio }: StaffRow): Scope {
  if (scope.role !== 'admin' || portfolio === null) return scope;
  return { role: 'user', accountId: scope.accountId, portfolioId: portfolio.id };
}
