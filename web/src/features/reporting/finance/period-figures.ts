import type { OpenFigure } from './CountedRows.tsx';
import type { CashFlowPeriod } from './finance.queries.ts';

export const incomeOf = (period: CashFlowPeriod): number =>
  period.interestMinor + period.feesMinor + period.penaltiesMinor;

/** Merges consecutive periods into one. */
export function joinPeriods(
  periods: readonly [CashFlowPeriod, ...CashFlowPeriod[]],
): CashFlowPeriod {
  return periods.reduce((all, next) => ({
    start: all.start,
    end: next.end,
    expectedMinor: all.expectedMinor + next.expectedMinor,
    dues: all.dues + next.dues,
    receivedMinor: all.receivedMinor + next.receivedMinor,
    recoveredMinor: all.recoveredMinor + next.recoveredMinor,
    principalMinor: all.principalMinor + next.principalMinor,
    interestMinor: all.interestMinor + next.interestMinor,
    feesMinor: all.feesMinor + next.feesMinor,
    penaltiesMinor: all.penaltiesMinor + next.penaltiesMinor,
    keptMinor: all.keptMinor + next.keptMinor,
    payments: all.payments + next.payments,
  }));
}

/**
 * Returns the rows of a period: received and due amounts for its flow, or the payments with income
 * for its income.
 */
export function rowsOfPeriod(
  currency: string,
  period: CashFlowPeriod,
  part: 'flow' | 'income',
): OpenFigure['counted'] {
  const range = { currency, from: period.start, to: period.end };
  const { payments: count, receivedMinor, expectedMinor, dues } = period;
  if (part === 'income') {
    const behind = { ...range, kind: 'income' as const };
    return [{ kind: 'payments', behind, count: null, amountMinor: incomeOf(period) }];
  }
  return [
    { kind: 'payments', behind: range, count, amountMinor: receivedMinor },
    { kind: 'dues', behind: range, count: dues, amountMinor: expectedMinor },
  ];
}
