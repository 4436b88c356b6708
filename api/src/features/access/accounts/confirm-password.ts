import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { passwordMatches } from './passwords.ts';
import { giveBackAttempt, takeAttempt, type Attempt } from './sign-in-attempts.ts';

type Confirmation = Attempt & { readonly accountId: string; readonly password: string };

/**
 * The hash that the password matched, so that the command can detect a password that was changed
 * after the check.
 */
type Confirmed = { readonly passwordHash: string };

/**
 * Checks the password before a sensitive change or an unlock. Failed guesses cause the same waits
 * as at sign-in, so that an open session cannot be used to find the password.
 */
export async function confirmPassword(
  database: Database,
  confirmation: Confirmation,
  field: string,
): Promise<Outcome<Confirmed, 'too_many_attempts' | 'current_password_wrong'>> {
  const seconds = await takeAttempt(database, confirmation);
  if (seconds > 0) return refuse('too_many_attempts', { details: { seconds } });
  const [account] = await database<{ passwordHash: string | null }[]>`
    select password_hash from accounts where id = ${confirmation.accountId}`;
  const passwordHash = account?.passwordHash ?? null;
  const matches = await passwordMatches(confirmation.password, passwordHash);
  if (!matches || passwordHash === null) return refuse('current_password_wrong', { field });
  await giveBackAttempt(database, confirmation);
  return succeed({ passwordHash });
}
