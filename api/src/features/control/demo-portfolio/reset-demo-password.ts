import { randomInt } from 'node:crypto';
import type { ResetDemoPassword } from '@bursar/contracts/control/demo-portfolio';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { setPasswordsOf } from '../../access/accounts/account-changes.store.ts';
import { hashPassword } from '../../access/accounts/passwords.ts';
import { endAccessOf } from './end-access.ts';
import { lockDemoState } from './demo-portfolio.store.ts';

type Reset = Outcome<AnswerOf<ResetDemoPassword>, FailureOf<ResetDemoPassword>>;

/**
 * Sets one new password for all active accounts of the demo, ends their sessions and returns the
 * password.
 */
export async function resetDemoPassword(
  database: Database,
  { portfolioId }: { readonly portfolioId: string },
  context: CommandContext,
): Promise<Reset> {
  if (context.session.scope.role !== 'admin') return refuse('not_found');
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  return database.begin(async (transaction) => {
    const state = await lockDemoState(transaction, portfolioId);
    if (!state?.isDemo || state.removedAt !== null) return refuse('not_found');
    await setPasswordsOf(transaction, { portfolioId, passwordHash });
    const { now } = context;
    await endAccessOf(transaction, { portfolioId, now, reason: 'password-changed' });
    await auditCommand(transaction, context, {
      portfolioId: null,
      event: 'reset-demo-password',
      subject: 'portfolio',
      subjectId: portfolioId,
    });
    return succeed({ password });
  });
}

/**
 * Excludes letters and digits that look alike, because people type the password into another
 * window.
 */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

function newPassword(): string {
  const letter = () => LETTERS.charAt(randomInt(LETTERS.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
