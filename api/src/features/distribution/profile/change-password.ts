import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { ChangePassword } from '@bursar/contracts/distribution/profile';
import { recordAudit } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { endSessionsOf } from '../../access/accounts/accounts.store.ts';
import { confirmPassword } from '../../access/accounts/confirm-password.ts';
import { forgetDevices } from '../../access/accounts/known-devices.ts';
import { deletePendingSignIns } from '../../access/accounts/pending-sign-ins.ts';
import { voidWaysIn } from '../../access/accounts/password-links.ts';
import { findPasswordRefusal } from '../../access/accounts/password-rules.ts';
import { hashPassword } from '../../access/accounts/passwords.ts';
import { auditOf, type OwnAccount } from '../../access/accounts/own-account.ts';
import { replacePasswordHash } from '../../access/accounts/account-changes.store.ts';

type Change = { readonly currentPassword: string; readonly password: string };

/** Sets a new password after checking the present one, and ends the account's other sessions. */
export async function changePassword(
  database: Database,
  { currentPassword, password }: Change,
  own: OwnAccount,
): Promise<Outcome<AnswerOf<ChangePassword>, FailureOf<ChangePassword>>> {
  const refusal = await findPasswordRefusal(database, password);
  if (refusal) return refusal;
  const known = { ...own, password: currentPassword };
  const confirmed = await confirmPassword(database, known, 'currentPassword');
  if (!confirmed.ok) return confirmed;
  if (password === currentPassword) return refuse('password_unchanged', { field: 'password' });
  const passwordHash = await hashPassword(password);
  const { accountId, now, sessionId, device } = own;
  return database.begin(async (transaction) => {
    const { passwordHash: former } = confirmed.value;
    // If two requests use the same present password, the first succeeds; for the second it is
    // wrong.
    const isReplaced = await replacePasswordHash(transaction, { accountId, former, passwordHash });
    if (!isReplaced) return refuse('current_password_wrong', { field: 'currentPassword' });
    const reason = 'password-changed';
    const others = { accountId, now, except: sessionId, reason } as const;
    const sessionsEnded = await endSessionsOf(transaction, others);
    await deletePendingSignIns(transaction, accountId);
    await forgetDevices(transaction, { accountId, except: device });
    // A link that was mailed before this change must not replace the new password.
    await voidWaysIn(transaction, { accountId, now });
    await recordAudit(transaction, {
      ...auditOf(own, 'change-password'),
      after: { sessionsEnded },
    });
    return succeed({ sessionsEnded });
  });
}
