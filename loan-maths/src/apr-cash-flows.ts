import type { Fraction } from './exact.ts';
import { sumFractions } from './exact.ts';
import { refuse } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import type { Differentiable } from './root.ts';

/**
 * Equal amounts at equal steps of time; `advance` is money to the borrower, `payment` money from
 * the borrower.
 */
export type CashFlowSeries = {
  readonly kind: 'advance' | 'payment';
  readonly amountMinor: number;
  readonly count: number;
  /** Time of the first amount, in the unit of the method. */
  readonly first: Fraction;
  readonly step: Fraction;
};

/** Refuses flows that no rate can be calculated from. */
export function refuseFlows(flows: readonly CashFlowSeries[]): Outcome<never> | undefined {
  for (const [index, { amountMinor, count, first, step }] of flows.entries()) {
    if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) {
      return refuse('amount_is_negative', `flows[${index}].amount`, 'A cash flow is an amount.');
    }
    if (!Number.isInteger(count) || count < 1 || count > 36_600) {
      return refuse('instalment_count_is_out_of_range', `flows[${index}].count`, 'No such count.');
    }
    if (step.numerator < 0 || first.denominator <= 0 || step.denominator <= 0) {
      return refuse('dates_are_out_of_order', `flows[${index}].time`, 'A series runs backwards.');
    }
  }
  const kinds = new Set(flows.flatMap((flow) => (flow.amountMinor > 0 ? [flow.kind] : [])));
  if (kinds.size === 2) return undefined;
  const missing = kinds.has('advance') ? 'payments' : 'advances';
  return refuse(
    'cash_flows_are_missing',
    missing,
    `There are no ${missing} to calculate a rate from.`,
  );
}

/**
 * Returns the payments before the first advance, and the other flows; `undefined` if there are no
 * such payments.
 */
export function splitEarlyPayments(
  flows: readonly CashFlowSeries[],
): { early: readonly CashFlowSeries[]; others: readonly CashFlowSeries[] } | undefined {
  const advances = flows.filter(({ kind, amountMinor }) => kind === 'advance' && amountMinor > 0);
  const start = Math.min(...advances.map(({ first }) => first.numerator / first.denominator));
  const early: CashFlowSeries[] = [];
  const others: CashFlowSeries[] = [];
  for (const flow of flows) {
    const count = flow.kind === 'payment' ? countBefore(flow, start) : 0;
    if (count > 0) early.push({ ...flow, count });
    if (count === flow.count) continue;
    const first = sumFractions([
      flow.first,
      { ...flow.step, numerator: flow.step.numerator * count },
    ]);
    others.push({ ...flow, first, count: flow.count - count });
  }
  return early.length > 0 ? { early, others } : undefined;
}

function countBefore({ first, step, count }: CashFlowSeries, start: number): number {
  const at = first.numerator / first.denominator;
  const width = step.numerator / step.denominator;
  if (at >= start) return 0;
  return width === 0 ? count : Math.min(count, Math.ceil((start - at) / width));
}

/**
 * Returns true if at most one rate can solve the equation. That is so if the flows in time order
 * change their sign at most once (Descartes), or if their running sum does, which holds for rates
 * from zero up (Norstrøm 1972). False does not prove several rates.
 */
export function hasAtMostOneRate(flows: readonly CashFlowSeries[]): boolean {
  if (isAdvancesThenPayments(flows)) return true;
  const signs = flows
    .flatMap(({ kind, amountMinor, count, first, step }) => {
      const start = first.numerator / first.denominator;
      const width = step.numerator / step.denominator;
      const signed = kind === 'advance' ? amountMinor : -amountMinor;
      return Array.from({ length: count }, (_, k) => ({ time: start + k * width, signed }));
    })
    .toSorted((left, right) => left.time - right.time || right.signed - left.signed);
  let owed = 0;
  let changes = 0;
  let last = 0;
  for (const { signed } of signs) {
    owed += signed;
    const sign = Math.sign(owed);
    if (sign !== 0 && last !== 0 && sign !== last) changes += 1;
    if (sign !== 0) last = sign;
  }
  return changes <= 1;
}

/** Recognises the common case without sorting: no payment comes before an advance. */
function isAdvancesThenPayments(flows: readonly CashFlowSeries[]): boolean {
  let lastAdvance = -Infinity;
  let firstPayment = Infinity;
  for (const { kind, count, first, step } of flows) {
    const start = first.numerator / first.denominator;
    if (kind === 'payment') firstPayment = Math.min(firstPayment, start);
    else {
      const end = start + ((count - 1) * step.numerator) / step.denominator;
      lastAdvance = Math.max(lastAdvance, end);
    }
  }
  return lastAdvance <= firstPayment;
}

/**
 * Returns the present value of payments less advances, with its slope, as a function of the force
 * of interest δ, which discounts by e^(−δt).
 */
export function presentValue(flows: readonly CashFlowSeries[]): Differentiable {
  const terms = flows.map(({ kind, amountMinor, count, first, step }) => ({
    signed: kind === 'payment' ? amountMinor : -amountMinor,
    count,
    first: first.numerator / first.denominator,
    step: step.numerator / step.denominator,
  }));
  return (force) => {
    let value = 0;
    let slope = 0;
    for (const { signed, count, first, step } of terms) {
      const ratio = Math.exp(-force * step);
      let factor = signed * Math.exp(-force * first);
      let time = first;
      for (let k = 0; k < count; k++) {
        value += factor;
        slope -= time * factor;
        factor *= ratio;
        time += step;
      }
    }
    return { value, slope };
  };
}
