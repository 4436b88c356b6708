import type {
  BankPostingRule,
  ChangeBankPostingRule,
} from '@bursar/contracts/intake/bank-posting-rule';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../../platform/audit.ts';
import type { PortfolioContext } from '../../../../platform/command-context.ts';
import type { Database, Queryable } from '../../../../platform/database.ts';
import { succeed, type Outcome } from '../../../../platform/outcome.ts';
import { findPostingRule, lockPostingRule, savePostingRule } from '../stored/posting-rule.store.ts';

export async function readPostingRule(
  sql: Queryable,
  { portfolio, session }: PortfolioContext,
): Promise<BankPostingRule> {
  const mayChange = session.permissions.has('change-bank-posting-rule');
  return { ...(await findPostingRule(sql, portfolio.id)), mayChange };
}

/**
 * Allows or forbids automatic posting of exact lines. Lines that were uploaded while it was
 * forbidden still wait for a user.
 */
export function changePostingRule(
  database: Database,
  { postsExact }: { readonly postsExact: boolean },
  context: PortfolioContext,
): Promise<Outcome<AnswerOf<ChangeBankPostingRule>, FailureOf<ChangeBankPostingRule>>> {
  const { portfolio, session, now } = context;
  return database.begin(async (transaction) => {
    await lockPostingRule(transaction, portfolio.id);
    const before = await findPostingRule(transaction, portfolio.id);
    // Repeating the choice changes nothing, so that a double click writes one audit row.
    if (before.postsExact !== postsExact) {
      await savePostingRule(transaction, {
        portfolioId: portfolio.id,
        postsExact,
        changedBy: session.account.id,
        changedAt: now.toISOString(),
      });
      await auditCommand(transaction, context, {
        portfolioId: portfolio.id,
        event: 'change-bank-posting-rule',
        subject: 'portfolio',
        subjectId: portfolio.id,
        before: { postsExact: String(before.postsExact) },
        after: { postsExact: String(postsExact) },
      });
    }
    return succeed(await readPostingRule(transaction, context));
  });
}
