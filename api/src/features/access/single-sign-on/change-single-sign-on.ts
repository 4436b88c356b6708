import type {
  ChangeSingleSignOn,
  ReadSingleSignOn,
  SingleSignOn,
} from '@bursar/contracts/access/single-sign-on';
import type { FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { recordAudit } from '../../../platform/audit.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { reachesInstallation, type Scope } from '../../../platform/scope.ts';
import { confirmPassword } from '../accounts/confirm-password.ts';
import { auditOf, type OwnAccount } from '../accounts/own-account.ts';
import { CLIENT_SECRET, openClientSecret, type SingleSignOnDesk } from './begin-single-sign-on.ts';
import { discoverProvider, isProviderAddress } from './provider.ts';
import { findProvider, writeProvider, type StoredProvider } from './single-sign-on.store.ts';

export async function readSingleSignOn(
  desk: SingleSignOnDesk,
  scope: Scope,
): Promise<Outcome<SingleSignOn, FailureOf<ReadSingleSignOn>>> {
  if (!reachesInstallation(scope)) return refuse('not_found');
  return succeed(shown(desk, await findProvider(desk.database)));
}

type Changed = Outcome<SingleSignOn, FailureOf<ChangeSingleSignOn>>;

/**
 * Saves the provider. Requires the password, because choosing the provider gives access to every
 * account.
 */
export async function changeSingleSignOn(
  desk: SingleSignOnDesk,
  { clientSecret, password, ...sent }: InputOf<ChangeSingleSignOn>['body'],
  own: OwnAccount,
): Promise<Changed> {
  const { database, secrets } = desk;
  if (!reachesInstallation(own.session.scope)) return refuse('not_found');
  const confirmed = await confirmPassword(database, { ...own, password }, 'password');
  if (!confirmed.ok) return confirmed;
  const before = await findProvider(database);
  const provider: StoredProvider = {
    isOn: sent.isOn,
    version: sent.version,
    issuer: sent.issuer.trim(),
    clientId: sent.clientId.trim(),
    label: sent.label.trim(),
    clientSecret:
      clientSecret.trim() === ''
        ? before.clientSecret
        : secrets.seal(Buffer.from(clientSecret.trim()), CLIENT_SECRET),
  };
  const refusal = await findRefusal(provider, desk);
  if (refusal) return refusal;
  return database.begin(async (transaction): Promise<Changed> => {
    const made = { by: own.accountId, at: own.now.toISOString() };
    if (!(await writeProvider(transaction, { ...provider, ...made }))) {
      return refuse('changed_since');
    }
    await recordAudit(transaction, {
      ...auditOf(own, 'change-single-sign-on'),
      portfolioId: null,
      subject: 'single-sign-on',
      before: audited(before),
      after: { ...audited(provider), secret: clientSecret.trim() === '' ? 'kept' : 'replaced' },
    });
    return succeed(shown(desk, { ...provider, version: sent.version + 1 }));
  });
}

/**
 * Returns why the settings are refused; null if they are accepted. The settings may be incomplete
 * while single sign-on is off; while it is on, the provider must answer.
 */
async function findRefusal(provider: StoredProvider, { secrets }: SingleSignOnDesk) {
  const { isOn, issuer, clientId, label } = provider;
  if (!isOn && issuer === '') return null;
  if (!isProviderAddress(issuer)) return refuse('issuer_not_valid', { field: 'issuer' });
  if (!isOn) return null;
  if (clientId === '') return refuse('client_id_missing', { field: 'clientId' });
  const clientSecret = openClientSecret(provider, secrets);
  if (clientSecret === null) return refuse('client_secret_missing', { field: 'clientSecret' });
  if (label === '') return refuse('sign_in_label_missing', { field: 'label' });
  const discovered = await discoverProvider({ issuer, clientId, clientSecret });
  return discovered.ok ? null : discovered;
}

function shown(
  { redirectAddress }: SingleSignOnDesk,
  { clientSecret, ...provider }: StoredProvider,
): SingleSignOn {
  return { ...provider, hasSecret: clientSecret !== null, redirectAddress: redirectAddress() };
}

const audited = ({ isOn, issuer, clientId, label }: StoredProvider) => ({
  isOn: isOn ? 'on' : 'off',
  issuer,
  clientId,
  label,
});
