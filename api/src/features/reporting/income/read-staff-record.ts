import { addDays, addMonths, calendarDate, dateFromParts, dateParts } from '@bursar/loan-maths';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { Role } from '@bursar/contracts/roles';
import type { ReadStaffRecord } from '@bursar/contracts/reporting/staff-record';
import { dayIn } from '../../../platform/clock.ts';
import { replicaReads, type Database, type Queryable } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { runsPortfolio, type Scope } from '../../../platform/scope.ts';
import { listLoanRows } from '../../servicing/loan-lists/loans.store.ts';
import { sumByPeriod } from './income.store.ts';
import { addUp } from './read-income.ts';

const LOANS_MAX = 8;
const MONTHS = 12;

type Asked = { readonly scope: Scope; readonly accountId: string; readonly now: Date };
type Answer = AnswerOf<ReadStaffRecord>;

/** Reads the income from a person's loans, and the active loans with the most days past due. */
export async function readStaffRecord(
  database: Database,
  { scope, accountId, now }: Asked,
): Promise<Outcome<Answer, FailureOf<ReadStaffRecord>>> {
  const account = await findHolder(database, accountId);
  if (!account || !runsPortfolio(scope, account.portfolioId)) return refuse('not_found');
  const businessDate = dayIn(account.timeZone, now);
  const { portfolioId, currency } = account;
  const ofManager = { role: 'user', accountId: scope.accountId, portfolioId } as const;
  const holder = {
    ...(account.role === 'team' && account.teamId !== null && { teamId: account.teamId }),
    ...(account.role === 'agent' && { agentId: accountId }),
  };
  const { year, month } = dateParts(calendarDate(businessDate));
  const thisMonth = dateFromParts(year, month, 1);
  const range = {
    from: addMonths(thisMonth, 1 - MONTHS),
    to: addDays(addMonths(thisMonth, 1), -1),
  };
  const [periods, { rows }] = await Promise.all([
    sumByPeriod(replicaReads(database), {
      who: { scope: ofManager, ...holder },
      range,
      step: 'month',
    }),
    listLoanRows(database, {
      scope: ofManager,
      businessDate,
      query: {
        ...holder,
        view: 'all',
        status: 'active',
        sort: 'arrears',
        direction: 'desc',
        limit: LOANS_MAX,
      },
    }),
  ]);
  const startingAt = (start: string) => periods.filter((period) => period.start === start);
  return succeed({
    currency,
    businessDate,
    year: addUp(periods),
    month: addUp(startingAt(thisMonth)),
    previousMonth: addUp(startingAt(addMonths(thisMonth, -1))),
    loans: rows,
  });
}

type Holder = {
  readonly role: Role;
  readonly portfolioId: string;
  readonly teamId: string | null;
  readonly currency: string;
  readonly timeZone: string;
};

/**
 * Finds an account and its portfolio; undefined if the account is unknown or an administrator's,
 * which has no portfolio.
 */
async function findHolder(sql: Queryable, accountId: string): Promise<Holder | undefined> {
  const [row] = await sql<Holder[]>`
    select account.role, account.portfolio_id, account.team_id, portfolio.currency,
      portfolio.time_zone
    from accounts account
    join portfolios portfolio on portfolio.id = account.portfolio_id
    where account.id = ${accountId}`;
  return row;
}
