import type {
  OverpaymentTreatment,
  InterestBasis,
  InterestUntil,
  LoanEvent,
  LoanToReplay,
  Outcome,
  PayoffQuote,
  Rounding,
  ScheduleTerms,
} from '@bursar/loan-maths';
import { calendarDate } from '@bursar/loan-maths/calendar';
import { DAY_COUNTS } from '@bursar/loan-maths/day-count';
import { minorUnits } from '@bursar/loan-maths/money';
import { quotePayoff } from '@bursar/loan-maths/payoff';
import { COMPONENT_ORDERS, type AllocationOrder } from '@bursar/loan-maths/component-orders';
import { annualRate } from '@bursar/loan-maths/rate';
import type { OverpaymentChoice } from '../choices.ts';
import type { Instalment } from './loans.ts';

/** The terms by which a loan's interest accrues from day to day. */
type AccruingLoan = {
  readonly annualRatePercent: string;
  readonly frequencyUnit: 'days' | 'weeks' | 'months';
  readonly frequencyEvery: number;
  readonly scheduleMethod: string;
  readonly dayCount: string;
  /** Rounding of the loan's product; null for a loan from a tape, which has its own amounts. */
  readonly instalmentRounding: Rounding | null;
  readonly instalmentMultipleMinor: number | null;
  /** Grace on principal and on interest, from the product; null for a loan from a tape. */
  readonly gracePrincipal: number | null;
  readonly graceInterest: number | null;
  /** The day of the last reschedule, whose schedule has no grace; null if there was none. */
  readonly rescheduledOn: string | null;
};

type LoanInBooks = AccruingLoan & {
  readonly currency: string;
  readonly allocationOrder: AllocationOrder;
  readonly disbursedOn: string;
  readonly instalments: readonly (Omit<Instalment, 'state' | 'isClaim'> &
    Partial<Pick<Instalment, 'isClaim'>>)[];
  /** The part of the instalments' fees and penalties that single charges explain. */
  readonly charges: readonly ChargedAmount[];
};

/** An amount that was charged and is not waived, from the day on which it counts. */
export type ChargedAmount = {
  readonly chargeId: string;
  readonly instalmentNumber: number;
  readonly portion: 'fee' | 'penalty';
  readonly amountMinor: number;
  readonly countsOn: string;
  /**
   * Orders events of one day; negative for a penalty of end-of-day, which comes before all others.
   */
  readonly number: number;
};

/**
 * Converts a loan for `replayLoan`, with its disbursement. Amounts already paid on instalments
 * remain, and events add to them.
 */
export function loanToReplay(loan: LoanInBooks): {
  readonly loan: LoanToReplay;
  readonly disbursement: LoanEvent;
} {
  const amount = (minor: number) => minorUnits(minor, loan.currency);
  const principal = loan.instalments.reduce((sum, { principalMinor }) => sum + principalMinor, 0);
  const scheduled = loan.instalments.filter(({ isClaim }) => isClaim !== true);
  const terms = accrualTerms(
    { ...loan, instalments: scheduled },
    scheduled.reduce((sum, { principalMinor }) => sum + principalMinor, 0),
  );
  // Instalments after the last scheduled one hold only charges. Like claims, they bear no interest.
  const last = loan.instalments.findLastIndex(
    (row) => row.isClaim !== true && row.principalMinor + row.interestMinor > 0,
  );
  return {
    loan: {
      rule: { order: COMPONENT_ORDERS[loan.allocationOrder] },
      terms,
      rows: loan.instalments.map((row, index) => ({
        number: row.number,
        kind: row.isClaim === true || index > last ? 'charges_after_maturity' : 'instalment',
        dueDate: calendarDate(row.dueOn),
        principalMinor: amount(row.principalMinor),
        interestMinor: amount(row.interestMinor),
        feeMinor: amount(row.feeMinor),
        penaltyMinor: amount(row.penaltyMinor),
        charges: loan.charges
          .filter(({ instalmentNumber }) => instalmentNumber === row.number)
          .map(({ portion, countsOn, amountMinor }) => ({
            component: portion,
            dueDate: calendarDate(countsOn),
            amountMinor: amount(amountMinor),
          })),
        paid: {
          principalMinor: amount(row.principalPaidMinor),
          interestMinor: amount(row.interestPaidMinor),
          feeMinor: amount(row.feePaidMinor),
          penaltyMinor: amount(row.penaltyPaidMinor),
        },
        accrual: row.accrual
          ? {
              fromDate: calendarDate(row.accrual.fromOn),
              carriedMinor: row.accrual.carriedMinor,
              earnedMinor: row.accrual.earnedMinor,
              on: terms && { balanceMinor: row.accrual.balanceMinor, terms },
            }
          : undefined,
      })),
    },
    disbursement: {
      kind: 'disbursement',
      id: 'disbursement',
      date: calendarDate(loan.disbursedOn),
      amountMinor: amount(principal),
    },
  };
}

export type PaymentToReplay = {
  readonly id: string;
  readonly amountMinor: number;
  readonly valueDate: string;
  /**
   * The day to which interest runs if the payment settles the loan, by the rule that applied when
   * it was posted.
   */
  readonly interestUntil: Extract<InterestUntil, 'date' | 'maturity'>;
  /** The treatment of money beyond what is due; the default is the next instalments. */
  readonly overpaymentTreatment?: OverpaymentChoice | undefined;
};

const overpaymentTreatmentOf = {
  'next-instalments': 'next_instalments',
  'shorter-term': 'shorter_term',
  'lower-instalment': 'lower_instalment',
  credit: 'credit',
} as const satisfies Record<OverpaymentChoice, OverpaymentTreatment>;

/**
 * Returns whether money beyond what is due prepays principal, so that a new schedule repays the
 * remaining principal.
 */
export const changesSchedule = ({
  overpaymentTreatment,
}: Pick<PaymentToReplay, 'overpaymentTreatment'>): boolean =>
  overpaymentTreatment === 'shorter-term' || overpaymentTreatment === 'lower-instalment';

/** Converts a payment into an event of a replay. */
export function paymentToReplay(payment: PaymentToReplay, currency: string): LoanEvent {
  return {
    kind: 'payment',
    id: payment.id,
    date: calendarDate(payment.valueDate),
    amountMinor: minorUnits(payment.amountMinor, currency),
    interestUntil: payment.interestUntil,
    overpaymentTreatment:
      overpaymentTreatmentOf[payment.overpaymentTreatment ?? 'next-instalments'],
  };
}

/** Converts a charge into an event of a replay, on the day on which it counts. */
export function chargeToReplay(charged: ChargedAmount, currency: string): LoanEvent {
  const countsOn = calendarDate(charged.countsOn);
  return {
    kind: 'charge',
    id: `charge ${charged.number}`,
    component: charged.portion,
    dueDate: countsOn,
    enteredOn: countsOn,
    amountMinor: minorUnits(charged.amountMinor, currency),
    instalmentNumber: charged.instalmentNumber,
  };
}

/**
 * Returns the instalment for a charge: the first one due on or after the day. Undefined if there is
 * none.
 */
export function homeOfCharge<Row extends { readonly dueOn: string }>(
  instalments: readonly Row[],
  dueOn: string,
): Row | undefined {
  return instalments.find((row) => row.dueOn >= dueOn);
}

/**
 * Returns the amount that settles the loan on a day, split into principal, interest, fees and
 * penalties.
 */
export function quoteLoanPayoff(loan: LoanInBooks, on: string): Outcome<PayoffQuote> {
  const { loan: books } = loanToReplay(loan);
  const nothing = minorUnits(0, loan.currency);
  const unpaid = {
    penaltyMinor: nothing,
    feeMinor: nothing,
    interestMinor: nothing,
    principalMinor: nothing,
  };
  return quotePayoff({
    instalments: books.rows.map((row) => ({
      number: row.number,
      kind: row.kind,
      dueDate: row.dueDate,
      charges: row.charges,
      accrual: row.accrual,
      due: { ...row, penaltyMinor: row.penaltyMinor ?? nothing },
      paid: row.paid ?? unpaid,
    })),
    date: calendarDate(on),
    disbursementDate: calendarDate(loan.disbursedOn),
    terms: books.terms,
  });
}

/**
 * Returns the terms by which interest accrues daily; undefined if the schedule's method or the day
 * count is unknown. Interest then accrues as a share of the scheduled amount.
 */
function accrualTerms(loan: LoanInBooks, principalMinor: number): ScheduleTerms | undefined {
  const { frequencyUnit, frequencyEvery, scheduleMethod, instalmentMultipleMinor } = loan;
  const method = methods.find((one) => one === scheduleMethod);
  const interest = interestOf(loan);
  if (!method || !interest) return undefined;
  return {
    principalMinor: minorUnits(principalMinor, loan.currency),
    annualRate: annualRate(loan.annualRatePercent),
    instalmentCount: loan.instalments.length,
    interval: { every: frequencyEvery, unit: frequencyUnit },
    disbursementDate: calendarDate(loan.disbursedOn),
    method,
    interest,
    grace:
      loan.rescheduledOn === null
        ? { principal: loan.gracePrincipal ?? 0, interestDeferred: loan.graceInterest ?? 0 }
        : undefined,
    levelSearch: interest.by === 'period' && frequencyUnit === 'months' ? 'progressive' : undefined,
    instalmentRounding: loan.instalmentRounding ?? undefined,
    instalmentMultipleMinor:
      instalmentMultipleMinor === null
        ? undefined
        : minorUnits(instalmentMultipleMinor, loan.currency),
  };
}

const methods = [
  'equal_instalments',
  'equal_principal',
  'flat',
  'interest_only',
  'bullet',
] as const;

const dayCounts = DAY_COUNTS.filter((one) => one !== 'ACT/ACT ICMA' && one !== 'EU Annex I');

/**
 * Returns the interest basis of a day count; undefined if the day count is unknown. 30/360 counts
 * every period as the same part of a year. Within a month, days count as parts of a 30-day month.
 * Within periods of weeks or days, interest accrues as a share of the scheduled amount.
 */
function interestOf({ dayCount, frequencyUnit }: AccruingLoan): InterestBasis | undefined {
  if (dayCount === '30/360') {
    return { by: 'period', dayCount: frequencyUnit === 'months' ? '30/360 US' : undefined };
  }
  const counted = dayCounts.find((one) => one === dayCount);
  return counted && { by: 'day', dayCount: counted };
}
