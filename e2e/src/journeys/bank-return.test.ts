import { arrangeLoan } from '@bursar/api/testing/arrange';
import { expect } from '@playwright/test';
import { test } from '../stack/journey.ts';
import { expectAccessible } from '../steps/axe.ts';
import { expectNothingLost } from '../steps/narrow.ts';

test('an exact line posts itself by the rule, and its confirmed return waits for approval', async ({
  visit,
  portfolio,
  stack,
}) => {
  const loan = await arrangeLoan(stack.owner, portfolio, { borrowerName: 'Ada Byron' });
  const reference = `L-${String(loan.number).padStart(6, '0')}`;
  const { page } = await visit(portfolio.manager);
  await page.goto('/bank-files');
  const rule = page.getByRole('switch', {
    name: 'Post lines with an exact reference and amount automatically',
  });
  // The input of the UI kit's switch has no size; a user clicks its track.
  await rule.focus();
  await page.keyboard.press('Space');
  await expect(rule).toBeChecked();
  await expect(page.getByText(/^Changed by/)).toBeVisible();
  await expectAccessible(page, 'the posting rule');

  const csv = [
    'Date,Amount,Name,Reference',
    `2026-06-02,106.62,Ada Byron,Loan ${reference}`,
    `2026-06-05,-111.62,Ada Byron,Returned direct debit AM04 ${reference}`,
    '',
  ].join('\n');
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'June.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(page.getByRole('heading', { name: 'June.csv' })).toBeVisible();
  await expect(page.getByText(/1 line posted by your rule/)).toBeVisible();
  const back = page.getByRole('row').filter({ hasText: 'Returned direct debit' });
  await expect(back).toContainText('Possible return of the payment of');
  await expect(back).toContainText('plus a fee of 5.00');

  await back.getByRole('button', { name: 'Confirm return' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm a return' });
  await expect(dialog.getByRole('radio', { name: /Payment of 106.62/ })).toBeChecked();
  await expect(dialog.getByText(/more than the payment/)).toBeVisible();
  await expectAccessible(page, 'confirming a return');
  await dialog.getByRole('button', { name: 'Reverse payment' }).click();
  await expect(back).toContainText('waits for approval');
  await expectAccessible(page, 'a bank file with a return');
  await expectNothingLost(page, 'a bank file with a return');
});
