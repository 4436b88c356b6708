import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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
