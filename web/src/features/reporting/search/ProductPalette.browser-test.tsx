import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Search } from '@bursar/contracts/reporting/search';
import type { Role } from '@bursar/contracts/roles';
import { useLocation } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { ProductPalette } from './ProductPalette.tsx';

const foundLoan = (name: string): AnswerOf<Search> => ({
  loans: [
    {
      id: `id-of-${name}`,
      reference: 'L-000007',
      externalId: null,
      status: 'active',
      borrower: { id: `borrower-${name}`, name },
      daysPastDue: 0,
      dueMinor: 0,
      outstandingMinor: 100,
      currency: 'USD',
    },
  ],
  similarLoans: [],
  borrowers: [],
  applications: [],
  invoices: [],
  payments: [],
  loansDue: [],
  agents: [],
});

/** Holds the answer to each search until the test calls the function in the returned map. */
function answerSearches(): Map<string, () => void> {
  const waiting = new Map<string, () => void>();
  const realFetch = window.fetch.bind(window);
  const stub: typeof fetch = (address, init) => {
    const url = new URL(address instanceof Request ? address.url : address, location.href);
    if (url.pathname !== '/api/search') return realFetch(address, init);
    const q = url.searchParams.get('q') ?? '';
    return new Promise((resolve) => {
      waiting.set(q, () => resolve(Response.json(foundLoan(q))));
    });
  };
  const spy = vi.spyOn(window, 'fetch').mockImplementation(stub);
  onTestFinished(() => spy.mockRestore());
  return waiting;
}

const reader: Role = 'user';

function Palette() {
  const { pathname, search } = useLocation();
  return (
    <>
      <ProductPalette role={reader} actions={[]} pages={[]} onClose={() => undefined} />
      <output aria-label="Address">{pathname + search}</output>
    </>
  );
}

it('Enter opens the first result for the text of now, not one of the search before', async () => {
  const waiting = answerSearches();
  await drawFeature(<Palette />, { texts: ['search', 'loans', 'applications'] });
  const box = page.getByRole('combobox');
  await box.fill('Byron');
  await expect.poll(() => waiting.has('Byron')).toBe(true);
  waiting.get('Byron')?.();
  await expect.element(page.getByRole('option', { name: 'Byron' }).first()).toBeVisible();
  await box.fill('Lovelace');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => waiting.has('Lovelace')).toBe(true);
  const address = page.getByLabelText('Address');
  await expect.element(address).toHaveTextContent(/^\/$/);
  waiting.get('Lovelace')?.();
  await expect.element(address).toHaveTextContent('/loan-details?id=id-of-Lovelace');
});

it('a text that is too short to search has no results of a longer one', async () => {
  const waiting = answerSearches();
  await drawFeature(<Palette />, { texts: ['search', 'loans', 'applications'] });
  const box = page.getByRole('combobox');
  await box.fill('Byron');
  await expect.poll(() => waiting.has('Byron')).toBe(true);
  waiting.get('Byron')?.();
  await expect.element(page.getByRole('option', { name: 'Byron' }).first()).toBeVisible();
  await box.fill('B');
  await expect.poll(() => page.getByRole('option').elements()).toEqual([]);
});
