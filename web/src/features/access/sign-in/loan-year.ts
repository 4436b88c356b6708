/** The loan on the ledger picture: one year, repaid at the end of every month. */
export const loan = {
  currency: 'USD',
  principalMinor: 12_000_00,
  annualRatePercent: '14.07',
  instalmentMinor: 1_077_85,
} as const;

/** One instalment in minor units; the balance is what remains after it is paid. */
export type LedgerLine = {
  month: number;
  principalMinor: number;
  interestMinor: number;
  balanceMinor: number;
};

/**
 * Fixed figures instead of loan maths, since sign-in must load first. loan-year.test.ts checks them
 * against the schedule of the loan maths.
 */
export const loanYear: readonly LedgerLine[] = [
  { month: 1, principalMinor: 937_15, interestMinor: 140_70, balanceMinor: 11_062_85 },
  { month: 2, principalMinor: 948_14, interestMinor: 129_71, balanceMinor: 10_114_71 },
  { month: 3, principalMinor: 959_26, interestMinor: 118_59, balanceMinor: 9_155_45 },
  { month: 4, principalMinor: 970_50, interestMinor: 107_35, balanceMinor: 8_184_95 },
  { month: 5, principalMinor: 981_88, interestMinor: 95_97, balanceMinor: 7_203_07 },
  { month: 6, principalMinor: 993_39, interestMinor: 84_46, balanceMinor: 6_209_68 },
  { month: 7, principalMinor: 1_005_04, interestMinor: 72_81, balanceMinor: 5_204_64 },
  { month: 8, principalMinor: 1_016_83, interestMinor: 61_02, balanceMinor: 4_187_81 },
  { month: 9, principalMinor: 1_028_75, interestMinor: 49_10, balanceMinor: 3_159_06 },
  { month: 10, principalMinor: 1_040_81, interestMinor: 37_04, balanceMinor: 2_118_25 },
  { month: 11, principalMinor: 1_053_01, interestMinor: 24_84, balanceMinor: 1_065_24 },
  { month: 12, principalMinor: 1_065_24, interestMinor: 12_49, balanceMinor: 0 },
];
