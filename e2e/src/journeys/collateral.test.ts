import { arrangeLoan } from '@bursar/api/testing/arrange';
import { expect, type Page } from '@playwright/test';
import { test } from '../stack/journey.ts';
import { expectAccessible } from '../steps/axe.ts';
import { expectToast } from '../steps/loans.ts';
import { expectNothingLost } from '../steps/narrow.ts';

async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Returns a figure of the page by its label. */
const figure = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Figures in USD' })
    .first()
    .locator('> *')
    .filter({ hasText: name });

test('a manager pledges a holding, sees the loan cross the margin line, and releases it', async ({
  visit,
  portfolio,
  stack,
}) => {
  // The loan has 1,200.00 USD outstanding.
  const loan = await arrangeLoan(stack.owner, portfolio, { borrowerName: 'Ada Byron' });
  const reference = `L-${String(loan.number).padStart(6, '0')}`;
  const { page, expectComplaint } = await visit(portfolio.manager);
  await page.goto('/crypto');
  await chooseInMenu(page, 'Add asset');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Symbol' }).fill('btc');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bitcoin');
  await dialog.getByRole('button', { name: 'Add asset' }).click();
  await expectToast(page, 'Asset added');

  await page.getByRole('button', { name: 'Pledge', exact: true }).click();
  await dialog.getByRole('button', { name: 'Pledge', exact: true }).click();
  await expect(dialog).toContainText('Enter a quantity.');
  await dialog.getByRole('textbox', { name: 'Loan' }).fill(reference);
  await dialog.getByRole('textbox', { name: 'Quantity' }).fill('0.04');
  await dialog.getByRole('textbox', { name: 'Custody reference' }).fill('Vault 7');
  await dialog.getByRole('button', { name: 'Pledge', exact: true }).click();
  await expectToast(page, 'Pledge booked');
  const row = page.getByRole('row').filter({ hasText: reference });
  await expect(row).toContainText('No usable price');

  // The holding of 0.04 is worth 2,000.00, so the loan-to-value is 60 %.
  await page.getByRole('button', { name: 'Enter price' }).click();
  await dialog.getByRole('textbox', { name: 'Price in USD' }).fill('50000');
  await dialog.getByRole('textbox', { name: 'Time' }).fill('0:00');
  await dialog.getByRole('textbox', { name: 'Source' }).fill('Exchange close');
  await dialog.getByRole('button', { name: 'Enter price' }).click();
  await expectToast(page, 'Price entered');
  await expect(row).toContainText('60.0%');
  await expect(row).toContainText('Within the margin line');
  await expect(figure(page, 'Value of collateral')).toContainText('2,000.00');

  await chooseInMenu(page, 'Margin line');
  await dialog.getByRole('textbox', { name: 'Warning' }).fill('65');
  await dialog.getByRole('textbox', { name: 'Margin call' }).fill('80');
  await dialog.getByRole('button', { name: 'Save margin line' }).click();
  await expectToast(page, 'Margin line saved');
  await expect(figure(page, 'Over the margin line')).toContainText('0');

  // Import a later price, at which the holding of 0.04 is worth 1,600.00. The loan-to-value is then
  // 75 %, which is above the warning level.
  const rows = [
    'symbol,price,time,source',
    'BTC,40000,2026-06-15T06:00Z,Custodian',
    'DOGE,0.2,2026-06-15T06:00Z,Custodian',
  ];
  await chooseInMenu(page, 'Import prices');
  await page.locator('input[type="file"]').setInputFiles({
    name: 'prices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  });
  await expect(dialog).toContainText('1 new, 0 already recorded, 1 rejected.');
  await expect(dialog.getByRole('row').filter({ hasText: 'DOGE' })).toContainText(
    'No asset has this symbol. Add the asset or correct the symbol.',
  );
  await dialog.getByRole('button', { name: 'Import 1 price' }).click();
  await expectToast(page, '1 price imported');
  await expect(row).toContainText('75.0%');
  await expect(row).toContainText('Warning');
  await expect(figure(page, 'Over the margin line')).toContainText('1');
  await page.getByRole('radio', { name: 'Warning 1' }).click();
  await expect(page).toHaveURL(/state=warning/);
  await expect(row).toBeVisible();

  const history = page.getByRole('slider', { name: 'Loan-to-value over time' });
  await history.scrollIntoViewIfNeeded();
  await history.focus();
  await expect(history).toContainText('75.0%');
  // Nothing was pledged the day before; a current figure links back to the current loans.
  await history.press('ArrowLeft');
  await history.press('Enter');
  await expect(page).toHaveURL(/on=\d/);
  await expect(page.getByText('As at the end of')).toBeInViewport();
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Over the margin line' }).click();
  await expect(page).toHaveURL(/state=over$/);
  await expect(row).toBeInViewport();
  await page.getByRole('button', { name: '40,000.00' }).click();
  const entered = page.getByRole('dialog', { name: 'Prices of BTC' });
  await expect(entered.getByRole('row').nth(1)).toContainText('from a file');
  await expect(entered.getByRole('row').nth(2)).toContainText('by hand');
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'collateral over the warning');

  await page.getByRole('button', { name: reference }).click();
  const held = page.getByRole('dialog', { name: `Collateral of ${reference}` });
  await held.getByRole('button', { name: 'Release', exact: true }).click();
  expectComplaint(/status of 409/);
  const release = page.getByRole('dialog', { name: `Release from ${reference}` });
  await release.getByRole('textbox', { name: 'Quantity' }).fill('0.05');
  await release.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(release).toContainText('The quantity is more than is pledged');
  await release.getByRole('textbox', { name: 'Quantity' }).fill('0.04');
  await release.getByRole('button', { name: 'Release', exact: true }).click();
  await expectToast(page, 'Release booked');
  await expect(held).toContainText('No collateral is pledged for this loan.');
  await expect(held.getByRole('row').filter({ hasText: 'Released' })).toContainText('0.04 BTC');
  await expect(held.getByRole('row').filter({ hasText: 'Pledged' })).toContainText('Vault 7');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: reference })).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingLost(page, 'collateral');
});
