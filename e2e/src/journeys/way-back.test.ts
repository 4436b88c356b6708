import { expect, type Page } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';

const LOANS = 130;

test('Back and a breadcrumb restore a list with its rows, filters and scroll position', async ({
  visit,
  portfolio,
  stack,
}) => {
  for (let made = 0; made < LOANS; made += 1) await arrangeLoan(stack.owner, portfolio);
  const { page } = await visit(portfolio.manager);
  const question = '/loan?bucket=current%2C1-30%2C31-60&rows=compact';
  await page.goto(question);
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('row').nth(5)).toBeVisible();
  // The second page of rows loads while scrolling; the list is too short for this position without
  // it.
  await expect(async () => {
    await scrollGrid(page, 32 * 78);
    await expect(grid.getByText('L-000090')).toBeVisible({ timeout: 500 });
  }).toPass();
  const place = await scrollGrid(page, 32 * 78);
  await grid.getByRole('link', { name: 'L-000085' }).click();
  await expect(page.getByRole('heading', { name: 'L-000085' })).toBeVisible();

  await page.goBack();
  await expect(grid.getByRole('link', { name: 'L-000085' })).toBeInViewport();
  await expect.poll(() => placeOf(page)).toBe(place);

  await grid.getByRole('link', { name: 'L-000086' }).click();
  await page.getByRole('tab', { name: 'Payments' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Unassigned loans' }).click();
  await expect(page).toHaveURL(new RegExp(escaped(question)));
  await expect(grid.getByRole('link', { name: 'L-000086' })).toBeInViewport();
  await expect.poll(() => placeOf(page)).toBe(place);
});

test("on a phone a list is restored with the page's scroll position", async ({
  visit,
  portfolio,
  stack,
}) => {
  for (let made = 0; made < 40; made += 1) await arrangeLoan(stack.owner, portfolio);
  const { page } = await visit(portfolio.manager, { viewport: { width: 390, height: 844 } });
  await page.goto('/allloan?bucket=current%2C1-30%2C31-60');
  const card = page.getByRole('listitem').filter({ hasText: 'L-000031' });
  await expect(page.getByRole('listitem').filter({ hasText: 'L-000002' })).toBeVisible();
  await card.scrollIntoViewIfNeeded();
  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'L-000031' })).toBeVisible();
  await page.goBack();
  await expect(card).toBeInViewport();
  await card.getByRole('link').click();
  await page.getByRole('main').getByRole('link', { name: 'All loans' }).click();
  await expect(page).toHaveURL(/bucket=current/);
  await expect(card).toBeInViewport();
});

test('a dialog opened on a loan is closed on the loan that Back opens', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { borrowerId, id } = await arrangeLoan(stack.owner, portfolio);
  await arrangeLoan(stack.owner, portfolio, { borrowerId });
  const { page } = await visit(portfolio.manager);
  await page.goto(`/loan-details?id=${id}`);
  await page.getByRole('main').getByRole('link', { name: 'L-000002' }).click();
  await expect(page.getByRole('heading', { name: 'L-000002' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Assign/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'L-000001' })).toBeVisible();
  await expect(dialog).toBeHidden();
});

/** Scrolls the rows and returns their position. */
async function scrollGrid(page: Page, top: number): Promise<number> {
  await page
    .getByRole('grid')
    .locator('..')
    .evaluate((box, wanted) => box.scrollTo({ top: wanted }), top);
  return placeOf(page);
}

function placeOf(page: Page): Promise<number> {
  return page
    .getByRole('grid')
    .locator('..')
    .evaluate((box) => Math.round(box.scrollTop));
}

function escaped(text: string): string {
  return text.replaceAll(/[?.]/g, String.raw`\$&`);
}
