import type { Notice } from '@bursar/contracts/access/notices';
import { announceChange } from '../../../platform/changes/announce-change.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import type { Session } from '../../../platform/session.ts';
import { markNoticeOf, markNoticesRead } from './notices.store.ts';

type Marking = { readonly account: Session['account']; readonly now: Date };

/** Marks the notifications of a kind as read, up to the last one shown. */
export function readNoticesOf(
  database: Database,
  shown: { kind: Notice['kind']; until: string },
  { account, now }: Marking,
): Promise<number> {
  return database.begin(async (transaction) => {
    const of = { accountId: account.id, at: now.toISOString() };
    const read = await markNoticesRead(transaction, { ...shown, ...of });
    if (read > 0) await tellOwner(transaction, account, account.id);
    return read;
  });
}

export function markNotice(
  database: Database,
  { noticeId, isRead }: { noticeId: string; isRead: boolean },
  { account, now }: Marking,
) {
  return database.begin(async (transaction) => {
    const readAt = isRead ? now.toISOString() : null;
    const of = { accountId: account.id, noticeId, readAt };
    if (!(await markNoticeOf(transaction, of))) return refuse('not_found');
    await tellOwner(transaction, account, noticeId);
    return succeed({ readAt });
  });
}

/** Updates the owner's other browsers. Reading one's own notifications is not audited. */
function tellOwner(transaction: Transaction, account: Session['account'], subjectId: string) {
  return announceChange(transaction, {
    portfolioId: account.portfolioId,
    event: 'mark-notices',
    subject: 'notice',
    subjectId,
    onlyAccountIds: [account.id],
  });
}
