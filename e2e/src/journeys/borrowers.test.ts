import { expect } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { expectAccessible } from '../steps/axe.ts';
import { expectToast } from '../steps/loans.ts';

test('a borrower is found in the list, changed to a company on their page, and linked to the loan', async ({
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
  await expectToast(page, 'Borrower saved');
  await expect(page.getByRole('definition').filter({ hasText: 'Singh Trading LLC' })).toBeVisible();

  await page.getByRole('link', { name: 'Borrowers', exact: true }).click();
  // The borrower's page has the filter in its address too, so wait until the list is shown.
  await expect(list).toBeVisible();
  await expect(page).toHaveURL(/q=Trading/);
  await page.goBack();
  await page.getByRole('table').getByRole('link').click();
  await expect(page).toHaveURL(/loan-details\?id=/);
});

test('a borrower is added after similar ones were shown', async ({ visit, portfolio, stack }) => {
  await arrangeLoan(stack.owner, portfolio, { borrowerName: 'Rosa Singh' });
  const { page } = await visit(portfolio.manager);
  await page.goto('/apps/contacts?people=borrowers');
  await page.getByRole('button', { name: 'Add borrower' }).click();
  const form = page.getByRole('dialog', { name: 'New borrower' });
  await form.getByLabel('Name').fill('Rosa Singh');
  await expect(form.getByText('Already on record:')).toBeVisible();
  await expect(form.getByRole('link', { name: 'Rosa Singh' })).toBeVisible();

  await form.getByLabel('Phone').fill('+971 50 111 2233');
  await form.getByRole('button', { name: 'Add borrower' }).click();
  await expectToast(page, 'Rosa Singh added');
  await expect(page.getByRole('heading', { level: 1, name: 'Rosa Singh' })).toBeVisible();
});

test('an identity document is added, verified and ended, and its number stays hidden from others', async ({
  visit,
  portfolio,
  stack,
}) => {
  await arrangeLoan(stack.owner, portfolio, { borrowerName: 'Rosa Singh' });
  await arrangeLoan(stack.owner, portfolio, { borrowerName: 'Omar Haddad' });
  const { page, expectComplaint } = await visit(portfolio.manager);
  const open = async (name: string) => {
    await page.goto('/apps/contacts?people=borrowers');
    await page.getByRole('grid', { name: 'Borrowers' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  };
  const form = page.getByRole('dialog', { name: 'Add an identity document' });
  const add = async (number: string) => {
    await page.getByRole('button', { name: 'Add document' }).click();
    await form.getByLabel('Number').fill(number);
    await form.getByRole('combobox', { name: 'Issuing country' }).fill('India');
    await page.getByRole('option', { name: 'India', exact: true }).click();
    await form.getByLabel('Expires on').fill('1 Jan 2020');
    await form.getByRole('button', { name: 'Add document' }).click();
  };
  await open('Rosa Singh');
  await add('p-123 4567');
  await expectToast(page, 'Document added');
  const documents = page.getByRole('list', { name: 'Identity documents' });
  await expect(documents).toContainText('P1234567 · India');
  await expectAccessible(page, 'a borrower with an identity document');
  await expect(documents).toContainText('Expired');
  await documents.getByRole('button', { name: 'Verify Passport P1234567' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click();
  await expect(documents).toContainText('Verified by');

  await open('Omar Haddad');
  expectComplaint(/status of 409.*identity-documents/);
  await add('P1234567');
  await expect(form.getByText('Another borrower already has this value.').first()).toBeVisible();
  await expect(form.getByRole('link', { name: 'Rosa Singh' })).toBeVisible();

  await open('Rosa Singh');
  await documents.getByRole('button', { name: 'End Passport P1234567' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.getByText('No identity documents are on record.')).toBeVisible();
  await page.getByText('1 ended document').click();
  await expect(page.getByText('Replaced by a newer one')).toBeVisible();
  await expect(page.getByText('Passport \u2068••••4567\u2069 ended')).toBeVisible();
});

test('a file of borrowers is checked, corrected and imported once', async ({
  visit,
  portfolio,
  stack,
}) => {
  await arrangeLoan(stack.owner, portfolio, { borrowerName: 'Omar Haddad' });
  const [known] = await stack.owner<{ externalId: string }[]>`
    select external_id from borrowers where portfolio_id = ${portfolio.id}`;
  const { page } = await visit(portfolio.manager);
  await page.goto('/apps/contacts?people=borrowers');
  const open = async () => {
    await page.getByRole('button', { name: 'Import borrowers' }).click();
  };
  const choose = (...rows: string[]) =>
    page
      .getByRole('dialog')
      .locator('input[type="file"]')
      .setInputFiles({
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['borrower_id,borrower_name,borrower_kind,email', ...rows].join('\n')),
      });
  const rosa = 'C-1,Rosa Singh,person,rosa@example.com';
  const omar = `${known?.externalId},Omar H,person,`;
  const drawer = page.getByRole('dialog', { name: 'people.csv' });
  await open();
  await choose(rosa, 'C-2,Trading,firm,', 'C-3,,person,', omar);
  await expect(
    drawer.getByText('Choose what the columns and words above mean, and check the file again.'),
  ).toBeVisible();
  await drawer.getByRole('combobox', { name: /Meaning of .*firm/ }).click();
  await drawer.getByRole('option', { name: 'Company' }).click();
  await drawer.getByRole('button', { name: 'Check again' }).click();
  await expect(drawer.getByRole('region', { name: 'Findings' })).toContainText('The cell is empty');
  await expect(drawer.getByText('Fix the rows with errors to import this file.')).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Omar Haddad' })).toBeVisible();
  await expectAccessible(page, 'a file of borrowers with an error');

  await drawer.getByRole('button', { name: 'Choose another file' }).click();
  await choose(rosa, 'C-2,Trading,company,', omar);
  await drawer.getByRole('button', { name: 'Import 2 borrowers' }).click();
  await expectToast(page, '2 borrowers imported');
  const list = page.getByRole('grid', { name: 'Borrowers' });
  await expect(list).toContainText('Rosa Singh');
  await expect(list).toContainText('Omar Haddad');

  await open();
  await choose(rosa);
  await expect(drawer.getByText('This file has no new borrowers.')).toBeVisible();
});
