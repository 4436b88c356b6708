import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { RemoveTag } from '@bursar/contracts/distribution/tags';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { deleteTag, holdTag } from './tags.store.ts';

type Removed = Outcome<AnswerOf<RemoveTag>, FailureOf<RemoveTag>>;

/** Deletes a tag. The audit row records the tag and how many loans had it. */
export async function removeTag(
  database: Database,
  id: string,
  context: PortfolioContext,
): Promise<Removed> {
  const { portfolio } = context;
  return database.begin(async (transaction) => {
    const portfolioId = portfolio.id;
    const before = await holdTag(transaction, { portfolioId, id });
    if (!before) return refuse('not_found');
    const loans = await deleteTag(transaction, { portfolioId, id });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'remove-tag',
      subject: 'tag',
      subjectId: id,
      before: { name: before.name, colour: before.colour, loans },
    });
    return succeed({ loans });
  });
}
