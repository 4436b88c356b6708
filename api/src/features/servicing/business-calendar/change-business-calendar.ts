import type {
  ChangeWeeklyDaysOff,
  BusinessCalendar,
  RemoveHoliday,
  SetHoliday,
} from '@bursar/contracts/servicing/business-calendar';
import { HOLIDAYS_A_YEAR_MAX } from '@bursar/contracts/servicing/business-calendar.values';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import type { FailureCode } from '@bursar/contracts/failure-status';
import { uuidv7 } from 'uuidv7';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import {
  endHoliday,
  insertHoliday,
  insertWeeklyDaysOff,
  lockBusinessCalendar,
} from './business-calendar.store.ts';

type Weekly = InputOf<ChangeWeeklyDaysOff>['params'] & InputOf<ChangeWeeklyDaysOff>['body'];

/** Sets a portfolio's weekly days off. Existing schedules do not change. */
export function changeWeeklyDaysOff(
  database: Database,
  { portfolioId, weekdays: sent }: Weekly,
  context: CommandContext,
): Promise<Outcome<AnswerOf<ChangeWeeklyDaysOff>, FailureOf<ChangeWeeklyDaysOff>>> {
  const weekdays = [...new Set(sent)].toSorted((one, other) => one - other);
  return withBusinessCalendar(database, { portfolioId, context }, async (transaction, before) => {
    if (before.weekdays.join() !== weekdays.join()) {
      await insertWeeklyDaysOff(transaction, { weekdays, ...settingOf(portfolioId, context) });
      await auditCommand(transaction, context, {
        ...ofPortfolio(portfolioId),
        event: 'change-weekly-days-off',
        before: { weekdays: before.weekdays.join(', ') },
        after: { weekdays: weekdays.join(', ') },
      });
    }
    return succeed({ weekdays });
  });
}

type Setting = InputOf<SetHoliday>['params'] & InputOf<SetHoliday>['body'];

export async function setHoliday(
  database: Database,
  { portfolioId, day, name: sent }: Setting,
  context: CommandContext,
): Promise<Outcome<AnswerOf<SetHoliday>, FailureOf<SetHoliday>>> {
  const name = sent.trim();
  if (name === '') return refuse('name_missing', { field: 'name' });
  return withBusinessCalendar(
    database,
    { portfolioId, context },
    async (
      transaction,
      { holidays },
    ): Promise<Outcome<AnswerOf<SetHoliday>, 'too_many_holidays'>> => {
      const known = holidays.find((holiday) => holiday.day === day);
      if (known?.name === name) return succeed(known);
      const ofYear = holidays.filter((holiday) => holiday.day.slice(0, 4) === day.slice(0, 4));
      if (!known && ofYear.length >= HOLIDAYS_A_YEAR_MAX) {
        const details = { limit: HOLIDAYS_A_YEAR_MAX };
        return refuse('too_many_holidays', { field: 'day', details });
      }
      const setting = { day, ...settingOf(portfolioId, context) };
      if (known) await endHoliday(transaction, setting);
      await insertHoliday(transaction, { ...setting, id: uuidv7(), name });
      await auditCommand(transaction, context, {
        ...ofPortfolio(portfolioId),
        event: 'set-holiday',
        ...(known && { before: { holiday: day, name: known.name } }),
        after: { holiday: day, name },
      });
      return succeed({ day, name });
    },
  );
}

/** Removes a holiday. Its day is a working day again, unless it is a weekly day off. */
export function removeHoliday(
  database: Database,
  { portfolioId, day }: InputOf<RemoveHoliday>['params'],
  context: CommandContext,
): Promise<Outcome<AnswerOf<RemoveHoliday>, FailureOf<RemoveHoliday>>> {
  return withBusinessCalendar(
    database,
    { portfolioId, context },
    async (transaction, { holidays }) => {
      const known = holidays.find((holiday) => holiday.day === day);
      if (known) {
        await endHoliday(transaction, { day, ...settingOf(portfolioId, context) });
        await auditCommand(transaction, context, {
          ...ofPortfolio(portfolioId),
          event: 'remove-holiday',
          before: { holiday: day, name: known.name },
        });
      }
      return succeed({ day });
    },
  );
}

type Place = { readonly portfolioId: string; readonly context: CommandContext };

function withBusinessCalendar<Answer, Code extends FailureCode>(
  database: Database,
  { portfolioId, context }: Place,
  change: (transaction: Transaction, before: BusinessCalendar) => Promise<Outcome<Answer, Code>>,
): Promise<Outcome<Answer, Code | 'not_found'>> {
  const { scope } = context.session;
  return database.begin(async (transaction): Promise<Outcome<Answer, Code | 'not_found'>> => {
    const before = await lockBusinessCalendar(transaction, { scope, portfolioId });
    return before ? change(transaction, before) : refuse('not_found');
  });
}

const settingOf = (portfolioId: string, { session, now }: CommandContext) => ({
  portfolioId,
  by: session.account.id,
  at: now.toISOString(),
});

const ofPortfolio = (portfolioId: string) =>
  ({ portfolioId, subject: 'portfolio', subjectId: portfolioId, forColleagues: true }) as const;
