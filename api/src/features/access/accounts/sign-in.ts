import type { FailureOf } from '@bursar/contracts/endpoint';
import type { SignIn } from '@bursar/contracts/access/sessions';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { findAccountByEmail, holdAccount, type SignInAccount } from './accounts.store.ts';
import { openSession, type SignedIn, type SigningIn } from './open-session.ts';
import { passwordMatches } from './passwords.ts';
import { insertPendingSignIn } from './pending-sign-ins.ts';
import { giveBackAttempt, takeAttempt } from './sign-in-attempts.ts';

type SignInRequest = SigningIn & { readonly email: string; readonly password: string };

/** Signed in, or half the way: the code of the second factor is still to come. */
type Entered = SignedIn | { readonly pendingToken: string };

/** Opens a session for the right password, unless the account asks for a second factor. */
export async function signIn(
  database: Database,
  request: SignInRequest,
): Promise<Outcome<Entered, FailureOf<SignIn>>> {
  const wait = await takeAttempt(database, request);
  if (wait > 0) return refuse('too_many_attempts', { details: { seconds: wait } });
  const account = await findAccountByEmail(database, request.email.trim());
  const matches = await passwordMatches(request.password, account?.passwordHash ?? null);
  if (!account || !matches) return refuse('credentials_wrong');
  // Said only to who knows the password: it tells nobody else that the account exists.
  if (account.status !== 'active') return refuse('account_not_active');
  return database.begin((transaction) => enter(transaction, account, request));
}

/** Comparing a password takes its time: what became of the account meanwhile counts. */
async function enter(
  transaction: Transaction,
  compared: SignInAccount,
  request: SignInRequest,
): Promise<Outcome<Entered, FailureOf<SignIn>>> {
  const account = await holdAccount(transaction, compared.id);
  if (account?.passwordHash !== compared.passwordHash) return refuse('credentials_wrong');
  if (account.status !== 'active') return refuse('account_not_active');
  if (account.hasSecondFactor) {
    // Former failures are not forgotten yet: the password must not buy free guesses at the code.
    await giveBackAttempt(transaction, request);
    return succeed({
      pendingToken: await insertPendingSignIn(transaction, account.id, request.now),
    });
  }
  return succeed(await openSession(transaction, account, request));
}
