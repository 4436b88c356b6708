import { expect } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { expectNotice } from '../steps/loans.ts';

test('a borrower is found in the list, made a company on their page, and leads to the loan', async ({
  visit,
  portfolio,
  stack,
}) => {
  await arrangeLoan(stack.owner, portfolio, { borrowerName: 'Rosa Singh' });
  await arrangeLoan(stack.owner, portfolio, { borrowerName: 'Singh Trading' });
  const { page } = await visit(portfolio.manager);
  await page.goto('/apps/contacts?people=borrowers');
  const list = page.getByRole('grid', { name: 'Borrowers' });
  await expect(list).toContainText('Rosa Singh');
  await page.getByRole('searchbox').last().fill('Trading');
  await expect(list).not.toContainText('Rosa Singh');
  await list.getByRole('link', { name: 'Singh Trading' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Singh Trading' })).toBeVisible();

  await page.getByRole('button', { name: 'Change' }).click();
  const form = page.getByRole('dialog', { name: 'Singh Trading' });
  await form.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Company' }).click();
  await form.getByLabel('Legal name').fill('Singh Trading LLC');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectNotice(page, 'The borrower’s card is saved');
  await expect(page.getByRole('definition').filter({ hasText: 'Singh Trading LLC' })).toBeVisible();

  await page.getByRole('link', { name: 'Borrowers', exact: true }).click();
  // The borrower's own address has the filter too: back is only back once the list is there.
  await expect(list).toBeVisible();
  await expect(page).toHaveURL(/q=Trading/);
  await page.goBack();
  await page.getByRole('table').getByRole('link').click();
  await expect(page).toHaveURL(/loan-details\?id=/);
});

test('a borrower is written down beside who is on record already', async ({
  visit,
  portfolio,
  stack,
}) => {
  await arrangeLoan(stack.owner, portfolio, { borrowerName: 'Rosa Singh' });
  const { page } = await visit(portfolio.manager);
  await page.goto('/apps/contacts?people=borrowers');
  await page.getByRole('button', { name: 'New borrower' }).click();
  const form = page.getByRole('dialog', { name: 'New borrower' });
  await form.getByLabel('Name').fill('Rosa Singh');
  await expect(form.getByText('On record already:')).toBeVisible();
  await expect(form.getByRole('link', { name: 'Rosa Singh' })).toBeVisible();

  await form.getByLabel('Phone').fill('+971 50 111 2233');
  await form.getByRole('button', { name: 'Add borrower' }).click();
  await expectNotice(page, 'Rosa Singh added');
  await expect(page.getByRole('heading', { level: 1, name: 'Rosa Singh' })).toBeVisible();
});
