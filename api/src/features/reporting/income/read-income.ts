import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type { ReadIncome } from '@bursar/contracts/reporting/income';
import { replicaReads, type Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Session } from '../../../platform/session.ts';
import { findEarner, sumByRate } from './commission.store.ts';
import { commissionOn } from './commission.ts';
import {
  countPeriods,
  cutPeriods,
  monthOf,
  type IncomePeriods,
  type IncomeStep,
} from './income-periods.ts';
import {
  sumByEarner,
  sumByPeriod,
  type Amounts,
  type EarnerRow,
  type Who,
} from './income.store.ts';

const PERIODS_MAX = 400;

type Query = {
  readonly step: IncomeStep;
  readonly from: string;
  readonly to: string;
  readonly teamId?: string | undefined;
  readonly agentId?: string | undefined;
};

export type PortfolioSession = Session & {
  readonly portfolio: NonNullable<Session['portfolio']>;
};
type Answer = AnswerOf<ReadIncome>;

/** Reads the income of a range by period and by earner, compared with the range before it. */
export async function readIncome(
  database: Database,
  query: Query,
  session: PortfolioSession,
): Promise<Outcome<Answer, FailureOf<ReadIncome>>> {
  if (query.from > query.to) return refuse('range_upside_down', { field: 'from' });
  const count = countPeriods(query);
  if (count > PERIODS_MAX) {
    return refuse('range_too_long', {
      field: 'to',
      details: { periods: count, limit: PERIODS_MAX },
    });
  }
  const periods = cutPeriods(query, session.businessDate);
  const { step } = query;
  const who = { scope: session.scope, teamId: query.teamId, agentId: query.agentId };
  const range = { from: periods.from, to: periods.to };
  const previous = { from: periods.previousFrom, to: periods.previousTo };
  // Plan by the actual values: a year of all holders needs a full scan, a month of one holder the
  // index.
  const sql = replicaReads(database);
  const [sums, previousSums, earners, previousEarners, rated, own] = await Promise.all([
    sumByPeriod(sql, { who, range, step }),
    sumByPeriod(sql, { who, range: previous, step }),
    sumByEarner(sql, { who, range }),
    sumByEarner(sql, { who, range: previous }),
    sumByRate(sql, { who, range, portfolioId: session.portfolio.id }),
    readOwn(database, who, session),
  ]);
  return succeed({
    currency: session.portfolio.currency,
    businessDate: session.businessDate,
    ...range,
    previousFrom: previous.from,
    previousTo: previous.to,
    periods: lineUp(periods, sums, previousSums),
    total: addUp(sums),
    previousTotal: addUp(previousSums),
    earners: rankEarners(earners, previousEarners).map((row) => ({
      ...row,
      commissionMinor: readsCommission(session, row.earner)
        ? commissionOn(rated, row.earner)
        : null,
    })),
    own: own && { ...own, commissionMinor: commissionOn(rated, own) },
  });
}

/**
 * Returns whether the caller may read the earner's commission. An agent may not read a team's,
 * because the agent could calculate the team's rate from it.
 */
const readsCommission = ({ scope }: PortfolioSession, { kind }: Earner): boolean =>
  kind === 'agent' || scope.role !== 'agent';

/**
 * Reads the agreed terms of the one team or agent that a request covers, and its progress in the
 * current month; null if the request covers several.
 */
async function readOwn(
  database: Database,
  who: Who,
  { businessDate, portfolio }: PortfolioSession,
) {
  const { scope } = who;
  if (scope.role === 'admin') return null;
  const earner = await findEarner(database, { ...who, scope, on: businessDate });
  if (!earner) return null;
  const month = monthOf(businessDate);
  const rated = await sumByRate(database, {
    who: { ...who, [earner.kind === 'team' ? 'teamId' : 'agentId']: earner.id },
    range: month,
    portfolioId: portfolio.id,
  });
  const { kind, id, name, ratePercent, targetMinor } = earner;
  return {
    kind,
    id,
    name,
    ratePercent,
    month: {
      start: month.from,
      incomeMinor: rated.reduce((sum, row) => sum + row.incomeMinor, 0),
      commissionMinor: commissionOn(rated, earner),
      targetMinor,
    },
  };
}

type PeriodSum = Amounts & { readonly start: string };

function lineUp(
  { starts, previousStarts }: IncomePeriods,
  sums: readonly PeriodSum[],
  previousSums: readonly PeriodSum[],
): Answer['periods'] {
  const byStart = new Map(sums.map((sum) => [sum.start, sum]));
  const previousByStart = new Map(previousSums.map((sum) => [sum.start, sum]));
  return starts.map((start, index) => ({
    ...addUp([byStart.get(start)]),
    start,
    previousTotalMinor: totalOf(previousByStart.get(previousStarts[index] ?? '')),
  }));
}

/** Adds up the amounts of several periods or earners; an undefined one counts as zero. */
export function addUp(sums: readonly (Amounts | undefined)[]): Amounts {
  const total = { interestMinor: 0, feeMinor: 0, penaltyMinor: 0, payments: 0 };
  for (const sum of sums) {
    total.interestMinor += sum?.interestMinor ?? 0;
    total.feeMinor += sum?.feeMinor ?? 0;
    total.penaltyMinor += sum?.penaltyMinor ?? 0;
    total.payments += sum?.payments ?? 0;
  }
  return total;
}

function totalOf(sum: Amounts | undefined): number {
  return sum ? sum.interestMinor + sum.feeMinor + sum.penaltyMinor : 0;
}

type EarnerSum = Omit<Answer['earners'][number], 'commissionMinor'>;
type Earner = EarnerSum['earner'];

/** Lists teams, then agents, each by income with the highest first. */
function rankEarners(current: readonly EarnerRow[], previous: readonly EarnerRow[]): EarnerSum[] {
  return [...gather(current, previous, teamOf), ...gather(current, previous, agentOf)];
}

const teamOf = (row: EarnerRow): Earner => ({
  kind: 'team',
  id: row.teamId,
  name: row.teamName,
  teamId: row.teamId,
});

const agentOf = (row: EarnerRow): Earner => ({
  kind: 'agent',
  id: row.agentId,
  name: row.agentName,
  teamId: row.teamId,
});

/**
 * Groups rows by earner, highest income first. An agent who changed teams gets a row for each team,
 * so that the team sums add up.
 */
function gather(
  current: readonly EarnerRow[],
  previous: readonly EarnerRow[],
  earnerOf: (row: EarnerRow) => Earner,
): EarnerSum[] {
  const keyOf = ({ id, teamId }: Earner) => `${id}/${teamId}`;
  const earners = new Map<string, { earner: Earner; now: EarnerRow[]; before: EarnerRow[] }>();
  const find = (row: EarnerRow) => {
    const earner = earnerOf(row);
    const known = earners.get(keyOf(earner)) ?? { earner, now: [], before: [] };
    earners.set(keyOf(earner), known);
    return known;
  };
  for (const row of current) find(row).now.push(row);
  for (const row of previous) find(row).before.push(row);
  return [...earners.values()]
    .map(({ earner, now, before }) => ({
      ...addUp(now),
      earner,
      previousTotalMinor: totalOf(addUp(before)),
    }))
    .toSorted((left, right) => totalOf(right) - totalOf(left));
}
