import { commissionOf } from '@bursar/loan-maths/commission';
import type { Earner, RatedIncome } from './commission.store.ts';

/** One line of a statement: a month's income to which one rate applies, and its commission. */
export type CommissionLine = {
  readonly month: string;
  readonly ratePercent: string;
  readonly incomeMinor: number;
  readonly commissionMinor: number;
};

type Whose = Pick<Earner, 'kind'> & { readonly id: string | null; readonly teamId?: string | null };

/**
 * Calculates the commission lines of a team or an agent. Each is rounded once per month and rate,
 * so that months add up to a year.
 */
export function commissionLines(
  income: readonly RatedIncome[],
  whose: Whose,
): readonly CommissionLine[] {
  const sums = new Map<string, { month: string; ratePercent: string; incomeMinor: number }>();
  for (const row of income) {
    const ratePercent = whose.kind === 'team' ? row.teamRate : row.agentRate;
    if (!isOf(row, whose) || ratePercent === null) continue;
    const key = `${row.month} ${ratePercent}`;
    const sum = sums.get(key) ?? { month: row.month, ratePercent, incomeMinor: 0 };
    sum.incomeMinor += row.incomeMinor;
    sums.set(key, sum);
  }
  return [...sums.values()].map((sum) => ({
    ...sum,
    commissionMinor: commissionOf(sum.incomeMinor, sum.ratePercent),
  }));
}

/** Returns the total commission; null if no rate was agreed on any day with income. */
export function commissionOn(income: readonly RatedIncome[], whose: Whose): number | null {
  const lines = commissionLines(income, whose);
  if (lines.length === 0) return null;
  return lines.reduce((sum, line) => sum + line.commissionMinor, 0);
}

function isOf(row: RatedIncome, { kind, id, teamId }: Whose): boolean {
  if (id === null) return false;
  if (kind === 'team') return row.teamId === id;
  return row.agentId === id && (teamId === undefined || row.teamId === teamId);
}
