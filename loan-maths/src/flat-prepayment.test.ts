import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, calendarDate } from './calendar.ts';
import type { LoanEvent } from './loan-events.ts';
import { minorUnits } from './money.ts';
import type { InterestBasis } from './period-factors.ts';
import { annualRate } from './rate.ts';
import { replayLoan } from './replay.ts';
import { buildSchedule } from './schedule.ts';
import type { ScheduleTerms } from './schedule-terms.ts';
import { valueOf } from './testing/value-of.ts';

const usd = (amount: number) => minorUnits(amount, 'USD');
const BASES: readonly InterestBasis[] = [
  { by: 'period' },
  { by: 'period', dayCount: '30/360 US' },
  { by: 'day', dayCount: 'ACT/365F' },
  { by: 'day', dayCount: 'ACT/ACT ISDA' },
];

type Flat = {
  readonly terms: ScheduleTerms<'USD'>;
  readonly paidRows: number;
  readonly afterDays: number;
  readonly prepaid: number;
  readonly overpaymentTreatment: 'shorter_term' | 'lower_instalment';
};

const arbitraryFlat: fc.Arbitrary<Flat> = fc
  .record({
    principal: fc.integer({ min: 100_00, max: 100_000_00 }),
    rate: fc.integer({ min: 0, max: 600 }),
    instalmentCount: fc.integer({ min: 3, max: 48 }),
    interest: fc.constantFrom(...BASES),
    multiple: fc.constantFrom(1, 1, 100),
    instalmentRounding: fc.constantFrom('half_even' as const, 'up' as const),
    paidRows: fc.nat(3),
    afterDays: fc.nat(27),
    share: fc.integer({ min: 1, max: 80 }),
    overpaymentTreatment: fc.constantFrom('shorter_term' as const, 'lower_instalment' as const),
  })
  .map(({ principal, rate, paidRows, share, multiple, ...made }) => ({
    terms: {
      principalMinor: usd(principal),
      annualRate: annualRate(String(rate / 10)),
      instalmentCount: made.instalmentCount,
      interval: { every: 1, unit: 'months' },
      disbursementDate: calendarDate('2026-01-15'),
      method: 'flat',
      interest: made.interest,
      instalmentRounding: made.instalmentRounding,
      instalmentMultipleMinor: usd(multiple),
    },
    paidRows: Math.min(paidRows, made.instalmentCount - 2),
    afterDays: made.afterDays,
    prepaid: Math.max(Math.floor((principal * share) / 100), 1),
    overpaymentTreatment: made.overpaymentTreatment,
  }));

/**
 * Pays rows as scheduled, prepays principal, and then pays on each later due date the amount that
 * the loan shows after the prepayment.
 */
function payAsShown({ terms, paidRows, afterDays, prepaid, overpaymentTreatment }: Flat) {
  const { rows } = valueOf(buildSchedule(terms));
  const loan = { rows, terms };
  const pay = (id: string, on: string, amountMinor: number) => ({
    kind: 'payment' as const,
    id,
    date: calendarDate(on),
    amountMinor: usd(amountMinor),
  });
  const from = rows[paidRows - 1]?.dueDate ?? terms.disbursementDate;
  const start: LoanEvent<'USD'>[] = [
    {
      kind: 'disbursement',
      id: 'disbursement',
      date: terms.disbursementDate,
      amountMinor: terms.principalMinor,
    },
    ...rows.slice(0, paidRows).map((row) => pay(`row ${row.number}`, row.dueDate, row.totalMinor)),
    { ...pay('prepaid', addDays(from, afterDays), prepaid), overpaymentTreatment },
  ];
  const shown = valueOf(replayLoan(loan, start)).instalments.filter(
    ({ outstanding }) => outstanding.totalMinor > 0,
  );
  const asShown = shown.map((row) =>
    pay(`shown ${row.number}`, row.dueDate, row.outstanding.totalMinor),
  );
  return { rows, shown, end: valueOf(replayLoan(loan, [...start, ...asShown])) };
}

const owesMore = ({ terms, prepaid, paidRows }: Flat) =>
  prepaid < (terms.principalMinor * (terms.instalmentCount - paidRows - 1)) / terms.instalmentCount;

test('a prepaid flat loan can be paid by its new schedule, and closes exactly', () => {
  fc.assert(
    fc.property(arbitraryFlat.filter(owesMore), (flat) => {
      const { end, shown } = payAsShown(flat);
      expect(end).toMatchObject({ status: 'closed', creditMinor: 0 });
      expect(shown.at(-1)?.outstanding.principalMinor).toBeGreaterThan(0);
    }),
    { numRuns: 700 },
  );
});

test('a shorter term removes the instalments that a prepayment of a flat loan covers', () => {
  fc.assert(
    fc.property(arbitraryFlat.filter(owesMore), (flat) => {
      const { rows, shown } = payAsShown({ ...flat, overpaymentTreatment: 'shorter_term' });
      const part = rows[flat.paidRows]?.principalMinor ?? 0;
      const owed = rows.slice(flat.paidRows).reduce((sum, row) => sum + row.principalMinor, 0);
      expect(shown).toHaveLength(
        Math.min(Math.ceil((owed - flat.prepaid) / part), rows.length - flat.paidRows),
      );
    }),
    { numRuns: 300 },
  );
});
