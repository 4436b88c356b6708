import { expect } from '@playwright/test';
import { test } from '../stack/journey.ts';

test('a manager creates a loan product, gives it new terms and archives it', async ({
  visit,
  portfolio,
}) => {
  const { page } = await visit(portfolio.manager);
  await page.goto('/products');
  await page.getByRole('link', { name: 'Create loan product' }).click();

  const create = page.getByRole('button', { name: 'Create product' });
  await create.click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Car loan');
  const limits = page.getByRole('region', { name: 'Limits' });
  await limits.getByRole('textbox', { name: 'Minimum amount' }).fill('20000');
  await limits.getByRole('textbox', { name: 'Maximum amount' }).fill('10000');
  await expect(
    page.getByText(/^The highest value is below the lowest value/).first(),
  ).toBeVisible();
  await page.getByRole('textbox', { name: 'Minimum amount' }).fill('1000');
  const cost = page.getByRole('region', { name: 'Loan cost' });
  await expect(cost).toContainText('470.73');
  await expect(cost).toContainText('24 instalments until');
  await create.click();

  await expect(page.getByRole('heading', { name: 'Car loan' })).toBeVisible();
  await page.getByRole('button', { name: 'Add terms' }).click();
  await page.getByRole('textbox', { name: 'Usual instalments' }).fill('12');
  await expect(cost).toContainText('888.49');
  await page.getByRole('combobox', { name: 'Round to', exact: true }).click();
  await page.getByRole('option', { name: '5.00' }).first().click();
  await expect(cost).toContainText('890.00');
  await page.getByRole('combobox', { name: 'Allocation order' }).click();
  await page.getByRole('option', { name: 'Another order…' }).click();
  await page.getByRole('combobox', { name: 'First' }).click();
  await page.getByRole('option', { name: 'Interest' }).click();
  await expect(page.getByRole('combobox', { name: 'Third' })).toHaveValue('Penalties');
  await page.getByRole('button', { name: 'Save new terms' }).click();
  await expect(page.getByText('12 (6 to 60)')).toBeVisible();
  await expect(page.getByText('Interest, fees, penalties, principal')).toBeVisible();
  await expect(page.getByText(/^Half to even, to 5\.00/)).toBeVisible();

  await page.getByRole('combobox', { name: 'Version' }).click();
  await page.getByRole('option', { name: /^Version 1, from/ }).click();
  await expect(page.getByText('24 (6 to 60)')).toBeVisible();
  await expect(page).toHaveURL(/version=1/);

  await page.getByRole('button', { name: 'Penalty…' }).click();
  const penalty = page.getByRole('dialog', { name: 'Late penalty' });
  await penalty.getByRole('combobox', { name: 'Penalty when overdue' }).click();
  await page.getByRole('option', { name: 'An annual rate' }).click();
  await penalty.getByRole('button', { name: 'Save new terms' }).click();
  await expect(penalty).toContainText('Enter a rate above 0');
  await penalty.getByRole('textbox', { name: 'Per cent per year' }).fill('18');
  await penalty.getByRole('textbox', { name: 'Grace days' }).fill('5');
  await penalty.getByRole('button', { name: 'Save new terms' }).click();
  await expect(page).not.toHaveURL(/version=/);
  await expect(page.getByText('18.00% a year, after 5 days')).toBeVisible();

  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.locator('#page').getByRole('button', { name: 'Restore' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add terms' })).toBeHidden();
});

test('a manager sets days off from the link in the product form', async ({ visit, portfolio }) => {
  const { page } = await visit(portfolio.manager);
  await page.goto('/products/create');
  await page.getByRole('link', { name: 'Set office days off' }).click();
  const days = page.getByRole('region', { name: 'Days off' });
  await expect(days.getByRole('checkbox', { name: 'Saturday' })).toBeChecked();
  await days.getByRole('checkbox', { name: 'Friday' }).check();
  await days.getByRole('checkbox', { name: 'Sunday' }).uncheck();
  await days.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Days off saved')).toBeVisible();

  const add = days.getByRole('button', { name: 'Add holiday' });
  await add.click();
  await expect(days.getByText('Enter a day.')).toBeVisible();
  await days.getByRole('textbox', { name: 'Day' }).fill('2031-12-25');
  await days.getByRole('textbox', { name: 'Name' }).fill('Christmas Day');
  await add.click();
  const holidays = days.getByRole('list', { name: 'Holidays' });
  await expect(holidays).toContainText('25 Dec 2031');
  await expect(days.getByRole('textbox', { name: 'Name' })).toHaveValue('');

  await page.reload();
  await expect(days.getByRole('checkbox', { name: 'Friday' })).toBeChecked();
  await expect(days.getByRole('checkbox', { name: 'Sunday' })).not.toBeChecked();
  await days.getByRole('button', { name: 'Remove Christmas Day' }).click();
  await expect(days.getByText('No holidays')).toBeVisible();
});

test('typed terms stay when a colleague saves new ones first', async ({ visit, portfolio }) => {
  const { page, context, expectComplaint } = await visit(portfolio.manager);
  expectComplaint(/status of 409/);
  await page.goto('/products/create');
  await page.getByRole('textbox', { name: 'Name' }).fill('Van loan');
  await page.getByRole('textbox', { name: 'Minimum amount' }).fill('1000');
  await page.getByRole('textbox', { name: 'Maximum amount' }).fill('10000');
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByRole('heading', { name: 'Van loan' })).toBeVisible();
  await page.getByRole('button', { name: 'Add terms' }).click();
  await page.getByRole('textbox', { name: 'Usual annual rate' }).fill('14');

  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('textbox', { name: 'Usual instalments' }).fill('36');
  await other.getByRole('button', { name: 'Save new terms' }).click();
  await expect(other.getByText('36 (6 to 60)')).toBeVisible();

  await page.getByRole('button', { name: 'Save new terms' }).click();
  await page.getByRole('button', { name: 'Load latest version' }).click();
  await expect(page.getByRole('textbox', { name: 'Usual instalments' })).toHaveValue('36');
  await expect(page.getByRole('textbox', { name: 'Usual annual rate' })).toHaveValue('14.00');
  await page.getByRole('button', { name: 'Save new terms' }).click();
  await expect(page.getByText('36 (6 to 60)')).toBeVisible();
  await expect(page.getByText('14.00% (6.00% to 24.00%)')).toBeVisible();
});
