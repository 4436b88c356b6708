import type { QuotePayoff } from '@bursar/contracts/servicing/payments';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { PayoffDrawer } from './PayoffDrawer.tsx';

const loanOf = (id: string, businessDate: string) => ({
  id,
  reference: id,
  businessDate,
  disbursedOn: '2026-01-01',
  lastPaymentOn: null,
  rescheduledOn: null,
  charges: [],
  borrower: { language: null },
});

/**
 * Buttons that open the same drawer for one loan, for another loan, and for the first loan a day
 * later.
 */
function Loans() {
  const [shown, setShown] = useState(loanOf('first', '2026-03-01'));
  const [opened, setOpened] = useState(false);
  const open = (loan: typeof shown) => {
    setShown(loan);
    setOpened(true);
  };
  return (
    <>
      <Button onClick={() => open(loanOf('first', '2026-03-01'))}>First</Button>
      <Button onClick={() => open(loanOf('second', '2026-03-01'))}>Second</Button>
      <Button onClick={() => open(loanOf('first', '2026-03-02'))}>Tomorrow</Button>
      <PayoffDrawer loan={shown} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

const day = page.getByRole('textbox', { name: 'Payoff date' });
const open = (name: string) => page.getByRole('button', { name, exact: true }).click();

async function close() {
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
}

it('the payoff starts at the business date for each loan and each day', async () => {
  answerApi(
    answers<QuotePayoff>('GET /api/loans/:loanId/payoff-quote', {
      currency: 'USD',
      on: '2026-03-20',
      principalMinor: 100_000,
      interestDueMinor: 0,
      interestAccruedMinor: 500,
      feeMinor: 0,
      penaltyMinor: 0,
      paidAheadMinor: 0,
      totalMinor: 100_500,
      scheduledMinor: 110_000,
    }),
  );
  await drawFeature(<Loans />, { texts: ['payoff'] });
  await open('First');
  await day.fill('20/3/2026');
  await userEvent.keyboard('{Tab}');
  await expect.element(day).toHaveValue('20\u00a0Mar\u00a02026');
  await close();
  await open('Second');
  await expect.element(day).toHaveValue('1\u00a0Mar\u00a02026');
  await close();
  await open('Tomorrow');
  await expect.element(day).toHaveValue('2\u00a0Mar\u00a02026');
});

it('offers no day before the last reschedule, as the server refuses it', async () => {
  const loan = {
    ...loanOf('first', '2026-03-20'),
    lastPaymentOn: '2026-02-01',
    rescheduledOn: '2026-03-10',
    charges: [{ countsOn: '2026-02-15' }],
  };
  await drawFeature(<PayoffDrawer loan={loan} opened onClose={() => undefined} />, {
    texts: ['payoff'],
  });
  await page.getByRole('button', { name: 'Open the calendar' }).click();
  const dayButton = (name: string) => page.getByRole('button', { name, exact: true });
  await expect.element(dayButton('10 March 2026')).toBeEnabled();
  await expect.element(dayButton('9 March 2026')).toBeDisabled();
});
