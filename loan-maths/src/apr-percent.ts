/** An annual rate in per cent: as a double, and as the law requires it to be shown. */
export type AprPercent = {
  readonly percent: number;
  /**
   * Rounded half-up to the decimals that the law requires: two in Regulation Z, one in the European
   * Union.
   */
  readonly shown: string;
};

export function toAprPercent(percent: number, decimals: number): AprPercent {
  return { percent, shown: roundHalfUp(percent, decimals) };
}

/**
 * Rounds the scaled value to nine decimals before it rounds half-up, so that 1.005 becomes 1.01
 * although its double is slightly smaller.
 */
export function roundHalfUp(value: number, decimals: number): string {
  const scale = 10 ** decimals;
  const units = Math.floor(Number((Math.abs(value) * scale).toFixed(9)) + 0.5) / scale;
  return (value < 0 && units > 0 ? -units : units).toFixed(decimals);
}
