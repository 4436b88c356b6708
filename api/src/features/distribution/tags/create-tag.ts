import type { FailureOf } from '@bursar/contracts/endpoint';
import type { LoanTag } from '@bursar/contracts/servicing/loans';
import type { CreateTag } from '@bursar/contracts/distribution/tags';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import { findTag, insertTag } from './tags.store.ts';

type Created = Outcome<LoanTag, FailureOf<CreateTag> | 'not_found'>;

export async function createTag(
  database: Database,
  command: LoanTag,
  context: PortfolioContext,
): Promise<Created> {
  const tag = { ...command, name: command.name.trim() };
  if (tag.name === '') return refuse('name_missing', { field: 'name' });
  return transactionOrConflict(database, tagNameConflict, (transaction) =>
    create(transaction, tag, context),
  );
}

export const tagNameConflict = {
  tags_name_once: refuse('tag_name_already_used', { field: 'name' }),
};

async function create(
  transaction: Transaction,
  tag: LoanTag,
  context: PortfolioContext,
): Promise<Created> {
  const { session, portfolio, now } = context;
  const portfolioId = portfolio.id;
  const createdBy = session.account.id;
  const made = { ...tag, portfolioId, createdBy, at: now.toISOString() };
  if (!(await insertTag(transaction, made))) {
    const earlier = await findTag(transaction, made);
    const isSame =
      earlier?.name === tag.name &&
      earlier.colour === tag.colour &&
      earlier.createdBy === createdBy;
    return isSame ? succeed(tag) : refuse('id_reused_with_different_content');
  }
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'create-tag',
    subject: 'tag',
    subjectId: tag.id,
    after: { name: tag.name, colour: tag.colour },
  });
  return succeed(tag);
}
