import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Database } from '@bursar/api/platform/database';
import { roles } from '@bursar/contracts/roles';
import { arrangeLoan, type TestPortfolio } from '@bursar/api/testing/arrange';
import { newTag, test, type Visitor } from '../stack/journey.ts';
import { today } from '../stack/start-stack.ts';
import { expectAccessible } from '../steps/axe.ts';
import { callAs } from '../steps/calls.ts';
import { bookTape, uploadTape } from '../steps/imports.ts';
import { prepareAssignment, select } from '../steps/loans.ts';
import { makeTape } from '../steps/tapes.ts';

const looks = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'ae' },
  { theme: 'dark', language: 'ae' },
] as const;
type Look = (typeof looks)[number];

const publicPages = [
  '/auth/boxed-signin',
  '/unauthorized',
  '/pages/error404',
  '/pages/error500',
  '/pages/error503',
  '/pages/maintenence',
];

/** The pages of each role; `{loan}` stands for a loan in its hands. */
const pagesOf = {
  user: [
    '/',
    '/loan',
    '/loan?import=new',
    '/assignloan',
    '/allloan',
    '/chart',
    '/team',
    '/agent',
    '/loan-details?id={loan}',
    '/loan-details?id={loan}&tab=payments',
    '/loan-details?id={loan}&tab=assignments',
    '/loan-details?id={loan}&tab=ledger',
    '/loan-details?id={loan}&tab=terms',
  ],
  team: ['/', '/agent', '/agentloan', '/assignteam', '/allassign', '/agentgraph'],
  agent: ['/', '/assignagent', '/agentchart', '/loan-details?id={loan}&panel=payment'],
  admin: ['/', '/users', '/allteam', '/allagent', '/roles', '/role-and-permission'],
} as const;

for (const look of looks) {
  const { theme, language } = look;
  const direction = language === 'ae' ? 'right-to-left' : 'left-to-right';

  test(`axe finds nothing on the pages of a visitor, ${theme}, ${direction}`, async ({ visit }) => {
    const visitor = await visit();
    await wear(visitor, look);
    await checkPages(visitor.page, publicPages, look);
  });

  for (const role of roles) {
    test(`axe finds nothing on the pages of the ${role}, ${theme}, ${direction}`, async ({
      visit,
      portfolio,
      admin,
      stack,
    }) => {
      const loan = await arrangeBook(stack.owner, portfolio);
      await payArrears(await visit(portfolio.team.agent), loan);
      const { manager, team } = portfolio;
      const accounts = { admin, user: manager, team: team.desk, agent: team.agent };
      const visitor = await visit(accounts[role]);
      await wear(visitor, look);
      const paths = pagesOf[role].map((path) => path.replace('{loan}', loan));
      await checkPages(visitor.page, paths, look);
    });
  }
}

test('axe finds nothing on what opens over a page', async ({ visit, portfolio, stack }) => {
  await arrangeBook(stack.owner, portfolio);
  const { page } = await visit(portfolio.manager);
  await page.goto('/loan');
  await select(page, ['L-000003']);
  await expectAccessible(page, 'a selection');
  const dialog = await prepareAssignment(page, 'delta');
  await expectAccessible(page, 'the assignment');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  const overlays = [
    { opens: 'Display settings', role: 'dialog' },
    { opens: 'Your profile', role: 'menu' },
    { opens: 'Language', role: 'menu' },
    { opens: 'Notifications', role: 'dialog' },
    { opens: 'Search', role: 'dialog' },
  ] as const;
  for (const { opens, role } of overlays) {
    await page.getByRole('banner').getByRole('button', { name: opens }).click();
    await expect(page.getByRole(role)).toBeVisible();
    await expectAccessible(page, opens);
    await page.keyboard.press('Escape');
    await expect(page.getByRole(role)).toBeHidden();
  }

  const tape = makeTape(newTag());
  const panel = await uploadTape(page, tape);
  await expect(panel.getByRole('region', { name: 'What is in the file' })).toBeVisible();
  await expectAccessible(page, 'a checked tape');
  await bookTape(panel, tape.loans);
  await expectAccessible(page, 'a booked tape');
});

async function arrangeBook(owner: Database, portfolio: TestPortfolio): Promise<string> {
  const { team } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const held = await arrangeLoan(owner, portfolio, { ...holder, disbursedOn: '2026-03-01' });
  await arrangeLoan(owner, portfolio, { teamId: team.id });
  await arrangeLoan(owner, portfolio, { status: 'active' });
  await arrangeLoan(owner, portfolio, { ...holder, status: 'closed' });
  return held.id;
}

/** 106.62 and one more instalment are due on the loan: paying the first leaves some of each. */
async function payArrears(agent: Visitor, loanId: string): Promise<void> {
  const payment = { amountMinor: 106_62, currency: 'USD', valueDate: today, method: 'card' };
  const status = await callAs(agent, `POST /api/loans/${loanId}/payments`, {
    ...payment,
    id: randomUUID(),
  });
  expect(status).toBe(200);
}

/** Dresses the browser before its first page, as if the reader had been there before. */
async function wear({ context }: Visitor, { theme, language }: Look): Promise<void> {
  const settings = {
    theme,
    i18nextLng: language,
    rtlClass: language === 'ae' ? 'rtl' : 'ltr',
  };
  await context.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, settings);
}

async function checkPages(page: Page, paths: readonly string[], look: Look): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator('#loader')).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    const isRtl = look.language === 'ae';
    await expect(page.locator('html')).toHaveAttribute('dir', isRtl ? 'rtl' : 'ltr');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', look.theme);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectAccessible(page, path);
  }
}
