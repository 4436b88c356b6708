/** One instalment of a schedule, as far as its picture goes. */
export type PicturedInstalment = {
  id: string;
  /** Its number and its due date: "15 · 5 Mar 2026". */
  label: string;
  dueOn: string;
  principalMinor: number;
  interestMinor: number;
  principalPaidMinor: number;
  interestPaidMinor: number;
  isLate: boolean;
};

export type BarPart = { kind: 'principal' | 'interest'; isPaid: boolean; percent: number };

/**
 * The parts of each bar from the bottom up, in per cent of the tallest: principal under
 * interest, of each what is paid under what is to come. Parts of nothing are left out.
 */
export function instalmentBars(instalments: readonly PicturedInstalment[]): BarPart[][] {
  const totals = instalments.map((one) => one.principalMinor + one.interestMinor);
  const tallest = Math.max(1, ...totals);
  return instalments.map((one) =>
    [
      { kind: 'principal', isPaid: true, minor: one.principalPaidMinor } as const,
      {
        kind: 'principal',
        isPaid: false,
        minor: one.principalMinor - one.principalPaidMinor,
      } as const,
      { kind: 'interest', isPaid: true, minor: one.interestPaidMinor } as const,
      {
        kind: 'interest',
        isPaid: false,
        minor: one.interestMinor - one.interestPaidMinor,
      } as const,
    ]
      .filter(({ minor }) => minor > 0)
      .map(({ minor, ...part }) => ({ ...part, percent: (minor / tallest) * 100 })),
  );
}
