import { useEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BorrowerLoan, ListBorrowerLoans } from '@bursar/contracts/collections/work-queue';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { PostPaymentDrawer } from './PostPaymentDrawer.tsx';
import { payableLoan } from './testing/payable-loan.ts';
import type { PaidLoan } from './use-payment-draft.ts';

const loanOf = (name: string): PaidLoan & { readonly daysPastDue: number } => ({
  ...payableLoan,
  id: name,
  reference: name,
  borrower: { language: null },
  nextDueMinor: 11_000,
  arrearsMinor: 11_000,
  payoffMinor: 21_500,
  daysPastDue: 51,
});

/** Two loans of a queue with the same drawer. */
function Queue() {
  const [shown, setShown] = useState('first');
  const [opened, setOpened] = useState(false);
  const open = (name: string) => {
    setShown(name);
    setOpened(true);
  };
  return (
    <>
      <Button onClick={() => open('first')}>Pay first</Button>
      <Button onClick={() => open('second')}>Pay second</Button>
      <PostPaymentDrawer loan={loanOf(shown)} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

const open = (name: string) => page.getByRole('button', { name: `Pay ${name}` }).click();
const amount = () => page.getByRole('textbox', { name: 'Amount' });
const post = () => page.getByRole('button', { name: 'Post payment' }).click();

async function close() {
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
}

it('a payment after one without an answer is posted on its own loan', async () => {
  const realFetch = window.fetch.bind(window);
  const paths: string[] = [];
  const spy = vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const { pathname } = new URL(address instanceof Request ? address.url : address, location.href);
    if (!pathname.startsWith('/api/')) return realFetch(address, init);
    if (init?.method === 'POST') paths.push(pathname);
    throw new TypeError('Failed to fetch');
  });
  await drawFeature(<Queue />, { texts: ['payments', 'loans', 'app'] });
  await open('second');
  await amount().fill('20');
  await close();
  await open('first');
  await amount().fill('10');
  await post();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  await close();
  await open('second');
  await expect.element(amount()).toHaveValue('20.00');
  await post();
  await expect
    .poll(() => paths)
    .toEqual(['/api/loans/first/payments', '/api/loans/second/payments']);
  spy.mockRestore();
});

/**
 * The drawer stays open while the page changes to another loan, as with the browser's Back button.
 */
function PageOfLoans() {
  const [shown, setShown] = useState('first');
  useEffect(() => {
    const show = () => setShown('second');
    addEventListener('second-loan', show);
    return () => removeEventListener('second-loan', show);
  }, []);
  return <PostPaymentDrawer loan={loanOf(shown)} opened onClose={() => undefined} />;
}

const other: BorrowerLoan = {
  loanId: '01981111-0000-7000-8000-000000000008',
  reference: 'L-000008',
  currency: 'USD',
  outstandingMinor: 900_00,
  dueMinor: 80_00,
  remainingMinor: 900_00,
  daysPastDue: 40,
  bucket: '31-60',
  state: 'queue',
  promise: null,
  tryAgainAt: null,
  agent: 'Otto Rao',
};
const inEuros: BorrowerLoan = {
  ...other,
  loanId: '01981111-0000-7000-8000-000000000009',
  reference: 'L-000009',
  currency: 'EUR',
};
const borrowerLoans = (...loans: readonly BorrowerLoan[]) =>
  answers<ListBorrowerLoans>('GET /api/loans/:loanId/borrower-loans', {
    count: loans.length,
    loans: [...loans],
  });

it('a payment split over several loans does not go on with the next loan', async () => {
  answerApi(borrowerLoans(other));
  await drawFeature(<PageOfLoans />, { texts: ['payments', 'loans', 'app', 'work-queue'] });
  await page.getByRole('button', { name: /^Split/ }).click();
  await expect.element(page.getByRole('textbox', { name: 'L-000008' })).toBeVisible();
  dispatchEvent(new Event('second-loan'));
  await expect.element(page.getByRole('dialog', { name: /second/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Post payment' })).toBeVisible();
  expect(page.getByRole('textbox', { name: 'L-000008' }).elements()).toEqual([]);
});

it('a payment is split over the loans in its currency only', async () => {
  answerApi(borrowerLoans(other, inEuros));
  await drawFeature(<PageOfLoans />, { texts: ['payments', 'loans', 'app', 'work-queue'] });
  await page.getByRole('button', { name: 'Split over this and 1 other loan…' }).click();
  await expect.element(page.getByRole('textbox', { name: 'L-000008' })).toBeVisible();
  expect(page.getByRole('textbox', { name: 'L-000009' }).elements()).toEqual([]);
});
