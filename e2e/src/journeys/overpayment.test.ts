import { arrangeApprovalRule, arrangeLoan } from '@bursar/api/testing/arrange';
import { expect } from '@playwright/test';
import { test } from '../stack/journey.ts';
import { expectToast } from '../steps/loans.ts';
import { openPayment, post } from '../steps/payments.ts';

test('a loan is paid, then overpaid for a shorter term, and the agreed schedule is restored', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  const loan = await arrangeLoan(stack.owner, portfolio, { teamId: team.id, agentId: null });
  await arrangeApprovalRule(stack.owner, portfolio, { kind: 'reverse-payment', required: false });
  const { page } = await visit(portfolio.manager);
  await page.goto(`/loan-details?id=${loan.id}&tab=payments`);

  const first = await openPayment(page);
  await first.getByRole('textbox', { name: 'Amount' }).fill('50.00');
  await expect(first.getByRole('group', { name: 'Overpayment' })).toBeHidden();
  await post(first);

  const second = await openPayment(page);
  await second.getByRole('textbox', { name: 'Amount' }).fill('1000.00');
  const choice = second.getByRole('group', { name: 'Overpayment' });

  await expect(second.getByText('Instalments left')).toBeVisible();
  await choice.getByRole('radio', { name: 'Shorter term' }).check();
  await expect(second).toContainText(/Saves .+ in interest/);
  await post(second);
  await expect(page.getByRole('row').filter({ hasText: 'Shorter term' })).toBeVisible();

  await page.getByRole('tab', { name: 'Schedule' }).click();
  await expect(page.getByRole('combobox', { name: 'Version' })).toHaveValue(/2/);
  await page.getByRole('tab', { name: 'Payments' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: 'Shorter term' })
    .getByRole('button', { name: 'Actions for this payment' })
    .click();
  await page.getByRole('menuitem', { name: 'Reverse…' }).click();
  const reversal = page.getByRole('dialog', { name: /^Reverse the payment/ });
  await reversal.getByRole('textbox', { name: 'Reason' }).fill('The cheque bounced');
  await reversal.getByRole('button', { name: 'Reverse payment' }).click();
  await expectToast(page, /reversed/);
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await expect(page.getByRole('combobox', { name: 'Version' })).toHaveValue(/3/);
});
