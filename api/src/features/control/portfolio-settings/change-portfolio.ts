import { isDeepStrictEqual } from 'node:util';
import type { ChangePortfolio } from '@bursar/contracts/control/portfolio-settings';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { isTimeZone } from '../../../platform/time-zones.ts';
import { updatePortfolio } from '../../access/portfolios/portfolios.store.ts';
import { lockPortfolioSettings, type PortfolioSettings } from './portfolio-settings.store.ts';

type Command = InputOf<ChangePortfolio>['params'] & InputOf<ChangePortfolio>['body'];
type Changed = Outcome<AnswerOf<ChangePortfolio>, FailureOf<ChangePortfolio>>;

/**
 * Sets the name, fiscal year and formats of a portfolio, and its time zone if no close has begun
 * yet.
 */
export function changePortfolio(
  database: Database,
  { portfolioId, ...sent }: Command,
  context: CommandContext,
): Promise<Changed> {
  return database.begin(async (transaction): Promise<Changed> => {
    const name = sent.name.trim();
    if (name === '') return refuse('name_missing', { field: 'name' });
    const { timeZone } = sent;
    if (!(await isTimeZone(transaction, timeZone))) {
      return refuse('time_zone_unknown', { field: 'timeZone', details: { timeZone } });
    }
    const { scope } = context.session;
    const before = await lockPortfolioSettings(transaction, { scope, portfolioId });
    if (!before) return refuse('not_found');
    if (before.timeZone !== timeZone && !before.mayChangeTimeZone) {
      return refuse('portfolio_has_closed_days', { field: 'timeZone' });
    }
    const after = { ...changeable(sent), name };
    if (isDeepStrictEqual(changeable(before), after)) return succeed(before);
    await updatePortfolio(transaction, { portfolioId, ...after });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'change-portfolio',
      subject: 'portfolio',
      subjectId: portfolioId,
      before: changeable(before),
      after,
    });
    return succeed({ ...before, ...after });
  });
}

type Changeable = Omit<PortfolioSettings, 'id' | 'currency' | 'mayChangeTimeZone'>;

const changeable = (all: Changeable): Changeable => {
  const { name, timeZone, fiscalYearMonth, printNumbers, printDates } = all;
  return { name, timeZone, fiscalYearMonth, printNumbers, printDates };
};
