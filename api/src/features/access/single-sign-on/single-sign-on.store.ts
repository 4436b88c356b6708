import type { Queryable, Transaction } from '../../../platform/database.ts';
import { hashSecret } from '../../../platform/secrets/random-secret.ts';

export type StoredProvider = {
  readonly isOn: boolean;
  readonly issuer: string;
  readonly clientId: string;
  readonly label: string;
  /** The encrypted secret; null if none is stored. */
  readonly clientSecret: Buffer | null;
  readonly version: number;
};

const none: StoredProvider = {
  isOn: false,
  issuer: '',
  clientId: '',
  label: '',
  clientSecret: null,
  version: 0,
};

export async function findProvider(sql: Queryable): Promise<StoredProvider> {
  const [row] = await sql<StoredProvider[]>`
    select is_on, issuer, client_id, label, client_secret, version from single_sign_on`;
  return row ? { ...row } : none;
}

/** Writes the settings unless they changed since `version`; returns whether they were written. */
export async function writeProvider(
  transaction: Transaction,
  { by, at, version, ...provider }: StoredProvider & { readonly by: string; readonly at: string },
): Promise<boolean> {
  const written = await transaction`
    insert into single_sign_on as known
      (is_on, issuer, client_id, label, client_secret, version, changed_by, changed_at)
    select ${provider.isOn}, ${provider.issuer}, ${provider.clientId}, ${provider.label},
      ${provider.clientSecret}::bytea, ${version + 1}::integer, ${by}, ${at}
    where ${version}::integer = 0 or exists (select from single_sign_on)
    on conflict (is_only) do update set is_on = excluded.is_on, issuer = excluded.issuer,
      client_id = excluded.client_id, label = excluded.label,
      client_secret = excluded.client_secret, version = excluded.version,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at
    where known.version = ${version}::integer
    returning is_only`;
  return written.length > 0;
}

/**
 * Deletes the client secret, which is encrypted with a lost key, and switches single sign-on off.
 * An administrator must enter the secret again.
 */
export async function forgetClientSecret(transaction: Transaction): Promise<void> {
  await transaction`
    update single_sign_on set is_on = false, client_secret = null, version = version + 1
    where client_secret is not null`;
  await transaction`delete from provider_sessions`;
}

const VALID_MS = 10 * 60_000;

/** The values that a provider's answer must match. */
export type StartedSignIn = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly issuer: string;
};

type OfBrowser = { readonly browserToken: string; readonly now: Date };

export async function insertStartedSignIn(
  sql: Queryable,
  { browserToken, now, ...started }: StartedSignIn & OfBrowser,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + VALID_MS).toISOString();
  await sql`delete from provider_sign_ins where expires_at <= ${now.toISOString()}`;
  await sql`
    insert into provider_sign_ins (browser_hash, state, nonce, verifier, issuer, expires_at)
    values (${hashSecret(browserToken)}, ${started.state}, ${started.nonce}, ${started.verifier},
      ${started.issuer}, ${expiresAt})`;
}

/** Uses up a started sign-in, so that the same answer cannot be sent twice. */
export async function takeStartedSignIn(
  sql: Queryable,
  { browserToken, state, now }: OfBrowser & { readonly state: string },
): Promise<StartedSignIn | null> {
  const [started] = await sql<StartedSignIn[]>`
    delete from provider_sign_ins
    where browser_hash = ${hashSecret(browserToken)} and state = ${state}
      and expires_at > ${now.toISOString()}
    returning state, nonce, verifier, issuer`;
  return started ?? null;
}

/** A person as the provider names them. */
export type Subject = { readonly issuer: string; readonly subject: string };

/** Returns the id of the account that is linked to this person; null if there is none. */
export async function findLinkedAccountId(
  sql: Queryable,
  { issuer, subject }: Subject,
): Promise<string | null> {
  const [link] = await sql<{ accountId: string }[]>`
    select account_id from provider_links where issuer = ${issuer} and subject = ${subject}`;
  return link?.accountId ?? null;
}

/**
 * Links the account to the person and returns true. Returns false, without a change, if the account
 * or the person has a link at this issuer already.
 */
export async function insertLink(
  transaction: Transaction,
  { issuer, subject, accountId, at }: Subject & { readonly accountId: string; readonly at: string },
): Promise<boolean> {
  const made = await transaction`
    insert into provider_links (issuer, subject, account_id, linked_at)
    values (${issuer}, ${subject}, ${accountId}, ${at})
    on conflict do nothing
    returning account_id`;
  return made.length > 0;
}

/**
 * Removes the account's links. The next sign-in through the provider looks for the account by its
 * address again.
 */
export async function removeLinks(transaction: Transaction, accountId: string): Promise<void> {
  await transaction`delete from provider_links where account_id = ${accountId}`;
}

type ProviderSession = { readonly issuer: string; readonly idToken: Buffer };

export async function insertProviderSession(
  transaction: Transaction,
  { sessionId, issuer, idToken }: ProviderSession & { readonly sessionId: string },
): Promise<void> {
  await transaction`
    insert into provider_sessions (session_id, issuer, id_token)
    values (${sessionId}, ${issuer}, ${idToken})`;
}

/** Removes and returns the provider's part of a session; null if a password opened the session. */
export async function takeProviderSession(
  transaction: Transaction,
  sessionId: string,
): Promise<ProviderSession | null> {
  const [row] = await transaction<ProviderSession[]>`
    delete from provider_sessions where session_id = ${sessionId} returning issuer, id_token`;
  return row ?? null;
}

export async function isProviderSession(sql: Queryable, sessionId: string): Promise<boolean> {
  const found = await sql`select from provider_sessions where session_id = ${sessionId}`;
  return found.length > 0;
}

const JUST_NOW_MS = 10 * 60_000;

/**
 * Returns whether the owner of this session signed in through the provider less than `JUST_NOW_MS`
 * ago.
 */
export async function hasJustSignedInByProvider(
  sql: Queryable,
  { sessionId, now }: { readonly sessionId: string; readonly now: Date },
): Promise<boolean> {
  const found = await sql`
    select from provider_sessions opened join sessions session on session.id = opened.session_id
    where session.id = ${sessionId}
      and session.created_at > ${new Date(now.getTime() - JUST_NOW_MS).toISOString()}`;
  return found.length > 0;
}
