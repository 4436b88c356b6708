import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { ChangePromiseLimits } from '@bursar/contracts/servicing/promise-limits';
import type { PromiseLimits } from '@bursar/contracts/servicing/promises.values';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { updatePromiseLimits } from '../../access/portfolios/portfolios.store.ts';
import { lockPromiseLimits } from './promise-limits.store.ts';

type Changed = Outcome<AnswerOf<ChangePromiseLimits>, FailureOf<ChangePromiseLimits>>;

/** Changes the limits beyond which a promise waits for approval, for later promises. */
export function changePromiseLimits(
  database: Database,
  { portfolioId, ...limits }: PromiseLimits & { readonly portfolioId: string },
  context: CommandContext,
): Promise<Changed> {
  return database.begin(async (transaction): Promise<Changed> => {
    const { scope } = context.session;
    const before = await lockPromiseLimits(transaction, { scope, portfolioId });
    if (!before) return refuse('not_found');
    await updatePromiseLimits(transaction, { portfolioId, ...limits });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'change-promise-limits',
      subject: 'portfolio',
      subjectId: portfolioId,
      before: { ...before },
      after: { ...limits },
    });
    return succeed(limits);
  });
}
