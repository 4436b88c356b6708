import type { FailureOf } from '@bursar/contracts/endpoint';
import type { SignIn } from '@bursar/contracts/access/sessions';
import type { Database, Transaction } from '../../../platform/database.ts';
import { isInNetworks } from '../../../platform/networks.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { findAccountByEmail, holdAccount, type SignInAccount } from './accounts.store.ts';
import { openSession, type SignedIn, type SigningIn } from './open-session.ts';
import { passwordMatches } from './passwords.ts';
import { insertPendingSignIn } from './pending-sign-ins.ts';
import { giveBackAttempt, takeAttempt } from './sign-in-attempts.ts';

type SignInRequest = SigningIn & { readonly email: string; readonly password: string };

/** A new session, or the token of a sign-in that still needs the code of the second factor. */
type Entered = SignedIn | { readonly pendingToken: string };

/**
 * Opens a session for the right password. If the account has a second factor, starts the second
 * step instead.
 */
export async function signIn(
  database: Database,
  request: SignInRequest,
): Promise<Outcome<Entered, FailureOf<SignIn>>> {
  const wait = await takeAttempt(database, request);
  if (wait > 0) return refuse('too_many_attempts', { details: { seconds: wait } });
  const account = await findAccountByEmail(database, request.email.trim());
  const matches = await passwordMatches(request.password, account?.passwordHash ?? null);
  if (!account || !matches) return refuse('credentials_wrong');
  // Checked only after the password, because this answer reveals that the account exists.
  if (account.status !== 'active') return refuse('account_not_active');
  return database.begin((transaction) => enter(transaction, account, request));
}

/**
 * Signs the account in, or starts the second step. Reads the account again, because it may have
 * changed while its password was checked.
 */
async function enter(
  transaction: Transaction,
  compared: SignInAccount,
  request: SignInRequest,
): Promise<Outcome<Entered, FailureOf<SignIn>>> {
  const account = await holdAccount(transaction, compared.id);
  if (account?.passwordHash !== compared.passwordHash) return refuse('credentials_wrong');
  if (account.status !== 'active') return refuse('account_not_active');
  const { address } = request;
  if (!isInNetworks(address, account.networks)) {
    return refuse('address_not_allowed', { details: { address } });
  }
  if (account.hasSecondFactor) {
    // Earlier failures remain until the code is right; otherwise a known password would allow free
    // guesses of the code.
    await giveBackAttempt(transaction, request);
    return succeed({
      pendingToken: await insertPendingSignIn(transaction, { accountId: account.id, ...request }),
    });
  }
  return succeed(await openSession(transaction, account, request));
}
