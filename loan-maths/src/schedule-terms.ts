import type { CalendarDate } from './calendar.ts';
import type { Interval } from './due-dates.ts';
import type { Fraction, Rounding } from './exact.ts';
import type { MinorUnits } from './money.ts';
import type { InterestBasis } from './period-factors.ts';
import type { AnnualRate } from './rate.ts';
import type { WorkingDays } from './working-days.ts';

/** The terms of a loan that determine its schedule. */
export type ScheduleTerms<Currency extends string = string> = {
  readonly principalMinor: MinorUnits<Currency>;
  /** The nominal annual rate in per cent. */
  readonly annualRate: AnnualRate;
  /** 1 to 600, not counting a down payment. */
  readonly instalmentCount: number;
  readonly interval: Interval;
  readonly disbursementDate: CalendarDate;
  /**
   * Default: one interval after disbursement. Another day makes the first period longer or shorter.
   */
  readonly firstDueDate?: CalendarDate | undefined;
  readonly sticksToMonthEnd?: boolean | undefined;
  /** The day of the month of later due dates, if a short month clipped the first one. */
  readonly dayOfMonth?: number | undefined;
  readonly workingDays?: WorkingDays | undefined;
  /**
   * Due dates of an existing schedule. They replace the dates calculated from `interval`,
   * `firstDueDate` and `workingDays`.
   */
  readonly dueDates?: readonly CalendarDate[] | undefined;
  /**
   * Interest per unit of balance that the first period still earns, if a schedule changes within
   * it.
   */
  readonly firstFactor?: Fraction | undefined;
  /** Default `equal_instalments`. */
  readonly method?: ScheduleMethod | undefined;
  /** Default `{ by: 'period' }`: rate ÷ periods a year. */
  readonly interest?: InterestBasis | undefined;
  /** Default: `annuity` if interest accrues by period, `progressive` if it accrues by day. */
  readonly levelSearch?: LevelSearch | undefined;
  /** The rounding of the level instalment (or equal principal); default `half_even`. */
  readonly instalmentRounding?: Rounding | undefined;
  /**
   * The instalment (for `equal_principal` its principal) is a multiple of this many minor units;
   * default 1.
   */
  readonly instalmentMultipleMinor?: MinorUnits<NoInfer<Currency>> | undefined;
  /** The rounding of the interest of each period; default `half_even`. */
  readonly interestRounding?: Rounding | undefined;
  /** Interest is a multiple of this many minor units; default 1. */
  readonly interestMultipleMinor?: MinorUnits<NoInfer<Currency>> | undefined;
  /**
   * The contractual instalment (for `equal_principal` and `flat` its principal), if it does not
   * follow from the terms.
   */
  readonly instalmentMinor?: MinorUnits<NoInfer<Currency>> | undefined;
  readonly grace?: Grace | undefined;
  /**
   * Principal that remains for the last instalment; with `interest_only`, all principal remains for
   * it.
   */
  readonly balloonMinor?: MinorUnits<NoInfer<Currency>> | undefined;
  /** Due on disbursement, as the first row of the schedule. */
  readonly downPaymentMinor?: MinorUnits<NoInfer<Currency>> | undefined;
  readonly fees?: ScheduleFees<NoInfer<Currency>> | undefined;
  /** Unpaid interest of a rescheduled loan, due with the first instalment that bears interest. */
  readonly openingInterestMinor?: MinorUnits<NoInfer<Currency>> | undefined;
};

/**
 * `equal_instalments` (annuity), `equal_principal`, `flat` (interest on the original principal
 * throughout), `interest_only` (principal with the last instalment), `bullet` (everything on the
 * last due date, with simple interest).
 */
export type ScheduleMethod =
  | 'equal_instalments'
  | 'equal_principal'
  | 'flat'
  | 'interest_only'
  | 'bullet';

/**
 * `annuity` calculates the level instalment from interest by period, even if interest accrues by
 * day; `progressive` uses the periods' own factors, then shifts the level instalment by a part of
 * the last one's difference, if that brings the last one closer.
 */
export type LevelSearch = 'annuity' | 'progressive';

/** Numbers of instalments, counted from the first. */
export type Grace = {
  /** Number of initial instalments without principal. */
  readonly principal?: number | undefined;
  /**
   * Number of initial instalments without interest. Their interest accrues and is due with the
   * first later instalment that can cover it.
   */
  readonly interestDeferred?: number | undefined;
  /** Number of initial instalments that bear no interest at all. */
  readonly interestFree?: number | undefined;
};

export type ScheduleFees<Currency extends string = string> = {
  readonly atDisbursementMinor?: MinorUnits<Currency> | undefined;
  readonly perInstalmentMinor?: MinorUnits<Currency> | undefined;
};
