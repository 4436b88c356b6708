import { expect, type Page } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { withoutLiveUpdates } from '../stack/without-live-updates.ts';
import { withoutRenderedPages } from '../stack/without-rendered-pages.ts';
import { boxOf, choose, readSetting, openSettings } from '../steps/display.ts';
import { holdBack } from '../steps/hold-back.ts';

test('the sidebar is 260 px wide, moves within 300 ms and opens one group at a time', async ({
  visit,
  admin,
  portfolio,
}) => {
  const { page } = await visit(portfolio.manager, { reducedMotion: 'no-preference' });
  await page.goto('/');
  const sidebar = page.locator('#app #sidebar');
  expect((await boxOf(sidebar)).width).toBe(260);
  await expect(sidebar).toHaveCSS('transition-duration', '0.3s, 0.3s');
  const toggle = page.getByRole('button', { name: 'Show or hide the menu' });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(await readSetting(page, 'sidebar')).toBe('true');
  await toggle.click();

  const groups = sidebar.getByRole('button', { expanded: true });
  await expect(groups).toHaveCount(1);
  await expect(groups).toHaveText('Dashboard');
  await expect(sidebar.getByRole('link', { name: 'Sales' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  const others = sidebar.getByRole('button', { expanded: false });
  if ((await others.count()) > 0) {
    const name = await others.first().innerText();
    await others.first().click();
    await expect(groups).toHaveCount(1);
    await expect(groups).toHaveText(name);
  }

  const visitorOfAdmin = await visit(admin);
  await visitorOfAdmin.page.goto('/');
  const sidebarOfAdmin = visitorOfAdmin.page.locator('#sidebar');
  const closed = sidebarOfAdmin.getByRole('button', { expanded: false });
  await expect(closed.first()).toBeVisible();
  // A group renders its links when it is first opened.
  for (const name of await closed.allInnerTexts()) {
    await sidebarOfAdmin.getByRole('button', { name, exact: true }).click();
  }
  await expect(sidebarOfAdmin).toContainText('All Agent');
  await expect(sidebarOfAdmin).not.toContainText('Unassign Loans');
});

test("the sidebar marks the page's list and opens its group, also below the list", async ({
  visit,
  portfolio,
}) => {
  const { page } = await visit(portfolio.manager);
  await page.goto('/agent/add');
  const sidebar = page.locator('#app #sidebar');
  const open = sidebar.getByRole('button', { expanded: true });
  const current = sidebar.locator('[aria-current]');
  await expect(open).toHaveText('Agent Team Management');
  await expect(current).toHaveText('Agent');
  await expect(current).toHaveAttribute('aria-current', 'true');
  await sidebar.getByRole('link', { name: 'Bursar' }).click();
  await expect(open).toHaveText('Dashboard');
  await expect(current).toHaveText('Sales');
});

test('under 1024 px the sidebar covers the page and closes on navigation', async ({
  visit,
  portfolio,
}) => {
  const { page } = await visit(portfolio.manager, { viewport: { width: 1000, height: 700 } });
  await page.goto('/');
  const sidebar = page.locator('#app #sidebar');
  await expect(sidebar).not.toBeInViewport();
  await page.getByRole('button', { name: 'Show or hide the menu' }).click();
  await expect(sidebar).toBeInViewport({ ratio: 1 });
  await sidebar.getByRole('link', { name: 'All Loans' }).click();
  await expect(page).toHaveURL(/\/allloan/);
  await expect(sidebar).not.toBeInViewport();
});

test('the horizontal menu marks the active link and its group', async ({ visit, portfolio }) => {
  const { page } = await visit(portfolio.manager);
  await page.goto('/');
  await choose(await openSettings(page), 'Navigation position', 'Horizontal');
  await page.keyboard.press('Escape');
  const menu = page.getByRole('navigation');
  const group = menu.getByRole('button', { name: 'Dashboard' });
  await expect(group).toHaveAttribute('data-active');
  await group.hover();
  const sales = menu.getByRole('menuitem', { name: 'Sales' });
  await expect(sales).toHaveAttribute('aria-current', 'page');
  await sales.hover();
  await expect(sales).toBeVisible();
  await menu.getByRole('link', { name: 'All Loans' }).click();
  await expect(menu.getByRole('link', { name: 'All Loans' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(menu.getByRole('button', { name: 'Dashboard' })).not.toHaveAttribute('data-active');
  const components = menu.getByRole('button', { name: 'Components' });
  await components.hover();
  await menu.getByRole('menuitem', { name: 'Accordions' }).click();
  await expect(page.getByRole('heading', { name: 'Accordions', level: 1 })).toBeVisible();
  await expect(components).toHaveAttribute('data-active');
});

test('the sidebar leads to lending; the palette and About lead to demo pages', async ({
  visit,
  portfolio,
}) => {
  const { page } = await visit(portfolio.manager);
  await page.goto('/');
  const sidebar = page.getByRole('navigation', { name: 'Main menu' });
  await sidebar.getByRole('button', { name: 'Lending' }).click();
  await sidebar.getByRole('link', { name: 'Bank files' }).click();
  await expect(page.getByRole('heading', { name: 'Bank files', level: 1 })).toBeVisible();
  await sidebar.getByRole('link', { name: 'Imports' }).click();
  await expect(page.getByRole('dialog', { name: 'Import tape' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('combobox').fill('lightbox');
  await page.getByRole('option', { name: 'Lightbox' }).click();
  await expect(page).toHaveURL(/\/components\/lightbox$/);
  await expect(page.getByRole('navigation', { name: 'Pages in this section' })).toBeVisible();
  await page.getByRole('button', { name: 'Your profile' }).click();
  await page.getByRole('menuitem', { name: 'About Bursar' }).click();
  await page.getByRole('link', { name: 'Elements' }).click();
  await expect(page).toHaveURL(/\/elements\//);
});

test('the header shows the user, lists the languages, and the page scrolls back to the top', async ({
  visit,
  portfolio,
}) => {
  const { page } = await visit(portfolio.manager, { viewport: { width: 1280, height: 300 } });
  await page.goto('/');
  await expect(page).toHaveTitle('Sales dashboard · Bursar');
  await page.getByRole('button', { name: 'Your profile' }).click();
  const profile = page.getByRole('menu');
  await expect(profile).toContainText('User');
  await expect(profile).toContainText(portfolio.manager.email);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Language' }).click();
  const languages = page.getByRole('menu');
  await expect(languages.getByRole('menuitem')).toHaveText(['English', 'العربية']);
  await expect(languages).toHaveCSS('width', '280px');
  await page.keyboard.press('Escape');

  await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()} Bursar`);
  const upwards = page.getByRole('button', { name: 'Back to the top' });
  await page.evaluate(() => scrollTo(0, 50));
  await expect(upwards).toBeHidden();
  await page.evaluate(() => scrollTo(0, 51));
  await upwards.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('the header’s menus work by keyboard, and close on navigation', async ({
  visit,
  portfolio,
}) => {
  const { page } = await visit(portfolio.manager);
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Your profile' });
  const menu = page.getByRole('menu', { name: 'Your profile' });
  const item = (name: string) => menu.getByRole('menuitem', { name });
  await button.press('ArrowDown');
  await expect(item('Your profile')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(item('Sign Out')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(item('Display settings')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();

  await button.click();
  await expect(menu).toBeInViewport({ ratio: 1 });
  await page.getByRole('heading', { level: 1 }).click();
  await expect(menu).toHaveCount(0);
});

test('a page that cannot be loaded shows the router’s error screen', async ({
  visit,
  portfolio,
}) => {
  const { page, expectComplaint } = await visit(portfolio.manager);
  expectComplaint(/ERR_FAILED|dynamically imported module/);
  await page.route('**/assets/lists-*.js', (route) => route.abort());
  await page.goto('/');
  await page.getByRole('navigation').getByRole('link', { name: 'All Loans' }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/dynamically imported module/);
});

test('a list’s rows are requested when its link is pressed, and only once', async ({
  visit,
  portfolio,
  stack,
}) => {
  await arrangeLoan(stack.owner, portfolio, { status: 'active' });
  const { page } = await visit(portfolio.manager);
  await withoutLiveUpdates(page);
  // The page cannot render before its translations have loaded.
  const questions = await holdUntilLoansAsked(page, '**/locales/en/loans.json');
  await page.goto('/');
  await page.getByRole('navigation').getByRole('link', { name: 'All Loans' }).click();
  await expect(page.getByRole('grid').getByRole('link', { name: /^L-/ })).toBeVisible();
  expect(questions).toHaveLength(1);
});

test('a list opened by its address requests its rows once, before any script has loaded', async ({
  visit,
  portfolio,
  stack,
}) => {
  await arrangeLoan(stack.owner, portfolio, { status: 'active' });
  const { page, context } = await visit(portfolio.manager);
  await withoutLiveUpdates(page);
  await withoutRenderedPages(context, stack.address);
  const questions = await holdUntilLoansAsked(page, '**/assets/*.js');
  await page.goto('/allloan');
  await expect(page.getByRole('grid').getByRole('link', { name: /^L-/ })).toBeVisible();
  expect(questions).toHaveLength(1);
});

/**
 * Holds the files back until the page requests its loans, and returns the requests. If the page
 * needed the files for its request, it would never send it.
 */
async function holdUntilLoansAsked(page: Page, files: string): Promise<readonly string[]> {
  const questions: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/loans') questions.push(request.url());
  });
  const asked = page.waitForRequest(/\/api\/loans\?/);
  await page.route(files, async (route) => {
    await asked;
    await route.continue();
  });
  return questions;
}

test('the full-screen loader disappears shortly after the first page is shown', async ({
  visit,
}) => {
  const { page } = await visit();
  const scripts = await holdBack(page, /\/assets\/.*\.js/);
  scripts.hold();
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.locator('#loader')).toBeVisible();
  scripts.release();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('#loader')).toHaveCount(0);
});

test('the guard shows Loading... while the frame and the page load', async ({
  visit,
  portfolio,
}) => {
  const { page } = await visit(portfolio.manager);
  const frame = await holdBack(page, /\/assets\/Shell-.*\.js/);
  frame.hold();
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('Loading...')).toBeAttached();
  frame.release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

test('the four social links of sign-in lead to no other page', async ({ visit }) => {
  const { page } = await visit();
  await page.goto('/auth/boxed-signin');
  const links = page.getByRole('link', { name: /^(Instagram|Facebook|X|Google)$/ });
  await expect(links).toHaveCount(4);
  for (const link of await links.all()) {
    await link.click();
    await expect(page).toHaveURL('/auth/boxed-signin');
  }
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
