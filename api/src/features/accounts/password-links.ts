import { uuidv7 } from 'uuidv7';
import type { Language } from '@bursar/contracts/languages';
import type { Transaction } from '../../platform/database.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { hashSecret, newSecret } from '../../platform/secrets/random-secret.ts';

export type LinkReason = 'recovery' | 'invitation';

const validMinutes: Record<LinkReason, number> = { recovery: 60, invitation: 7 * 24 * 60 };

type LinkFor = {
  readonly account: { readonly id: string; readonly email: string; readonly language: Language };
  readonly reason: LinkReason;
  readonly publicUrl: string;
  readonly now: Date;
};

/** Mails a link that sets a password, in its reader's language, and answers it; its digest stays here. */
export async function mailPasswordLink(transaction: Transaction, link: LinkFor): Promise<string> {
  const { account, reason, publicUrl, now } = link;
  const token = newSecret();
  const expiresAt = new Date(now.getTime() + validMinutes[reason] * 60_000);
  await transaction`
    insert into password_links (id, account_id, token_hash, created_at, expires_at)
    values (${uuidv7()}, ${account.id}, ${hashSecret(token)}, ${now.toISOString()},
      ${expiresAt.toISOString()})`;
  const address = `${publicUrl}/auth/boxed-password-reset?token=${token}`;
  const content = { kind: reason, address };
  await enqueueMail(transaction, { reader: account, content, at: now });
  return address;
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
