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
import type { EuropeanAprInWords, RegulationZAprInWords } from './apr-words.ts';
import {
  readEuropeanFlows,
  readRegulationZ,
  tellEuropeanApr,
  tellRegulationZApr,
} from './apr-words.ts';
import { hasDates, readDueDateTerms } from './date-words.ts';
import type { YearFractionInWords } from './day-count-words.ts';
import { readDayCountPeriod, tellYearFraction } from './day-count-words.ts';
import type { DelinquencyInWords } from './delinquency-words.ts';
import { readDelinquency, tellDelinquency } from './delinquency-words.ts';
import type { AllocationInWords } from './payment-words.ts';
import { readPaymentToAllocate, tellAllocation } from './payment-words.ts';
import type { PayoffInWords } from './payoff-words.ts';
import { readPayoff, readReschedule, tellPayoff } from './payoff-words.ts';
import type { LoanInWords } from './replay-told.ts';
import { tellReplayedLoan } from './replay-told.ts';
import { readLoan } from './replay-words.ts';
import type { ScheduleInWords } from './schedule-told.ts';
import { tellSchedule } from './schedule-told.ts';
import { readDecimals, readScheduleTerms } from './schedule-words.ts';
import { asksForUnroundedTable, readTableTerms, tellTable } from './table-words.ts';
import type { Words } from './words.ts';
import { readingWords } from './words.ts';

/*
 * The entry of published test cases, which nothing in the product uses: the functions of the front door under the same
 * names, for terms in the cases' words (snake_case fields, decimal strings), answered in those words.
 */

/** `buildSchedule` of schedule.ts; words whose `rounding` is "none" get a table of unrounded balances. */
export function buildSchedule(words: Words): Outcome<ScheduleInWords> {
  return readingWords<ScheduleInWords>(() => {
    const decimals = readDecimals(words);
    if (asksForUnroundedTable(words)) {
      return tellTable(amortisationTable(readTableTerms(words)), decimals);
    }
    const built = scheduleOf(readScheduleTerms(words));
    if (!built.ok) return built;
    return succeed(tellSchedule(built.value, { decimals, isDated: hasDates(words) }));
  });
}

/** `dueDates` of due-dates.ts. */
export function dueDates(words: Words): Outcome<CalendarDate[]> {
  return readingWords(() => dueDatesOf(readDueDateTerms(words)));
}

/** `daysBetween` of day-count.ts; words may name no convention, so they are answered by an outcome. */
export function daysBetween(words: Words): Outcome<number> {
  return readingWords(() => succeed(daysOf(readDayCountPeriod(words))));
}

/** `yearFraction` of day-count.ts. */
export function yearFraction(words: Words): Outcome<YearFractionInWords> {
  return readingWords(() => {
    const read = readDayCountPeriod(words);
    const fraction = fractionOf(read);
    if (!fraction.ok) return fraction;
    return succeed(tellYearFraction(daysOf(read), fraction.value));
  });
}

/**
 * The interest factors of a loan's periods: the annual rate times each period's part of a year, as decimals.
 *
 * Rounded half-even to 12 decimals. `principal` is not needed.
 * @example 9.4822 % on actual days over 365 from 2024-01-01: 0.008053375342 for January.
 */
export function rateFactors(words: Words): Outcome<string[]> {
  return readingWords(() => {
    const planned = planSchedule(readScheduleTerms({ principal: '1', ...words }));
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
export function allocatePayment(words: Words): Outcome<AllocationInWords> {
  return readingWords(() => {
    const allocated = allocationOf(readPaymentToAllocate(words));
    if (!allocated.ok) return allocated;
    return succeed(tellAllocation(allocated.value, readDecimals(words)));
  });
}

/** `replayLoan` of replay.ts: a loan is its `inputs` and the `steps` so far; steps that only check are passed over. */
export function replayLoan(inputs: Words, steps: readonly Words[]): Outcome<LoanInWords> {
  return readingWords(() => tellReplayedLoan(readLoan(inputs, steps)));
}

/** What a loan is asked about: a day, and the steps that came before it. */
export type AskedInWords = { readonly as_of: string; readonly steps?: readonly Words[] };

/** `quotePayoff` of payoff.ts. */
export function quotePayoff(inputs: Words, asked: AskedInWords): Outcome<PayoffInWords> {
  return readingWords(() => {
    const quote = payoffAt(readPayoff({ ...inputs, ...asked }));
    return quote.ok ? succeed(tellPayoff(quote.value, readDecimals(inputs))) : quote;
  });
}

/** `reschedule` of reschedule.ts. */
export function reschedule(
  inputs: Words,
  changes: Words & { readonly from_date: string },
): Outcome<ScheduleInWords> {
  return readingWords(() => {
    const changed = rescheduleLoan(readReschedule(inputs, changes));
    if (!changed.ok) return changed;
    return succeed(tellSchedule(changed.value, { decimals: readDecimals(inputs), isDated: true }));
  });
}

/** `delinquencyOf` of delinquency.ts. */
export function delinquencyOf(inputs: Words, asked?: AskedInWords): Outcome<DelinquencyInWords> {
  return readingWords(() => {
    const read = readDelinquency({ ...inputs, ...asked });
    const told = delinquencyAt(read.question);
    return told.ok ? succeed(tellDelinquency(told.value, read.decimals)) : told;
  });
}

/** `aprRegulationZ` of apr-regz.ts. */
export function aprRegulationZ(words: Words): Outcome<RegulationZAprInWords> {
  return readingWords(() => {
    const apr = aprOfTransaction(readRegulationZ(words));
    return apr.ok ? succeed(tellRegulationZApr(apr.value, readDecimals(words))) : apr;
  });
}

/** `aprEuropeanUnion` of apr-eu.ts. */
export function aprEuropeanUnion(words: Words): Outcome<EuropeanAprInWords> {
  return readingWords(() => {
    const apr = aprOfFlows(readEuropeanFlows(words));
    return apr.ok ? succeed(tellEuropeanApr(apr.value)) : apr;
  });
}
