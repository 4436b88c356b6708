import type { ChangePortfolio } from '@bursar/contracts/control/portfolio-settings';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { isTimeZone } from '../../../platform/time-zones.ts';
import { renamePortfolio } from '../../access/portfolios/portfolios.store.ts';
import { lockPortfolioSettings } from './portfolio-settings.store.ts';

type Command = InputOf<ChangePortfolio>['params'] & InputOf<ChangePortfolio>['body'];
type Changed = Outcome<AnswerOf<ChangePortfolio>, FailureOf<ChangePortfolio>>;

/** Sets a portfolio's name, and its time zone as long as no day is closed. */
export function changePortfolio(
  database: Database,
  { portfolioId, timeZone, ...sent }: Command,
  context: CommandContext,
): Promise<Changed> {
  return database.begin(async (transaction): Promise<Changed> => {
    const name = sent.name.trim();
    if (name === '') return refuse('name_missing', { field: 'name' });
    if (!(await isTimeZone(transaction, timeZone))) {
      return refuse('time_zone_unknown', { field: 'timeZone', details: { timeZone } });
    }
    const { scope } = context.session;
    const before = await lockPortfolioSettings(transaction, { scope, portfolioId });
    if (!before) return refuse('not_found');
    if (before.timeZone !== timeZone && !before.mayChangeTimeZone) {
      return refuse('portfolio_has_closed_days', { field: 'timeZone' });
    }
    if (before.name === name && before.timeZone === timeZone) return succeed(before);
    await renamePortfolio(transaction, { portfolioId, name, timeZone });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'change-portfolio',
      subject: 'portfolio',
      subjectId: portfolioId,
      before: { name: before.name, timeZone: before.timeZone },
      after: { name, timeZone },
    });
    return succeed({ ...before, name, timeZone });
  });
}
