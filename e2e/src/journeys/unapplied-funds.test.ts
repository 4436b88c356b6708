import { arrangeLoan } from '@bursar/api/testing/arrange';
import { expect } from '@playwright/test';
import { test } from '../stack/journey.ts';
import { openRequest } from '../steps/approvals.ts';
import { expectToast } from '../steps/loans.ts';
import { openPayment, post } from '../steps/payments.ts';

test('an overpayment becomes a credit balance, pays an instalment, and the rest is refunded with approval', async ({
  visit,
  portfolio,
  admin,
  stack,
}) => {
  const { team } = portfolio;
  const loan = await arrangeLoan(stack.owner, portfolio, { teamId: team.id, agentId: null });
  const { page } = await visit(portfolio.manager);
  await page.goto(`/loan-details?id=${loan.id}&tab=payments`);

  const first = await openPayment(page);
  await first.getByRole('textbox', { name: 'Amount' }).fill('406.62');
  const choice = first.getByRole('group', { name: 'Overpayment' });
  await choice.getByRole('radio', { name: /credit/i }).check();
  await post(first);
  const credit = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Credit balance' }) });
  await expect(credit).toContainText(/credit balance of .*\d\sUSD/);

  const used = await openPayment(page);
  await used.getByRole('combobox', { name: 'Method' }).click();
  await page.getByRole('option', { name: /^Credit, / }).click();
  await used.getByRole('textbox', { name: 'Amount' }).fill('9999');
  await used.getByRole('button', { name: 'Post payment' }).click();
  await expect(used).toContainText('Enter that amount or less');
  await used.getByRole('textbox', { name: 'Amount' }).fill('100.00');
  await post(used);
  await expect(page.getByRole('row').filter({ hasText: 'Credit' }).first()).toBeVisible();

  await credit.getByRole('button', { name: 'Refund…' }).click();
  const refund = page.getByRole('dialog', { name: /^Refund credit on L-/ });
  await refund.getByRole('textbox', { name: 'Amount' }).fill('50.00');
  await refund.getByRole('textbox', { name: 'Reason' }).fill('Paid twice by mistake');
  await refund.getByRole('button', { name: 'Ask for approval' }).click();
  await expectToast(page, /Sent for approval: L-/);
  await expect(credit.getByRole('link', { name: 'A refund waits for approval' })).toBeVisible();

  const { page: office } = await visit(admin);
  await office.goto('/approvals');
  const request = await openRequest(office, 'manager', 'Refund of a credit balance');
  await expect(request).toContainText('Paid twice by mistake');
  await expect(request).toContainText('Credit balance');
  await request.getByRole('button', { name: 'Approve' }).click();
  await expectToast(office, 'Request approved');

  await expect(credit.getByRole('row').filter({ hasText: 'Paid twice by mistake' })).toBeVisible();
});
