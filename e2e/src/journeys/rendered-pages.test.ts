import { expect, type Page } from '@playwright/test';
import type { Database } from '@bursar/api/platform/database';
import { arrangeLoan, type TestPortfolio } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { figure } from '../steps/figures.ts';
import { holdBack } from '../steps/hold-back.ts';

const rendered = (page: Page) => page.locator('#rendered-page');

/** Arranges a loan that the manager, a desk and its agent see. */
const arrangeHeldLoan = (owner: Database, portfolio: TestPortfolio) =>
  arrangeLoan(owner, portfolio, {
    borrowerName: 'Nora Quist',
    teamId: portfolio.team.id,
    agentId: portfolio.team.agent.id,
  });

/**
 * Opens an address until the server has rendered its page. A busy server sends the page without
 * content, so that the browser renders it.
 */
async function openRendered(page: Page, address: string, content: string): Promise<void> {
  await expect(async () => {
    await page.goto(address, { waitUntil: 'commit' });
    await expect(rendered(page)).toContainText(content, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}

const isReplaced = (page: Page) => expect(rendered(page)).toHaveCount(0);

test('the first pages of every role come with their content', async ({
  visit,
  portfolio,
  admin,
  stack,
}) => {
  const { manager, team } = portfolio;
  await arrangeHeldLoan(stack.owner, portfolio);
  for (const [account, address, content] of [
    [manager, '/', 'Outstanding principal'],
    [admin, '/', 'Outstanding principal'],
    [team.desk, '/', 'Outstanding principal'],
    [team.agent, '/', 'Today’s work'],
    [manager, '/allloan', 'Nora Quist'],
    [team.desk, '/allassign', 'Nora Quist'],
    [team.agent, '/assignagent', 'Nora Quist'],
  ] as const) {
    const { page } = await visit(account, { javaScriptEnabled: false });
    await openRendered(page, address, content);
    // The rendered page can be read but not used.
    await expect(page.getByRole('link')).toHaveCount(0);
  }
});

test('the app takes the place of a rendered page without asking again', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { number } = await arrangeLoan(stack.owner, portfolio);
  const reference = `L-${String(number).padStart(6, '0')}`;
  const { page } = await visit(portfolio.manager);
  const scripts = await holdBack(page, /\/assets\/.*\.js$/);
  const reads: string[] = [];
  page.on('request', (request) => reads.push(new URL(request.url()).pathname));
  scripts.hold();
  await openRendered(page, '/allloan', reference);
  reads.length = 0;
  await expect(page.getByRole('link', { name: reference })).toHaveCount(0);
  scripts.release();
  await page.getByRole('link', { name: reference }).click();
  await expect(page).toHaveURL(/loan-details/);
  await isReplaced(page);
  expect(reads).not.toContain('/api/session');
  expect(reads).not.toContain('/api/loans');
});

test('a rendered page follows the language and leaves other settings to the app', async ({
  visit,
  portfolio,
  stack,
}) => {
  await arrangeLoan(stack.owner, portfolio);
  const { page } = await visit(portfolio.manager);
  await page.goto('/?lng=ae');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('المبيعات');
  const scripts = await holdBack(page, /\/assets\/.*\.js$/);
  scripts.hold();
  await openRendered(page, '/', 'المبيعات');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  scripts.release();
  await page.goto('/?lng=en');
  await page.evaluate(() => localStorage.setItem('menu', 'horizontal'));
  // This visit finds that the settings are not the default, so the server renders no first view for
  // the next visit.
  await page.reload();
  await expect(figure(page.getByRole('main'), 'Outstanding principal')).toHaveText(/\d/);
  const document = await page.request.get('/');
  expect(await document.text()).not.toContain('id="rendered-page"');
});

test('a rendered page for another window is left out', async ({ visit, portfolio, stack }) => {
  await arrangeLoan(stack.owner, portfolio);
  const { page } = await visit(portfolio.manager, { viewport: { width: 390, height: 844 } });
  const scripts = await holdBack(page, /\/assets\/.*\.js$/);
  scripts.hold();
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('#loader')).toBeVisible();
  await expect(rendered(page)).toBeHidden();
  scripts.release();
  await expect(figure(page.getByRole('main'), 'Outstanding principal')).toHaveText(/\d/);
});

test('what a rendered page shows stays in sight when the app takes its place', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { manager, team } = portfolio;
  await arrangeHeldLoan(stack.owner, portfolio);
  for (const [account, address, content] of [
    [team.agent, '/', 'Nora Quist'],
    [team.desk, '/', 'delta-agent'],
    [manager, '/allloan', 'Nora Quist'],
  ] as const) {
    const { page } = await visit(account, { viewport: { width: 1240, height: 800 } });
    await page.addInitScript(noteContent, content);
    await openRendered(page, address, content);
    await isReplaced(page);
    await expect(page.locator('#app main')).toContainText(content);
    // The content appeared once and did not disappear.
    expect(await page.evaluate('noted'), address).toEqual([false, true]);
  }
});

/** Runs in the page: notes for each frame whether the content is visible, if that has changed. */
function noteContent(content: string): void {
  const noted: boolean[] = [];
  Object.assign(window, { noted });
  const note = (): void => {
    const isVisible = document.body?.innerText.includes(content) ?? false;
    if (noted.at(-1) !== isVisible) noted.push(isVisible);
    requestAnimationFrame(note);
  };
  note();
}

test('a rendered page that was scrolled is still scrolled when the app takes its place', async ({
  visit,
  portfolio,
  stack,
}) => {
  await arrangeLoan(stack.owner, portfolio);
  const { page } = await visit(portfolio.manager, { viewport: { width: 1240, height: 500 } });
  const scripts = await holdBack(page, /\/assets\/.*\.js$/);
  scripts.hold();
  await openRendered(page, '/', 'Outstanding principal');
  await page.mouse.move(700, 300);
  await page.mouse.wheel(0, 150);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(150);
  scripts.release();
  await isReplaced(page);
  await expect(figure(page.getByRole('main'), 'Outstanding principal')).toHaveText(/\d/);
  expect(await page.evaluate(() => scrollY)).toBe(150);
});
