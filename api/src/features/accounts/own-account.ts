import type { FastifyRequest } from 'fastify';
import type { AuditEvent } from '../../platform/audit.ts';
import type { Platform } from '../../platform/endpoints.ts';
import type { Session } from '../../platform/session.ts';
import { deviceOf } from './known-devices.ts';

/** Whose own account a command is about, and from which of its sessions. */
export type OwnAccount = {
  readonly accountId: string;
  readonly email: string;
  readonly portfolioId: string | null;
  readonly sessionId: string;
  readonly address: string;
  readonly device: string | null;
  readonly requestId: string;
  readonly now: Date;
};

export function ownAccountOf(
  { clock }: Pick<Platform, 'clock'>,
  call: { session: Session; requestId: string; request: FastifyRequest },
): OwnAccount {
  const { id, account } = call.session;
  return {
    accountId: account.id,
    email: account.email,
    portfolioId: account.portfolioId,
    sessionId: id,
    address: call.request.ip,
    device: deviceOf(call.request),
    requestId: call.requestId,
    now: clock.now(),
  };
}

/** The audit row of a change that people make to their own account. */
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
