import type { FailureOf } from '@bursar/contracts/endpoint';
import type { LoanTag } from '@bursar/contracts/servicing/loans';
import type { ChangeTag } from '@bursar/contracts/distribution/tags';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import { tagNameConflict } from './create-tag.ts';
import { holdTag, updateTag } from './tags.store.ts';

type Change = LoanTag & { readonly version: number };
type Changed = Outcome<LoanTag, FailureOf<ChangeTag>>;

export async function changeTag(
  database: Database,
  command: Change,
  context: PortfolioContext,
): Promise<Changed> {
  const tag = { ...command, name: command.name.trim() };
  if (tag.name === '') return refuse('name_missing', { field: 'name' });
  return transactionOrConflict(database, tagNameConflict, (transaction) =>
    change(transaction, tag, context),
  );
}

async function change(
  transaction: Transaction,
  { id, name, colour, version }: Change,
  context: PortfolioContext,
): Promise<Changed> {
  const { portfolio } = context;
  const portfolioId = portfolio.id;
  const before = await holdTag(transaction, { portfolioId, id });
  if (!before) return refuse('not_found');
  if (!(await updateTag(transaction, { portfolioId, id, name, colour, version }))) {
    return refuse('changed_since');
  }
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'change-tag',
    subject: 'tag',
    subjectId: id,
    before: { name: before.name, colour: before.colour },
    after: { name, colour },
  });
  return succeed({ id, name, colour });
}
