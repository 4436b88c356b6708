import { approvalRuleOf, type ApprovalKind } from '@bursar/contracts/approvals';
import { recordAudit } from '../../platform/audit.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import { rolesHolding } from '../../platform/role-grants.ts';
import type { Actor } from '../../platform/session.ts';
import { sendNotices } from '../notices/send-notices.ts';
import { findRule, type ApprovalRule } from './approval-rules.store.ts';
import {
  findRequest,
  insertApproval,
  isAwaited,
  listDeciders,
  type NewApproval,
} from './approvals.store.ts';

/** How a command is called, whether somebody asked for it now or a second person has approved it. */
export type CommandContext = {
  readonly session: Actor;
  readonly requestId: string;
  readonly now: Date;
  /** The second person, once there is one: then nobody is asked again. */
  readonly approvedBy?: string | undefined;
};

type Request = Omit<NewApproval, 'requestedBy' | 'requestedAt'>;

/** Of whoever asks a request needs no more than who they are. */
type Asking = Pick<CommandContext, 'requestId' | 'now'> & {
  readonly session: { readonly account: Pick<Actor['account'], 'id'> };
};

type Asked = Outcome<null, 'request_already_waiting'>;

/**
 * Asks for a second person and leaves the command where it stands. A command calls it where
 * `mustAsk` says so, once all its own checks have passed, and then writes nothing itself.
 */
export async function requestApproval(
  transaction: Transaction,
  request: Request,
  { session, requestId, now }: Asking,
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

export async function needsApproval(
  sql: Queryable,
  { portfolioId, kind, loans }: Command,
): Promise<boolean> {
  return isAbove(await findRule(sql, { portfolioId, kind: approvalRuleOf[kind] }), loans ?? 0);
}

/** Whether a rule wants a second person for so many loans. */
export function isAbove({ required, limitLoans }: ApprovalRule, loans: number): boolean {
  return required && (limitLoans === null || loans > limitLoans);
}

type Sent = {
  readonly portfolioId: string;
  readonly id: string;
  readonly kind: ApprovalKind;
  /** Whether what was kept is what is sent now. */
  readonly isSame: (kept: unknown) => boolean;
};

type AskedBefore = Outcome<boolean, 'id_reused_with_different_content' | 'request_already_decided'>;

/**
 * Whether a command that is sent waits already, under its id. One that was declined, withdrawn or
 * could not be done is asked for anew under an id of its own; the one being approved asks no more.
 */
export async function isWaiting(
  sql: Queryable,
  { portfolioId, id, kind, isSame }: Sent,
  { session, approvedBy }: Pick<CommandContext, 'session' | 'approvedBy'>,
): Promise<AskedBefore> {
  const request = approvedBy ? null : await findRequest(sql, { portfolioId, id });
  if (!request) return succeed(false);
  const isOwn = request.kind === kind && request.requestedBy === session.account.id;
  if (!isOwn || !isSame(request.command)) return refuse('id_reused_with_different_content');
  if (request.state === 'waiting') return succeed(true);
  return refuse('request_already_decided', { details: { state: request.state } });
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
