import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { rolesHolding } from '../../../platform/role-grants.ts';
import { sendNotifications } from '../notifications/send-notifications.ts';
import {
  decidingPermissions,
  insertApproval,
  isAwaited,
  listDeciders,
  type NewApproval,
} from './approvals.store.ts';

export type Request = Omit<NewApproval, 'requestedBy' | 'requestedAt'>;

type Asked = Outcome<null, 'request_already_waiting'>;

/**
 * Stores a request for a second person's approval. `actOrAsk` calls it after all checks, in place
 * of the command.
 */
export async function requestApproval(
  transaction: Transaction,
  request: Request,
  context: CommandContext,
): Promise<Asked> {
  const { session, now } = context;
  // Checked by a read, because an insert would wait for the decider, who may be waiting for our
  // locks.
  if (await isAwaited(transaction, request)) return refuse('request_already_waiting');
  const requestedBy = session.account.id;
  const at = now.toISOString();
  await insertApproval(transaction, { ...request, requestedBy, requestedAt: at });
  await auditCommand(transaction, context, {
    portfolioId: request.portfolioId,
    event: 'request-approval',
    subject: 'approval',
    subjectId: request.id,
    // Live updates about requests and decisions also reach the loan's holders.
    ...(request.loanId && { loanId: request.loanId }),
    after: {
      kind: request.kind,
      subject: request.subject,
      loans: request.loans,
      amountMinor: request.amountMinor,
      currency: request.currency,
      reason: request.reason,
    },
  });
  await notifyDeciders(transaction, request, context);
  return succeed(null);
}

async function notifyDeciders(
  transaction: Transaction,
  request: Request,
  { session: { account }, now }: CommandContext,
): Promise<void> {
  const deciding = decidingPermissions({ kind: request.kind, requestedBy: account.role });
  const holding = await Promise.all(
    deciding.map((permission) => rolesHolding(transaction, permission)),
  );
  const roles = [...new Set(holding.flat())];
  const [at, requestedBy] = [now.toISOString(), account.id];
  const deciders = await listDeciders(transaction, { ...request, requestedBy, at, roles });
  await sendNotifications(
    transaction,
    deciders.map((accountId) => ({
      portfolioId: request.portfolioId,
      accountId,
      kind: 'notification',
      event: 'approval-wanted',
      senderId: requestedBy,
      subject: request.subject,
      message: request.reason,
      target: { kind: 'approval', id: request.id },
      at,
    })),
  );
}
