import type { Schedule } from '../schedule.ts';
import { formatAmount } from './case-fields.ts';

/** A schedule in the words of the published cases: decimal strings, one row a due date. */
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
  /** `null` for terms that name no date. */
  readonly date: string | null;
  readonly days: number | null;
  readonly principal: string;
  readonly interest: string;
  readonly fees: string;
  readonly penalties: string;
  /** Due in all; `instalment` is the same figure. */
  readonly due: string;
  readonly instalment: string;
  readonly balance: string;
};

export function formatSchedule(
  schedule: Schedule,
  { decimals, isDated }: { decimals: number; isDated: boolean },
): ScheduleOutput {
  const tell = (units: number) => formatAmount(units, decimals);
  const { totals } = schedule;
  return {
    rows: schedule.rows.map((row) => ({
      nr: row.number,
      date: isDated ? row.dueDate : null,
      days: isDated ? row.days : null,
      principal: tell(row.principalMinor),
      interest: tell(row.interestMinor),
      fees: tell(row.feeMinor),
      penalties: tell(0),
      due: tell(row.totalMinor),
      instalment: tell(row.totalMinor),
      balance: tell(row.balanceMinor),
    })),
    instalment: tell(schedule.instalmentMinor),
    total_principal: tell(totals.principalMinor),
    total_interest: tell(totals.interestMinor),
    total_fees: tell(totals.feeMinor),
    total_payment: tell(totals.totalMinor),
    periods: schedule.rows.length,
  };
}
