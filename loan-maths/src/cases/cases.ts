import { amortisationTable } from '../amortisation-table.ts';
import { allocatePayment as allocationOf } from '../allocation.ts';
import { aprEuropeanUnion as aprOfFlows } from '../apr-eu.ts';
import { aprRegulationZ as aprOfTransaction } from '../apr-regz.ts';
import type { CalendarDate } from '../calendar.ts';
import { daysBetween as daysOf, yearFraction as fractionOf } from '../day-count.ts';
import { delinquencyOf as delinquencyAt } from '../delinquency.ts';
import { dueDates as dueDatesOf } from '../due-dates.ts';
import { divideRounded } from '../exact.ts';
import { formatUnits } from '../money.ts';
import type { Outcome } from '../outcome.ts';
import { succeed } from '../outcome.ts';
import { quotePayoff as payoffAt } from '../payoff.ts';
import { listFactors } from '../period-factors.ts';
import { reschedule as rescheduleLoan } from '../reschedule.ts';
import { buildSchedule as scheduleOf } from '../schedule.ts';
import { planSchedule } from '../schedule-plan.ts';
import type { EuropeanAprOutput, RegulationZAprOutput } from './apr-case.ts';
import {
  readEuropeanFlows,
  readRegulationZ,
  formatEuropeanApr,
  formatRegulationZApr,
} from './apr-case.ts';
import { hasDates, readDueDateTerms } from './date-case.ts';
import type { YearFractionOutput } from './day-count-case.ts';
import { readDayCountPeriod, formatYearFraction } from './day-count-case.ts';
import type { DelinquencyOutput } from './delinquency-case.ts';
import { readDelinquency, formatDelinquency } from './delinquency-case.ts';
import type { AllocationOutput } from './payment-case.ts';
import { readPaymentToAllocate, formatAllocation } from './payment-case.ts';
import type { PayoffOutput } from './payoff-case.ts';
import { readPayoff, readReschedule, formatPayoff } from './payoff-case.ts';
import type { LoanOutput } from './format-replay.ts';
import { formatReplayedLoan } from './format-replay.ts';
import { readLoan } from './read-loan.ts';
import type { ScheduleOutput } from './format-schedule.ts';
import { formatSchedule } from './format-schedule.ts';
import { readDecimals, readScheduleTerms } from './read-schedule.ts';
import { asksForUnroundedTable, readTableTerms, formatTable } from './table-case.ts';
import type { CaseFields } from './case-fields.ts';
import { readingFields } from './case-fields.ts';

/* Entry point for published test cases; Bursar itself does not use it. It exports the public
   functions under the same names, for input and output in the format of the cases (snake_case
   fields, decimal strings). */

/**
 * `buildSchedule` of schedule.ts; terms that ask for no rounding get a table of unrounded balances.
 */
export function buildSchedule(caseFields: CaseFields): Outcome<ScheduleOutput> {
  return readingFields<ScheduleOutput>(() => {
    const decimals = readDecimals(caseFields);
    if (asksForUnroundedTable(caseFields)) {
      return formatTable(amortisationTable(readTableTerms(caseFields)), decimals);
    }
    const built = scheduleOf(readScheduleTerms(caseFields));
    if (!built.ok) return built;
    return succeed(formatSchedule(built.value, { decimals, isDated: hasDates(caseFields) }));
  });
}

/** `dueDates` of due-dates.ts. */
export function dueDates(caseFields: CaseFields): Outcome<CalendarDate[]> {
  return readingFields(() => dueDatesOf(readDueDateTerms(caseFields)));
}

/**
 * `daysBetween` of day-count.ts; it returns an outcome, because a field of a case may be invalid.
 */
export function daysBetween(caseFields: CaseFields): Outcome<number> {
  return readingFields(() => succeed(daysOf(readDayCountPeriod(caseFields))));
}

/** `yearFraction` of day-count.ts. */
export function yearFraction(caseFields: CaseFields): Outcome<YearFractionOutput> {
  return readingFields(() => {
    const read = readDayCountPeriod(caseFields);
    const fraction = fractionOf(read);
    if (!fraction.ok) return fraction;
    return succeed(formatYearFraction(daysOf(read), fraction.value));
  });
}

/**
 * Returns the interest factors of a loan's periods: the annual rate times each period's part of a
 * year, as decimals rounded half-even to 12 places. `principal` is optional.
 *
 * @example 9.4822 % on actual days over 365 from 2024-01-01: 0.008053375342 for January.
 */
export function rateFactors(caseFields: CaseFields): Outcome<string[]> {
  return readingFields(() => {
    const planned = planSchedule(readScheduleTerms({ principal: '1', ...caseFields }));
    if (!planned.ok) return planned;
    const scale = 10n ** 12n;
    return succeed(
      listFactors(planned.value.factors).map(({ numerator, denominator }) => {
        const units = BigInt(numerator) * scale;
        return formatUnits(divideRounded(units, BigInt(denominator), 'half_even'), 12);
      }),
    );
  });
}

/** `allocatePayment` of allocation.ts. */
export function allocatePayment(caseFields: CaseFields): Outcome<AllocationOutput> {
  return readingFields(() => {
    const allocated = allocationOf(readPaymentToAllocate(caseFields));
    if (!allocated.ok) return allocated;
    return succeed(formatAllocation(allocated.value, readDecimals(caseFields)));
  });
}

/**
 * `replayLoan` of replay.ts for the `inputs` and `steps` of a loan, without the steps that only
 * check.
 */
export function replayLoan(inputs: CaseFields, steps: readonly CaseFields[]): Outcome<LoanOutput> {
  return readingFields(() => formatReplayedLoan(readLoan(inputs, steps)));
}

/** A query about a loan on a day. Steps after that day are ignored. */
export type CaseInputs = { readonly as_of: string; readonly steps?: readonly CaseFields[] };

/** `quotePayoff` of payoff.ts. */
export function quotePayoff(inputs: CaseFields, query: CaseInputs): Outcome<PayoffOutput> {
  return readingFields(() => {
    const quote = payoffAt(readPayoff({ ...inputs, ...query }));
    return quote.ok ? succeed(formatPayoff(quote.value, readDecimals(inputs))) : quote;
  });
}

/** `reschedule` of reschedule.ts. */
export function reschedule(
  inputs: CaseFields,
  changes: CaseFields & { readonly from_date: string },
): Outcome<ScheduleOutput> {
  return readingFields(() => {
    const changed = rescheduleLoan(readReschedule(inputs, changes));
    if (!changed.ok) return changed;
    return succeed(
      formatSchedule(changed.value, { decimals: readDecimals(inputs), isDated: true }),
    );
  });
}

/** `delinquencyOf` of delinquency.ts. */
export function delinquencyOf(inputs: CaseFields, query?: CaseInputs): Outcome<DelinquencyOutput> {
  return readingFields(() => {
    const read = readDelinquency({ ...inputs, ...query });
    const output = delinquencyAt(read.question);
    return output.ok ? succeed(formatDelinquency(output.value, read.decimals)) : output;
  });
}

/** `aprRegulationZ` of apr-regz.ts. */
export function aprRegulationZ(caseFields: CaseFields): Outcome<RegulationZAprOutput> {
  return readingFields(() => {
    const apr = aprOfTransaction(readRegulationZ(caseFields));
    return apr.ok ? succeed(formatRegulationZApr(apr.value, readDecimals(caseFields))) : apr;
  });
}

/** `aprEuropeanUnion` of apr-eu.ts. */
export function aprEuropeanUnion(caseFields: CaseFields): Outcome<EuropeanAprOutput> {
  return readingFields(() => {
    const apr = aprOfFlows(readEuropeanFlows(caseFields));
    return apr.ok ? succeed(formatEuropeanApr(apr.value)) : apr;
  });
}
