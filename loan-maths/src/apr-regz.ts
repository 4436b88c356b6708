import type { AprPercent } from './apr-percent.ts';
import { toAprPercent } from './apr-percent.ts';
import type { CashFlowSeries } from './apr-cash-flows.ts';
import { hasAtMostOneRate, refuseFlows } from './apr-cash-flows.ts';
import type { Fraction } from './exact.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';
import type { Differentiable } from './root.ts';
import { findRoots } from './root.ts';

/**
 * Returns the annual percentage rate by the actuarial method: 100·w·i with Σ advances ÷
 * ((1+f·i)(1+i)^t) = Σ payments ÷ ((1+f·i)(1+i)^t), shown half-up to two decimals. w is the number
 * of unit-periods per year and i the rate per unit-period; t are the whole unit-periods to an
 * amount and f is the odd fraction.
 *
 * Source: 12 CFR 1026 (Regulation Z), Appendix J, general equation (b)(8).
 * @returns `cash_flows_are_missing`, `apr_has_no_solution`, `apr_is_not_unique`,
 * `dates_are_out_of_order` for a time before the term, `interval_is_out_of_range` if
 * `unitPeriodsPerYear` is not above 0 and at most 366, and the refusals of an invalid amount or
 * count.
 * @example 5,000.00 advanced, 24 monthly payments of 230.00: 9.69 %.
 */
export function aprRegulationZ(transaction: RegulationZTransaction): Outcome<RegulationZApr> {
  const { unitPeriodsPerYear, series } = transaction;
  if (!(unitPeriodsPerYear > 0 && unitPeriodsPerYear <= 366)) {
    return refuse('interval_is_out_of_range', 'unitPeriodsPerYear', 'No such unit-period.');
  }
  const flows = series.map(asFlow);
  const refusal = refuseTimes(series) ?? refuseFlows(flows);
  if (refusal) return refusal;
  const found = findRoots(actuarialValue(series), {
    ...RATES,
    stopsAtFirst: hasAtMostOneRate(flows),
  });
  if (found.kind === 'none') {
    return refuse('apr_has_no_solution', 'payments', 'No annual rate makes both sides equal.');
  }
  if (found.kind === 'several') {
    return refuse('apr_is_not_unique', 'payments', 'Several annual rates make both sides equal.');
  }
  return succeed({
    ...toAprPercent(found.root * unitPeriodsPerYear * 100, 2),
    financeChargeMinor: sumOf(series, 'payment') - sumOf(series, 'advance'),
  });
}

export type RegulationZTransaction = {
  /**
   * 12 for months, 24 for semimonths, 52 for weeks, 26 or 13 for two or four weeks, 6 or 4 for two
   * or three months, 1 for a year, 365 ÷ days for other terms.
   */
  readonly unitPeriodsPerYear: number;
  readonly series: readonly RegulationZSeries[];
};

/** Equal amounts at equal intervals. */
export type RegulationZSeries = {
  readonly kind: 'advance' | 'payment';
  readonly amountMinor: number;
  readonly count: number;
  /** Whole unit-periods from the beginning of the term to the first amount. */
  readonly unitPeriods: number;
  /** The odd days divided by the days of a unit-period. */
  readonly oddFraction: Fraction;
  /** Unit-periods from one amount to the next; default 1. */
  readonly every?: number | undefined;
};

export type RegulationZApr = AprPercent & { readonly financeChargeMinor: number };

/** The rates per unit-period between which brackets are searched. */
const RATES = {
  up: [0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 10.24, 1024, 1e6],
  down: [-0.005, -0.02, -0.1, -0.5, -0.99],
};

/**
 * Returns payments less advances at the beginning of the term, with the slope, as a function of the
 * rate per unit-period.
 */
function actuarialValue(series: readonly RegulationZSeries[]): Differentiable {
  const terms = series.map(({ kind, amountMinor, count, unitPeriods, oddFraction, every }) => ({
    signed: kind === 'payment' ? amountMinor : -amountMinor,
    count,
    unitPeriods,
    odd: oddFraction.numerator / oddFraction.denominator,
    every: every ?? 1,
  }));
  return (rate) => {
    const discount = 1 / (1 + rate);
    let value = 0;
    let slope = 0;
    let power = 1;
    let powerOf = 0;
    for (const { signed, count, unitPeriods, odd, every } of terms) {
      const oddDiscount = odd === 0 ? 1 : 1 / (1 + odd * rate);
      const step = every === 1 ? discount : discount ** every;
      // Most single payments are one unit-period apart, and a multiplication takes a tenth of the
      // time of a power.
      power = unitPeriods === powerOf + 1 ? power * discount : discount ** unitPeriods;
      powerOf = unitPeriods;
      let term = signed * oddDiscount * power;
      let periods = unitPeriods;
      for (let k = 0; k < count; k++) {
        value += term;
        slope -= term * (odd * oddDiscount + periods * discount);
        term *= step;
        periods += every;
      }
    }
    return { value, slope };
  };
}

/**
 * Refuses negative times: Regulation Z counts from the beginning of the term, which is the first
 * advance.
 */
function refuseTimes(series: readonly RegulationZSeries[]): Outcome<never> | undefined {
  const index = series.findIndex(
    ({ unitPeriods, oddFraction }) => unitPeriods < 0 || oddFraction.numerator < 0,
  );
  if (index < 0) return undefined;
  return refuse(
    'dates_are_out_of_order',
    `series[${index}].unitPeriods`,
    'A time is before the beginning of the term.',
  );
}

function asFlow(series: RegulationZSeries): CashFlowSeries {
  const { kind, amountMinor, count, unitPeriods, oddFraction } = series;
  const { numerator, denominator } = oddFraction;
  return {
    kind,
    amountMinor,
    count,
    first: { numerator: unitPeriods * denominator + numerator, denominator },
    step: { numerator: series.every ?? 1, denominator: 1 },
  };
}

function sumOf(series: readonly RegulationZSeries[], kind: 'advance' | 'payment'): number {
  return series.reduce(
    (sum, one) => sum + (one.kind === kind ? one.amountMinor * one.count : 0),
    0,
  );
}
