import type { ListInvoices } from '@bursar/contracts/records/invoices';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { signInAs } from '../../../lib/testing/sign-in-as.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { InvoiceList } from './InvoiceList.tsx';

const amounts = [{ currency: 'USD', totalMinor: 8_000, openMinor: 5_000, overdueMinor: 0 }];

it.each([
  ['Invoice totals', []],
  ['Invoices in USD', amounts],
])('the totals above the list are named %s', async (name, given) => {
  answerApi(
    signInAs({ role: 'user', permissions: ['read-invoices'] }),
    answers<ListInvoices>('GET /api/invoices', {
      rows: [],
      nextCursor: null,
      sums: { count: 0, amounts: given },
    }),
  );
  await drawFeature(<InvoiceList />, { texts: ['invoices', 'apps'] });
  await expect
    .element(page.getByRole('region', { name, exact: true }))
    .toHaveTextContent(given.length > 0 ? /Unpaid.*50\.00/ : /Unpaid.*–/);
});
