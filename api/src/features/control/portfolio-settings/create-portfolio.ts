import { isDeepStrictEqual } from 'node:util';
import { currencyDecimals } from '@bursar/loan-maths';
import type { CreatePortfolio } from '@bursar/contracts/control/portfolio-settings';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { isTimeZone } from '../../../platform/time-zones.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import { insertPortfolio } from '../../access/portfolios/portfolios.store.ts';
import {
  findBusinessCalendar,
  insertWeeklyDaysOff,
} from '../../servicing/business-calendar/business-calendar.store.ts';
import { findPortfolioSettings } from './portfolio-settings.store.ts';

type Command = InputOf<CreatePortfolio>['body'];
type Created = Outcome<AnswerOf<CreatePortfolio>, FailureOf<CreatePortfolio>>;

const conflict = { portfolios_pkey: refuse('id_reused_with_different_content') } as const;

/**
 * Creates a portfolio with its weekly days off, so that its first schedule already respects them.
 */
export function createPortfolio(
  database: Database,
  command: Command,
  context: CommandContext,
): Promise<Created> {
  return transactionOrConflict(database, conflict, (transaction) =>
    create(transaction, command, context),
  );
}

async function create(
  transaction: Transaction,
  { id, currency, timeZone, ...sent }: Command,
  context: CommandContext,
): Promise<Created> {
  if (context.session.scope.role !== 'admin') return refuse('not_found');
  const name = sent.name.trim();
  if (name === '') return refuse('name_missing', { field: 'name' });
  if (currencyDecimals(currency) === undefined) {
    return refuse('currency_unknown', { field: 'currency', details: { currency } });
  }
  if (!(await isTimeZone(transaction, timeZone))) {
    return refuse('time_zone_unknown', { field: 'timeZone', details: { timeZone } });
  }
  const weekdays = [...new Set(sent.weekdaysOff)].toSorted((one, other) => one - other);
  const earlier = await findPortfolioSettings(transaction, id);
  if (earlier) {
    const calendar = await findBusinessCalendar(transaction, { portfolioId: id, at: null });
    const isSame = isDeepStrictEqual(
      [earlier.name, earlier.currency, earlier.timeZone, calendar.weekdays],
      [name, currency, timeZone, weekdays],
    );
    return isSame ? succeed(earlier) : refuse('id_reused_with_different_content');
  }
  await insertPortfolio(transaction, { id, name, currency, timeZone }, context.now);
  const made = { by: context.session.account.id, at: context.now.toISOString() };
  await insertWeeklyDaysOff(transaction, { portfolioId: id, weekdays, ...made });
  await auditCommand(transaction, context, {
    portfolioId: id,
    event: 'create-portfolio',
    subject: 'portfolio',
    subjectId: id,
    after: { name, currency, timeZone, weekdays: weekdays.join(', ') },
  });
  const settings = await findPortfolioSettings(transaction, id);
  if (!settings) throw new Error(`portfolio ${id} was stored but is missing`);
  return succeed(settings);
}
