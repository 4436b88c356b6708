import type { LoanEvent, LoanToReplay } from '@bursar/loan-maths';
import { PORTION_ORDERS } from '@bursar/loan-maths/allocation';
import { calendarDate } from '@bursar/loan-maths/calendar';
import { minorUnits } from '@bursar/loan-maths/money';
import type { AllocationOrder, Instalment } from './loans.ts';

type LoanInBooks = {
  readonly currency: string;
  readonly allocationOrder: AllocationOrder;
  readonly disbursedOn: string;
  readonly instalments: readonly Omit<Instalment, 'state'>[];
};

/**
 * A loan as `replayLoan` takes it, and its disbursement: what stands paid on the instalments stays, events come on top.
 * Everything that is scheduled is owed until the books hold schedules in versions.
 */
export function loanToReplay(loan: LoanInBooks): {
  readonly loan: LoanToReplay;
  readonly disbursement: LoanEvent;
} {
  const amount = (minor: number) => minorUnits(minor, loan.currency);
  const principal = loan.instalments.reduce((sum, { principalMinor }) => sum + principalMinor, 0);
  return {
    loan: {
      rule: { order: PORTION_ORDERS[loan.allocationOrder] },
      interestUntil: 'maturity',
      rows: loan.instalments.map((row) => ({
        number: row.number,
        kind: 'instalment',
        dueDate: calendarDate(row.dueOn),
        principalMinor: amount(row.principalMinor),
        interestMinor: amount(row.interestMinor),
        feeMinor: amount(row.feeMinor),
        penaltyMinor: amount(row.penaltyMinor),
        paid: {
          principalMinor: amount(row.principalPaidMinor),
          interestMinor: amount(row.interestPaidMinor),
          feeMinor: amount(row.feePaidMinor),
          penaltyMinor: amount(row.penaltyPaidMinor),
        },
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

/** A payment as an event of a replay. */
export function paymentToReplay(
  payment: { readonly id: string; readonly amountMinor: number; readonly valueDate: string },
  currency: string,
): LoanEvent {
  return {
    kind: 'payment',
    id: payment.id,
    date: calendarDate(payment.valueDate),
    amountMinor: minorUnits(payment.amountMinor, currency),
  };
}
