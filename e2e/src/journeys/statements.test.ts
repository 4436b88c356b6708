import { arrangeLoan } from '@bursar/api/testing/arrange';
import { expect } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { test } from '../stack/journey.ts';
import { openPaymentMenu } from '../steps/approvals.ts';
import { openPayment, post } from '../steps/payments.ts';

test('a receipt, a payoff quote and a statement in Arabic are saved as PDF', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  const loan = await arrangeLoan(stack.owner, portfolio, { teamId: team.id, agentId: null });
  const { page } = await visit(portfolio.manager);
  await page.goto(`/loan-details?id=${loan.id}&tab=payments`);

  /** Expects that the browser downloads a PDF after the action; returns its file name. */
  const saved = async (act: () => Promise<void>) => {
    const download = page.waitForEvent('download');
    await act();
    const file = await download;
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    return file.suggestedFilename();
  };

  const payment = await openPayment(page);
  await payment.getByRole('textbox', { name: 'Amount' }).fill('106.62');
  await post(payment);
  const receipt = page.getByRole('button', { name: 'Receipt', exact: true });
  expect(await saved(() => receipt.click())).toMatch(/^receipt-L-\d+-2026-06-15\.pdf$/);
  await openPaymentMenu(page);
  const again = page.getByRole('menuitem', { name: 'Save receipt' });
  expect(await saved(() => again.click())).toMatch(/^receipt-/);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Statement…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'العربية' }).click();
  const statement = dialog.getByRole('button', { name: 'Save statement' });
  expect(await saved(() => statement.click())).toMatch(/^statement-L-\d+-2026-03-15-2026-06-15/);
  await expect(dialog).toBeHidden();
});
