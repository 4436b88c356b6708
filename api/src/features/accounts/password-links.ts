import { uuidv7 } from 'uuidv7';
import type { Transaction } from '../../platform/database.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { hashSecret, newSecret } from '../../platform/session.ts';

export type LinkReason = 'recovery' | 'invitation';

const validMinutes: Record<LinkReason, number> = { recovery: 60, invitation: 7 * 24 * 60 };

type LinkFor = {
  readonly account: { readonly id: string; readonly email: string };
  readonly reason: LinkReason;
  readonly publicUrl: string;
  readonly now: Date;
};

/** Mails a link that sets a password; only its digest stays here. */
export async function mailPasswordLink(transaction: Transaction, link: LinkFor): Promise<void> {
  const { account, reason, publicUrl, now } = link;
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + validMinutes[reason] * 60_000);
  await transaction`
    insert into password_links (id, account_id, token_hash, created_at, expires_at)
    values (${uuidv7()}, ${account.id}, ${hashSecret(token)}, ${now.toISOString()},
      ${expiresAt.toISOString()})`;
  const address = `${publicUrl}/auth/boxed-password-reset?token=${token}`;
  await enqueueMail(transaction, { to: account.email, ...texts[reason](address) }, now);
}

/** Links that were mailed before and not used open nothing any more. */
export async function voidPasswordLinks(
  transaction: Transaction,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  await transaction`
    update password_links set used_at = ${now.toISOString()}
    where account_id = ${accountId} and used_at is null`;
}

const texts: Record<LinkReason, (address: string) => { subject: string; body: string }> = {
  recovery: (address) => ({
    subject: 'Your Bursar password',
    body: [
      'Somebody asked for a new password for this address at Bursar.',
      `Set it here within the hour; the link works once:\n${address}`,
      'If it was not you, leave this mail alone: nothing has changed.',
    ].join('\n\n'),
  }),
  invitation: (address) => ({
    subject: 'Your Bursar account',
    body: [
      'An account at Bursar has been opened for this address.',
      `Choose your password within seven days; the link works once:\n${address}`,
      'Nobody else knows the password you choose.',
    ].join('\n\n'),
  }),
};
