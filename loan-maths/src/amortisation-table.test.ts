import { expect, test } from 'vitest';
import { amortisationTable } from './amortisation-table.ts';
import { minorUnits } from './money.ts';
import { annualRate } from './rate.ts';
import { valueOf } from './testing/value-of.ts';

const eur = (amount: number) => minorUnits(amount, 'EUR');
const terms = { principalMinor: eur(200_000_00), annualRate: annualRate('6'), periods: 240 };

// The instalments are printed in Soto (2015), Examples for the calculation of the APRC, European
// Commission DG FISMA.
test('a level instalment of 1,432.86 repays 200,000.00 in 240 months at 6 %', () => {
  const table = valueOf(amortisationTable(terms));
  expect(table.rows[0]).toMatchObject({ interestMinor: 1_000_00, principalMinor: 432_86 });
  expect(table.totalInterestMinor).toBe(143_886_91);
});

test('900.00 of principal a month repays the loan in 223 payments (example 12)', () => {
  const table = amortisationTable({
    ...terms,
    method: 'equal_principal',
    principalPartMinor: eur(900_00),
  });
  expect(valueOf(table).rows).toHaveLength(223);
});

test('the instalment is recalculated when the rate changes (example 20)', () => {
  const table = valueOf(
    amortisationTable({
      ...terms,
      annualRate: annualRate('5'),
      rateChanges: [{ fromPeriod: 25, annualRate: annualRate('6') }],
    }),
  );
  expect(table.rows[23]?.totalMinor).toBe(1_319_91);
  expect(table.rows[24]?.totalMinor).toBeGreaterThan(1_319_91);
  expect(table.rows.at(-1)?.closingMinor).toBe(0);
});

test('a balloon, and all principal of an interest-only loan, is due in the last period', () => {
  const balloon = valueOf(amortisationTable({ ...terms, balloonMinor: eur(100_000_00) }));
  expect(balloon.rows.at(-1)?.principalMinor).toBeGreaterThan(100_000_00);
  const only = valueOf(amortisationTable({ ...terms, method: 'interest_only' }));
  expect(only.rows.at(-1)).toMatchObject({ principalMinor: 200_000_00, interestMinor: 1_000_00 });
});

test.each([
  [{ periods: 601 }, 'instalment_count_is_out_of_range'],
  [{ principalMinor: eur(0) }, 'amount_is_not_positive'],
  [{ growth: { percent: 60, everyPeriods: 12 } }, 'instalment_never_repays'],
])('a table with %o is refused', (change, name) => {
  expect(amortisationTable({ ...terms, ...change })).toMatchObject({ failure: { name } });
});
