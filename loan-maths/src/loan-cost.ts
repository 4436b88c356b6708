import { aprEuropeanUnion } from './apr-eu.ts';
import type { CashFlowSeries } from './apr-cash-flows.ts';
import type { AprPercent } from './apr-percent.ts';
import { aprRegulationZ } from './apr-regz.ts';
import type { RegulationZSeries } from './apr-regz.ts';
import type { CalendarDate } from './calendar.ts';
import { yearFraction } from './day-count.ts';
import { scaleRounded } from './exact.ts';
import type { MinorUnits } from './money.ts';
import { brandMinor } from './money.ts';
import type { Outcome } from './outcome.ts';
import { succeed } from './outcome.ts';
import { annualRate, rateFraction } from './rate.ts';
import { buildSchedule } from './schedule.ts';
import type { Schedule, ScheduleRow } from './schedule.ts';
import type { ScheduleTerms } from './schedule-terms.ts';
import { singlePaymentTerm, unitPeriodOf, unitPeriodsBetween } from './unit-periods.ts';

/** A fee: an amount in minor units, or a percentage of the principal as a plain decimal ("2.5"). */
export type LoanFee =
  | { readonly kind: 'fixed'; readonly amountMinor: number }
  | { readonly kind: 'percent'; readonly percent: string };

/**
 * Returns the amount of a fee on a principal, in minor units, rounded half-up.
 *
 * @throws RangeError if the percentage is not a rate; read user input with `parseAnnualRate`.
 * @example 2.5 % of 1,234.50: 30.86.
 */
export function feeOf(fee: LoanFee, principalMinor: number): number {
  if (fee.kind === 'fixed') return fee.amountMinor;
  return scaleRounded(principalMinor, rateFraction(annualRate(fee.percent)), 'half_up');
}

export type LoanCost<Currency extends string = string> = {
  readonly schedule: Schedule<Currency>;
  /** The principal less the withheld fee. */
  readonly paidOutMinor: MinorUnits<Currency>;
  /** All instalments together. */
  readonly repaidMinor: MinorUnits<Currency>;
  /** The total cost: the amount repaid less the amount paid out. */
  readonly costMinor: MinorUnits<Currency>;
  /** Each rate is undefined if no rate, or more than one, solves its equation. */
  readonly aprRegulationZ: AprPercent | undefined;
  readonly aprEuropeanUnion: AprPercent | undefined;
};

/**
 * Returns the cost of a loan that is paid as scheduled: its schedule, its total cost and both
 * annual percentage rates. The disbursement fee is withheld from the amount paid out.
 *
 * @returns the refusals of `buildSchedule`.
 * @example 10,000.00 at 12 % a year, 12 months, 200.00 withheld: 888.49 a month, a cost of 861.86;
 * 15.85 % by Regulation Z, 17.1 % by the directive.
 */
export function loanCost<Currency extends string>(
  terms: ScheduleTerms<Currency>,
): Outcome<LoanCost<Currency>> {
  const built = buildSchedule(terms);
  if (!built.ok) return built;
  const schedule = built.value;
  const { rows, totals, disbursementFeeMinor } = schedule;
  const paidOut = terms.principalMinor - disbursementFeeMinor;
  const flows = { terms, rows, paidOut };
  return succeed({
    schedule,
    paidOutMinor: brandMinor<Currency>(paidOut),
    repaidMinor: totals.totalMinor,
    costMinor: brandMinor<Currency>(totals.totalMinor - paidOut),
    aprRegulationZ: rateByRegulationZ(flows),
    aprEuropeanUnion: rateByDirective(flows),
  });
}

type Flows = {
  readonly terms: ScheduleTerms;
  readonly rows: readonly ScheduleRow[];
  readonly paidOut: number;
};

function rateByRegulationZ({ terms, rows, paidOut }: Flows): AprPercent | undefined {
  const { disbursementDate: start, interval } = terms;
  const unitPeriod = unitPeriodOf(interval);
  const timeOf = (end: CalendarDate) =>
    rows.length === 1
      ? singlePaymentTerm(start, end)
      : unitPeriodsBetween({ start, end, unitPeriod });
  const timed = rows.map(({ dueDate, totalMinor }) => ({
    amountMinor: totalMinor,
    ...timeOf(dueDate),
  }));
  const perYear = timed[0]?.unitPeriodsPerYear ?? 12;
  const series: RegulationZSeries[] = [
    {
      kind: 'advance',
      amountMinor: paidOut,
      count: 1,
      unitPeriods: 0,
      oddFraction: { numerator: 0, denominator: 1 },
    },
    ...timed.map(({ amountMinor, unitPeriods, oddFraction }) => ({
      kind: 'payment' as const,
      amountMinor,
      count: 1,
      unitPeriods,
      oddFraction,
    })),
  ];
  const rate = aprRegulationZ({ unitPeriodsPerYear: perYear, series });
  return rate.ok ? rate.value : undefined;
}

function rateByDirective({ terms, rows, paidOut }: Flows): AprPercent | undefined {
  const { disbursementDate: start, interval } = terms;
  const atOnce = { numerator: 0, denominator: 1 };
  const flows: CashFlowSeries[] = [
    { kind: 'advance', amountMinor: paidOut, count: 1, first: atOnce, step: atOnce },
  ];
  for (const { dueDate: end, totalMinor } of rows) {
    const first = yearFraction({ dayCount: 'EU Annex I', start, end, unit: interval.unit });
    if (!first.ok) return undefined;
    const amountMinor = totalMinor;
    flows.push({ kind: 'payment', amountMinor, count: 1, first: first.value, step: atOnce });
  }
  const rate = aprEuropeanUnion(flows);
  return rate.ok ? rate.value : undefined;
}
