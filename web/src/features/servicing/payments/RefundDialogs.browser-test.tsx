import type { RefundUnappliedFunds } from '@bursar/contracts/servicing/unapplied-funds';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, refuses } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { RefundDialog } from './RefundDialogs.tsx';

const loan = { id: '0198-loan', reference: 'L-000007', currency: 'USD' };

async function drawDialog() {
  const onClose = vi.fn<() => void>();
  await drawFeature(
    <RefundDialog loan={loan} creditMinor={12_500} opened isAsked={false} onClose={onClose} />,
    { texts: ['payments'] },
  );
  return onClose;
}

const amount = () => page.getByRole('textbox', { name: 'Amount' });
const refund = () => page.getByRole('button', { name: 'Refund credit' });

it('the refund dialog proposes the whole credit balance, and shows what a part leaves', async () => {
  answerApi();
  await drawDialog();
  await expect.element(page.getByText('Credit balance afterwards: 0.00 USD')).toBeVisible();
  await amount().fill('100.50');
  await expect.element(page.getByText('Credit balance afterwards: 24.50 USD')).toBeVisible();
});

it('the refund dialog sends no more than the credit balance', async () => {
  const sent = answerApi();
  await drawDialog();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Overpaid');
  await amount().fill('125.01');
  await refund().click();
  await expect.element(amount()).toHaveAttribute('aria-invalid', 'true');
  await amount().fill('0');
  await refund().click();
  await expect.element(amount()).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual([]);
});

it('the refund dialog repeats its id after a refusal, so that a retry cannot refund twice', async () => {
  const sent = answerApi(
    refuses<RefundUnappliedFunds>(
      'POST /api/loans/:loanId/credit-refunds',
      'amount_exceeds_credit',
      {
        credit: '100.00',
      },
    ),
  );
  const onClose = await drawDialog();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Overpaid');
  await refund().click();
  await expect.poll(() => sent.length).toBe(1);
  await refund().click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(sent[0]?.body).toMatchObject({ amountMinor: 12_500, currency: 'USD', reason: 'Overpaid' });
  expect(onClose).not.toHaveBeenCalled();
});
