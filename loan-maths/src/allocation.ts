import type { InterestAccrual } from './accrual.ts';
import type { CalendarDate } from './calendar.ts';
import type { MinorUnits } from './money.ts';
import { brandMinor } from './money.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';
import { COMPONENT_ORDERS } from './component-orders.ts';
import { runWaterfall } from './waterfall.ts';
import type { OpenAmounts } from './waterfall.ts';
import type { AllocationField, AllocatedAmounts } from './allocated-amounts.ts';
import { ALLOCATION_FIELDS, subtractAllocations } from './allocated-amounts.ts';

/**
 * Allocates a payment to the instalments of a loan: due amounts first, in the rule's order, then
 * the overpayment by its treatment.
 *
 * No minor unit is created or lost: amount = totals.totalMinor + prepaidPrincipalMinor + restMinor.
 * The instalments are not changed; add each part to its instalment's `paid`.
 *
 * @returns `amount_is_negative` or `amount_exceeds_safe_integers` (field `amountMinor`),
 * `terms_conflict` if more was paid on a component of an instalment than is due.
 * @example 100.00 on an instalment that owes penalty 5.00, fee 2.00, interest 13.00 and principal
 * 90.00 pays 5.00, 2.00, 13.00 and 80.00.
 */
export function allocatePayment<Currency extends string>(
  payment: PaymentToAllocate<Currency>,
): Outcome<Allocation<Currency>> {
  const { amountMinor, instalments } = payment;
  if (!Number.isSafeInteger(amountMinor)) {
    return refuse('amount_exceeds_safe_integers', 'amountMinor', 'The amount is not exact.');
  }
  if (amountMinor < 0) {
    return refuse('amount_is_negative', 'amountMinor', 'A payment cannot be negative.');
  }
  const overpaid = instalments.findIndex(isOverpaid);
  if (overpaid >= 0) {
    return refuse(
      'terms_conflict',
      `instalments[${overpaid}].paid`,
      'More was paid on an instalment than is due.',
    );
  }
  return succeed(allocateByWaterfall(payment));
}

export type PaymentToAllocate<Currency extends string = string> = {
  readonly amountMinor: MinorUnits<Currency>;
  readonly valueDate: CalendarDate;
  /** Sorted by due date. */
  readonly instalments: readonly OpenInstalment<NoInfer<Currency>>[];
  /**
   * Default: penalties, fees, interest, principal, instalment by instalment; an overpayment pays
   * the next instalments.
   */
  readonly rule?: AllocationRule | undefined;
};

/** The due and paid amounts of an instalment by component. */
export type OpenInstalment<Currency extends string = string> = {
  readonly number: number;
  readonly kind?: 'down_payment' | 'instalment' | 'charges_after_maturity' | undefined;
  readonly dueDate: CalendarDate;
  /** The amounts due, without waived amounts. */
  readonly due: AllocatedAmounts<Currency>;
  readonly paid: AllocatedAmounts<Currency>;
  /** The single charges in `due`, needed if a charge is due by its own date. */
  readonly charges?: readonly InstalmentCharge<Currency>[] | undefined;
  /**
   * The accrual of the instalment's interest. A replay sets it, so that a quoted payoff is the
   * amount that settles the loan in the replay.
   */
  readonly accrual?: InterestAccrual | undefined;
};

export type InstalmentCharge<Currency extends string = string> = {
  readonly component: 'penalty' | 'fee';
  readonly dueDate: CalendarDate;
  readonly amountMinor: MinorUnits<Currency>;
};

export type AllocationComponent = 'penalty' | 'fee' | 'interest' | 'principal';

export type ComponentOrder = readonly [
  AllocationComponent,
  AllocationComponent,
  AllocationComponent,
  AllocationComponent,
];

export type AllocationRule = {
  /** The order in which due amounts are paid. */
  readonly order: ComponentOrder;
  /** The order in which amounts that are due later are paid; default `order`. */
  readonly orderInAdvance?: ComponentOrder | undefined;
  /**
   * `horizontal` pays one instalment in full before the next, `vertical` one component of all
   * instalments before the next component; default `horizontal`.
   */
  readonly direction?: 'horizontal' | 'vertical' | undefined;
  /** The treatment of money above the amount due; default `next_instalments`. */
  readonly overpaymentTreatment?: OverpaymentTreatment | undefined;
  /**
   * Whether a charge is due with its instalment (default) or by its own date, before its
   * instalment.
   */
  readonly chargesDueBy?: 'instalment' | 'own_date' | undefined;
};

/**
 * `next_instalments`, `last_instalments` and `even_spread` pay instalments in advance.
 * `shorter_term` and `lower_instalment` prepay principal, after which `reschedule` makes the new
 * schedule. `credit` leaves the money unapplied.
 */
export type OverpaymentTreatment =
  | 'next_instalments'
  | 'last_instalments'
  | 'even_spread'
  | 'shorter_term'
  | 'lower_instalment'
  | 'credit';

export type Allocation<Currency extends string = string> = {
  /** One for each instalment that receives money, sorted by due date. */
  readonly parts: readonly AllocatedPart<Currency>[];
  readonly totals: AllocatedTotals<Currency>;
  /** Prepaid principal (`shorter_term`, `lower_instalment`). */
  readonly prepaidPrincipalMinor: MinorUnits<Currency>;
  /**
   * Money that is not applied to the loan: the excess over all that is owed, or everything above
   * the amount due if the treatment is `credit`.
   */
  readonly restMinor: MinorUnits<Currency>;
};

export type AllocatedTotals<Currency extends string = string> = AllocatedAmounts<Currency> & {
  readonly totalMinor: MinorUnits<Currency>;
};

export type AllocatedPart<Currency extends string = string> = AllocatedTotals<Currency> & {
  readonly instalmentNumber: number;
  readonly dueDate: CalendarDate;
};

export const DEFAULT_RULE: AllocationRule = {
  order: COMPONENT_ORDERS.penalties_fees_interest_principal,
};

function isOverpaid(instalment: OpenInstalment): boolean {
  return ALLOCATION_FIELDS.some((field) => instalment.paid[field] > instalment.due[field]);
}

type Tally = Record<AllocationField, number>;

function allocateByWaterfall<Currency extends string>(
  payment: PaymentToAllocate<Currency>,
): Allocation<Currency> {
  const { amountMinor, instalments, valueDate } = payment;
  const rule = payment.rule ?? DEFAULT_RULE;
  const openInstalments = instalments.map((instalment) => openAmounts(instalment, valueDate));
  const tallies = new Map<number, Tally>();
  const totals = emptyTally();
  const left = runWaterfall(amountMinor, {
    instalments: openInstalments,
    valueDate,
    rule,
    onAllocated: (index, field, amount) => {
      const tally = tallies.get(index) ?? emptyTally();
      tallies.set(index, tally);
      tally[field] += amount;
      totals[field] += amount;
    },
  });
  const openPrincipal = openInstalments.reduce((sum, { open }) => sum + open.principalMinor, 0);
  const prepaid = prepaysPrincipal(rule) ? Math.min(left, openPrincipal) : 0;
  return {
    parts: instalments.flatMap(({ number, dueDate }, index) => {
      const tally = tallies.get(index);
      return tally ? [{ instalmentNumber: number, dueDate, ...brandTally<Currency>(tally) }] : [];
    }),
    totals: brandTally(totals),
    prepaidPrincipalMinor: brandMinor(prepaid),
    restMinor: brandMinor(left - prepaid),
  };
}

export function prepaysPrincipal({ overpaymentTreatment }: AllocationRule): boolean {
  return overpaymentTreatment === 'shorter_term' || overpaymentTreatment === 'lower_instalment';
}

function openAmounts(
  { dueDate, due, paid, charges }: OpenInstalment,
  valueDate: CalendarDate,
): OpenAmounts {
  const open = subtractAllocations(due, paid);
  return { dueDate, open, dueAhead: chargesDue(charges, { paid, valueDate }) };
}

/**
 * Returns the unpaid penalties and fees among charges due by the value date, if payments cover the
 * earliest charges first. An amount is negative if more was paid than was due by the value date;
 * the result is undefined without charges.
 */
export function chargesDue(
  charges: readonly InstalmentCharge[] | undefined,
  { paid, valueDate }: { paid: Readonly<Tally>; valueDate: CalendarDate },
): { penaltyMinor: number; feeMinor: number } | undefined {
  if (charges === undefined || charges.length === 0) return undefined;
  const due = { penaltyMinor: -paid.penaltyMinor, feeMinor: -paid.feeMinor };
  for (const { component, dueDate, amountMinor } of charges) {
    if (dueDate <= valueDate)
      due[component === 'penalty' ? 'penaltyMinor' : 'feeMinor'] += amountMinor;
  }
  return due;
}

function emptyTally(): Tally {
  return { penaltyMinor: 0, feeMinor: 0, interestMinor: 0, principalMinor: 0 };
}

export function brandTally<Currency extends string>(
  tally: Readonly<Tally>,
): AllocatedTotals<Currency> {
  const { penaltyMinor, feeMinor, interestMinor, principalMinor } = tally;
  return {
    penaltyMinor: brandMinor(penaltyMinor),
    feeMinor: brandMinor(feeMinor),
    interestMinor: brandMinor(interestMinor),
    principalMinor: brandMinor(principalMinor),
    totalMinor: brandMinor(penaltyMinor + feeMinor + interestMinor + principalMinor),
  };
}
