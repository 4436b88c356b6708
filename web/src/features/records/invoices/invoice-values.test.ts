import { describe, expect, it } from 'vitest';
import {
  emptyLine,
  inLanguage,
  inputsOf,
  lineOfDue,
  liveTotals,
  ofAnotherLoan,
  ofNewerDraft,
  type InvoiceValues,
} from './invoice-values.ts';

const line = (changes: object) => ({ ...emptyLine(), description: 'Fee', ...changes });

describe('the lines of an invoice being edited', () => {
  it('add up the readable lines, and skip the others', () => {
    const lines = [
      line({ key: 'a', quantity: '1.5', unitPriceMinor: 1_000, taxPercent: '10' }),
      line({ key: 'b', quantity: 'two', unitPriceMinor: 1_000 }),
      line({ key: 'c', unitPriceMinor: null }),
      line({ key: 'd', unitPriceMinor: -500, taxPercent: '10' }),
    ];
    const totals = liveTotals(lines, 'en');
    expect(totals).toMatchObject({ netMinor: 1_000, taxMinor: 100, totalMinor: 1_100 });
    expect([...(totals?.netOf ?? [])]).toEqual([
      ['a', 1_500],
      ['d', -500],
    ]);
    expect(inputsOf(lines, 'en')).toBeNull();
    expect(inputsOf(lines.slice(0, 1), 'en')).toEqual([
      {
        description: 'Fee',
        quantity: '1.5',
        unitPriceMinor: 1_000,
        taxPercent: '10',
        instalment: null,
      },
    ]);
  });

  it("are read in the locale's separators", () => {
    const typed = line({ quantity: '١٫٥', unitPriceMinor: 200 });
    expect(liveTotals([typed], 'ar-AE')?.netMinor).toBe(300);
  });

  it('have no total if it is too large to be exact', () => {
    const lines = Array.from({ length: 9 }, () =>
      line({ quantity: '999999', unitPriceMinor: 1_000_000_000_000 }),
    );
    expect(liveTotals(lines, 'en')).toBeNull();
  });

  it('follow the language of the invoice unless the user edited them', () => {
    const due = {
      number: 3,
      part: 'fees' as const,
      dueOn: '2026-05-01',
      openMinor: 500,
      descriptions: { en: 'Fees of instalment 3', ae: 'الرسوم في القسط ٣' },
      invoicedBy: null,
    };
    const lines = [lineOfDue(due, 'en'), { ...lineOfDue(due, 'en'), description: 'Own words' }];
    const turned = inLanguage(lines, [due], { from: 'en', to: 'ae' });
    expect(turned.map(({ description }) => description)).toEqual([
      'الرسوم في القسط ٣',
      'Own words',
    ]);
  });
});

describe('the typed values', () => {
  const values = (changes: Partial<InvoiceValues> = {}): InvoiceValues => ({
    customerName: 'Layla Haddad',
    customerAddress: '1 Harbour Road',
    customerTaxNumber: '',
    language: 'en',
    dueOn: '2026-06-29',
    note: '',
    lines: [emptyLine()],
    ...changes,
  });
  const due = {
    ...emptyLine(),
    unitPriceMinor: 100,
    instalment: { number: 1, part: 'fees' },
  } as const;
  const own = { ...emptyLine(), description: 'Courier', unitPriceMinor: 500 };

  it('are retained when the user chooses a different loan, with the dues of that loan', () => {
    const began = values({ lines: [due] });
    const now = { ...began, note: 'By hand', customerName: 'Somebody else', lines: [due, own] };
    const other = { ...due, instalment: { number: 7, part: 'fees' } } as const;
    const fresh = values({ customerName: 'Omar Said', customerAddress: '2 Quay', lines: [other] });
    expect(ofAnotherLoan(fresh, { began, now })).toEqual({
      ...fresh,
      note: 'By hand',
      customerName: 'Somebody else',
      lines: [other, own],
    });
    expect(ofAnotherLoan(fresh, { began, now: began })).toEqual(fresh);
  });

  it('contain an empty line if nothing is due and nothing was typed', () => {
    const began = values({ lines: [due] });
    const fresh = values();
    expect(ofAnotherLoan(fresh, { began, now: began }).lines).toEqual(fresh.lines);
  });

  it("are retained field by field when another user's changes load", () => {
    const began = values({ lines: [own] });
    const fresh = values({ customerName: 'Layla H.', lines: [due] });
    const noted = { began, now: { ...began, note: 'By hand' } };
    expect(ofNewerDraft(fresh, noted)).toEqual({ ...fresh, note: 'By hand' });
    const lines = [{ ...own, unitPriceMinor: 600 }];
    expect(ofNewerDraft(fresh, { began, now: { ...began, lines } })).toEqual({ ...fresh, lines });
  });
});
