import type { PromiseLimits } from '@bursar/contracts/servicing/promises.values';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { PrintDates, PrintNumbers } from '@bursar/contracts/print-format.values';

type NewPortfolio = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly timeZone: string;
};

export async function insertPortfolio(
  transaction: Transaction,
  { id, name, currency, timeZone }: NewPortfolio,
  now: Date,
): Promise<void> {
  await transaction`
    insert into portfolios (id, name, currency, time_zone, created_at)
    values (${id}, ${name}, ${currency}, ${timeZone}, ${now.toISOString()})`;
}

type ChangedPortfolio = {
  readonly portfolioId: string;
  readonly name: string;
  readonly timeZone: string;
  /** 1 for January. */
  readonly fiscalYearMonth: number;
  readonly printNumbers: PrintNumbers;
  readonly printDates: PrintDates;
};

export async function updatePortfolio(
  transaction: Transaction,
  { portfolioId, name, timeZone, fiscalYearMonth, printNumbers, printDates }: ChangedPortfolio,
): Promise<void> {
  await transaction`
    update portfolios set name = ${name}, time_zone = ${timeZone},
      fiscal_year_month = ${fiscalYearMonth},
      print_numbers = ${printNumbers}, print_dates = ${printDates}
    where id = ${portfolioId}`;
}

export async function updateQuietHours(
  transaction: Transaction,
  { portfolioId, from, until }: { portfolioId: string; from: string; until: string },
): Promise<void> {
  await transaction`
    update portfolios set quiet_from = ${from}, quiet_until = ${until} where id = ${portfolioId}`;
}

export async function updateWorkingHours(
  transaction: Transaction,
  { portfolioId, startsBy, endsAt }: { portfolioId: string; startsBy: string; endsAt: string },
): Promise<void> {
  await transaction`
    update portfolios set work_starts_by = ${startsBy}, work_ends_at = ${endsAt}
    where id = ${portfolioId}`;
}

export async function updatePromiseLimits(
  transaction: Transaction,
  { portfolioId, daysAhead, sharePercent, mostBroken }: PromiseLimits & { portfolioId: string },
): Promise<void> {
  await transaction`
    update portfolios set promise_days_ahead = ${daysAhead},
      promise_share_percent = ${sharePercent}, promise_broken_most = ${mostBroken}
    where id = ${portfolioId}`;
}

/** Marks a portfolio of demo data as removed. A constraint refuses this for other portfolios. */
export async function markPortfolioRemoved(
  transaction: Transaction,
  { portfolioId, at }: { portfolioId: string; at: string },
): Promise<void> {
  await transaction`update portfolios set removed_at = ${at} where id = ${portfolioId}`;
}

/**
 * Reserves a block of loan numbers and returns the first. The portfolio's row stays locked until
 * the transaction ends.
 */
export async function takeLoanNumbers(
  transaction: Transaction,
  { portfolioId, count }: { portfolioId: string; count: number },
): Promise<number> {
  const [row] = await transaction<{ last: number }[]>`
    update portfolios set last_loan_number = last_loan_number + ${count}
    where id = ${portfolioId}
    returning last_loan_number as last`;
  if (!row) throw new Error(`portfolio ${portfolioId} is missing`);
  return row.last - count + 1;
}

/** SQL of the `with` query `taken`, which reserves the next application number. */
export const applicationNumberTaken = (
  sql: Queryable,
  portfolioId: string,
): Fragment => sql`taken as (
      update portfolios set last_application_number = last_application_number + 1
      where id = ${portfolioId} returning last_application_number as number
    )`;
