import type { CompleteSingleSignOn } from '@bursar/contracts/access/single-sign-on';
import type { FailureOf } from '@bursar/contracts/endpoint';
import { recordAudit } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database.ts';
import { isInNetworks } from '../../../platform/networks.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { newSecret } from '../../../platform/secrets/random-secret.ts';
import {
  activateInvited,
  findAccountByEmail,
  holdAccount,
  type SignInAccount,
} from '../accounts/accounts.store.ts';
import type { SignedIn, SigningIn } from '../accounts/open-session.ts';
import { insertPendingSignIn } from '../accounts/pending-sign-ins.ts';
import { voidPasswordLinks } from '../accounts/password-links.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { findClient, type SingleSignOnDesk } from './begin-single-sign-on.ts';
import { openProviderSession } from './open-provider-session.ts';
import { discoverProvider, readPerson, type Person } from './provider.ts';
import { findLinkedAccountId, insertLink, takeStartedSignIn } from './single-sign-on.store.ts';

type Answered = SigningIn & {
  readonly browserToken: string | null;
  /** The query with which the provider sent the browser back. */
  readonly query: string;
};

type Refused = FailureOf<CompleteSingleSignOn>;

/** A session, or the token of a sign-in that still needs our second factor. */
type Entered = SignedIn | { readonly pendingToken: string };

/** Opens a session for the person whom the provider names, if they have an account. */
export async function completeSingleSignOn(
  desk: SingleSignOnDesk,
  answered: Answered,
): Promise<Outcome<Entered, Refused>> {
  const person = await identify(desk, answered);
  if (!person.ok) return person;
  // The password of an invited account that links now. Nobody knows it; the owner can reset it by
  // mail.
  const unknownPassword = await hashPassword(newSecret());
  return desk.database.begin(async (transaction) => {
    const account = await findAccount(transaction, person.value, { ...answered, unknownPassword });
    if (!account.ok) return account;
    return enter(transaction, account.value, { ...answered, desk, person: person.value });
  });
}

type Entering = Answered & { readonly desk: SingleSignOnDesk; readonly person: Person };

/**
 * Opens a session. A sign-in at the provider replaces our second factor, unless a rule demands ours
 * for the role and the account has one; then returns the token of a sign-in that waits for its
 * code.
 */
async function enter(
  transaction: Transaction,
  account: SignInAccount,
  { desk: { secrets }, person, ...answered }: Entering,
): Promise<Outcome<Entered, Refused>> {
  const { issuer, idToken } = person;
  const { address, now } = answered;
  if (!isInNetworks(address, account.networks)) {
    return refuse('address_not_allowed', { details: { address } });
  }
  if (account.roleRequiresSecondFactor && account.hasSecondFactor) {
    const accountId = account.id;
    const sealedToken = secrets.seal(Buffer.from(idToken), accountId);
    const byProvider = { issuer, sealedToken };
    return succeed({
      pendingToken: await insertPendingSignIn(transaction, { accountId, now, byProvider }),
    });
  }
  const opening = { ...answered, after: { provider: issuer } };
  return succeed(await openProviderSession(transaction, account, { person, secrets, opening }));
}

async function identify(
  { database, secrets, redirectAddress }: SingleSignOnDesk,
  { browserToken, query, now }: Answered,
): Promise<Outcome<Person, Refused>> {
  const client = await findClient(database, secrets);
  if (!client) return refuse('single_sign_on_off');
  const answer = new URL(redirectAddress());
  answer.search = query;
  const state = answer.searchParams.get('state');
  const started =
    browserToken !== null && state !== null
      ? await takeStartedSignIn(database, { browserToken, state, now })
      : null;
  // A sign-in that began before the settings changed may belong to another provider.
  if (started?.issuer !== client.issuer) return refuse('single_sign_on_not_started');
  const provider = await discoverProvider(client);
  return provider.ok ? readPerson(provider.value, { answer, started }) : provider;
}

type Finding = Pick<Answered, 'now' | 'requestId'> & { readonly unknownPassword: string };

/**
 * Finds the account by its link, or by the verified address; a match by address creates the link.
 */
async function findAccount(
  transaction: Transaction,
  person: Person,
  finding: Finding,
): Promise<Outcome<SignInAccount, Refused>> {
  const linkedId = await findLinkedAccountId(transaction, person);
  if (linkedId !== null) {
    const account = await holdAccount(transaction, linkedId);
    return account?.status === 'active' ? succeed(account) : refuse('account_not_active');
  }
  const email = person.verifiedEmail;
  if (email === null) return refuse('single_sign_on_email_unverified');
  const found = await findAccountByEmail(transaction, email);
  const account = found && (await holdAccount(transaction, found.id));
  if (!account) return refuse('single_sign_on_account_unknown', { details: { email } });
  if (account.status === 'suspended') return refuse('account_not_active');
  // If someone else entered the address, only the password proves who the owner is.
  if (account.status === 'active' && account.isEmailUnproved) {
    return refuse('single_sign_on_address_changed');
  }
  return link(transaction, { account, person, ...finding });
}

type Linking = Finding & { readonly account: SignInAccount; readonly person: Person };

async function link(
  transaction: Transaction,
  { account, person, now, requestId, unknownPassword }: Linking,
): Promise<Outcome<SignInAccount, Refused>> {
  const { id: accountId, portfolioId } = account;
  const made = await insertLink(transaction, { ...person, accountId, at: now.toISOString() });
  if (!made) return refuse('single_sign_on_linked_to_another');
  if (account.status === 'invited') {
    await activateInvited(transaction, { accountId, passwordHash: unknownPassword });
    await voidPasswordLinks(transaction, { accountId, now });
  }
  await recordAudit(transaction, {
    portfolioId,
    actorId: accountId,
    event: 'link-sign-in',
    subject: 'account',
    subjectId: accountId,
    after: { provider: person.issuer, subject: person.subject },
    requestId,
    at: now,
  });
  return succeed(account);
}
