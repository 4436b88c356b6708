import type { FastifyRequest } from 'fastify';
import type { AuditEvent } from '../../../platform/audit.ts';
import { addressOf } from '../../../platform/call-rate.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Session } from '../../../platform/session.ts';
import { deviceOf } from './known-devices.ts';

/** The context of a command on the caller's own account, with the calling session and device. */
export type OwnAccount = CommandContext & {
  readonly accountId: string;
  readonly email: string;
  readonly portfolioId: string | null;
  readonly sessionId: string;
  readonly address: string;
  readonly device: string | null;
};

export function ownAccountOf(call: {
  readonly context: CommandContext;
  readonly session: Session;
  readonly request: FastifyRequest;
}): OwnAccount {
  const { id: sessionId, account } = call.session;
  const { id: accountId, email, portfolioId } = account;
  const from = { sessionId, address: addressOf(call.request), device: deviceOf(call.request) };
  return { ...call.context, accountId, email, portfolioId, ...from };
}

export function auditOf(
  { accountId, portfolioId, requestId, now }: OwnAccount,
  event: AuditEvent['event'],
): AuditEvent {
  return {
    portfolioId,
    actorId: accountId,
    event,
    subject: 'account',
    subjectId: accountId,
    requestId,
    at: now,
  };
}
