import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { ChangeQuietHours } from '@bursar/contracts/access/quiet-hours';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { updateQuietHours } from '../../access/portfolios/portfolios.store.ts';
import { lockQuietHours } from './quiet-hours.store.ts';

type Change = { readonly portfolioId: string; readonly from: string; readonly until: string };
type Changed = Outcome<AnswerOf<ChangeQuietHours>, FailureOf<ChangeQuietHours>>;

/** Changes the hours in which the portfolio's borrowers must not be contacted, from now on. */
export function changeQuietHours(
  database: Database,
  { portfolioId, from, until }: Change,
  context: CommandContext,
): Promise<Changed> {
  const { session } = context;
  return database.begin(async (transaction): Promise<Changed> => {
    const before = await lockQuietHours(transaction, { scope: session.scope, portfolioId });
    if (!before) return refuse('not_found');
    await updateQuietHours(transaction, { portfolioId, from, until });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'change-quiet-hours',
      subject: 'portfolio',
      subjectId: portfolioId,
      before: { from: before.from, until: before.until },
      after: { from, until },
    });
    return succeed({ from, until, timeZone: before.timeZone });
  });
}
