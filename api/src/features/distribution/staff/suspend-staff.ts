import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { SuspendStaff } from '@bursar/contracts/access/suspensions';
import { auditCommand } from '../../../platform/audit.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { endSessionsOf } from '../../access/accounts/accounts.store.ts';
import { voidWaysIn } from '../../access/accounts/password-links.ts';
import { removeLinks } from '../../access/single-sign-on/single-sign-on.store.ts';
import { isAwaited } from '../../access/approvals/approvals.store.ts';
import { setStatus } from '../../access/accounts/account-changes.store.ts';
import { countOtherAdmins, lockAdmins } from './accounts-of-staff.store.ts';
import type { StaffContext } from './staff-context.ts';
import { findManaged, type Managed } from './find-managed.ts';
import { findDestination, moveOrAsk, type HeldLoansCommand } from './loans-afterwards.ts';
import { findStaff } from './staff.store.ts';

export type Suspension = HeldLoansCommand & {
  /** Total number of loans in the request, if it suspends several accounts. */
  readonly together?: number;
};

type Suspended = Outcome<AnswerOf<SuspendStaff>, FailureOf<SuspendStaff>>;

/**
 * Suspends an account, which ends all its sessions at once, and moves its loans as the caller asks.
 * The suspension never waits; if many loans would move, the move waits for approval.
 */
export function suspendStaff(
  database: Database,
  suspension: Suspension,
  context: StaffContext,
): Promise<Suspended> {
  return database.begin((transaction) => suspend(transaction, suspension, context));
}

async function suspend(
  transaction: Transaction,
  { together = 0, ...command }: Suspension,
  context: StaffContext,
): Promise<Suspended> {
  const { accountId } = command;
  if (context.session.scope.role === 'admin') await lockAdmins(transaction);
  const managed = await findManaged(transaction, {
    ...context.session,
    accountId,
    heirId: command.toAgentId,
  });
  if (!managed) return refuse('not_found');
  const { before, portfolioId } = managed;
  if (before.status === 'suspended') {
    return succeed({ ...before, loansAwaitApproval: await areAwaited(transaction, managed) });
  }
  if (accountId === context.session.account.id) return refuse('not_yourself');
  if (before.role === 'admin' && (await countOtherAdmins(transaction, accountId)) === 0) {
    return refuse('last_admin');
  }
  const { scope } = context.session;
  const destination = await findDestination(transaction, { command, before, scope });
  if (!destination.ok) return destination;
  const going = { command, managed, destination: destination.value, together };
  const { moved, awaiting } = await moveOrAsk(transaction, going, context);
  await setStatus(transaction, { id: accountId, status: 'suspended' });
  const reason = 'account-suspended';
  await endSessionsOf(transaction, { accountId, now: context.now, reason });
  await voidWaysIn(transaction, { accountId, now: context.now });
  // After reinstatement, single sign-on finds the person by address again, even under a new
  // subject.
  await removeLinks(transaction, accountId);
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'suspend-staff',
    subject: 'account',
    subjectId: accountId,
    before: { status: before.status },
    after: { status: 'suspended', loans: command.loans, moved },
  });
  const after = await findStaff(transaction, { ...context.session, accountId });
  return after ? succeed({ ...after, loansAwaitApproval: awaiting }) : refuse('not_found');
}

/**
 * Returns whether the account's loans wait for approval, so that a repeated suspension gets the
 * same answer as the first one.
 */
function areAwaited(
  transaction: Transaction,
  { portfolioId, before }: Managed,
): Promise<boolean> | false {
  if (portfolioId === null) return false;
  const kind = 'move-held-loans';
  return isAwaited(transaction, { portfolioId, kind, subjectId: before.id });
}
