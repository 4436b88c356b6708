import { arrangeApprovalRule, arrangeLoan } from '@bursar/api/testing/arrange';
import { expect } from '@playwright/test';
import { test } from '../stack/journey.ts';
import { holdAnswers } from '../steps/hold-back.ts';
import { expectToast } from '../steps/loans.ts';

test('a loan is charged, the charge is waived in part, and the payoff closes the loan', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  const loan = await arrangeLoan(stack.owner, portfolio, { teamId: team.id, agentId: null });
  await arrangeApprovalRule(stack.owner, portfolio, { kind: 'waive-charge', required: false });
  const { page } = await visit(portfolio.manager);
  await page.goto(`/loan-details?id=${loan.id}&tab=charges`);

  await page.getByRole('button', { name: 'Add charge' }).click();
  const charge = page.getByRole('dialog', { name: /^Add a charge to L-/ });
  await charge.getByRole('textbox', { name: 'Amount' }).fill('25.00');
  await charge.getByRole('textbox', { name: 'Reason' }).fill('Second reminder sent');
  await expect(charge).toContainText('Remaining by schedule');
  await charge.getByRole('button', { name: 'Add charge' }).click();
  await expectToast(page, /Charge added to L-/);

  await page.getByRole('button', { name: 'Waive charge' }).click();
  const waiver = page.getByRole('dialog', { name: /^Waive a charge on L-/ });
  await waiver.getByRole('textbox', { name: 'Amount waived' }).fill('10.00');
  await waiver.getByRole('textbox', { name: 'Reason' }).fill('Goodwill');
  await waiver.getByRole('button', { name: 'Waive charge' }).click();
  await expectToast(page, /Charge waived on L-/);
  await expect(page.getByRole('row').filter({ hasText: 'Second reminder sent' })).toContainText(
    '15.00',
  );

  await page.getByRole('link', { name: /by schedule$/ }).click();
  const quote = page.getByRole('dialog', { name: /^Payoff of L-/ });
  await expect(quote.getByRole('row', { name: /^Fees/ })).toContainText('15.00');
  await expect(quote.getByRole('row', { name: /^Payoff/ })).toBeVisible();
  await quote.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Post payment' }).click();
  const payment = page.getByRole('dialog', { name: /^Post payment on L-/ });
  await payment.getByRole('button', { name: /^Payoff/ }).click();
  await expect(payment).toContainText('closes the loan');
  // Hold the form's answer, so that the live update about the closed loan arrives first.
  const answer = await holdAnswers(page, /\/payments$/);
  await payment.getByRole('button', { name: 'Post payment' }).click();
  await expect(page.getByText('Closed', { exact: true }).first()).toBeVisible();
  await expect(payment).toContainText('closes the loan');
  await expect(payment.getByRole('group', { name: 'Overpayment' })).toBeHidden();
  answer.release();
  await expectToast(page, /now fully paid/);
  await expect(page.getByText('Closed', { exact: true }).first()).toBeVisible();
});
