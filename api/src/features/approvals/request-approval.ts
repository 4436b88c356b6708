import type { ApprovalKind } from '@bursar/contracts/approvals';
import { recordAudit } from '../../platform/audit.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import { rolesHolding } from '../../platform/role-grants.ts';
import type { Actor } from '../../platform/session.ts';
import { sendNotices } from '../notices/send-notices.ts';
import { findRule } from './approval-rules.store.ts';
import { insertApproval, isAwaited, listDeciders, type NewApproval } from './approvals.store.ts';

/** How a command is called, whether somebody asked for it now or a second person has approved it. */
export type CommandContext = {
  readonly session: Actor;
  readonly requestId: string;
  readonly now: Date;
  /** The second person, once there is one: then nobody is asked again. */
  readonly approvedBy?: string | undefined;
};

type Request = Omit<NewApproval, 'requestedBy' | 'requestedAt'>;

type Asked = Outcome<null, 'request_already_waiting'>;

/**
 * Asks for a second person and leaves the command where it stands. A command calls it where
 * `mustAsk` says so, once all its own checks have passed, and then writes nothing itself.
 */
export async function requestApproval(
  transaction: Transaction,
  request: Request,
  { session, requestId, now }: CommandContext,
): Promise<Asked> {
  // Looked for, not run into: an insert would wait for whoever decides, who may wait for our locks.
  if (await isAwaited(transaction, request)) return refuse('request_already_waiting');
  const requestedBy = session.account.id;
  const at = now.toISOString();
  await insertApproval(transaction, { ...request, requestedBy, requestedAt: at });
  await recordAudit(transaction, {
    portfolioId: request.portfolioId,
    actorId: requestedBy,
    event: 'request-approval',
    subject: 'approval',
    subjectId: request.id,
    // Whoever holds the loan hears that it is asked about, or decided.
    ...(request.loanId && { loanId: request.loanId }),
    after: {
      kind: request.kind,
      subject: request.subject,
      loans: request.loans,
      amountMinor: request.amountMinor,
      currency: request.currency,
      reason: request.reason,
    },
    requestId,
    at: now,
  });
  await tellDeciders(transaction, { ...request, requestedBy }, at);
  return succeed(null);
}

type Command = {
  readonly portfolioId: string;
  readonly kind: ApprovalKind;
  /** How many loans it takes out of somebody's hands, for a kind with a limit. */
  readonly loans: number | null;
};

/** Whether a second person must approve a command; one who has approved it is not asked again. */
export async function mustAsk(
  sql: Queryable,
  command: Command,
  { approvedBy }: Pick<CommandContext, 'approvedBy'>,
): Promise<boolean> {
  return approvedBy === undefined && (await needsApproval(sql, command));
}

export async function needsApproval(sql: Queryable, command: Command): Promise<boolean> {
  const rule = await findRule(sql, command);
  if (!rule.required) return false;
  return rule.limitLoans === null || (command.loans ?? 0) > rule.limitLoans;
}

async function tellDeciders(
  transaction: Transaction,
  request: Omit<NewApproval, 'requestedAt'>,
  at: string,
): Promise<void> {
  const roles = await rolesHolding(transaction, 'approve-requests');
  const deciders = await listDeciders(transaction, { ...request, roles });
  await sendNotices(
    transaction,
    deciders.map((accountId) => ({
      portfolioId: request.portfolioId,
      accountId,
      kind: 'notification',
      event: 'approval-wanted',
      senderId: request.requestedBy,
      subject: request.subject,
      message: request.reason,
      target: { kind: 'approval', id: request.id },
      at,
    })),
  );
}
