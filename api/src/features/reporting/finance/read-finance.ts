import {
  addDays,
  addMonths,
  calendarDate,
  dateFromParts,
  dateParts,
  type CalendarDate,
} from '@bursar/loan-maths';
import { STANDARD_BUCKETS } from '@bursar/loan-maths/buckets';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type {
  ReadArrearsAgeing,
  ReadCashFlow,
  ReadForecast,
  ReadTrialBalance,
} from '@bursar/contracts/reporting/finance';
import type { Database } from '../../../platform/database.ts';
import type { Session } from '../../../platform/session.ts';
import { listAccounts } from '../../servicing/ledger/ledger.store.ts';
import { sumExpected, sumForecast } from './due-sums.store.ts';
import { sumAccounts, sumArrears, sumReceived, type Received } from './finance.store.ts';

const MONTHS_SHOWN = 12;

type Reader = Pick<Session, 'scope' | 'businessDate' | 'portfolio'>;

/**
 * Compares expected with received amounts: the twelve months up to today, or each day of one month.
 */
export async function readCashFlow(
  database: Database,
  { scope, businessDate, portfolio }: Reader,
  month: string | undefined,
): Promise<AnswerOf<ReadCashFlow>> {
  const periods = month === undefined ? monthsUpTo(businessDate) : daysOf(month);
  const from = periods[0]?.start ?? businessDate;
  const to = periods.at(-1)?.end ?? businessDate;
  const asked = { scope, from, to, step: month === undefined ? 'month' : 'day' } as const;
  const [expected, received] = await Promise.all([
    sumExpected(database, asked),
    sumReceived(database, asked),
  ]);
  return {
    businessDate,
    books: inEachCurrency(portfolio, [expected, received], (currency) => {
      const expectedAt = byStart(expected, currency);
      const receivedAt = byStart(received, currency);
      return {
        periods: periods.map(({ start, end }) => ({
          start,
          end,
          expectedMinor: expectedAt.get(start)?.expectedMinor ?? 0,
          dues: expectedAt.get(start)?.dues ?? 0,
          ...whatCameIn(receivedAt.get(start)),
        })),
      };
    }),
  };
}

function whatCameIn(row: Received | undefined) {
  const { principalMinor = 0, interestMinor = 0, feesMinor = 0, penaltiesMinor = 0 } = row ?? {};
  const { recoveredMinor = 0, keptMinor = 0 } = row ?? {};
  const allocatedMinor = principalMinor + interestMinor + feesMinor + penaltiesMinor;
  return {
    receivedMinor: allocatedMinor + recoveredMinor + keptMinor,
    principalMinor,
    interestMinor,
    feesMinor,
    penaltiesMinor,
    recoveredMinor,
    keptMinor,
    payments: row?.payments ?? 0,
  };
}

/** Sums the unpaid instalments due in the rest of this month and in the next eleven months. */
export async function readForecast(
  database: Database,
  { scope, businessDate, portfolio }: Reader,
): Promise<AnswerOf<ReadForecast>> {
  const first = firstOfMonth(calendarDate(businessDate));
  const months = spans(Array.from({ length: MONTHS_SHOWN }, (_, at) => addMonths(first, at)));
  const to = months.at(-1)?.end ?? businessDate;
  const rows = await sumForecast(database, { scope, from: businessDate, to });
  return {
    businessDate,
    books: inEachCurrency(portfolio, [rows], (currency) => {
      const at = byStart(rows, currency);
      return {
        months: months.map(({ start, end }) => ({
          start,
          from: start < businessDate ? businessDate : start,
          end,
          principalMinor: at.get(start)?.principalMinor ?? 0,
          interestMinor: at.get(start)?.interestMinor ?? 0,
          chargesMinor: at.get(start)?.chargesMinor ?? 0,
          dues: at.get(start)?.dues ?? 0,
        })),
      };
    }),
  };
}

/** Reads late loans by bucket; empty buckets are included. */
export async function readArrearsAgeing(
  database: Database,
  { scope, businessDate, portfolio }: Reader,
): Promise<AnswerOf<ReadArrearsAgeing>> {
  const rows = await sumArrears(database, { scope, businessDate });
  return {
    businessDate,
    books: inEachCurrency(portfolio, [rows], (currency) => ({
      buckets: STANDARD_BUCKETS.map(({ name: bucket }) => {
        const row = rows.find((one) => one.currency === currency && one.bucket === bucket);
        const { loans = 0, arrearsMinor = 0, outstandingMinor = 0 } = row ?? {};
        return { bucket, loans, arrearsMinor, outstandingMinor };
      }),
    })),
  };
}

export async function readTrialBalance(
  database: Database,
  { scope, portfolio }: Reader,
  on: string,
): Promise<AnswerOf<ReadTrialBalance>> {
  const [accounts, rows] = await Promise.all([
    listAccounts(database),
    sumAccounts(database, { scope, on }),
  ]);
  return {
    on,
    books: inEachCurrency(portfolio, [rows], (currency) => ({
      accounts: accounts.map((account) => {
        const row = rows.find(
          (one) => one.currency === currency && one.account === account.account,
        );
        const { debitMinor = 0, creditMinor = 0, lines = 0 } = row ?? {};
        return { ...account, debitMinor, creditMinor, lines };
      }),
    })),
  };
}

type OfCurrency = { readonly currency: string };

/** Groups figures by currency, because amounts of two currencies are never added. */
function inEachCurrency<Figures>(
  portfolio: Reader['portfolio'],
  groups: readonly (readonly OfCurrency[])[],
  figuresOf: (currency: string) => Figures,
) {
  const own = portfolio ? [portfolio.currency] : [];
  const currencies = new Set([...own, ...groups.flat().map(({ currency }) => currency)]);
  return [...currencies].toSorted().map((currency) => ({ currency, ...figuresOf(currency) }));
}

function byStart<Row extends OfCurrency & { readonly start: string }>(
  rows: readonly Row[],
  currency: string,
): ReadonlyMap<string, Row> {
  return new Map(rows.filter((row) => row.currency === currency).map((row) => [row.start, row]));
}

/**
 * Returns the last twelve months. The current month ends today, so that amounts due later are not
 * compared with the money received so far.
 */
function monthsUpTo(businessDate: string) {
  const today = calendarDate(businessDate);
  const last = firstOfMonth(today);
  const months = spans(
    Array.from({ length: MONTHS_SHOWN }, (_, at) => addMonths(last, at + 1 - MONTHS_SHOWN)),
  );
  return months.map(({ start, end }) => ({ start, end: end < today ? end : today }));
}

function daysOf(month: string) {
  const first = calendarDate(`${month}-01`);
  const next = addMonths(first, 1);
  const days: { start: CalendarDate; end: CalendarDate }[] = [];
  for (let day = first; day < next; day = addDays(day, 1)) days.push({ start: day, end: day });
  return days;
}

const firstOfMonth = (day: CalendarDate) => {
  const { year, month } = dateParts(day);
  return dateFromParts(year, month, 1);
};

/** Returns each month as its first and last day. */
const spans = (starts: readonly CalendarDate[]) =>
  starts.map((start) => ({ start, end: addDays(addMonths(start, 1), -1) }));
