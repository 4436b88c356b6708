import type { Schedule } from '../schedule.ts';
import { formatAmount } from './case-fields.ts';

/** A schedule in the format of the published cases: decimal strings, one row per due date. */
export type ScheduleOutput = {
  readonly rows: readonly ScheduleRowOutput[];
  readonly instalment: string;
  readonly total_principal: string;
  readonly total_interest: string;
  readonly total_fees: string;
  readonly total_payment: string;
  readonly periods: number;
};

export type ScheduleRowOutput = {
  readonly nr: number;
  /** `null` if the terms have no dates. */
  readonly date: string | null;
  readonly days: number | null;
  readonly principal: string;
  readonly interest: string;
  readonly fees: string;
  readonly penalties: string;
  /** The total due; `instalment` is the same figure. */
  readonly due: string;
  readonly instalment: string;
  readonly balance: string;
};

export function formatSchedule(
  schedule: Schedule,
  { decimals, isDated }: { decimals: number; isDated: boolean },
): ScheduleOutput {
  const format = (units: number) => formatAmount(units, decimals);
  const { totals } = schedule;
  return {
    rows: schedule.rows.map((row) => ({
      nr: row.number,
      date: isDated ? row.dueDate : null,
      days: isDated ? row.days : null,
      principal: format(row.principalMinor),
      interest: format(row.interestMinor),
      fees: format(row.feeMinor),
      penalties: format(0),
      due: format(row.totalMinor),
      instalment: format(row.totalMinor),
      balance: format(row.balanceMinor),
    })),
    instalment: format(schedule.instalmentMinor),
    total_principal: format(totals.principalMinor),
    total_interest: format(totals.interestMinor),
    total_fees: format(totals.feeMinor),
    total_payment: format(totals.totalMinor),
    periods: schedule.rows.length,
  };
}
