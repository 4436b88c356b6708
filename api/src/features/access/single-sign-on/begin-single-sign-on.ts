import type { BeginSingleSignOn } from '@bursar/contracts/access/single-sign-on';
import type { FailureOf } from '@bursar/contracts/endpoint';
import type { Database, Queryable } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { newSecret } from '../../../platform/secrets/random-secret.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { discoverProvider, startAt, type Client } from './provider.ts';
import { findProvider, insertStartedSignIn, type StoredProvider } from './single-sign-on.store.ts';

/** Dependencies of single sign-on: the database, the secret box and Bursar's redirect address. */
export type SingleSignOnDesk = {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly redirectAddress: () => string;
};

/**
 * The name that the encryption of the client secret is bound to, in place of an account's id; the
 * secret cannot be decrypted under another name.
 */
export const CLIENT_SECRET = 'single-sign-on';

type Begun = { readonly address: string; readonly browserToken: string };

/** Starts a sign-in at the provider; its answer is accepted once and from this browser only. */
export async function beginSingleSignOn(
  { database, secrets, redirectAddress }: SingleSignOnDesk,
  now: Date,
): Promise<Outcome<Begun, FailureOf<BeginSingleSignOn>>> {
  const client = await findClient(database, secrets);
  if (!client) return refuse('single_sign_on_off');
  const provider = await discoverProvider(client);
  if (!provider.ok) return provider;
  const { address, ...started } = await startAt(provider.value, redirectAddress());
  const browserToken = newSecret();
  await insertStartedSignIn(database, { ...started, issuer: client.issuer, browserToken, now });
  return succeed({ address, browserToken });
}

/**
 * Finds the provider with its client secret; null if single sign-on is off or the secret is
 * encrypted with a lost key.
 */
export async function findClient(sql: Queryable, secrets: SecretBox): Promise<Client | null> {
  const provider = await findProvider(sql);
  const clientSecret = provider.isOn ? openClientSecret(provider, secrets) : null;
  return clientSecret === null ? null : { ...provider, clientSecret };
}

export function openClientSecret(
  { clientSecret }: Pick<StoredProvider, 'clientSecret'>,
  secrets: SecretBox,
): string | null {
  return clientSecret && (secrets.open(clientSecret, CLIENT_SECRET)?.toString() ?? null);
}
