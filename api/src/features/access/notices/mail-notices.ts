import type { Language } from '@bursar/contracts/languages';
import type { Transaction } from '../../../platform/database.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import type { NoticeRow } from './notices.store.ts';

/** Mails notifications to people who chose mail, in each one's language. */
export async function mailNotices(
  transaction: Transaction,
  notices: readonly NoticeRow[],
): Promise<void> {
  if (notices.length === 0) return;
  const readers = await transaction<{ id: string; email: string; language: Language }[]>`
    select id, email, language from accounts
    where id in ${transaction(notices.map(({ accountId }) => accountId))} and status = 'active'`;
  for (const { accountId, event, subject, message, createdAt } of notices) {
    const reader = readers.find(({ id }) => id === accountId);
    if (!reader) continue;
    const content = { kind: 'notice' as const, event, subject, message };
    await enqueueMail(transaction, { reader, content, at: new Date(createdAt) });
  }
}
