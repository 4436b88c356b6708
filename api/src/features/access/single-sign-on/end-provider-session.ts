import { recordAudit } from '../../../platform/audit.ts';
import { endSession } from '../accounts/accounts.store.ts';
import { auditOf, type OwnAccount } from '../accounts/own-account.ts';
import { findClient, type SingleSignOnDesk } from './begin-single-sign-on.ts';
import { discoverProvider, endAddressOf } from './provider.ts';
import { takeProviderSession } from './single-sign-on.store.ts';

/**
 * Ends the calling session. Returns the address that also ends the session at the provider; null if
 * Bursar cannot determine that address.
 */
export async function endProviderSession(
  desk: SingleSignOnDesk,
  own: OwnAccount,
): Promise<{ readonly address: string | null }> {
  const { sessionId, now } = own;
  const opened = await desk.database.begin(async (transaction) => {
    const session = await takeProviderSession(transaction, sessionId);
    if (await endSession(transaction, { sessionId, now })) {
      await recordAudit(transaction, {
        ...auditOf(own, 'end-session'),
        subject: 'session',
        subjectId: sessionId,
      });
    }
    return session;
  });
  const idToken = opened && desk.secrets.open(opened.idToken, sessionId)?.toString();
  const client = idToken ? await findClient(desk.database, desk.secrets) : null;
  if (!idToken || client?.issuer !== opened.issuer) return { address: null };
  const provider = await discoverProvider(client);
  // An unreachable provider must not hinder anyone from signing out here.
  if (!provider.ok) return { address: null };
  const returnAddress = desk.redirectAddress();
  return { address: endAddressOf(provider.value, { idToken, returnAddress }) };
}
