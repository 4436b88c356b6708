import { describe, expect, it } from 'vitest';
import { previewPayment, valueDateRefusal } from './preview-payment.ts';
import type { PayableLoan } from './preview-payment.ts';
import { payableLoan } from './testing/payable-loan.ts';

const loan: PayableLoan = { ...payableLoan, lastPaymentOn: '2026-11-03' };

describe('previewing a payment', () => {
  it('counts as a recovery on a written-off loan, up to the amount that its schedule still claims', () => {
    const loss = { writtenOffOn: '2026-11-10', recoveredMinor: 500, recoverableMinor: 21_000 };
    const lost = { ...loan, outstandingMinor: 0, remainingMinor: 0, loss };
    const valueDate = '2026-11-21';
    expect(previewPayment(lost, { amountMinor: 1_000, valueDate })).toEqual({
      kind: 'recovery',
      recoverableAfterMinor: 20_000,
    });
    expect(previewPayment(lost, { amountMinor: 21_001, valueDate })).toEqual({
      kind: 'exceeds-recoverable',
      recoverableMinor: 21_000,
    });
    expect(valueDateRefusal(lost, '2026-11-09')).toBe('value_date_before_write_off');
    expect(valueDateRefusal(lost, '2026-11-10')).toBeNull();
  });

  it("covers what is due in the loan's order and shows the balances afterwards", () => {
    expect(previewPayment(loan, { amountMinor: 10_000, valueDate: '2026-11-21' })).toEqual({
      kind: 'split',
      parts: [
        { component: 'penalty', amountMinor: 500 },
        { component: 'fee', amountMinor: 200 },
        { component: 'interest', amountMinor: 1300 },
        { component: 'principal', amountMinor: 8000 },
      ],
      outstandingAfterMinor: 10_000,
      remainingAfterMinor: 11_500,
      settled: 0,
      overpaymentMinor: 0,
      creditMinor: 0,
    });
  });

  it('counts the settled instalments and ends with nothing owed', () => {
    const all = previewPayment(loan, { amountMinor: 20_150, valueDate: '2026-11-21' });
    expect(all).toMatchObject({ settled: 2, outstandingAfterMinor: 0, remainingAfterMinor: 0 });
  });

  it('uses the allocation order of the loan', () => {
    const principalFirst = { ...loan, allocationOrder: 'principal_first' } as const;
    const preview = previewPayment(principalFirst, { amountMinor: 9100, valueDate: '2026-11-21' });
    expect(preview).toMatchObject({
      parts: [
        { component: 'principal', amountMinor: 9000 },
        { component: 'interest', amountMinor: 100 },
      ],
    });
  });

  it('leaves the allocation to the server if later payments are reallocated', () => {
    expect(previewPayment(loan, { amountMinor: 1_000, valueDate: '2026-11-02' })).toEqual({
      kind: 'back-dated',
      lastPaymentOn: '2026-11-03',
      remainingAfterMinor: 20_500,
      overpaymentMinor: 0,
    });
  });

  it('prepays principal with an overpayment, or adds it to the credit balance, as chosen', () => {
    // On the value date, 11,000 is due.
    const payment = { amountMinor: 13_000, valueDate: '2026-11-21' };
    expect(
      previewPayment(loan, { ...payment, overpaymentTreatment: 'shorter-term' }),
    ).toMatchObject({
      overpaymentMinor: 2_000,
      outstandingAfterMinor: 18_000 - 9_000 - 2_000,
      creditMinor: 0,
    });
    expect(previewPayment(loan, { ...payment, overpaymentTreatment: 'credit' })).toMatchObject({
      outstandingAfterMinor: 9_000,
      creditMinor: 2_000,
    });
    const weekly = { ...loan, scheduleMethod: 'by-hand' };
    expect(
      previewPayment(weekly, { ...payment, overpaymentTreatment: 'lower-instalment' }),
    ).toBeNull();
  });

  it('shows the payoff if the amount is more: later interest and fees are not included', () => {
    expect(previewPayment(loan, { amountMinor: 30_000, valueDate: '2026-11-21' })).toEqual({
      kind: 'exceeds-payoff',
      payoffMinor: 20_150,
    });
  });
});

describe('the value date of a payment', () => {
  it('is between the disbursement and the business date, both included', () => {
    expect(valueDateRefusal(loan, '2026-11-03')).toBeNull();
    expect(valueDateRefusal(loan, '2026-11-21')).toBeNull();
    expect(valueDateRefusal(loan, '2026-11-02')).toBeNull();
    expect(valueDateRefusal(loan, '2026-08-31')).toBe('value_date_before_disbursement');
    expect(valueDateRefusal(loan, '2026-11-22')).toBe('value_date_in_future');
  });
});
