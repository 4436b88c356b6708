import { describe, expect, it } from 'vitest';
import { howToPay as howToPayInvoice } from '../invoices/write-invoice.ts';
import { howToPay as howToPayLoan } from './write-statements.ts';

const issuer = { name: 'Lender', address: '', taxNumber: '', paymentDetails: 'IBAN AE07 0331' };
const head = {
  issuer,
  borrower: { name: null, address: null },
  loan: 'L-000123',
  currency: 'USD',
  madeAt: new Date('2026-06-15T12:00:00Z'),
  timeZone: 'UTC',
};
const invoice = { kind: 'invoice', number: 'INV-00007', issuer } as const;

describe('payment instructions', () => {
  it.each([
    ['en', 'How to pay', 'Quote the loan number \u2068L-000123\u2069 with the payment.'],
    ['ae', 'طريقة الدفع', 'اذكر رقم القرض \u2068L-000123\u2069 عند الدفع.'],
  ] as const)('name the loan on a document of the loan in %s', (language, label, sentence) => {
    expect(howToPayLoan({ ...head, language })).toEqual({
      label,
      text: `IBAN AE07 0331\n${sentence}`,
    });
  });

  it.each([
    ['en', 'How to pay', 'Quote the invoice number \u2068INV-00007\u2069 with the payment.'],
    ['ae', 'طريقة الدفع', 'اذكر رقم الفاتورة \u2068INV-00007\u2069 عند الدفع.'],
  ] as const)('name the invoice on an invoice in %s', (language, label, sentence) => {
    expect(howToPayInvoice({ ...invoice, language })).toEqual([
      { label, text: `IBAN AE07 0331\n${sentence}` },
    ]);
  });

  it('are missing on a credit note, and without a number on a draft', () => {
    const creditNote = { ...invoice, kind: 'credit-note', language: 'en' } as const;
    expect(howToPayInvoice(creditNote)).toEqual([]);
    const draft = { ...invoice, number: null, language: 'en' } as const;
    expect(howToPayInvoice(draft)).toEqual([{ label: 'How to pay', text: 'IBAN AE07 0331' }]);
  });
});
