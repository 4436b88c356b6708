import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invoiceTotals, type InvoiceLineAmounts } from './invoice.ts';
import { valueOf } from './testing/value-of.ts';

const line = (quantity: string, unitPriceMinor: number, taxPercent = '0'): InvoiceLineAmounts => ({
  quantity,
  unitPriceMinor,
  taxPercent,
});

describe('the totals of an invoice', () => {
  it.each([
    [[line('3', 333, '7.5')], 999, 75, 1074],
    [[line('1.5', 99)], 149, 0, 149],
    [[line('0.333', 100), line('0.667', 100)], 100, 0, 100],
    // Tax is rounded once per rate: line by line, three lines of 7 at 10 % would have 1 + 1 + 1.
    [[line('1', 7, '10'), line('1', 7, '10'), line('1', 7, '10.0')], 21, 2, 23],
    [[line('1', 10_000, '20'), line('2', 2_500, '5'), line('1', 999)], 15_999, 2_250, 18_249],
    [[line('1', 10_000, '20'), line('-1', 2_500, '20')], 7_500, 1_500, 9_000],
    [[], 0, 0, 0],
  ])('of %j are %i net, %i tax and %i in total', (lines, netMinor, taxMinor, totalMinor) => {
    expect(valueOf(invoiceTotals(lines))).toMatchObject({ netMinor, taxMinor, totalMinor });
  });

  it('list each tax rate once, lowest first, regardless of trailing zeros', () => {
    const lines = [line('1', 200, '20.00'), line('1', 100, '5'), line('1', 300, '20')];
    const { taxes } = valueOf(invoiceTotals(lines));
    expect(taxes).toEqual([
      { taxPercent: '5', netMinor: 100, taxMinor: 5 },
      { taxPercent: '20', netMinor: 500, taxMinor: 100 },
    ]);
  });

  const lines = fc.array(
    fc.record({
      quantity: fc.integer({ min: -99_999, max: 99_999 }).map((units) => String(units / 1000)),
      unitPriceMinor: fc.integer({ min: 0, max: 100_000_000 }),
      taxPercent: fc.integer({ min: 0, max: 1_000_000 }).map((units) => String(units / 10_000)),
    }),
    { maxLength: 12 },
  );

  it('add up: lines to the net, rates to the tax, both to the total', () => {
    fc.assert(
      fc.property(lines, (given) => {
        const { netMinors, taxes, netMinor, taxMinor, totalMinor } = valueOf(invoiceTotals(given));
        const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
        expect(sum(netMinors)).toBe(netMinor);
        expect(sum(taxes.map((tax) => tax.netMinor))).toBe(netMinor);
        expect(sum(taxes.map((tax) => tax.taxMinor))).toBe(taxMinor);
        expect(netMinor + taxMinor).toBe(totalMinor);
      }),
    );
  });

  it('are reversed to the last minor unit by the opposite invoice', () => {
    fc.assert(
      fc.property(lines, (given) => {
        const opposite = given.map((one) => ({ ...one, quantity: String(-Number(one.quantity)) }));
        const [one, other] = [given, opposite].map((of) => valueOf(invoiceTotals(of)).totalMinor);
        expect((one ?? NaN) + (other ?? NaN)).toBe(0);
      }),
    );
  });

  it.each([
    ['amount_is_not_a_number', line('1,5', 100)],
    ['amount_is_not_a_number', line('1', 100, '7 %')],
    ['amount_exceeds_safe_integers', line('999999', Number.MAX_SAFE_INTEGER)],
    ['amount_exceeds_safe_integers', line('1', Number.MAX_SAFE_INTEGER, '1')],
  ])('are %s for %j', (name, given) => {
    expect(invoiceTotals([given])).toMatchObject({ ok: false, failure: { name } });
  });
});
