import { amortise, isFlatWhole } from './amortise.ts';
import type { Amortisation } from './amortise.ts';
import { BeyondSafeIntegers } from './exact.ts';
import type { MinorUnits } from './money.ts';
import { brandColumn, brandMinor } from './money.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';
import type { SchedulePlan } from './schedule-plan.ts';
import { planSchedule } from './schedule-plan.ts';
import type { ScheduleTerms } from './schedule-terms.ts';

/**
 * Returns the amounts of a loan's schedule without its days: the rows of `buildSchedule` as
 * columns, for callers that price or compare many loans.
 *
 * Each column has one entry per instalment, in minor units; a down payment has none. Rounding and
 * refusals are those of `buildSchedule`, which uses the same code.
 *
 * @example 10,000.00 at 14.07 % a year, 36 months, rounded up: 342.12 a month, first 117.25 of it
 * interest.
 */
export function scheduleAmounts<Currency extends string>(
  terms: ScheduleTerms<Currency>,
): Outcome<ScheduleAmounts<Currency>> {
  const amortised = amortiseTerms(terms);
  if (!amortised.ok) return amortised;
  const { plan, parts } = amortised.value;
  return succeed({
    principalMinor: brandColumn<Currency>(parts.principal),
    interestMinor: brandColumn<Currency>(parts.interest),
    balanceMinor: brandColumn<Currency>(parts.balance),
    instalmentMinor: brandMinor<Currency>(levelOf(plan, parts)),
    totalInterestMinor: brandMinor<Currency>(parts.totalInterest),
  });
}

export type ScheduleAmounts<Currency extends string = string> = {
  readonly principalMinor: readonly MinorUnits<Currency>[];
  readonly interestMinor: readonly MinorUnits<Currency>[];
  /** Principal owed after each instalment. */
  readonly balanceMinor: readonly MinorUnits<Currency>[];
  /** The level instalment without fees; the first one if instalments are not level. */
  readonly instalmentMinor: MinorUnits<Currency>;
  readonly totalInterestMinor: MinorUnits<Currency>;
};

/** Plans and amortises the terms, or refuses those that never repay or exceed safe integers. */
export function amortiseTerms(
  terms: ScheduleTerms,
): Outcome<{ readonly plan: SchedulePlan; readonly parts: Amortisation }> {
  const planned = planSchedule(terms);
  if (!planned.ok) return planned;
  const plan = planned.value;
  const parts = amortiseSafely(plan);
  if (!parts) return refuseTotal();
  if (neverRepays(plan, parts)) {
    return refuse(
      'instalment_never_repays',
      terms.instalmentMinor === undefined ? 'annualRate' : 'instalmentMinor',
      `An instalment of ${parts.level} minor units never repays: interest takes all of it.`,
    );
  }
  const total = plan.principal + parts.totalInterest + plan.downPayment;
  return Number.isSafeInteger(total) ? succeed({ plan, parts }) : refuseTotal();
}

/** Returns `undefined` if an intermediate amount is beyond safe integers. */
function amortiseSafely(plan: SchedulePlan): Amortisation | undefined {
  try {
    return amortise(plan);
  } catch (error) {
    if (error instanceof BeyondSafeIntegers) return undefined;
    throw error;
  }
}

function refuseTotal(): Outcome<never> {
  return refuse('amount_exceeds_safe_integers', 'principalMinor', 'The total is not exact.');
}

export function levelOf(plan: SchedulePlan, { principal, interest, level }: Amortisation): number {
  if (plan.method === 'equal_instalments' || isFlatWhole(plan)) return level;
  return (principal[0] ?? 0) + (interest[0] ?? 0);
}

/**
 * Returns whether no principal is due before the last instalment although the method repays it in
 * parts, because interest or the rounding to a multiple uses up the instalments.
 */
function neverRepays(plan: SchedulePlan, { principal, totalInterest }: Amortisation): boolean {
  const { method, balloon, count, gracePrincipal, multiple } = plan;
  if (method === 'bullet' || method === 'interest_only' || balloon === plan.principal) return false;
  const last = count - 1;
  if (last <= gracePrincipal) return false;
  const earlier = Math.min(last, principal.length);
  for (let k = 0; k < earlier; k++) if ((principal[k] ?? 0) > 0) return false;
  return totalInterest > 0 || multiple > 1;
}
