import type { Approval, DecideRequest } from '@bursar/contracts/access/approvals';
import { approvingPermissions } from '@bursar/contracts/access/approvals.values';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome, type Refusal } from '../../../platform/outcome.ts';
import { findActor, type Actor } from '../../../platform/session.ts';
import { sendNotifications } from '../notifications/send-notifications.ts';
import {
  findApproval,
  lockApproval,
  toApproval,
  updateDecision,
  type ApprovalRow,
  type StoredOffer,
} from './approvals.store.ts';
import type { ApprovedCommands } from './four-eyes.ts';

type Decision = {
  readonly approvalId: string;
  readonly decision: 'approve' | 'decline';
  readonly reason: string;
  /** Other terms for a declined plan. */
  readonly offer?: StoredOffer['terms'] | undefined;
};

type Decided = Outcome<AnswerOf<DecideRequest>, FailureOf<DecideRequest>>;

/**
 * Decides a request: locks it, checks the decider, runs an approved command and stores the result.
 */
export function decideRequest(
  database: Database,
  commands: ApprovedCommands,
  { decision, context }: { decision: Decision; context: CommandContext },
): Promise<Decided> {
  return database.begin((transaction) =>
    decideWithin(transaction, commands, { decision, context }),
  );
}

/** Decides inside the caller's transaction, for callers that write more, such as the demo. */
export async function decideWithin(
  transaction: Transaction,
  commands: ApprovedCommands,
  { decision, context }: { decision: Decision; context: CommandContext },
): Promise<Decided> {
  const { session, now } = context;
  const { approvalId: id, reason } = decision;
  if (!mayDecideAny(session)) return refuse('permission_missing');
  const request = await lockApproval(transaction, { who: session, id });
  if (!request) return refuse('not_found');
  if (request.requesterId === session.account.id) return refuse('own_request');
  const isApproved = decision.decision === 'approve';
  if (request.state !== 'waiting') {
    // A repeated decision whose first response was lost gets the same answer.
    const isSent = request.deciderId === session.account.id;
    return isSent && isApproved !== (request.state === 'declined')
      ? answer(transaction, { id, session })
      : refuse('request_already_decided', { details: { state: request.state } });
  }
  if (!isApproved && reason.trim() === '') return refuse('reason_missing', { field: 'reason' });
  const offer = await planOffer(transaction, commands, { request, decision, context });
  if (!offer.ok) return offer;
  // Linked accounts may decline, because a declined command does not run.
  if (isApproved && request.isLinked) return refuse('accounts_linked');
  const failure = isApproved ? await run(transaction, commands, { request, context }) : undefined;
  const state = stateAfter(isApproved, failure);
  await updateDecision(transaction, {
    portfolioId: request.portfolioId,
    id,
    state,
    decidedBy: session.account.id,
    decidedAt: now.toISOString(),
    reason,
    failure,
    offer: offer.value,
  });
  const decided = { request, state, reason, offer: offer.value };
  await auditDecision(transaction, decided, context);
  await notifyAuthor(transaction, decided, context);
  return answer(transaction, { id, session });
}

function mayDecideAny({ permissions }: Actor): boolean {
  return approvingPermissions.some((permission) => permissions.has(permission));
}

async function answer(
  transaction: Transaction,
  { id, session }: { id: string; session: Actor },
): Promise<Decided> {
  const row = await findApproval(transaction, { who: session, id });
  if (!row) throw new Error(`request ${id} was decided but is missing`);
  return succeed(toApproval(row, session));
}

type DecidedState = 'approved' | 'declined' | 'failed';

function stateAfter(isApproved: boolean, failure: Refusal | undefined): DecidedState {
  if (!isApproved) return 'declined';
  return failure ? 'failed' : 'approved';
}

/**
 * Runs the command with its author's current scope and permissions and returns the reason if it
 * fails, which is stored with the request. The command's own checks find what changed since the
 * request.
 */
async function run(
  transaction: Transaction,
  commands: ApprovedCommands,
  { request, context }: { request: ApprovalRow; context: CommandContext },
): Promise<Refusal | undefined> {
  const authored = await asAuthor(transaction, commands, { request, context });
  if (!authored) return { code: 'author_may_no_longer' };
  const { runStored } = commands[request.kind];
  const outcome = await runStored(transaction, request.command, {
    ...authored,
    approvedBy: context.session.account.id,
  });
  if (outcome.ok) return undefined;
  // The subject of the request is no longer in the author's scope.
  return outcome.refusal.code === 'not_found' ? { code: 'author_may_no_longer' } : outcome.refusal;
}

/**
 * Returns the context in which the author would run the command now; null if they may no longer
 * make the request.
 */
async function asAuthor(
  transaction: Transaction,
  commands: ApprovedCommands,
  { request, context }: { request: ApprovalRow; context: CommandContext },
): Promise<CommandContext | null> {
  const { requestId, now } = context;
  const author = await findActor(transaction, { accountId: request.requesterId, now });
  const { permissions } = commands[request.kind];
  const may = author && permissions.some((permission) => author.permissions.has(permission));
  return may ? { session: author, requestId, now } : null;
}

/**
 * Checks the terms that the decider offers instead of a declined plan and returns the offer to
 * store; null if no terms are offered.
 */
async function planOffer(
  transaction: Transaction,
  commands: ApprovedCommands,
  sent: { request: ApprovalRow; decision: Decision; context: CommandContext },
): Promise<Outcome<StoredOffer | null, FailureOf<DecideRequest>>> {
  const { request, decision, context } = sent;
  const { offer: terms } = decision;
  if (!terms) return succeed(null);
  const plan = commands[request.kind].planOffer;
  if (decision.decision === 'approve' || !plan) return refuse('offer_not_possible');
  if (request.isLinked) return refuse('accounts_linked');
  const authored = await asAuthor(transaction, commands, { request, context });
  if (!authored) return refuse('author_may_no_longer');
  return plan(transaction, request.command, { terms, context: authored });
}

type DecidedRequest = {
  readonly request: ApprovalRow;
  readonly state: DecidedState;
  readonly reason: string;
  readonly offer: StoredOffer | null;
};

function auditDecision(
  transaction: Transaction,
  { request, state, reason, offer }: DecidedRequest,
  context: CommandContext,
): Promise<void> {
  return auditCommand(transaction, context, {
    portfolioId: request.portfolioId,
    event: state === 'declined' ? 'decline-request' : 'approve-request',
    subject: 'approval',
    subjectId: request.id,
    // Live updates about requests and decisions also reach the loan's holders.
    ...(request.loanId && { loanId: request.loanId }),
    before: { state: 'waiting' },
    after: { state, kind: request.kind, subject: request.subject, reason, ...offer?.terms },
  });
}

const eventOf = {
  approved: 'approval-given',
  declined: 'approval-declined',
  failed: 'approval-failed',
} as const satisfies Partial<Record<Approval['state'], string>>;

function notifyAuthor(
  transaction: Transaction,
  { request, state, reason }: DecidedRequest,
  { session, now }: CommandContext,
): Promise<void> {
  return sendNotifications(transaction, [
    {
      portfolioId: request.portfolioId,
      accountId: request.requesterId,
      kind: 'notification',
      event: eventOf[state],
      senderId: session.account.id,
      subject: request.subject,
      message: reason,
      target: { kind: 'approval', id: request.id },
      at: now.toISOString(),
    },
  ]);
}
