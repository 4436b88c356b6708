import type { InterestAccrual } from './accrual.ts';
import type {
  AllocatedPart,
  AllocatedTotals,
  AllocationRule,
  OverpaymentTreatment,
  InstalmentCharge,
} from './allocation.ts';
import type { CalendarDate } from './calendar.ts';
import type { MinorUnits } from './money.ts';
import type { InterestUntil } from './payoff.ts';
import type { AllocatedAmounts } from './allocated-amounts.ts';
import type { ScheduleRow } from './schedule.ts';
import type { ScheduleTerms } from './schedule-terms.ts';

/** An event of a loan. Events are never changed; a `reversal` excludes one from the replay. */
export type LoanEvent<Currency extends string = string> =
  | DisbursementEvent<Currency>
  | PaymentEvent<Currency>
  | ChargeEvent<Currency>
  | WaiverEvent<Currency>
  | ReversalEvent;

type EventHead = {
  readonly id: string;
  /**
   * The day of entry, which orders events of the same date. Default: the latest date of this and
   * the earlier events, without due dates of charges.
   */
  readonly enteredOn?: CalendarDate | undefined;
};

export type DisbursementEvent<Currency extends string = string> = EventHead & {
  readonly kind: 'disbursement';
  readonly date: CalendarDate;
  readonly amountMinor: MinorUnits<Currency>;
};

export type PaymentEvent<Currency extends string = string> = EventHead & {
  readonly kind: 'payment';
  /** The value date, which may be before events that were entered earlier. */
  readonly date: CalendarDate;
  readonly amountMinor: MinorUnits<Currency>;
  /** Overrides the loan's overpayment treatment for this payment. */
  readonly overpaymentTreatment?: OverpaymentTreatment | undefined;
  /** Overrides, for this payment, the day up to which a settlement owes interest. */
  readonly interestUntil?: InterestUntil | undefined;
};

export type ChargeEvent<Currency extends string = string> = EventHead & {
  readonly kind: 'charge';
  readonly component: 'penalty' | 'fee';
  readonly dueDate: CalendarDate;
  readonly amountMinor: MinorUnits<Currency>;
  /**
   * The row of the charge, if known; default: the first row, except the down payment, due on or
   * after the charge's due date.
   */
  readonly instalmentNumber?: number | undefined;
};

export type WaiverEvent<Currency extends string = string> = EventHead & {
  readonly kind: 'waiver';
  readonly component: 'penalty' | 'fee' | 'interest';
  readonly date: CalendarDate;
  readonly amountMinor: MinorUnits<Currency>;
};

export type ReversalEvent = EventHead & { readonly kind: 'reversal'; readonly reverses: string };

/** The loan that the events apply to. */
export type LoanToReplay<Currency extends string = string> = {
  /** The rows of the loan's schedule; a row's fee is due with the row. */
  readonly rows: readonly (Pick<
    ScheduleRow<Currency>,
    'number' | 'dueDate' | 'principalMinor' | 'interestMinor' | 'feeMinor'
  > & {
    readonly kind: ReplayedInstalment['kind'];
    readonly penaltyMinor?: MinorUnits<Currency> | undefined;
    /**
     * Amounts paid before the first event: for a boarded loan, or if earlier payments are fixed.
     */
    readonly paid?: AllocatedAmounts<Currency> | undefined;
    /** Single charges from before the first event that are part of the row's fee and penalty. */
    readonly charges?: readonly InstalmentCharge<Currency>[] | undefined;
    /**
     * The accrual of the row's interest, if it does not run from the previous due date on the
     * principal owed then.
     */
    readonly accrual?: InterestAccrual | undefined;
  })[];
  readonly rule?: AllocationRule | undefined;
  /**
   * The terms by which interest accrues daily. Required for `shorter_term` and `lower_instalment`,
   * which calculate new rows.
   */
  readonly terms?: ScheduleTerms<NoInfer<Currency>> | undefined;
  /**
   * The day up to which a settlement owes interest; `maturity` requires everything that is
   * scheduled.
   */
  readonly interestUntil?: InterestUntil | undefined;
};

export type ReplayedInstalment<Currency extends string = string> = {
  readonly number: number;
  /**
   * `charges_after_maturity` holds amounts outside the schedule, which bear no interest: charges
   * due after the last row, and principal that is claimed back.
   */
  readonly kind: 'down_payment' | 'instalment' | 'charges_after_maturity';
  readonly dueDate: CalendarDate;
  /** The amounts due, without waived amounts. */
  readonly due: AllocatedAmounts<Currency>;
  readonly paid: AllocatedAmounts<Currency>;
  readonly waived: AllocatedAmounts<Currency>;
  readonly outstanding: AllocatedTotals<Currency>;
  /** The single charges that belong to the instalment. */
  readonly charges: readonly InstalmentCharge<Currency>[];
  readonly accrual: InterestAccrual;
  /** The amounts paid before and after the due date. */
  readonly inAdvanceMinor: MinorUnits<Currency>;
  readonly lateMinor: MinorUnits<Currency>;
  /** The day of the payment or waiver that settled the instalment; absent if none did. */
  readonly paidDate?: CalendarDate | undefined;
};

/**
 * The effect of an event, in replay order; a reversed event has none. A payment that settles the
 * loan credits interest paid ahead to the principal, so its interest may be negative.
 */
export type ReplayedEvent<Currency extends string = string> = {
  readonly id: string;
  readonly kind: Exclude<LoanEvent['kind'], 'reversal'>;
  readonly date: CalendarDate;
  readonly amountMinor: MinorUnits<Currency>;
  readonly allocation: AllocatedTotals<Currency>;
  readonly parts: readonly AllocatedPart<Currency>[];
  readonly prepaidPrincipalMinor: MinorUnits<Currency>;
  /**
   * The part of a payment that is not applied to the loan and stays as the borrower's credit, or
   * the part of a waiver that found nothing to waive.
   */
  readonly restMinor: MinorUnits<Currency>;
  /** Principal owed after the event. */
  readonly balanceMinor: MinorUnits<Currency>;
  readonly isReversed: boolean;
};

export type LoanStatus = 'approved' | 'active' | 'closed' | 'overpaid';

export type ReplayedLoan<Currency extends string = string> = {
  readonly status: LoanStatus;
  readonly instalments: readonly ReplayedInstalment<Currency>[];
  readonly events: readonly ReplayedEvent<Currency>[];
  readonly outstanding: AllocatedTotals<Currency>;
  /** The borrower's unapplied funds. */
  readonly creditMinor: MinorUnits<Currency>;
};
