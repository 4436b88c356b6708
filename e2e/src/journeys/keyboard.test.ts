import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { arrangeBook } from '../steps/book.ts';
import { holdBack } from '../steps/hold-back.ts';
import { dress, languages } from '../steps/themes.ts';
import { openPage } from '../steps/pages.ts';
import { countPayments } from '../steps/rows.ts';
import { noteDialled, workedLoan } from '../steps/work-queue.ts';
import { textOf } from '../steps/translated-text.ts';

test('an overlay that an agent opens from the queue by key returns the focus to the row', async ({
  visit,
  portfolio,
  stack,
}) => {
  await arrangeBook(stack.owner, portfolio);
  const { page } = await visit(portfolio.team.agent);
  await noteDialled(page);
  await openPage(page, '/');
  await expect(workedLoan(page)).toBeVisible();
  const row = page
    .getByRole('list', { name: 'Borrowers to work today' })
    .getByRole('button')
    .first();
  await row.focus();
  // The first overlay starts to load only now, and opens as soon as it has loaded.
  const panel = page.getByRole('region', { name: /^Log contact on/ });
  for (const key of ['c', 'l', '1', 'p', 'n', 'a', 's']) {
    await page.keyboard.press(key);
    await leave(page, page.getByRole('dialog').or(panel));
    await expect(row, key).toBeFocused();
  }
});

test('a call form that loads late returns the focus to the row that it replaced', async ({
  visit,
  portfolio,
  stack,
}) => {
  await arrangeBook(stack.owner, portfolio);
  const { page } = await visit(portfolio.team.agent);
  await noteDialled(page);
  const forms = await holdBack(page, /\/assets\/CallForms/);
  forms.hold();
  await openPage(page, '/');
  const row = page
    .getByRole('list', { name: 'Borrowers to work today' })
    .getByRole('button')
    .first();
  await row.focus();
  await page.keyboard.press('c');
  // The list is gone before the form is there, so the page takes the focus.
  await expect(page.getByRole('main')).toBeFocused();
  forms.release();
  await leave(page, page.getByRole('region', { name: /^Log contact on/ }));
  await expect(row).toBeFocused();
});

test('an overlay over a list or a loan returns the focus to its opener', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { loan } = await arrangeBook(stack.owner, portfolio);
  const { page } = await visit(portfolio.manager);
  await openPage(page, '/allloan');
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('row').nth(1);
  await row.focus();
  for (const key of ['?', 'Control+k']) {
    await page.keyboard.press(key);
    await leave(page, dialog);
    await expect(row, key).toBeFocused();
  }
  await page.keyboard.press('Space');
  for (const name of ['Tag', 'Take back…', 'Assign…', 'Tags', 'Display', 'Export', 'Views']) {
    await expectFocusBack(page, name);
  }
  await page.getByRole('button', { name: 'Views', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Save view' }).press('Enter');
  await leave(page, dialog);
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeFocused();
  const filters = page.getByRole('search', { name: 'Filters' });
  await filters.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Due date' }).press('Enter');
  await leave(page, dialog);
  await expect(filters.getByRole('button', { name: 'Due date' })).toBeFocused();

  await openPage(page, `/loan-details?id=${loan}`);
  for (const name of ['Log contact', 'Promise', 'Write note', 'Post payment', 'Tag']) {
    await expectFocusBack(page, name);
  }
  for (const name of ['Plan next action', 'Snooze', 'Assign…']) {
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
    await leave(page, dialog);
    await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();
  }
});

test('Enter on an unreadable amount shows an error and filters nothing', async ({
  visit,
  portfolio,
  stack,
}) => {
  await arrangeLoan(stack.owner, portfolio);
  const { page } = await visit(portfolio.manager);
  await openPage(page, '/allloan');
  const filters = page.getByRole('search', { name: 'Filters' });
  await filters.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Outstanding' }).press('Enter');
  const amount = page.getByRole('dialog').getByRole('textbox', { name: 'At least' });
  await amount.fill('12..5');
  await amount.press('Enter');
  await expect(amount).toHaveAccessibleDescription('Enter an amount, such as 1,234.50');
  await expect(page).toHaveURL('/allloan');
});

test('an overlay opened by a key receives all keys typed after it, on a slow machine', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { loan } = await arrangeBook(stack.owner, portfolio);
  const { page, context } = await visit(portfolio.team.agent);
  const fetchedLate = 'WriteLoanNote|Snooze|FramePalette';
  const line = await holdBack(page, new RegExp(`/assets/(${fetchedLate})`));
  const setSpeed = await throttle(page, context);
  for (const { keys, field, holds } of [
    { keys: 'p1250', field: 'Amount', holds: '1250' },
    { keys: 'nbroke', field: 'Note', holds: 'broke' },
    { keys: 's1.2', field: 'Day', holds: '1.2' },
  ]) {
    line.hold();
    await openPage(page, `/loan-details?id=${loan}`);
    await expect(page.getByRole('button', { name: 'Post payment' })).toBeVisible();
    await setSpeed('slow');
    await typeAtOnce(page, keys.split(''));
    line.release();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: field }).first(), keys).toHaveValue(holds);
    // Restore full speed, because a throttled page takes several times the processor time to load.
    await setSpeed('full');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  line.hold();
  await setSpeed('slow');
  await page.keyboard.press('Control+k');
  await typeAtOnce(page, 'loans'.split(''));
  line.release();
  await expect(page.getByRole('combobox')).toHaveValue('loans');
});

test('a dialog whose code cannot be loaded leaves the keys to the page', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { loan } = await arrangeBook(stack.owner, portfolio);
  const { page, expectComplaint } = await visit(portfolio.team.agent);
  expectComplaint(/ERR_FAILED|Failed to fetch/);
  const dialogCode = /\/assets\/WriteLoanNote/;
  await page.route(dialogCode, (route) => route.abort());
  // The loan is shown although the code of a closed dialog cannot be loaded in advance.
  const failed = page.waitForEvent('requestfailed', (request) => dialogCode.test(request.url()));
  await openPage(page, `/loan-details?id=${loan}`);
  await failed;
  await expect(page.getByRole('button', { name: 'Post payment' })).toBeVisible();
  await page.keyboard.press('n');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute(dialogCode);
  // The button loads the page again. The check does not depend on whether the dialog opens then.
  await again.press('Enter');
  await expect(again).toBeHidden();
});

test('Enter typed after an amount before the form is visible posts nothing', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { loan } = await arrangeBook(stack.owner, portfolio);
  const { page, context } = await visit(portfolio.team.agent);
  const before = await countPayments(stack.owner, portfolio.id);
  await openPage(page, `/loan-details?id=${loan}`);
  await expect(page.getByRole('button', { name: 'Post payment' })).toBeVisible();
  const setSpeed = await throttle(page, context);
  await setSpeed('slow');
  await typeAtOnce(page, ['p', '1', '3', 'Backspace', '2', 'Tab', 'Tab', 'Enter']);
  const panel = page.getByRole('dialog', { name: /^Post payment on/ });
  await expect(panel.getByRole('textbox', { name: 'Amount' })).toHaveValue('12.00');
  expect(await countPayments(stack.owner, portfolio.id)).toBe(before);
});

for (const language of languages) {
  test(`the shortcut sheet lists the keys that work on the page, ${language}`, async ({
    visit,
    portfolio,
    stack,
  }) => {
    const { loan } = await arrangeBook(stack.owner, portfolio);
    const agent = await visit(portfolio.team.agent);
    await dress(agent, language);
    const { page } = agent;
    const t = (key: string) => textOf(language, key);
    await openPage(page, '/');
    await expect(workedLoan(page, t('work-queue:queue.title'))).toBeVisible();
    expect(await readKeys(page, t('ui:shortcuts.scope.page'))).toEqual(
      '0 1 2 3 4 5 6 7 8 9 A C D J K L N O P S U'.split(' '),
    );
    await openPage(page, `/loan-details?id=${loan}`);
    expect(await readKeys(page, t('ui:shortcuts.scope.page'))).toEqual([
      'A',
      'B',
      'L',
      'N',
      'P',
      'R',
      'S',
      'T',
    ]);
    await openPage(page, '/assignagent');
    expect(await readKeys(page, t('ui:shortcuts.scope.page'))).toEqual(['/']);
    expect(await readKeys(page, t('ui:shortcuts.scope.list'))).toContain('Enter');
    expect(await readKeys(page, t('ui:shortcuts.scope.everywhere'))).toEqual([
      '?',
      'Ctrl + K',
      'Esc',
    ]);
  });
}

/**
 * Types as fast as the browser accepts, without waiting. The presses overlap, so no character may
 * occur twice.
 */
async function typeAtOnce(page: Page, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}

/**
 * Returns a function that slows the page down to a quarter of its speed, or restores full speed.
 */
async function throttle(page: Page, context: BrowserContext) {
  const browser = await context.newCDPSession(page);
  return async (speed: 'slow' | 'full'): Promise<void> => {
    await browser.send('Emulation.setCPUThrottlingRate', { rate: speed === 'slow' ? 4 : 1 });
  };
}

/**
 * Opens an overlay by a button of the page, closes it with Escape, and expects the focus on the
 * button.
 */
async function expectFocusBack(page: Page, name: string): Promise<void> {
  const opener = page.getByRole('main').getByRole('button', { name, exact: true }).first();
  await opener.press('Enter');
  await leave(page, page.getByRole('dialog').or(page.getByRole('menu')));
  await expect(opener, name).toBeFocused();
}

/** Closes an overlay once it has taken the focus. */
async function leave(page: Page, opened: Locator): Promise<void> {
  await expect
    .poll(() => opened.evaluate((overlay) => overlay.contains(document.activeElement)))
    .toBe(true);
  await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
}

/** Returns the keys in a section of the shortcut sheet, sorted alphabetically. */
async function readKeys(page: Page, part: string): Promise<string[]> {
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog');
  const group = sheet.locator('section').filter({
    has: page.getByRole('heading', { name: part, exact: true }),
  });
  await expect(group).toBeVisible();
  const keys = await group
    .locator('dd')
    .evaluateAll((lines) => lines.map((line) => line.textContent));
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  return keys.toSorted();
}
