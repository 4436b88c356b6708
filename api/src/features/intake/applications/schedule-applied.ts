import {
  scheduleOfLoan,
  type BusinessCalendarDates,
  type ProductTerms,
  type ScheduleProblem,
} from '@bursar/contracts/servicing/product-terms';
import { calendarDate, type Schedule } from '@bursar/loan-maths';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';

export type Applied = {
  readonly terms: ProductTerms;
  readonly currency: string;
  readonly principalMinor: number;
  readonly annualRatePercent: string;
  readonly instalmentCount: number;
  readonly disburseOn: string;
  readonly firstDueOn: string;
  readonly businessCalendar: BusinessCalendarDates;
};

type Refusal = 'first_due_before_disbursement' | ScheduleProblem;

export function scheduleApplied(applied: Applied): Outcome<Schedule, Refusal> {
  const { terms, disburseOn, firstDueOn, ...loan } = applied;
  if (firstDueOn < disburseOn) {
    return refuse('first_due_before_disbursement', { field: 'firstDueOn' });
  }
  const made = scheduleOfLoan(terms, {
    ...loan,
    disbursementDate: calendarDate(disburseOn),
    firstDueDate: calendarDate(firstDueOn),
  });
  return 'problem' in made ? refuse(made.problem) : succeed(made.schedule);
}
