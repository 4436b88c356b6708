import type { FailureOf } from '@bursar/contracts/endpoint';
import type { CompleteSignIn } from '@bursar/contracts/access/second-factor';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { openProviderSession } from '../single-sign-on/open-provider-session.ts';
import { isInNetworks } from '../../../platform/networks.ts';
import { openSession, type SignedIn, type SigningIn } from '../accounts/open-session.ts';
import { deletePendingSignIns, lockPendingSignIn } from '../accounts/pending-sign-ins.ts';
import { giveBackAttempt, takeAttempt } from '../accounts/sign-in-attempts.ts';
import { spendRecoveryCode } from './second-factor.store.ts';
import type { FactorDesk } from './set-up-second-factor.ts';
import { takeCode } from './take-code.ts';

type Completion = SigningIn & { readonly token: string | null; readonly code: string };

/**
 * Performs the second step of sign-in with a code from the authenticator app or a recovery code;
 * each is accepted once.
 */
export function completeSignIn(
  { database, secrets }: FactorDesk,
  completion: Completion,
): Promise<Outcome<SignedIn, FailureOf<CompleteSignIn>>> {
  const { code, address, device, now } = completion;
  return database.begin(async (transaction) => {
    const account = await lockPendingSignIn(transaction, completion);
    if (!account) return refuse('pending_sign_in_expired');
    const attempt = { email: account.email, address, device, now };
    const seconds = await takeAttempt(transaction, attempt);
    if (seconds > 0) return refuse('too_many_attempts', { details: { seconds } });
    const accountId = account.id;
    const isOfApp = await takeCode(transaction, { accountId, code, secrets, now });
    const at = now.toISOString();
    if (!isOfApp && !(await spendRecoveryCode(transaction, { accountId, code, at }))) {
      return refuse('second_factor_code_wrong', { field: 'code' });
    }
    if (account.status !== 'active') return refuse('account_not_active');
    if (!isInNetworks(address, account.networks)) {
      return refuse('address_not_allowed', { details: { address } });
    }
    await deletePendingSignIns(transaction, accountId);
    const after = { secondFactor: isOfApp ? 'code' : 'recovery-code' };
    const { providerIssuer: issuer, providerToken } = account;
    const idToken = providerToken && secrets.open(providerToken, accountId);
    if (issuer === null || !idToken) {
      return succeed(await openSession(transaction, account, { ...completion, after }));
    }
    // A sign-in at the provider does not prove the password, so earlier failures remain. This
    // attempt was not a failure.
    await giveBackAttempt(transaction, attempt);
    const person = { issuer, idToken: idToken.toString() };
    const opening = { ...completion, after: { ...after, provider: issuer } };
    return succeed(await openProviderSession(transaction, account, { person, secrets, opening }));
  });
}
