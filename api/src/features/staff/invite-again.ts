import { recordAudit } from '../../platform/audit.ts';
import type { Database } from '../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../platform/outcome.ts';
import { mailPasswordLink, voidPasswordLinks } from '../accounts/password-links.ts';
import type { StaffContext } from './staff-context.ts';
import { findManaged } from './find-managed.ts';

/** Mails a fresh invitation to somebody who has not set a password yet. */
export function inviteAgain(
  database: Database,
  accountId: string,
  context: StaffContext,
): Promise<Outcome<{ sentTo: string }, 'not_found' | 'not_invited'>> {
  return database.begin(async (transaction) => {
    const managed = await findManaged(transaction, { ...context, accountId });
    if (!managed) return refuse('not_found');
    const { before: account, portfolioId } = managed;
    if (account.status !== 'invited') return refuse('not_invited');
    const { publicUrl, now } = context;
    await voidPasswordLinks(transaction, { accountId, now });
    await mailPasswordLink(transaction, { account, reason: 'invitation', publicUrl, now });
    await recordAudit(transaction, {
      portfolioId,
      actorId: context.actorId,
      event: 'invite-again',
      subject: 'account',
      subjectId: accountId,
      requestId: context.requestId,
      at: now,
    });
    return succeed({ sentTo: account.email });
  });
}
