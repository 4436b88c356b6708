import { uuidv7 } from 'uuidv7';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { SignIn } from '@bursar/contracts/sessions';
import { recordAudit } from '../../platform/audit.ts';
import type { Database } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import { hashSecret, newSecret } from '../../platform/session.ts';
import { endSessionsOfBrowser, findAccountByEmail, insertSession } from './accounts.store.ts';
import { passwordMatches } from './passwords.ts';
import { forgetFailures, noteFailure, secondsToWait } from './sign-in-attempts.ts';

type SignInRequest = {
  readonly email: string;
  readonly password: string;
  /** What bound the browser's former session, if it had one. */
  readonly formerBinding: string | null;
  readonly userAgent: string;
  readonly address: string;
  readonly requestId: string;
  readonly now: Date;
};

export type SignedIn = { readonly answer: AnswerOf<SignIn>; readonly binding: string };

/** Opens a session for the right password and ends the one this browser had before. */
export async function signIn(
  database: Database,
  request: SignInRequest,
): Promise<Outcome<SignedIn, FailureOf<SignIn>>> {
  const wait = await secondsToWait(database, request);
  if (wait > 0) return refuse('too_many_attempts', { details: { seconds: wait } });
  const account = await findAccountByEmail(database, request.email.trim());
  const matches = await passwordMatches(request.password, account?.passwordHash ?? null);
  if (!account || !matches) {
    await noteFailure(database, request);
    return refuse('credentials_wrong');
  }
  // Said only to who knows the password: it tells nobody else that the account exists.
  if (account.status !== 'active') return refuse('account_not_active');

  const token = newSecret();
  const binding = newSecret();
  const sessionId = uuidv7();
  await database.begin(async (transaction) => {
    if (request.formerBinding) {
      const bindingHash = hashSecret(request.formerBinding);
      await endSessionsOfBrowser(transaction, { bindingHash, at: request.now });
    }
    await forgetFailures(transaction, request);
    await insertSession(transaction, {
      id: sessionId,
      accountId: account.id,
      tokenHash: hashSecret(token),
      bindingHash: hashSecret(binding),
      at: request.now,
      userAgent: request.userAgent,
      address: request.address,
    });
    await recordAudit(transaction, {
      portfolioId: account.portfolioId,
      actorId: account.id,
      event: 'sign-in',
      subject: 'session',
      subjectId: sessionId,
      requestId: request.requestId,
      at: request.now,
    });
  });
  const { role, id, email } = account;
  return succeed({
    answer: { status: true, token, role, id, email, message: 'Signed in' },
    binding,
  });
}
