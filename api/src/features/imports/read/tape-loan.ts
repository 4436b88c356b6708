import type { CalendarDate } from '@bursar/loan-maths/calendar';
import type { AnnualRate } from '@bursar/loan-maths/rate';

/** One row of a tape, found good: what will be booked, in minor units of the portfolio's currency. */
export type TapeLoan = {
  readonly externalId: string;
  readonly borrower: TapeBorrower;
  readonly purpose: string;
  readonly applicationType: string | null;
  readonly grade: string | null;
  readonly subGrade: string | null;
  readonly disbursementMethod: string | null;
  readonly principalMinor: number;
  readonly annualRate: AnnualRate;
  readonly instalmentCount: number;
  readonly interval: TapeInterval;
  /** What the contract says; null where it follows from the terms. */
  readonly instalmentMinor: number | null;
  readonly disbursedOn: CalendarDate;
  readonly firstDueOn: CalendarDate;
  readonly status: TapeStatus;
  /** The tape says in so many words that nothing, or little, is overdue. */
  readonly isStatedCurrent: boolean;
  /** Principal that is still owed. */
  readonly balanceMinor: number;
  readonly principalPaidMinor: number;
  readonly interestPaidMinor: number;
  readonly lateFeesPaidMinor: number;
  readonly writtenOffMinor: number;
};

export type TapeBorrower = {
  readonly externalId: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly employmentTitle: string | null;
  readonly employmentYears: number | null;
  readonly region: string | null;
  readonly homeOwnership: string | null;
  readonly annualIncomeMinor: number | null;
  readonly incomeVerification: string | null;
  readonly debtToIncomePercent: string | null;
};

export type TapeStatus = 'active' | 'closed' | 'written_off';

export type TapeInterval = { readonly every: number; readonly unit: 'weeks' | 'months' };
