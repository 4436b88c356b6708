import { recordAudit } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { admitAdminsFromAnywhere } from '../security-rules/security-rules.store.ts';
import { recordOpening } from './account-openings.store.ts';
import { endSessionsOf, findAccountByEmail, holdAccount } from './accounts.store.ts';
import { insertPasswordLink, voidWaysIn } from './password-links.ts';
import { deletePendingSignIns } from './pending-sign-ins.ts';

type Recovering = { readonly email: string; readonly publicUrl: string; readonly now: Date };

/**
 * Lets the operator of the server recover an administrator, because a single administrator without
 * a mail server has nobody else to ask. Ends the administrator's sessions and returns a link that
 * sets a new password once, or null if no active administrator has this address. A second factor
 * stays on. Administrators can then sign in from every network, because the network rule may have
 * locked them out.
 */
export function recoverAdmin(
  owner: Database,
  { email, publicUrl, now }: Recovering,
): Promise<string | null> {
  return owner.begin(async (transaction) => {
    const found = await findAccountByEmail(transaction, email.trim());
    const account = found && (await holdAccount(transaction, found.id));
    if (account?.role !== 'admin' || account.status !== 'active') return null;
    const { id: accountId, portfolioId } = account;
    await endSessionsOf(transaction, { accountId, now, reason: 'ended-elsewhere' });
    await deletePendingSignIns(transaction, accountId);
    await voidWaysIn(transaction, { accountId, now });
    await admitAdminsFromAnywhere(transaction);
    // The owner sees this under Profile → Security, like every opening by others.
    await recordOpening(transaction, {
      accountId,
      openedBy: null,
      kind: 'release-recovery',
      at: now,
    });
    await recordAudit(transaction, {
      portfolioId,
      actorId: null,
      event: 'recover-admin',
      subject: 'account',
      subjectId: accountId,
      requestId: null,
      at: now,
    });
    return insertPasswordLink(transaction, { account, reason: 'recovery', publicUrl, now });
  });
}

export async function listAdminEmails(owner: Database): Promise<string[]> {
  const rows = await owner<{ email: string }[]>`
    select email from accounts where role = 'admin' and status = 'active' order by lower(email)`;
  return rows.map(({ email }) => email);
}
