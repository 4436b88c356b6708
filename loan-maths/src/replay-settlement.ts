import type { CalendarDate } from './calendar.ts';
import type { LoanToReplay } from './loan-events.ts';
import type { OwedToSettle } from './payoff.ts';
import { owedToSettle } from './payoff.ts';
import type { AllocationField } from './allocated-amounts.ts';
import { ALLOCATION_FIELDS } from './allocated-amounts.ts';
import type { Movement, RunningInstalment } from './replay-state.ts';
import { isSettled, zeroAllocation, recordPaid } from './replay-state.ts';

/**
 * Settles the loan if a payment covers the payoff on its date; returns `undefined` otherwise.
 *
 * The payment pays what each instalment owes at settlement, regardless of the allocation rule.
 * Interest and fees of later instalments that the payoff does not include are no longer due;
 * interest paid for later days is credited to the principal.
 */
export function settleRunning(
  instalments: readonly RunningInstalment[],
  payment: {
    readonly date: CalendarDate;
    readonly amount: number;
    readonly interestUntil: LoanToReplay['interestUntil'];
  },
): Movement | undefined {
  const { date, amount, interestUntil } = payment;
  const owed = owedToSettle({ instalments, date, disbursementDate: date, interestUntil }).map(
    allocatedAmountsOf,
  );
  const total = owed.reduce((sum, one) => sum + sumOf(one), 0);
  if (amount < total) return undefined;
  const movement: Movement = { totals: zeroAllocation(), parts: new Map(), rest: amount - total };
  for (const [index, instalment] of instalments.entries()) {
    const amounts = owed[index] ?? zeroAllocation();
    const settledBefore = isSettled(instalment) ? instalment.paidDate : undefined;
    for (const field of ALLOCATION_FIELDS) {
      const paid = amounts[field];
      if (paid !== 0) recordPaid(instalment, { date, field, amount: paid, movement });
      instalment.due[field] = instalment.paid[field];
      instalment.open[field] = 0;
    }
    instalment.paidDate = settledBefore ?? date;
  }
  return movement;
}

type AllocatedAmounts = Readonly<Record<AllocationField, number>>;

function allocatedAmountsOf(owed: OwedToSettle): AllocatedAmounts {
  return {
    penaltyMinor: owed.penalty,
    feeMinor: owed.fee,
    interestMinor: owed.interestDue + owed.interestAccrued - owed.ahead,
    principalMinor: owed.principal,
  };
}

function sumOf(amounts: AllocatedAmounts): number {
  return ALLOCATION_FIELDS.reduce((sum, field) => sum + amounts[field], 0);
}
