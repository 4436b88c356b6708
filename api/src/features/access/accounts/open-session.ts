import type { FastifyReply, FastifyRequest } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { SignIn } from '@bursar/contracts/access/sessions';
import { recordAudit, type AuditEvent } from '../../../platform/audit.ts';
import { addressOf } from '../../../platform/call-rate.ts';
import type { Transaction } from '../../../platform/database.ts';
import { hashSecret, newSecret } from '../../../platform/secrets/random-secret.ts';
import { bindingOf, setSessionCookies } from '../../../platform/session-cookies.ts';
import {
  endSessionsOfBrowser,
  insertSession,
  proveEmail,
  type SignInAccount,
} from './accounts.store.ts';
import { deviceOf, rememberDevice, setDeviceCookie } from './known-devices.ts';
import { endRecoveries } from './recoveries.store.ts';
import { forgetFailures } from './sign-in-attempts.ts';

/** A sign-in request and where it comes from. */
export type SigningIn = {
  /** The binding of the browser's previous session, if any. */
  readonly formerBinding: string | null;
  readonly device: string | null;
  readonly userAgent: string;
  readonly address: string;
  readonly requestId: string;
  readonly now: Date;
};

export function signingInOf(
  request: FastifyRequest,
  call: Pick<SigningIn, 'requestId' | 'now'>,
): SigningIn {
  return {
    ...call,
    formerBinding: bindingOf(request),
    device: deviceOf(request),
    userAgent: request.headers['user-agent'] ?? '',
    address: addressOf(request),
  };
}

export type SignedIn = {
  readonly sessionId: string;
  readonly answer: AnswerOf<SignIn>;
  readonly binding: string;
  readonly device: string;
};

/** Sets the cookies of a new session; the token itself is in the response. */
export function setSignedInCookies(reply: FastifyReply, { binding, device }: SignedIn): void {
  setSessionCookies(reply, binding);
  setDeviceCookie(reply, device);
}

export type Opening = SigningIn &
  Pick<AuditEvent, 'after'> & {
    /**
     * Set if the identity provider identified the owner, which proves neither password nor address.
     */
    readonly isByProvider?: true;
  };

/** Opens a session and ends the browser's previous one. */
export async function openSession(
  transaction: Transaction,
  account: Pick<SignInAccount, 'id' | 'role' | 'email' | 'portfolioId'>,
  request: Opening,
): Promise<SignedIn> {
  const { role, id, email, portfolioId } = account;
  const { formerBinding, userAgent, address, requestId, now, after } = request;
  const token = newSecret();
  const binding = newSecret();
  const sessionId = uuidv7();
  if (formerBinding) {
    await endSessionsOfBrowser(transaction, { bindingHash: hashSecret(formerBinding), at: now });
  }
  await insertSession(transaction, {
    id: sessionId,
    accountId: id,
    tokenHash: hashSecret(token),
    bindingHash: hashSecret(binding),
    at: now,
    userAgent,
    address,
  });
  if (!request.isByProvider) {
    await proveEmail(transaction, id);
    // The owner knows the password, so pending recoveries end.
    await endRecoveries(transaction, { accountId: id, now });
    // Forget the failures only after the account's row is locked, as the second step of sign-in
    // does; another order could deadlock.
    await forgetFailures(transaction, { email, address, device: request.device, now });
  }
  const device = await rememberDevice(transaction, { accountId: id, device: request.device, now });
  await recordAudit(transaction, {
    portfolioId,
    actorId: id,
    event: 'sign-in',
    subject: 'session',
    subjectId: sessionId,
    ...(after && { after }),
    requestId,
    at: now,
  });
  const answer = { status: true, token, role, id, email, message: 'Signed in' };
  return { sessionId, answer, binding, device };
}
