import { recordAudit } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { succeed, type Outcome } from '../../../platform/outcome.ts';
import { confirmPassword } from './confirm-password.ts';
import { auditOf, type OwnAccount } from './own-account.ts';

/** Locks the calling session: nothing can be read or changed through it until it is unlocked. */
export function lockSession(database: Database, own: OwnAccount) {
  return setLock(database, own, { event: 'lock-session', lockedAt: own.now.toISOString() });
}

/** Unlocks the session with the password; failed guesses cause the same waits as at sign-in. */
export async function unlockSession(
  database: Database,
  { password }: { password: string },
  own: OwnAccount,
): Promise<Outcome<null, 'too_many_attempts' | 'current_password_wrong'>> {
  const confirmed = await confirmPassword(database, { ...own, password }, 'password');
  if (!confirmed.ok) return confirmed;
  await setLock(database, own, { event: 'unlock-session', lockedAt: null });
  return succeed(null);
}

/** Locks or unlocks the calling session. A repeated call changes nothing. */
function setLock(
  database: Database,
  own: OwnAccount,
  { event, lockedAt }: { event: 'lock-session' | 'unlock-session'; lockedAt: string | null },
): Promise<void> {
  return database.begin(async (transaction) => {
    const changed = await transaction`
      update sessions set locked_at = ${lockedAt}
      where id = ${own.sessionId} and (locked_at is null) <> (${lockedAt}::timestamptz is null)
      returning id`;
    if (changed.length === 0) return;
    await recordAudit(transaction, {
      ...auditOf(own, event),
      subject: 'session',
      subjectId: own.sessionId,
    });
  });
}
