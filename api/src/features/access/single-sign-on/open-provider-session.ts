import type { Transaction } from '../../../platform/database.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import type { SignInAccount } from '../accounts/accounts.store.ts';
import { openSession, type Opening, type SignedIn } from '../accounts/open-session.ts';
import type { Person } from './provider.ts';
import { insertProviderSession } from './single-sign-on.store.ts';

type Confirmed = {
  readonly person: Pick<Person, 'issuer' | 'idToken'>;
  readonly secrets: SecretBox;
  readonly opening: Opening;
};

/** Opens a session and stores the provider's token, so that signing out ends both sessions. */
export async function openProviderSession(
  transaction: Transaction,
  account: SignInAccount,
  { person: { issuer, idToken }, secrets, opening }: Confirmed,
): Promise<SignedIn> {
  const signedIn = await openSession(transaction, account, { ...opening, isByProvider: true });
  const { sessionId } = signedIn;
  const sealed = secrets.seal(Buffer.from(idToken), sessionId);
  await insertProviderSession(transaction, { sessionId, issuer, idToken: sealed });
  return signedIn;
}
