import { uuidv7 } from 'uuidv7';
import type { Notice } from '@bursar/contracts/access/notices';
import { announceChange } from '../../../platform/changes/announce-change.ts';
import type { Transaction } from '../../../platform/database.ts';
import { mailNotices } from './mail-notices.ts';
import { askChoices } from './notice-choices.store.ts';
import { insertNotices } from './notices.store.ts';

/** A recipient and an event; the text is written in the reader's language. */
type NewNotice = {
  readonly portfolioId: string;
  readonly accountId: string;
  readonly kind: Notice['kind'];
  readonly event: Notice['event'];
  /** Null if no one caused it, as when a promise falls due. */
  readonly senderId: string | null;
  readonly message?: string;
  readonly count?: number;
  readonly amountMinor?: number;
  readonly currency?: string;
  readonly subject?: string;
  readonly target?: Notice['target'];
  readonly at: string;
};

/**
 * Notifies people in the way they chose, within the transaction of the change. To add an event,
 * extend `noticeEvents` and `notices.json`; to add a link target, extend `noticeTargets`.
 */
export async function sendNotices(
  transaction: Transaction,
  notices: readonly NewNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  const all = notices.map(asRow);
  const choiceOf = await askChoices(transaction, all);
  await mailNotices(
    transaction,
    all.filter((row) => choiceOf(row).byMail),
  );
  const rows = all.filter((row) => choiceOf(row).inProduct);
  const [first] = rows;
  if (!first) return;
  await insertNotices(transaction, rows);
  await announceChange(transaction, {
    portfolioId: first.portfolioId,
    event: 'send-notices',
    subject: 'notice',
    subjectId: first.id,
    onlyAccountIds: [...new Set(rows.map(({ accountId }) => accountId))],
  });
}

function asRow({ at, ...notice }: NewNotice) {
  return {
    message: '',
    count: null,
    amountMinor: null,
    currency: null,
    subject: null,
    target: null,
    ...notice,
    id: uuidv7(),
    createdAt: at,
  };
}
