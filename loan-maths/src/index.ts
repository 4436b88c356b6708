/** Public functions of the loan maths. docs/loan-maths.md has worked examples of the main ones. */
export type { FailureName, LoanMathsFailure, Outcome } from './outcome.ts';
export type { CurrencyDecimals, MinorUnits, Money, ParsedMoney } from './money.ts';
export {
  addMinor,
  CURRENCY_CODES,
  currencyDecimals,
  formatMinor,
  minorUnits,
  parseMoney,
  subtractMinor,
} from './money.ts';
export type { AnnualRate } from './rate.ts';
export { annualRate, parseAnnualRate, RATE_DECIMALS_MAX } from './rate.ts';
export type { Rounding } from './exact.ts';

export type { CalendarDate, DateParts } from './calendar.ts';
export {
  addDays,
  addMonths,
  addWeeks,
  calendarDate,
  calendarDaysBetween,
  compareDates,
  dateFromParts,
  dateParts,
  daysInMonth,
  isCalendarDate,
  isLastDayOfMonth,
  isLeapYear,
  isoWeekday,
  parseCalendarDate,
} from './calendar.ts';
export type { DayOffRule, WorkingDays } from './working-days.ts';
export { isWorkingDay, moveToWorkingDay } from './working-days.ts';
export type { DayCount, DayCountPeriod, YearFraction } from './day-count.ts';
export { DAY_COUNTS, daysBetween, yearFraction } from './day-count.ts';

export type { DueDateTerms, Interval } from './due-dates.ts';
export { dueDates, INSTALMENTS_MAX } from './due-dates.ts';
export type { InterestBasis, ScheduleDayCount } from './period-factors.ts';
export type {
  Grace,
  LevelSearch,
  ScheduleFees,
  ScheduleMethod,
  ScheduleTerms,
} from './schedule-terms.ts';
export type { Schedule, ScheduleRow } from './schedule.ts';
export { buildSchedule } from './schedule.ts';
export type { ScheduleAmounts } from './schedule-amounts.ts';
export { scheduleAmounts } from './schedule-amounts.ts';
export type { AmortisationTable, TableTerms } from './amortisation-table.ts';
export { amortisationTable } from './amortisation-table.ts';

export type { AllocationSums, AllocationField, AllocatedAmounts } from './allocated-amounts.ts';
export { ALLOCATION_FIELDS, subtractAllocations, sumAllocations } from './allocated-amounts.ts';
export type {
  AllocatedPart,
  AllocatedTotals,
  Allocation,
  AllocationRule,
  OverpaymentTreatment,
  InstalmentCharge,
  OpenInstalment,
  PaymentToAllocate,
  AllocationComponent,
  ComponentOrder,
} from './allocation.ts';
export { allocatePayment } from './allocation.ts';
export type { AllocationOrder } from './component-orders.ts';
export {
  ALLOCATION_ORDERS,
  allocationOrderOf,
  isNamedOrder,
  COMPONENT_ORDERS,
} from './component-orders.ts';
export type { InterestAccrual } from './accrual.ts';
export type {
  ChargeEvent,
  DisbursementEvent,
  LoanEvent,
  LoanStatus,
  LoanToReplay,
  PaymentEvent,
  ReplayedEvent,
  ReplayedInstalment,
  ReplayedLoan,
  ReversalEvent,
  WaiverEvent,
} from './loan-events.ts';
export { replayLoan } from './replay.ts';
export type { InterestUntil, PayoffQuestion, PayoffQuote } from './payoff.ts';
export { quotePayoff } from './payoff.ts';
export type { RescheduledRest, RescheduledRow } from './reschedule-rest.ts';
export { rescheduleRest } from './reschedule-rest.ts';
export type { RescheduleRequest } from './reschedule.ts';
export { reschedule } from './reschedule.ts';
export type {
  BoardedState,
  LifecycleEvent,
  LifecycleRefusal,
  LoanState,
  StateAfter,
  Transition,
} from './lifecycle.ts';
export { LIFECYCLE_EVENTS, LOAN_TRANSITIONS, LOAN_STATES, transition } from './lifecycle.ts';
export { writeOffAmounts } from './write-off.ts';
export type { ExactDecimal, MarginLine } from './collateral.ts';
export { exactDecimal, holdingValue, loanToValueBps, marginOf, sumDecimals } from './collateral.ts';
export type { LoanCost, LoanFee } from './loan-cost.ts';
export { feeOf, loanCost } from './loan-cost.ts';
export { overduePenalty } from './penalty.ts';
export type { Bucket } from './buckets.ts';
export { bucketOf, STANDARD_BUCKETS } from './buckets.ts';
export type { Delinquency, DelinquencyQuestion, OverdueInstalment, Pause } from './delinquency.ts';
export { delinquencyOf } from './delinquency.ts';

export type { PaymentPromise, PaymentReceived, PromiseOutcome, PromiseState } from './promise.ts';
export { promiseOutcomes } from './promise.ts';

export type { CashFlowSeries } from './apr-cash-flows.ts';
export type { AprPercent } from './apr-percent.ts';
export { aprEuropeanUnion } from './apr-eu.ts';
export type { RegulationZApr, RegulationZSeries, RegulationZTransaction } from './apr-regz.ts';
export { aprRegulationZ } from './apr-regz.ts';
export type { UnitPeriod } from './unit-periods.ts';
export { unitPeriodsBetween } from './unit-periods.ts';
