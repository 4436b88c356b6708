import { addDays, addMonths, calendarDate, dateFromParts, dateParts } from '@bursar/loan-maths';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { ReadPortfolioRecord } from '@bursar/contracts/reporting/portfolio-record';
import { dayIn } from '../../../platform/clock.ts';
import { replicaReads, type Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { runsPortfolio, type Scope } from '../../../platform/scope.ts';
import { listLoanRows } from '../../servicing/loan-lists/loans.store.ts';
import { sumByPeriod } from './income.store.ts';

const LOANS_MAX = 8;
const MONTHS = 12;

type Asked = { readonly scope: Scope; readonly portfolioId: string; readonly now: Date };
type Answer = AnswerOf<ReadPortfolioRecord>;

/** Reads what a portfolio earned and its latest loans, as its manager sees them. */
export async function readPortfolioRecord(
  database: Database,
  { scope, portfolioId, now }: Asked,
): Promise<Outcome<Answer, FailureOf<ReadPortfolioRecord>>> {
  if (!runsPortfolio(scope, portfolioId)) return refuse('not_found');
  const [portfolio] = await database<{ currency: string; timeZone: string }[]>`
    select currency, time_zone from portfolios where id = ${portfolioId}`;
  if (!portfolio) return refuse('not_found');
  const businessDate = dayIn(portfolio.timeZone, now);
  const { accountId } = scope;
  const ofManager = { role: 'user', accountId, portfolioId } as const;
  const { year, month } = dateParts(calendarDate(businessDate));
  const thisMonth = dateFromParts(year, month, 1);
  const range = {
    from: addMonths(thisMonth, 1 - MONTHS),
    to: addDays(addMonths(thisMonth, 1), -1),
  };
  const [periods, { rows }] = await Promise.all([
    sumByPeriod(replicaReads(database), { who: { scope: ofManager }, range, step: 'month' }),
    listLoanRows(database, {
      scope: ofManager,
      businessDate,
      query: {
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
    currency: portfolio.currency,
    businessDate,
    year: received(periods),
    month: received(startingAt(thisMonth)),
    previousMonth: received(startingAt(addMonths(thisMonth, -1))),
    loans: rows,
  });
}

type Received = Answer['month'];

const received = (periods: readonly Received[]): Received => ({
  interestMinor: sum(periods.map(({ interestMinor }) => interestMinor)),
  feeMinor: sum(periods.map(({ feeMinor }) => feeMinor)),
  penaltyMinor: sum(periods.map(({ penaltyMinor }) => penaltyMinor)),
});

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0);
