import { PMT, IPMT, PPMT } from '@formulajs/formulajs';
import amortize from 'amortize';
import { ipmt, pmt, ppmt } from 'financial';
import { Loan } from 'loanjs';
import type {
  CashFlowSeries,
  LoanEvent,
  RegulationZSeries,
  ScheduleTerms,
} from '@bursar/loan-maths';
import {
  addDays,
  annualRate,
  aprEuropeanUnion,
  aprRegulationZ,
  buildSchedule,
  calendarDate,
  minorUnits,
  replayLoan,
  scheduleAmounts,
} from '@bursar/loan-maths';

export type LoanMathsMeasurement = {
  /** Schedules of 36 instalments per second of processor time, by library. */
  readonly schedulesPerSecond: readonly SpeedOf[];
  readonly replayMilliseconds: number;
  readonly aprRegulationZMicroseconds: number;
  readonly aprEuropeanUnionMicroseconds: number;
};

type SpeedOf = Pick<Peer, 'name' | 'makes' | 'rounds'> & { readonly perSecond: number };

type Peer = {
  readonly name: string;
  /** The output: instalments with due dates, amounts only, or only totals. */
  readonly makes: 'dated rows' | 'amounts' | 'sums';
  /** True if every amount is rounded to the cent. */
  readonly rounds: boolean;
  readonly make: (amount: number) => unknown;
};

/**
 * Measures the schedules of Bursar and of popular npm packages, the replay of a long payment
 * history, and the calculation of APRs, all in one run.
 */
export function measureLoanMaths(): LoanMathsMeasurement {
  const perSecond = (make: (amount: number) => unknown) => 1e6 / microsecondsEach(make, 20_000);
  return {
    schedulesPerSecond: PEERS.map(({ name, makes, rounds, make }) => ({
      name,
      makes,
      rounds,
      perSecond: perSecond(make),
    })),
    replayMilliseconds: microsecondsEach(replayLongHistory(), 10) / 1000,
    aprRegulationZMicroseconds: microsecondsEach(rateByRegulationZ(), 10_000),
    aprEuropeanUnionMicroseconds: microsecondsEach(rateByDirective(), 10_000),
  };
}

/** Formats the results for a terminal and for docs/benchmarks.md. */
export function describeLoanMaths(measured: LoanMathsMeasurement): string {
  const speeds = measured.schedulesPerSecond.map(({ name, makes, rounds, perSecond }) => {
    const note = rounds ? 'rounded to the cent' : 'not rounded';
    return `  ${makes}, ${note}: ${name} ${Math.round(perSecond).toLocaleString('en')}`;
  });
  return [
    'Loan maths, on one core; schedules of 36 instalments a second:',
    ...speeds,
    `  replay of 2,000 events: ${measured.replayMilliseconds.toFixed(1)} ms`,
    `  APR of 36 payments, Regulation Z: ${measured.aprRegulationZMicroseconds.toFixed(1)} µs`,
    `  APR of 36 payments, European Union: ${measured.aprEuropeanUnionMicroseconds.toFixed(1)} µs`,
  ].join('\n');
}

/** Measures processor time, to ignore other load: the best of five rounds after a warm-up. */
function microsecondsEach(run: (round: number) => unknown, times: number): number {
  let best = Infinity;
  for (let round = 0; round < 6; round++) {
    const start = process.cpuUsage();
    for (let k = 0; k < times; k++) kept = run(k);
    const { user, system } = process.cpuUsage(start);
    if (round > 0) best = Math.min(best, (user + system) / times);
  }
  if (kept === undefined) throw new Error('Nothing was measured.');
  return best;
}

/** Stores every result for a moment, because a compiler may remove unused work. */
let kept: unknown;

const RATE = 14.07;
const COUNT = 36;

const terms = {
  annualRate: annualRate(String(RATE)),
  instalmentCount: COUNT,
  interval: { every: 1, unit: 'months' },
  disbursementDate: calendarDate('2018-03-01'),
} as const;

// The new field comes first: in V8, a spread before a new field takes longer than the schedule
// itself.
const termsOf = (amount: number) => ({
  principalMinor: minorUnits((10_000 + amount) * 100, 'USD'),
  ...terms,
});

const schedule = (amount: number) => buildSchedule(termsOf(amount));

/**
 * None of the other libraries calculates due dates, so Bursar's schedules with dates have no
 * comparison. Of the other libraries, only `loanjs` rounds.
 */
const PEERS: readonly Peer[] = [
  { name: '@bursar/loan-maths buildSchedule', makes: 'dated rows', rounds: true, make: schedule },
  {
    name: '@bursar/loan-maths scheduleAmounts',
    makes: 'amounts',
    rounds: true,
    make: (amount) => scheduleAmounts(termsOf(amount)),
  },
  {
    name: 'loanjs',
    makes: 'amounts',
    rounds: true,
    make: (amount) => Loan(10_000 + amount, COUNT, RATE, 'annuity'),
  },
  {
    name: 'amortize',
    makes: 'sums',
    rounds: false,
    make: (amount) =>
      amortize({ amount: 10_000 + amount, rate: RATE, totalTerm: COUNT, amortizeTerm: COUNT }),
  },
  {
    name: 'financial',
    makes: 'amounts',
    rounds: false,
    make: (amount) => rows(amount, { level: pmt, interest: ipmt, principal: ppmt }),
  },
  {
    name: '@formulajs/formulajs',
    makes: 'amounts',
    rounds: false,
    make: (amount) => rows(amount, { level: PMT, interest: IPMT, principal: PPMT }),
  },
];

type RowMaker = {
  readonly level: (rate: number, count: number, amount: number) => unknown;
  readonly interest: (rate: number, row: number, count: number, amount: number) => unknown;
  readonly principal: (rate: number, row: number, count: number, amount: number) => unknown;
};

function rows(extra: number, { level, interest, principal }: RowMaker): unknown[] {
  const amount = -(10_000 + extra);
  const rate = RATE / 1200;
  const instalment = level(rate, COUNT, amount);
  return Array.from({ length: COUNT }, (_, row) => ({
    instalment,
    interest: interest(rate, row + 1, COUNT, amount),
    principal: principal(rate, row + 1, COUNT, amount),
  }));
}

/**
 * Returns a function that replays 2,000 events, mostly payments and penalties, on a weekly loan of
 * 600 instalments.
 */
function replayLongHistory(): () => unknown {
  const start = calendarDate('2020-01-01');
  const principalMinor = minorUnits(1_000_000_00, 'USD');
  const weekly: ScheduleTerms<'USD'> = {
    ...terms,
    principalMinor,
    instalmentCount: 600,
    interval: { every: 1, unit: 'weeks' },
    disbursementDate: start,
  };
  const built = buildSchedule(weekly);
  if (!built.ok) throw new Error(built.failure.name);
  const events: LoanEvent<'USD'>[] = [
    { kind: 'disbursement', id: 'd', date: start, amountMinor: principalMinor },
  ];
  for (let k = 1; k < 2000; k++) {
    const date = addDays(start, k * 2);
    const id = String(k);
    if (k % 5 === 0) {
      const amountMinor = minorUnits(1_00, 'USD');
      events.push({ kind: 'charge', id, component: 'penalty', dueDate: date, amountMinor });
    } else {
      events.push({ kind: 'payment', id, date, amountMinor: minorUnits(700_00 + k, 'USD') });
    }
  }
  return () => replayLoan({ rows: built.value.rows }, events);
}

const none = { numerator: 0, denominator: 1 };

function payments(): number[] {
  const built = schedule(0);
  return built.ok ? built.value.rows.map(({ totalMinor }) => totalMinor) : [];
}

function rateByRegulationZ(): () => unknown {
  const single = { count: 1, oddFraction: none };
  const series: RegulationZSeries[] = [
    { kind: 'advance', amountMinor: 9_900_00, unitPeriods: 0, ...single },
    ...payments().map((amountMinor, k) => ({
      kind: 'payment' as const,
      amountMinor,
      unitPeriods: k + 1,
      ...single,
    })),
  ];
  return () => aprRegulationZ({ unitPeriodsPerYear: 12, series });
}

function rateByDirective(): () => unknown {
  const flows: CashFlowSeries[] = [
    { kind: 'advance', amountMinor: 9_900_00, count: 1, first: none, step: none },
    ...payments().map((amountMinor, k) => ({
      kind: 'payment' as const,
      amountMinor,
      count: 1,
      first: { numerator: k + 1, denominator: 12 },
      step: none,
    })),
  ];
  return () => aprEuropeanUnion(flows);
}
