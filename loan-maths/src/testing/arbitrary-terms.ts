import fc from 'fast-check';
import { dateOfDayNumber, dayNumber } from '../calendar.ts';
import type { Rounding } from '../exact.ts';
import { minorUnits } from '../money.ts';
import { annualRate } from '../rate.ts';
import type { ScheduleMethod, ScheduleTerms } from '../schedule-terms.ts';

const rounding = fc.constantFrom<Rounding>('half_even', 'half_up', 'up', 'down');
const day = fc.integer({ min: 0, max: 40_000 }).map(dateOfDayNumber);
const method = fc.constantFrom<ScheduleMethod>(
  'equal_instalments',
  'equal_principal',
  'flat',
  'interest_only',
  'bullet',
);

/**
 * Generates terms within all limits: a cent to a hundred million, 0 to 1000 %, 1 to 600
 * instalments.
 */
export const arbitraryTerms: fc.Arbitrary<ScheduleTerms<'USD'>> = fc
  .record({
    principal: fc.oneof(
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 1, max: 10_000_000_000 }),
    ),
    rateMillionths: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000_000_000 })),
    instalmentCount: fc.oneof(fc.integer({ min: 1, max: 48 }), fc.integer({ min: 1, max: 600 })),
    every: fc.integer({ min: 1, max: 6 }),
    unit: fc.constantFrom('days', 'weeks', 'months'),
    disbursementDate: day,
    firstDueIn: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
    method,
    byDay: fc.boolean(),
    instalmentRounding: rounding,
    interestRounding: rounding,
    multiple: fc.constantFrom(1, 5, 100, 10_000),
    downPart: fc.constantFrom(0, 0, 0.25),
    balloonPart: fc.constantFrom(0, 0, 0.3),
    graces: fc.tuple(fc.nat(5), fc.nat(5), fc.nat(5)),
    fee: fc.nat(500),
    opening: fc.constantFrom(0, 0, 777),
  })
  .map((made) => {
    const downPayment = Math.floor(made.principal * made.downPart);
    const most = made.instalmentCount - 1;
    const [principal = 0, interestDeferred = 0, interestFree = 0] = made.graces.map((grace) =>
      Math.min(grace, most),
    );
    const start = made.disbursementDate;
    return {
      principalMinor: minorUnits(made.principal, 'USD'),
      annualRate: annualRate((made.rateMillionths / 1e6).toFixed(6)),
      instalmentCount: made.instalmentCount,
      interval: { every: made.every, unit: made.unit },
      disbursementDate: start,
      ...(made.firstDueIn === undefined ? {} : { firstDueDate: laterThan(start, made.firstDueIn) }),
      method: made.method,
      interest: made.byDay ? { by: 'day', dayCount: 'ACT/ACT ISDA' } : { by: 'period' },
      instalmentRounding: made.instalmentRounding,
      interestRounding: made.interestRounding,
      instalmentMultipleMinor: minorUnits(made.multiple, 'USD'),
      downPaymentMinor: minorUnits(downPayment, 'USD'),
      balloonMinor: minorUnits(
        Math.floor((made.principal - downPayment) * made.balloonPart),
        'USD',
      ),
      grace: { principal, interestDeferred, interestFree },
      fees: { perInstalmentMinor: minorUnits(made.fee, 'USD') },
      openingInterestMinor: minorUnits(made.opening, 'USD'),
    };
  });

function laterThan(start: ScheduleTerms['disbursementDate'], days: number) {
  return dateOfDayNumber(dayNumber(start) + days);
}
