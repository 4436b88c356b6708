import { scaleRounded } from './exact.ts';
import { parseDecimalToUnits } from './money.ts';

const RATE_DECIMALS = 4;

/**
 * Returns the commission on income, rounded half-up to the minor unit.
 *
 * @param incomeMinor interest, fees and penalties received, in minor units
 * @param ratePercent a share from 0 to 100 with up to four decimals, such as `"2.5"`
 * @throws {RangeError} if the rate is not a plain decimal
 * @example commissionOf(12_345, "2.5") // 309, rounded from 308.625
 */
export function commissionOf(incomeMinor: number, ratePercent: string): number {
  const rate = parseDecimalToUnits(ratePercent, RATE_DECIMALS);
  if (!rate.ok) throw new RangeError(`${ratePercent} is no rate in per cent`);
  return scaleRounded(
    incomeMinor,
    { numerator: rate.value.units, denominator: 100 * 10 ** RATE_DECIMALS },
    'half_up',
  );
}
