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
 * Allocates a payment to the instalments of a loan: due amounts first, in the rule's order, then the rest.
 *
 * Never creates or loses a minor unit: amount = totals.totalMinor + prepaidPrincipalMinor + restMinor.
 * The instalments are not changed; add each part to its instalment's `paid`.
 *
 * @returns `amount_is_negative` or `amount_exceeds_safe_integers` (field `amountMinor`), `terms_conflict` when an
 * instalment has been paid more than is due.
 * @example 100.00 on an instalment that owes penalty 5.00, fee 2.00, interest 13.00 and principal 90.00:
 * 5.00, 2.00, 13.00 and 80.00.
 */
export function allocatePayment<Currency extends string>(
  payment: PaymentToAllocate<Currency>,
): Outcome<Allocation<Currency>> {
  const { amountMinor, instalments } = payment;
  if (!Number.isSafeInteger(amountMinor)) {
    return refuse('amount_exceeds_safe_integers', 'amountMinor', 'The amount is not exact.');
  }
  if (amountMinor < 0) {
    return refuse('amount_is_negative', 'amountMinor', 'A payment is no negative amount.');
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
  /** In due order. */
  readonly instalments: readonly OpenInstalment<NoInfer<Currency>>[];
  /**
   * Default: penalties, fees, interest, principal, instalment by instalment; the rest to the next
   * instalments.
   */
  readonly rule?: AllocationRule | undefined;
};

/** The due and paid amounts of an instalment by portion. */
export type OpenInstalment<Currency extends string = string> = {
  readonly number: number;
  readonly kind?: 'down_payment' | 'instalment' | 'charges_after_maturity' | undefined;
  readonly dueDate: CalendarDate;
  /** After waivers. */
  readonly due: AllocatedAmounts<Currency>;
  readonly paid: AllocatedAmounts<Currency>;
  /** The single charges in `due`, for a rule under which a charge is due by its own date. */
  readonly charges?: readonly InstalmentCharge<Currency>[] | undefined;
  /**
   * What its interest accrues from. A replay sets it, so that a payoff is quoted as the replay
   * settles it.
   */
  readonly accrual?: InterestAccrual | undefined;
};

export type InstalmentCharge<Currency extends string = string> = {
  readonly portion: 'penalty' | 'fee';
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
  /** Order within what is due. */
  readonly order: ComponentOrder;
  /** Order within what is not due yet; default: `order`. */
  readonly orderInAdvance?: ComponentOrder | undefined;
  /**
   * `horizontal` finishes one instalment before the next, `vertical` one portion over all; default
   * `horizontal`.
   */
  readonly direction?: 'horizontal' | 'vertical' | undefined;
  /** Where money beyond what is due goes; default `next_instalments`. */
  readonly overpaymentTreatment?: OverpaymentTreatment | undefined;
  /**
   * Whether a charge is due with its instalment (default) or by its own date, before its
   * instalment.
   */
  readonly chargesDueBy?: 'instalment' | 'own_date' | undefined;
};

/**
 * `next_instalments`, `last_instalments` and `even_spread` pay instalments in advance. `shorter_term` and
 * `lower_instalment` prepay principal, after which `reschedule` makes the new schedule. `credit` keeps the money.
 */
export type OverpaymentTreatment =
  | 'next_instalments'
  | 'last_instalments'
  | 'even_spread'
  | 'shorter_term'
  | 'lower_instalment'
  | 'credit';

export type Allocation<Currency extends string = string> = {
  /** One for each instalment that gets money, in due order. */
  readonly parts: readonly AllocatedPart<Currency>[];
  readonly totals: AllocatedTotals<Currency>;
  /** Prepaid principal (`shorter_term`, `lower_instalment`). */
  readonly prepaidPrincipalMinor: MinorUnits<Currency>;
  /** The part that is not applied to the loan: money beyond the payoff, or credit. */
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
    onAllocated: (index, field, portion) => {
      const tally = tallies.get(index) ?? emptyTally();
      tallies.set(index, tally);
      tally[field] += portion;
      totals[field] += portion;
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

/** Returns the open charges due by the value date. The earliest charges are paid first. */
export function chargesDue(
  charges: readonly InstalmentCharge[] | undefined,
  { paid, valueDate }: { paid: Readonly<Tally>; valueDate: CalendarDate },
): { penaltyMinor: number; feeMinor: number } | undefined {
  if (charges === undefined || charges.length === 0) return undefined;
  const due = { penaltyMinor: -paid.penaltyMinor, feeMinor: -paid.feeMinor };
  for (const { portion, dueDate, amountMinor } of charges) {
    if (dueDate <= valueDate)
      due[portion === 'penalty' ? 'penaltyMinor' : 'feeMinor'] += amountMinor;
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
