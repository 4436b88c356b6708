import { describe, expect, it } from 'vitest';
import { createFormatters } from '../../../ui/format/formatters.ts';
import { findProblems, problemOfFailure } from './use-payment-draft.ts';
import type { PayableLoan } from './preview-payment.ts';
import { payableLoan } from './testing/payable-loan.ts';

const loan: PayableLoan = { ...payableLoan, instalments: [] };
const right = { amountMinor: 10_000, valueDate: '2026-11-21', method: 'cash' } as const;

describe('the problems of a payment form', () => {
  it('are empty if amount and day are valid', () => {
    expect(findProblems(loan, right, null)).toEqual([]);
  });

  it('include empty fields, in the order of the fields', () => {
    const problems = findProblems(
      loan,
      { amountMinor: null, valueDate: null, method: 'cash' },
      null,
    );
    expect(problems.map(({ code, isMissing }) => [code, isMissing])).toEqual([
      ['amount_missing', true],
      ['value_date_missing', true],
    ]);
  });

  it('include an amount of zero or above what is owed, with the limit', () => {
    expect(findProblems(loan, { ...right, amountMinor: 0 }, null)).toMatchObject([
      { code: 'amount_not_positive' },
    ]);
    const [exceeds] = findProblems(loan, right, { kind: 'exceeds-payoff', payoffMinor: 9950 });
    expect(exceeds?.code).toBe('amount_exceeds_payoff');
    const format = createFormatters({ locale: 'en-GB', timeZone: 'UTC' });
    expect(exceeds?.values(format)).toEqual({ payoff: '99.50\u00a0USD' });
  });

  it('include a credit payment above the credit balance or not dated today', () => {
    const withCredit = { ...loan, creditMinor: 500 };
    const codesOf = (typed: object) =>
      findProblems(withCredit, { ...right, method: 'credit', ...typed }, null).map(
        ({ code }) => code,
      );
    expect(codesOf({ amountMinor: 500 })).toEqual([]);
    expect(codesOf({ amountMinor: 501 })).toEqual(['amount_exceeds_credit']);
    expect(codesOf({ amountMinor: 1, valueDate: '2026-11-20' })).toEqual(['value_date_not_today']);
  });

  it('include a day that the loan does not accept', () => {
    expect(findProblems(loan, { ...right, valueDate: '2026-11-22' }, null)).toMatchObject([
      { field: 'valueDate', code: 'value_date_in_future' },
    ]);
  });
});

describe('a refusal by the server', () => {
  it('is shown at its field', () => {
    expect(problemOfFailure('amount_exceeds_payoff')).toBe('amountMinor');
    expect(problemOfFailure('value_date_before_disbursement')).toBe('valueDate');
    expect(problemOfFailure('loan_is_closed')).toBeNull();
  });
});
