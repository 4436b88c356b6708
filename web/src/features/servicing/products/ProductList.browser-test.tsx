import type { ListLoanProducts, Product } from '@bursar/contracts/servicing/products';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { signInAs } from '../../../lib/testing/sign-in-as.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { ProductList } from './ProductList.tsx';
import { sampleTerms } from './testing/sample-terms.ts';

const productIn = (currency: string): Product => ({
  id: `0198-${currency}`,
  name: `Loans in ${currency}`,
  portfolio: { id: '0198-portfolio', name: 'Demo' },
  isArchived: false,
  loans: 3,
  latest: { id: `0198-${currency}-latest`, number: 1, currency, terms: sampleTerms },
});

it.each([
  ['one currency', ['USD'], ['Smallest loan, USD', 'Largest loan, USD']],
  ['two currencies', ['USD', 'EUR'], ['Smallest loan', 'Largest loan']],
])('of products in %s, the limits are headed by a shared one once', async (_, given, heads) => {
  await page.viewport(1280, 800);
  answerApi(
    signInAs({ role: 'user', permissions: ['read-products'] }),
    answers<ListLoanProducts>('GET /api/loan-products', {
      rows: given.map(productIn),
      count: given.length,
      nextCursor: null,
    }),
  );
  await drawFeature(<ProductList />, { texts: ['products'] });
  for (const name of heads) {
    await expect.element(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
});
