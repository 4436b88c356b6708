import { uuidv7 } from 'uuidv7';
import type { Notice } from '@bursar/contracts/access/notices';
import { announceChange } from '../../../platform/changes/announce-change.ts';
import type { Transaction } from '../../../platform/database.ts';
import { mailNotices } from './mail-notices.ts';
import { askChoices } from './notice-choices.store.ts';
import { insertNotices } from './notices.store.ts';

/** To whom and of what; its event and figures are worded in the reader's own language. */
type NewNotice = {
  readonly portfolioId: string;
  readonly accountId: string;
  readonly kind: Notice['kind'];
  readonly event: Notice['event'];
  /** Null where nobody did it, as when a promise falls due. */
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
 * Tells people something the way they chose, in the transaction that makes it true. The one way in: a new event is a
 * name in `noticeEvents` with its words in `notices.json`, a new place to lead to one in
 * `noticeTargets`.
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
