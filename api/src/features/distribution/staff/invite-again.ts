import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { HandOverInvitation, InviteAgain } from '@bursar/contracts/distribution/staff';
import { auditCommand } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { recordOpening } from '../../access/accounts/account-openings.store.ts';
import { mailPasswordLink, voidPasswordLinks } from '../../access/accounts/password-links.ts';
import type { StaffContext } from './staff-context.ts';
import { findManaged } from './find-managed.ts';

type Refused = 'not_found' | 'not_invited';

/** Mails a new invitation to a person who has not set a password yet. */
export async function inviteAgain(
  database: Database,
  accountId: string,
  context: StaffContext,
): Promise<Outcome<AnswerOf<InviteAgain>, Refused>> {
  const renewed = await renewInvitation(database, { accountId, event: 'invite-again' }, context);
  return renewed.ok ? succeed({ sentTo: renewed.value.sentTo }) : renewed;
}

/**
 * Returns the link of a new invitation to the inviter. The link can set the password, so it is
 * shown only if no mail would reach the owner.
 */
export async function handOverInvitation(
  database: Database,
  { accountId, isMailDelivered }: { accountId: string; isMailDelivered: boolean },
  context: StaffContext,
): Promise<Outcome<AnswerOf<HandOverInvitation>, Refused | 'mail_is_delivered'>> {
  if (isMailDelivered) return refuse('mail_is_delivered');
  const event = 'hand-over-invitation';
  const renewed = await renewInvitation(database, { accountId, event }, context);
  return renewed.ok ? succeed({ link: renewed.value.link }) : renewed;
}

type Renewal = {
  readonly accountId: string;
  readonly event: 'invite-again' | 'hand-over-invitation';
};

function renewInvitation(
  database: Database,
  { accountId, event }: Renewal,
  context: StaffContext,
): Promise<Outcome<{ sentTo: string; link: string }, Refused>> {
  return database.begin(async (transaction) => {
    const managed = await findManaged(transaction, { ...context.session, accountId });
    if (!managed) return refuse('not_found');
    const { before: account, portfolioId } = managed;
    if (account.status !== 'invited') return refuse('not_invited');
    const { publicUrl, now, session } = context;
    await recordOpening(transaction, {
      accountId,
      openedBy: session.account.id,
      kind: event === 'invite-again' ? 'invite-staff' : event,
      at: now,
    });
    await voidPasswordLinks(transaction, { accountId, now });
    const invitation = { account, reason: 'invitation', publicUrl, now } as const;
    const link = await mailPasswordLink(transaction, invitation);
    await auditCommand(transaction, context, {
      portfolioId,
      event,
      subject: 'account',
      subjectId: accountId,
    });
    return succeed({ sentTo: account.email, link });
  });
}
