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

/**
 * Something that happened to a loan. Events are never changed; a `reversal` excludes one from the
 * replay.
 */
export type LoanEvent<Currency extends string = string> =
  | DisbursementEvent<Currency>
  | PaymentEvent<Currency>
  | ChargeEvent<Currency>
  | WaiverEvent<Currency>
  | ReversalEvent;

type EventHead = {
  readonly id: string;
  /** The day on which it was entered, if later than its own date: it decides between events of one date. */
  readonly enteredOn?: CalendarDate | undefined;
};

export type DisbursementEvent<Currency extends string = string> = EventHead & {
  readonly kind: 'disbursement';
  readonly date: CalendarDate;
  readonly amountMinor: MinorUnits<Currency>;
};

export type PaymentEvent<Currency extends string = string> = EventHead & {
  readonly kind: 'payment';
  /** The value date, which may lie before events that were entered earlier. */
  readonly date: CalendarDate;
  readonly amountMinor: MinorUnits<Currency>;
  /** Where this payment's money beyond what is due goes, if not where the loan's rule says. */
  readonly overpaymentTreatment?: OverpaymentTreatment | undefined;
  /** What this payment has to bring to settle the loan, if not what the loan's own rule says. */
  readonly interestUntil?: InterestUntil | undefined;
};

export type ChargeEvent<Currency extends string = string> = EventHead & {
  readonly kind: 'charge';
  readonly portion: 'penalty' | 'fee';
  readonly dueDate: CalendarDate;
  readonly amountMinor: MinorUnits<Currency>;
  /** The row that holds it, where that is known; else the first that falls due on or after its due date. */
  readonly instalmentNumber?: number | undefined;
};

export type WaiverEvent<Currency extends string = string> = EventHead & {
  readonly kind: 'waiver';
  readonly portion: 'penalty' | 'fee' | 'interest';
  readonly date: CalendarDate;
  readonly amountMinor: MinorUnits<Currency>;
};

export type ReversalEvent = EventHead & { readonly kind: 'reversal'; readonly reverses: string };

/** The loan that the events apply to. */
export type LoanToReplay<Currency extends string = string> = {
  /** The rows of the loan's schedule; a row's fee counts as due with it. */
  readonly rows: readonly (Pick<
    ScheduleRow<Currency>,
    'number' | 'dueDate' | 'principalMinor' | 'interestMinor' | 'feeMinor'
  > & {
    readonly kind: ReplayedInstalment['kind'];
    readonly penaltyMinor?: MinorUnits<Currency> | undefined;
    /** Paid before the first event, for a boarded loan or one whose earlier payments are fixed. */
    readonly paid?: AllocatedAmounts<Currency> | undefined;
    /** The single charges in the row's fee and penalty, before the first event. */
    readonly charges?: readonly InstalmentCharge<Currency>[] | undefined;
    /** From what its interest accrues, where that is not the due date before it and the principal left then. */
    readonly accrual?: InterestAccrual | undefined;
  })[];
  readonly rule?: AllocationRule | undefined;
  /** How interest accrues to the day; needed for `shorter_term` and `lower_instalment`, which make new rows. */
  readonly terms?: ScheduleTerms<NoInfer<Currency>> | undefined;
  /** What a payment has to bring to settle the loan; `maturity`: everything that is scheduled. */
  readonly interestUntil?: InterestUntil | undefined;
};

export type ReplayedInstalment<Currency extends string = string> = {
  readonly number: number;
  /**
   * `charges_after_maturity` holds what comes besides the schedule and bears no interest: charges that fall due after
   * the last row, and principal that is claimed back.
   */
  readonly kind: 'down_payment' | 'instalment' | 'charges_after_maturity';
  readonly dueDate: CalendarDate;
  /** After waivers. */
  readonly due: AllocatedAmounts<Currency>;
  readonly paid: AllocatedAmounts<Currency>;
  readonly waived: AllocatedAmounts<Currency>;
  readonly outstanding: AllocatedTotals<Currency>;
  /** The single charges that fell to it. */
  readonly charges: readonly InstalmentCharge<Currency>[];
  readonly accrual: InterestAccrual;
  /** The amounts paid before and after the due date. */
  readonly inAdvanceMinor: MinorUnits<Currency>;
  readonly lateMinor: MinorUnits<Currency>;
  /** The day of the payment that settled it; absent while anything is open. */
  readonly paidDate?: CalendarDate | undefined;
};

/**
 * What an event did, in the order of the reckoning; a reversed event did nothing. A payment that settles gives interest
 * paid ahead of its time back to the principal, so that its portion of interest may be negative.
 */
export type ReplayedEvent<Currency extends string = string> = {
  readonly id: string;
  readonly kind: Exclude<LoanEvent['kind'], 'reversal'>;
  readonly date: CalendarDate;
  readonly amountMinor: MinorUnits<Currency>;
  readonly allocation: AllocatedTotals<Currency>;
  readonly parts: readonly AllocatedPart<Currency>[];
  readonly prepaidPrincipalMinor: MinorUnits<Currency>;
  /** Beyond what the loan owed then, or kept as credit. */
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
  /** The borrower's money that no instalment took. */
  readonly creditMinor: MinorUnits<Currency>;
};
