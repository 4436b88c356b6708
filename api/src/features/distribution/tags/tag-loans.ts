import type { LoanSelection } from '@bursar/contracts/distribution/assignments';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { TagLoans } from '@bursar/contracts/distribution/tags';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { holdTags, listSelectedLoans, putTagOn, takeTagOff } from './tags.store.ts';

export type TagCommand = {
  readonly selection: LoanSelection;
  readonly putOn: readonly string[];
  readonly takeOff: readonly string[];
};

type Tagged = Outcome<AnswerOf<TagLoans>, FailureOf<TagLoans>>;

/**
 * Adds and removes tags on a selection. Loans that already match do not change, so a repeat has no
 * effect.
 */
export async function tagLoans(
  database: Database,
  command: TagCommand,
  context: PortfolioContext,
): Promise<Tagged> {
  const { selection, putOn, takeOff } = command;
  if (!selection.loanIds && !selection.filter) return refuse('nothing_selected');
  return database.begin(async (transaction) => {
    const portfolioId = context.portfolio.id;
    const ids = new Set([...putOn, ...takeOff]);
    const tags = await holdTags(transaction, { portfolioId, ids: [...ids] });
    if (ids.size === 0 || tags.length !== ids.size) return refuse('tag_not_found');
    const { scope, businessDate } = context.session;
    const loanIds = await listSelectedLoans(transaction, { scope, businessDate, selection });
    const count = loanIds.length;
    const expected = selection.loanIds ? new Set(selection.loanIds).size : selection.expectedCount;
    if (expected !== undefined && count !== expected) {
      return refuse('selection_changed', { details: { count, expected } });
    }
    if (count === 0) return refuse('nothing_selected');
    const changed = new Set<string>();
    for (const tag of tags) {
      const change = putOn.includes(tag.id) ? 'put-on' : 'take-off';
      const loans = await moveTag(transaction, { tag, change, loanIds }, context);
      for (const loanId of loans) changed.add(loanId);
    }
    return succeed({ count, changed: changed.size });
  });
}

type Move = {
  readonly tag: { readonly id: string; readonly name: string };
  readonly change: 'put-on' | 'take-off';
  readonly loanIds: readonly string[];
};

async function moveTag(
  transaction: Transaction,
  { tag, change, loanIds }: Move,
  context: PortfolioContext,
): Promise<readonly string[]> {
  const { session, portfolio, now } = context;
  const tagging = { portfolioId: portfolio.id, tagId: tag.id, loanIds };
  const by = session.account.id;
  const loans =
    change === 'put-on'
      ? await putTagOn(transaction, { ...tagging, by, at: now.toISOString() })
      : await takeTagOff(transaction, tagging);
  const [only] = loans;
  if (only === undefined) return loans;
  // A change to one loan is recorded under the loan, a bulk change under the tag with the loan
  // count.
  const isSingle = loans.length === 1;
  await auditCommand(transaction, context, {
    portfolioId: portfolio.id,
    event: 'tag-loans',
    subject: isSingle ? 'loan' : 'tag',
    subjectId: isSingle ? only : tag.id,
    [change === 'put-on' ? 'after' : 'before']: { tag: tag.name, loans: loans.length },
  });
  return loans;
}
