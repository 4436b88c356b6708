import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { InvoiceSheet } from './InvoiceSheet.tsx';
import { issuedInvoice } from './testing/issued-invoice.ts';

const issuer = { ...issuedInvoice.issuer, taxNumber: '100 234 567 800 003' };

it('keeps the groups of a tax number in order in Arabic', async () => {
  await drawFeature(<InvoiceSheet invoice={{ ...issuedInvoice, issuer, language: 'ae' }} />, {
    texts: ['invoices'],
    language: 'ae',
  });
  const line = page.getByText(/100 234 567/).element();
  const leftOf = (group: string): number => {
    const text = line.firstChild;
    if (!text) throw new Error('the line has no text');
    const start = text.textContent?.indexOf(group) ?? -1;
    const range = document.createRange();
    range.setStart(text, start);
    range.setEnd(text, start + group.length);
    return range.getBoundingClientRect().left;
  };
  const groups = ['100', '234', '567', '800', '003'];
  expect(groups.toSorted((one, other) => leftOf(one) - leftOf(other))).toEqual(groups);
});
