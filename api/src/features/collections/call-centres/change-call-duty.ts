import type { ChangeCallDuty } from '@bursar/contracts/collections/call-centres';
import type { CallCentreRole, CallDuty } from '@bursar/contracts/choices';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { runsPortfolio } from '../../../platform/scope.ts';
import { upsertDuty } from './duties.store.ts';

type Change = { readonly role: CallCentreRole; readonly duty: CallDuty; readonly granted: boolean };

/**
 * Changes what a role may do in the call centres of the caller's portfolio, starting with the next
 * request.
 */
export async function changeCallDuty(
  database: Database,
  { role, duty, granted }: Change,
  context: PortfolioContext,
): Promise<Outcome<AnswerOf<ChangeCallDuty>, 'not_found'>> {
  const { session, portfolio, now } = context;
  if (!runsPortfolio(session.scope, portfolio.id)) return refuse('not_found');
  return database.begin(async (transaction) => {
    const change = { portfolioId: portfolio.id, role, duty, granted };
    await upsertDuty(transaction, { ...change, by: session.account.id, at: now.toISOString() });
    await auditCommand(transaction, context, {
      portfolioId: portfolio.id,
      event: 'change-call-duty',
      subject: 'portfolio',
      subjectId: portfolio.id,
      after: { role, duty, granted: granted ? 1 : 0 },
    });
    return succeed({ granted });
  });
}
