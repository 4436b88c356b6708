import type { ChangeWorkingHours } from '@bursar/contracts/collections/working-hours';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { updateWorkingHours } from '../../access/portfolios/portfolios.store.ts';
import { lockWorkingHours } from './working-hours.store.ts';

type Change = { readonly portfolioId: string; readonly startsBy: string; readonly endsAt: string };
type Changed = Outcome<AnswerOf<ChangeWorkingHours>, FailureOf<ChangeWorkingHours>>;

/** Changes the hours in which the desk expects the portfolio's agents to work, from now on. */
export function changeWorkingHours(
  database: Database,
  { portfolioId, startsBy, endsAt }: Change,
  context: CommandContext,
): Promise<Changed> {
  const { scope } = context.session;
  return database.begin(async (transaction): Promise<Changed> => {
    const before = await lockWorkingHours(transaction, { scope, portfolioId });
    if (!before) return refuse('not_found');
    if (startsBy >= endsAt) return refuse('working_hours_upside_down', { field: 'endsAt' });
    const { timeZone } = before;
    await updateWorkingHours(transaction, { portfolioId, startsBy, endsAt });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'change-working-hours',
      subject: 'portfolio',
      subjectId: portfolioId,
      before: { startsBy: before.startsBy, endsAt: before.endsAt },
      after: { startsBy, endsAt },
    });
    return succeed({ startsBy, endsAt, timeZone });
  });
}
