import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { EraseMailThreads, MarkMailThreads } from '@bursar/contracts/office/staff-mail';
import { auditCommand } from '../../../platform/audit.ts';
import { announceChange } from '../../../platform/live-updates/announce-change.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import {
  eraseBoxes,
  markBoxes,
  putLabel,
  removeUnheldMails,
  takeLabel,
} from './mail-writing.store.ts';

type Marking = InputOf<MarkMailThreads>['body'];

/**
 * Marks conversations in the caller's own mailbox. Other users do not see the marks, and the change
 * has no audit row; the caller's other browsers are notified.
 */
export function markMailThreads(
  database: Database,
  { threadIds, addLabelId, removeLabelId, ...marks }: Marking,
  { session: { account, scope } }: CommandContext,
): Promise<Outcome<AnswerOf<MarkMailThreads>, 'not_found'>> {
  return database.begin(async (transaction) => {
    const own = await markBoxes(transaction, { ...marks, scope, threadIds });
    const [first] = own;
    if (first === undefined) return refuse('not_found');
    if (
      addLabelId &&
      !(await putLabel(transaction, { scope, threadIds: own, labelId: addLabelId }))
    ) {
      return refuse('not_found');
    }
    if (removeLabelId) {
      await takeLabel(transaction, { scope, threadIds: own, labelId: removeLabelId });
    }
    await announceChange(transaction, {
      portfolioId: account.portfolioId,
      event: 'mark-internal-mail',
      subject: 'internal-mail',
      subjectId: first,
      onlyAccountIds: [account.id],
    });
    return succeed({ marked: own.length });
  });
}

/**
 * Deletes the named conversations, or all, from the caller's trash. Messages of which nobody else
 * has a copy are deleted for good.
 */
export function eraseMailThreads(
  database: Database,
  { threadIds }: InputOf<EraseMailThreads>['body'],
  context: CommandContext,
): Promise<Outcome<AnswerOf<EraseMailThreads>, never>> {
  const { account, scope } = context.session;
  return database.begin(async (transaction) => {
    const erased = await eraseBoxes(transaction, { scope, threadIds });
    const [first] = erased;
    if (first === undefined) return succeed({ erased: 0 });
    await removeUnheldMails(transaction, erased);
    await auditCommand(transaction, context, {
      portfolioId: account.portfolioId,
      event: 'erase-internal-mail',
      subject: 'internal-mail',
      subjectId: first,
      after: { conversations: erased.length },
      onlyAccountIds: [account.id],
    });
    return succeed({ erased: erased.length });
  });
}
