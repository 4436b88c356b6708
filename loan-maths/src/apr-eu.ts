import type { CashFlowSeries } from './apr-cash-flows.ts';
import {
  hasAtMostOneRate,
  presentValue,
  refuseFlows,
  splitEarlyPayments,
} from './apr-cash-flows.ts';
import { toAprPercent } from './apr-percent.ts';
import type { AprPercent } from './apr-percent.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';
import type { RootFinding } from './root.ts';
import { findRoots, findRootAbove } from './root.ts';

/**
 * Returns the annual percentage rate of charge: the effective annual rate X with Σ drawdowns
 * (1+X)^−t = Σ payments (1+X)^−s, shown half-up to one decimal. Times are in years; a fee before
 * the first drawdown has a negative time.
 *
 * If such a fee adds a second, meaningless root, the rate is the root that continues the one
 * without the fee. Source: Directives 2008/48/EC and 2014/17/EU, Annex I.
 * @returns `cash_flows_are_missing`, `apr_has_no_solution` (outside −99.99 % to 1.6 × 10^15 %),
 * `apr_is_not_unique`, and the refusals of an invalid amount, count or time.
 * @example 200,000.00 drawn, 4,000.00 paid at once, 240 monthly payments of 1,432.86: 6.434412 %,
 * shown as 6.4.
 */
export function aprEuropeanUnion(flows: readonly CashFlowSeries[]): Outcome<AprPercent> {
  const refusal = refuseFlows(flows);
  if (refusal) return refusal;
  const found = findRate(flows);
  if (found.kind === 'none') {
    return refuse('apr_has_no_solution', 'flows', 'No annual rate makes both sides equal.');
  }
  if (found.kind === 'several') {
    return refuse('apr_is_not_unique', 'flows', 'Several annual rates make both sides equal.');
  }
  return succeed(toAprPercent(Math.expm1(found.root) * 100, 1));
}

function findRate(flows: readonly CashFlowSeries[]): RootFinding {
  if (hasAtMostOneRate(flows))
    return findRoots(presentValue(flows), { ...FORCES, stopsAtFirst: true });
  const split = splitEarlyPayments(flows);
  if (split && hasAtMostOneRate(split.others)) {
    const own = findRoots(presentValue(split.others), { ...FORCES, stopsAtFirst: true });
    // A fee raises every rate, so the root moves up from the root without the fee as the fee grows
    // from zero.
    if (own.kind === 'unique') return findRootAbove(presentValue(flows), own.root, FORCES.up);
  }
  return findRoots(presentValue(flows), { ...FORCES, stopsAtFirst: false });
}

/**
 * The annual forces of interest between which brackets are searched: −99.99 % to 1.6 × 10^15 % a
 * year.
 */
const FORCES = {
  up: [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 30.4],
  down: [-0.05, -0.1, -0.25, -0.5, -1, -2, -4, -9.3],
};
