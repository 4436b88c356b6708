import { holdRecord } from '../../../platform/app-records.store.ts';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { personalNotes, putFavourite } from './personal-notes.store.ts';

/**
 * Marks a note as the caller's favourite, or removes the mark. The mark is private to the caller
 * and does not change the note's version.
 */
export async function markPersonalNote(
  database: Database,
  { id, isFavourite }: { id: string; isFavourite: boolean },
  context: CommandContext,
): Promise<Outcome<{ id: string }, 'not_found'>> {
  const { account, scope } = context.session;
  return database.begin(async (transaction) => {
    if (!(await holdRecord(transaction, personalNotes, { scope, id }))) return refuse('not_found');
    await putFavourite(transaction, { accountId: account.id, id, isFavourite });
    await auditCommand(transaction, context, {
      portfolioId: account.portfolioId,
      event: 'mark-memo',
      subject: 'memo',
      subjectId: id,
      after: { favourite: isFavourite ? 1 : 0 },
      onlyAccountIds: [account.id],
    });
    return succeed({ id });
  });
}
