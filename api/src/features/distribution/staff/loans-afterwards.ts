import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { suspendStaff } from '@bursar/contracts/access/suspensions';
import { z } from 'zod';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Scope } from '../../../platform/scope.ts';
import { actOrAsk, approvedAs } from '../../access/approvals/four-eyes.ts';
import { resolveTarget, type Holder } from '../assignments/assignment-target.ts';
import { lockHeldLoans, moveHeldLoans, type HeldLoan } from '../assignments/move-held-loans.ts';
import { findManaged, type Managed } from './find-managed.ts';

/** The command that moves the loans of a suspended account, as stored until it is approved. */
const schema = z.object({
  ...suspendStaff.params.shape,
  ...suspendStaff.body.shape,
});
export type HeldLoansCommand = z.infer<typeof schema>;

type Going = {
  readonly command: HeldLoansCommand;
  readonly managed: Managed;
  readonly destination: Holder | null;
  /** Number of loans in the whole request; suspending several accounts at once is one bulk move. */
  readonly together: number;
};

/**
 * Moves the loans, or requests approval and leaves them. Returns how many moved, and whether the
 * move waits for approval.
 */
export async function moveOrAsk(
  transaction: Transaction,
  { command, managed, destination, together }: Going,
  context: CommandContext,
): Promise<{ moved: number; awaiting: boolean }> {
  const { portfolioId, before } = managed;
  if (!destination || portfolioId === null) return { moved: 0, awaiting: false };
  const held = await lockHeldLoans(transaction, { portfolioId, agentId: command.accountId });
  if (held.length === 0) return { moved: 0, awaiting: false };
  const outcome = await actOrAsk(transaction, context, {
    rule: { portfolioId, kind: 'move-held-loans', loans: Math.max(held.length, together) },
    describe: async () =>
      describeMove(command, { before, held, heir: await nameOf(transaction, destination) }),
    act: async () => {
      const move = { batchId: command.id, portfolioId, held, holder: destination };
      await moveHeldLoans(transaction, move, context);
      return succeed({ moved: held.length, awaiting: false });
    },
    answerWaiting: async () => succeed({ moved: 0, awaiting: true }),
  });
  // An earlier pending request for the same loans stays in place of this one.
  return outcome.ok ? outcome.value : { moved: 0, awaiting: true };
}

type Described = {
  readonly before: StaffRow;
  readonly held: readonly HeldLoan[];
  readonly heir: string | null;
};

/** Describes the move for the approver: how many loans, and their present and future holders. */
function describeMove(
  command: HeldLoansCommand,
  { before: { name, currency }, held, heir }: Described,
) {
  const outstandingMinor = held.reduce((total, loan) => total + loan.outstandingMinor, 0);
  const active = held.filter(({ isActive }) => isActive).length;
  return {
    id: command.id,
    subjectId: command.accountId,
    subject: name,
    loanId: null,
    loans: held.length,
    amountMinor: outstandingMinor,
    currency: currency ?? '',
    command,
    before: { loans: active, outstandingMinor, holder: name },
    after: { loans: 0, outstandingMinor: 0, holder: heir },
    reason: '',
  };
}

/** Runs the move after approval; the account was already suspended when it was requested. */
export const moveLoansOfSuspended = approvedAs('move-held-loans', {
  permission: suspendStaff.access,
  schema,
  run: moveApproved,
});

async function moveApproved(
  transaction: Transaction,
  command: HeldLoansCommand,
  context: CommandContext,
): Promise<Outcome<number, MovedFailure>> {
  const { scope, businessDate } = context.session;
  const { accountId, toAgentId: heirId } = command;
  const managed = await findManaged(transaction, { scope, businessDate, accountId, heirId });
  if (!managed || managed.portfolioId === null) return refuse('not_found');
  const { before, portfolioId } = managed;
  if (before.status !== 'suspended') return refuse('account_not_suspended');
  const destination = await findDestination(transaction, { command, before, scope });
  if (!destination.ok) return destination;
  const held = await lockHeldLoans(transaction, { portfolioId, agentId: accountId });
  if (!destination.value || held.length === 0) return refuse('nothing_selected');
  const move = { batchId: command.id, portfolioId, held, holder: destination.value };
  await moveHeldLoans(transaction, move, context);
  return succeed(held.length);
}

type MovedFailure =
  | 'not_found'
  | 'account_not_suspended'
  | 'agent_not_found'
  | 'agent_not_in_team'
  | 'nothing_selected';

type Wanted = {
  readonly command: Pick<HeldLoansCommand, 'loans' | 'toAgentId'>;
  readonly before: StaffRow;
  readonly scope: Scope;
};

/**
 * Finds the holder to whom the loans of a suspended account move. Returns null if the loans stay,
 * or if the account is not an agent, because only an agent holds loans personally.
 */
export async function findDestination(
  transaction: Transaction,
  { command: { loans, toAgentId }, before, scope }: Wanted,
): Promise<Outcome<Holder | null, 'agent_not_found' | 'agent_not_in_team'>> {
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

/**
 * Returns the scope for the move: an administrator can move loans within a portfolio as its manager
 * can.
 */
function reachOf(scope: Scope, { portfolio }: StaffRow): Scope {
  if (scope.role !== 'admin' || portfolio === null) return scope;
  return { role: 'user', accountId: scope.accountId, portfolioId: portfolio.id };
}

/** Returns the name of the future holder, or null for unassigned. */
async function nameOf(
  transaction: Transaction,
  { teamId, agentId }: Holder,
): Promise<string | null> {
  const [row] = await transaction<{ name: string | null }[]>`
    select coalesce((select name from accounts where id = ${agentId}),
      (select name from teams where id = ${teamId})) as name`;
  return row?.name ?? null;
}
