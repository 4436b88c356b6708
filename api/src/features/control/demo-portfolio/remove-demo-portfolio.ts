import type { RemoveDemoPortfolio } from '@bursar/contracts/control/demo-portfolio';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { closeAccountsOf } from '../../access/accounts/account-changes.store.ts';
import { markPortfolioRemoved } from '../../access/portfolios/portfolios.store.ts';
import { removeWebhooksOf } from '../webhooks/webhooks.store.ts';
import { lockDemoState } from './demo-portfolio.store.ts';
import { endAccessOf } from './end-access.ts';

type Removed = Outcome<AnswerOf<RemoveDemoPortfolio>, FailureOf<RemoveDemoPortfolio>>;

/**
 * Closes the demo for good: only its own accounts see its rows, and these cannot sign in again. The
 * rows stay, because books are append-only: docs/decisions/0092.
 */
export function removeDemoPortfolio(
  database: Database,
  { portfolioId }: { readonly portfolioId: string },
  context: CommandContext,
): Promise<Removed> {
  return database.begin(async (transaction) => {
    if (context.session.scope.role !== 'admin') return refuse('not_found');
    const state = await lockDemoState(transaction, portfolioId);
    if (!state?.isDemo) return refuse('not_found');
    if (state.removedAt !== null) return succeed({ removedAt: state.removedAt });
    const { now } = context;
    const removedAt = now.toISOString();
    // Close the accounts first, which waits for sign-ins in progress, so that the sessions of these
    // end too.
    await closeAccountsOf(transaction, portfolioId);
    await endAccessOf(transaction, { portfolioId, now, reason: 'account-suspended' });
    await removeWebhooksOf(transaction, { portfolioId, at: removedAt });
    await markPortfolioRemoved(transaction, { portfolioId, at: removedAt });
    await auditCommand(transaction, context, {
      portfolioId: null,
      event: 'remove-demo-portfolio',
      subject: 'portfolio',
      subjectId: portfolioId,
    });
    return succeed({ removedAt });
  });
}
