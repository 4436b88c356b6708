import type { Language } from '@bursar/contracts/languages';
import type { Transaction } from '../../../platform/database.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import type { NotificationRow } from './notifications.store.ts';

/** Mails notifications to recipients with an active account, in each recipient's language. */
export async function mailNotifications(
  transaction: Transaction,
  notifications: readonly NotificationRow[],
): Promise<void> {
  if (notifications.length === 0) return;
  const readers = await transaction<{ id: string; email: string; language: Language }[]>`
    select id, email, language from accounts
    where id in ${transaction(notifications.map(({ accountId }) => accountId))} and status = 'active'`;
  for (const { portfolioId, accountId, event, subject, message, createdAt } of notifications) {
    const reader = readers.find(({ id }) => id === accountId);
    if (!reader) continue;
    const content = { kind: 'notification' as const, event, subject, message };
    await enqueueMail(transaction, { portfolioId, reader, content, at: new Date(createdAt) });
  }
}
