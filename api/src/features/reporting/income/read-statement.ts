import type { FailureOf } from '@bursar/contracts/endpoint';
import type { ReadStatementCsv } from '@bursar/contracts/reporting/income';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { findEarner, sumByRate, type Earner } from './commission.store.ts';
import { commissionLines, type CommissionLine } from './commission.ts';
import { monthOf } from './income-periods.ts';
import {
  listPaymentsOfIncome,
  sumByPeriod,
  type Amounts,
  type IncomePayment,
} from './income.store.ts';
import type { PortfolioSession } from './read-income.ts';
import type { PrintFormat } from '@bursar/contracts/print-format.values';
import { readPrintFormat } from '../../access/portfolios/print-format.store.ts';

export type StatementAsked = {
  /** The month, as `YYYY-MM`. */
  readonly month: string;
  readonly teamId?: string | undefined;
  readonly agentId?: string | undefined;
};

/**
 * The income of one team or agent in a month: the sums, the commission, and the payments as a
 * stream.
 */
export type Statement = {
  readonly earner: Earner;
  readonly portfolio: PortfolioSession['portfolio'];
  readonly printFormat: PrintFormat;
  readonly from: string;
  readonly to: string;
  readonly total: Amounts;
  readonly commission: readonly CommissionLine[];
  readonly payments: AsyncIterable<readonly IncomePayment[]>;
};

const PAGE = 500;

export async function readStatement(
  database: Database,
  { month, teamId, agentId }: StatementAsked,
  { scope, portfolio }: PortfolioSession,
): Promise<Outcome<Statement, FailureOf<ReadStatementCsv> | 'not_found'>> {
  if (scope.role === 'admin') return refuse('not_found');
  if (scope.role === 'user' && !teamId && !agentId) {
    return refuse('earner_missing', { field: 'teamId' });
  }
  const range = monthOf(`${month}-01`);
  const earner = await findEarner(database, { scope, teamId, agentId, on: range.to });
  if (!earner) return refuse('not_found');
  const who = { scope, [earner.kind === 'team' ? 'teamId' : 'agentId']: earner.id };
  const [[total], rated, printFormat] = await Promise.all([
    sumByPeriod(database, { who, range, step: 'month' }),
    sumByRate(database, { who, range, portfolioId: portfolio.id }),
    readPrintFormat(database, portfolio.id),
  ]);
  return succeed({
    earner,
    portfolio,
    printFormat,
    ...range,
    total: total ?? { interestMinor: 0, feeMinor: 0, penaltyMinor: 0, payments: 0 },
    commission: commissionLines(rated, earner),
    payments: pages(database, { ...who, ...range }),
  });
}

type Pages = Omit<Parameters<typeof listPaymentsOfIncome>[1], 'after' | 'limit'>;

async function* pages(database: Database, query: Pages): AsyncGenerator<IncomePayment[]> {
  let after: string | undefined;
  do {
    const page = await listPaymentsOfIncome(database, { ...query, after, limit: PAGE });
    yield page.rows;
    after = page.nextCursor ?? undefined;
  } while (after);
}

export const incomeOf = (amounts: Omit<Amounts, 'payments'>): number =>
  amounts.interestMinor + amounts.feeMinor + amounts.penaltyMinor;
