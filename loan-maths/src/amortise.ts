import { divideRounded, EXACT_PRODUCT_LIMIT, scaleRounded } from './exact.ts';
import { levelInstalment } from './annuity.ts';
import { factorAt, sumFactors } from './period-factors.ts';
import type { SchedulePlan } from './schedule-plan.ts';

/**
 * The amounts of every instalment in minor units, as columns, because lists cost less than an
 * object per row.
 */
export type Amortisation = {
  readonly principal: number[];
  readonly interest: number[];
  /** Principal owed after the instalment. */
  readonly balance: number[];
  readonly totalInterest: number;
  /**
   * The level instalment of `equal_instalments`, or of flat loans whose instalment is rounded as a
   * whole; otherwise the principal of a regular instalment.
   */
  readonly level: number;
};

/** Splits the plan into instalments. Dates, fees and down payments are handled elsewhere. */
export function amortise(plan: SchedulePlan): Amortisation {
  if (plan.method === 'equal_instalments') return amortiseEqualInstalments(plan);
  if (plan.method === 'bullet') return amortiseBullet(plan);
  if (plan.method === 'interest_only') return amortiseParts(plan, 0);
  if (plan.givenInstalment !== undefined) return amortiseParts(plan, plan.givenInstalment);
  if (!isFlatWhole(plan)) return amortiseParts(plan, equalPrincipal(plan));
  return amortiseFlatWhole(plan);
}

function amortiseFlatWhole(plan: SchedulePlan): Amortisation {
  const amortiseBy = (level: number) => amortiseParts(plan, level, { isWhole: true });
  const parts = amortiseBy(flatInstalment(plan));
  const isEven = plan.graceInterest === 0 && plan.factors.leading.length === 0;
  return isEven ? parts : evenOut(plan, { parts, amortiseBy });
}

/** Returns whether principal and flat interest are rounded to a multiple together. */
export function isFlatWhole({ method, multiple, givenInstalment }: SchedulePlan): boolean {
  return method === 'flat' && multiple > 1 && givenInstalment === undefined;
}

function amortiseEqualInstalments(plan: SchedulePlan): Amortisation {
  if (plan.givenInstalment !== undefined) return amortiseLevel(plan, plan.givenInstalment);
  const level = levelInstalment(plan.levelFactors, {
    principal: plan.principal,
    balloon: plan.balloon,
    rounding: plan.instalmentRounding,
    multiple: plan.multiple,
    skip: plan.gracePrincipal,
  });
  const parts = amortiseLevel(plan, level);
  if (plan.graceInterest > 0 || carriesFirstInterest(plan, parts)) {
    return evenOut(plan, { parts, amortiseBy: (other) => amortiseLevel(plan, other) });
  }
  return plan.levelSearch === 'progressive' ? shiftLevel(plan, parts) : parts;
}

/**
 * Returns whether a long first period earns more than an instalment, so that a part of its interest
 * is carried to later instalments.
 */
function carriesFirstInterest(
  { factors, gracePrincipal, openingInterest, balloon }: SchedulePlan,
  { principal, balance }: Amortisation,
): boolean {
  if (factors.leading.length === 0 || openingInterest > 0) return false;
  return principal[gracePrincipal] === 0 && (balance[gracePrincipal] ?? 0) > balloon;
}

/**
 * Searches for the level instalment with which the last instalment is level too. Carried interest
 * bears no interest, so the annuity formula does not give that level: it would leave its error to
 * the last instalment.
 */
function evenOut(
  plan: SchedulePlan,
  first: {
    readonly parts: Amortisation;
    readonly amortiseBy: (level: number) => Amortisation;
  },
): Amortisation {
  const { multiple, instalmentRounding } = plan;
  let low = first.parts;
  let high = first.parts;
  const missing = Math.abs(lastDifference(plan, first.parts));
  const isLow = (parts: Amortisation) => lastDifference(plan, parts) > 0;
  const levelAfter = (parts: Amortisation, units: number) =>
    Math.max(Math.ceil(parts.level / multiple) + units, 1) * multiple;
  let step = Math.max(Math.ceil(missing / plan.count / multiple), 1);
  for (; isLow(high) && step < Number.MAX_SAFE_INTEGER / multiple / 4; step *= 2) {
    low = high;
    high = first.amortiseBy(levelAfter(high, step));
  }
  for (; !isLow(low) && low.level > multiple; step *= 2) {
    high = low;
    low = first.amortiseBy(levelAfter(low, -step));
  }
  while (high.level - low.level > multiple) {
    const half = Math.floor((high.level - low.level) / multiple / 2);
    const middle = first.amortiseBy(levelAfter(low, half));
    if (isLow(middle)) low = middle;
    else high = middle;
  }
  if (instalmentRounding === 'up') return high;
  if (instalmentRounding === 'down') return low;
  return lastDifference(plan, low) < -lastDifference(plan, high) ? low : high;
}

/**
 * Splits level instalments into principal and interest. Interest that an instalment cannot cover
 * (deferred by grace, or of a long first period) is carried to the next ones and bears no interest;
 * the last instalment absorbs the difference. The opening interest of a rescheduled loan is due in
 * full with the first instalment that bears interest.
 */
function amortiseLevel(plan: SchedulePlan, level: number): Amortisation {
  const { gracePrincipal, graceInterest, balloon } = plan;
  const { numerator, denominator } = plan.factors.regular;
  const ratio = numerator / denominator;
  const plainFrom = plainPeriodsFrom(plan);
  const last = plan.count - 1;
  const opensAt = plan.openingInterest > 0 ? graceInterest : -1;
  const principal = Array<number>(plan.count);
  const interest = Array<number>(plan.count);
  const balances = Array<number>(plan.count);
  let totalInterest = 0;
  let balance = plan.principal;
  let carried = plan.openingInterest;
  let k = 0;
  for (; k <= last && (balance !== 0 || carried !== 0); k++) {
    // The nearest integer is a guess. It is right if its remainder is exact and below half a unit.
    let growth = Math.floor(balance * ratio + 0.5);
    const product = balance * numerator;
    const twice = (product - growth * denominator) * 2;
    const isSure = twice < denominator && -twice < denominator && product < EXACT_PRODUCT_LIMIT;
    if (k < plainFrom || !isSure) growth = interestOn(balance, plan, k);
    const accrued = carried + growth;
    const isGrace = k < gracePrincipal || (accrued >= level && k === opensAt);
    const room = k === last || isGrace || accrued < level ? accrued : level;
    const interestDue = k < graceInterest ? 0 : room;
    const most = balance > balloon ? balance - balloon : 0;
    const left = level - interestDue;
    const principalDue = k === last ? balance : isGrace ? 0 : left < most ? left : most;
    carried = accrued - interestDue;
    balance -= principalDue;
    principal[k] = principalDue;
    interest[k] = interestDue;
    balances[k] = balance;
    totalInterest += interestDue;
  }
  return endParts({ principal, interest, balance: balances, totalInterest, level }, k);
}

/**
 * Returns the index of the first period from which interest can be calculated as the regular
 * interest rounded to the nearest minor unit; the number of periods if there is none. Ties are
 * rounded separately.
 */
function plainPeriodsFrom({ count, factors, interestRounding, interestMultiple }: SchedulePlan) {
  const isNearest = interestRounding === 'half_even' || interestRounding === 'half_up';
  return isNearest && interestMultiple === 1 ? factors.leading.length : count;
}

/** Cuts the columns to the instalments of a loan that is repaid early. */
function endParts(parts: Amortisation, count: number): Amortisation {
  if (parts.principal.length === count) return parts;
  parts.principal.length = count;
  parts.interest.length = count;
  parts.balance.length = count;
  return parts;
}

/**
 * Shifts the level instalment once by its share of the last instalment's difference and returns the
 * better result, as progressive loan systems do. A difference of at most half a minor unit per
 * instalment stays with the last one.
 */
function shiftLevel(plan: SchedulePlan, parts: Amortisation): Amortisation {
  const count = plan.count - plan.gracePrincipal;
  const difference = lastDifference(plan, parts);
  if (count < 2 || Math.abs(difference) <= Math.floor(count / 2)) return parts;
  const shift = divideRounded(difference, count, 'half_even');
  const shifted =
    divideRounded(parts.level + shift, plan.multiple, plan.instalmentRounding) * plan.multiple;
  if (shifted === parts.level || shifted <= 0) return parts;
  const other = amortiseLevel(plan, shifted);
  return Math.abs(lastDifference(plan, other)) < Math.abs(difference) ? other : parts;
}

/**
 * Returns by how much the last planned instalment, without the balloon, exceeds the level one; an
 * early payoff makes it negative.
 */
function lastDifference(plan: SchedulePlan, { principal, interest, level }: Amortisation): number {
  const last = plan.count - 1;
  return (principal[last] ?? 0) + (interest[last] ?? 0) - plan.balloon - level;
}

/**
 * Splits instalments whose principal does not depend on interest: equal parts, or nothing before
 * the last. Flat interest is the same in each regular period, on the whole principal; its total is
 * rounded once and the last instalment takes the difference.
 *
 * If `isWhole`, the level is the whole instalment: principal is the level less interest, and
 * interest above the level is carried. A schedule ends with the instalment that repays the loan
 * early, and later flat interest is not charged, because an instalment without principal could
 * never be paid as it is shown.
 */
function amortiseParts(
  plan: SchedulePlan,
  level: number,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): Amortisation {
  const isFlat = plan.method === 'flat';
  const last = plan.count - 1;
  const principal = Array<number>(plan.count);
  const interest = Array<number>(plan.count);
  const balances = Array<number>(plan.count);
  let totalInterest = 0;
  let flatLeft = isFlat ? wholeInterest(plan.flatBase, plan) : 0;
  let balance = plan.principal;
  let carried = plan.openingInterest;
  let k = 0;
  for (let isOwed = true; k <= last && isOwed; k++) {
    const regular = interestOn(isFlat ? plan.flatBase : balance, plan, k);
    const periodInterest = isFlat && (k === last || regular > flatLeft) ? flatLeft : regular;
    flatLeft -= periodInterest;
    const accrued = carried + periodInterest;
    const opens = plan.openingInterest > 0 && k === plan.graceInterest;
    const isLimited = isWhole && !opens && k >= plan.gracePrincipal && k < last && accrued > level;
    const interestDue = k < plan.graceInterest ? 0 : isLimited ? level : accrued;
    const most = Math.max(balance - plan.balloon, 0);
    const part = isWhole ? Math.max(level - interestDue, 0) : level;
    const principalDue = k === last ? balance : k < plan.gracePrincipal ? 0 : Math.min(most, part);
    carried = accrued - interestDue;
    balance -= principalDue;
    principal[k] = principalDue;
    interest[k] = interestDue;
    balances[k] = balance;
    totalInterest += interestDue;
    isOwed = balance !== 0 || carried !== 0;
  }
  return endParts({ principal, interest, balance: balances, totalInterest, level }, k);
}

function equalPrincipal(plan: SchedulePlan): number {
  const parts = plan.count - plan.gracePrincipal;
  const units = divideRounded(
    plan.principal - plan.balloon,
    parts * plan.multiple,
    plan.instalmentRounding,
  );
  return units * plan.multiple;
}

/**
 * Returns the flat instalment: equal shares of principal and interest, rounded to the multiple
 * together.
 */
function flatInstalment(plan: SchedulePlan): number {
  const parts = BigInt(plan.count - plan.gracePrincipal);
  const count = BigInt(plan.count);
  const principal = BigInt(plan.principal - plan.balloon);
  const interest = BigInt(wholeInterest(plan.flatBase, plan));
  const units = divideRounded(
    principal * count + interest * parts,
    parts * count * BigInt(plan.multiple),
    plan.instalmentRounding,
  );
  return units * plan.multiple;
}

function amortiseBullet(plan: SchedulePlan): Amortisation {
  const interest = plan.openingInterest + wholeInterest(plan.principal, plan);
  return {
    principal: [plan.principal],
    interest: [interest],
    balance: [0],
    totalInterest: interest,
    level: plan.principal,
  };
}

/** Returns simple interest on a fixed balance over all periods, rounded once. */
function wholeInterest(base: number, plan: SchedulePlan): number {
  const { numerator, denominator } = sumFactors(plan.factors);
  const multiple = BigInt(plan.interestMultiple);
  const units = divideRounded(
    BigInt(base) * numerator,
    denominator * multiple,
    plan.interestRounding,
  );
  return units * plan.interestMultiple;
}

export function interestOn(balance: number, plan: SchedulePlan, k: number): number {
  const { interestMultiple: multiple, interestRounding } = plan;
  const factor = factorAt(plan.factors, k);
  if (multiple === 1) return scaleRounded(balance, factor, interestRounding);
  const { numerator, denominator } = factor;
  const perMultiple = { numerator, denominator: denominator * multiple };
  return scaleRounded(balance, perMultiple, interestRounding) * multiple;
}
