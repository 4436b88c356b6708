import { expect } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { arrangeBook, payArrears } from '../steps/book.ts';
import { openPage } from '../steps/pages.ts';

test('a printed list is black on white, without menus, with every row and its owner', async ({
  visit,
  portfolio,
  stack,
}) => {
  for (let made = 0; made < 45; made += 1) await arrangeLoan(stack.owner, portfolio);
  const { page, context } = await visit(portfolio.manager);
  await context.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.goto('/allloan');
  const grid = page.getByRole('grid');
  await expect(grid.getByText('L-000003')).toBeVisible();
  await expect(grid.getByText('L-000045')).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(grid.getByText('L-000045')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('main').getByRole('button', { name: 'Display' })).toBeHidden();
  const main = page.getByRole('main');
  await expect(main.getByText(/^manager /)).toBeVisible();
  const colours = await main.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element.ownerDocument.body);
    return [color, backgroundColor];
  });
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(grid.getByText('L-000045')).toHaveCount(0);
});

test('printed tables name their rows, leave out their buttons, and are whole below', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { loan } = await arrangeBook(stack.owner, portfolio);
  await payArrears(await visit(portfolio.team.agent), loan);
  const { page } = await visit(portfolio.manager);
  await page.emulateMedia({ media: 'print' });
  await openPage(page, '/finance');
  const trial = page.getByRole('table').filter({ hasText: 'Balance' });
  // The account's name is a button that opens its lines on screen; it must also be printed.
  await expect(trial.getByRole('rowheader', { name: 'Cash' }).getByText('Cash')).toBeVisible();
  await expect(page.getByLabel('Journal from')).toBeHidden();
  await openPage(page, `/loan-details?id=${loan}&tab=payments`);
  await expect(page.getByRole('columnheader', { name: 'Posted' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0);
});
