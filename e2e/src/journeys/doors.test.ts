import { expect, type Page } from '@playwright/test';
import { arrangeLoan, type TestAccount, type TestPortfolio } from '@bursar/api/testing/arrange';
import { type Role, roles } from '@bursar/contracts/roles';
import { type PagePath, pagePaths, routes } from '@bursar/contracts/routes';
import { test } from '../stack/journey.ts';
import { callAs } from '../steps/calls.ts';
import { arrangeBook } from '../steps/book.ts';
import {
  addressesOf,
  addressOf,
  admits,
  lookersAt,
  type Names,
  opensWithoutRecord,
  openPage,
  pagesIn,
} from '../steps/pages.ts';
import { expectNamed, turnToPage } from '../steps/turns.ts';

/** A redirect usually takes a moment; on a busy machine, ten times that. */
const doorTimeoutMs = 20_000;

const accountOf: Record<Role, (portfolio: TestPortfolio, admin: TestAccount) => TestAccount> = {
  admin: (_portfolio, admin) => admin,
  user: ({ manager }) => manager,
  team: ({ team }) => team.desk,
  agent: ({ team }) => team.agent,
};

for (const role of roles) {
  test(`the ${role} opens the pages of the ${role}, and no other`, async ({
    visit,
    portfolio,
    admin,
    stack,
  }) => {
    test.setTimeout(pagePaths.length * doorTimeoutMs);
    const names = await arrangeBook(stack.owner, portfolio);
    const { page } = await visit(accountOf[role](portfolio, admin));
    const inFrame = pagesIn('default');
    // `pages.test.ts` opens the pages that it checks in full for this role. A gallery page is the
    // same for every role, so that test opens it for one role only.
    const opened = pagePaths.filter(
      (path) => admits(path, role) && !lookersAt(path).includes(role) && !isOfGallery(path),
    );
    const open = async (paths: readonly PagePath[]) => {
      for (const path of paths) {
        await turnToPage(page, addressIn(names, path), { path, role, language: 'en' });
      }
    };
    await openPage(page, '/');
    await open(opened.filter((path) => inFrame.includes(path)));
    for (const path of pagePaths.filter((one) => opensWithoutRecord(one) && admits(one, role))) {
      await turnToPage(page, path, { path, role, language: 'en', namesNone: true });
    }
    const closed = pagePaths.filter((path) => !admits(path, role));
    await page.goto(addressIn(names, closed.find((path) => inFrame.includes(path)) ?? '*'));
    await expectNamed(page, '/unauthorized', { role, language: 'en' });
    for (const path of onePerAccess(closed)) {
      // Signed-in users are redirected away from the sign-in pages.
      const leadsTo = inFrame.includes(path) ? '/unauthorized' : '/';
      await turnToPage(page, addressIn(names, path), { path: leadsTo, role, language: 'en' });
      if (leadsTo === '/unauthorized') {
        const { pathname } = new URL(addressIn(names, path), page.url());
        await expect(page.getByRole('code')).toHaveText(pathname);
      }
    }
    await open(opened.filter((path) => !inFrame.includes(path)));
  });
}

test('a signed-out visitor is redirected to sign-in from every guarded page', async ({ visit }) => {
  const { page } = await visit();
  await page.goto('/allloan');
  await expectNamed(page, '/auth/boxed-signin', { language: 'en' });
  // `guards.test` covers all pages.
  for (const path of onePerAccess(pagesIn('default'))) {
    await turnToPage(page, path, { path: '/auth/boxed-signin', language: 'en' });
  }
});

test('a token without a role opens no page', async ({ visit, portfolio }) => {
  const { page, context } = await visit(portfolio.manager);
  await context.clearCookies({ name: 'role' });
  for (const path of ['/', '/loan', '/agentloan']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/unauthorized');
  }
  // Only a new sign-in gives the session a role.
  await expect(headingOf(page)).toHaveText('Sign in to open this page');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/auth/boxed-signin');
});

test('a used link to set a password says so, and links to sign-in', async ({ visit }) => {
  const { page, expectComplaint } = await visit();
  expectComplaint(/status of 409/);
  await page.goto('/auth/boxed-password-reset?token=used');
  await page.getByLabel('New password', { exact: true }).fill('Own#Choice9');
  await page.getByLabel('Confirm new password').fill('Own#Choice9');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(headingOf(page)).toHaveText('This link no longer works');
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await expect(page).toHaveURL('/auth/boxed-signin');
});

test('anyone can read the API description, without calls to another host', async ({ visit }) => {
  const { page } = await visit();
  await page.goto('/api/docs');
  // The page first reads a description of 2 MB, which takes two seconds alone, and longer while
  // other tests run.
  await expect(page.getByRole('heading', { name: 'Bursar' })).toBeVisible({ timeout: 30_000 });
  // All sections are collapsed at first, because rendering all operations takes seconds. The page
  // renders the rows of a long list only when they scroll into view; the filter leaves few rows.
  await page.getByRole('textbox', { name: 'Filter by tag or path' }).fill('loans');
  await expect(page.locator('#operations-tag-login')).toHaveCount(0);
  await page.locator('#operations-tag-loans').getByRole('button').click();
  const posting = page.locator('#operations-loans-postApiLoansLoanIdPayments');
  await posting.getByRole('button', { expanded: false }).first().click();
  await expect(posting.getByText('loan_is_closed').first()).toBeVisible();
});

test.describe('the server itself', () => {
  test('refuses what a role may not do', async ({ visit, portfolio, admin, stack }) => {
    const { team } = portfolio;
    const loan = await arrangeLoan(stack.owner, portfolio, { teamId: team.id });
    const may: readonly { call: string; admitted: readonly Role[] }[] = [
      { call: 'GET /api/imports', admitted: ['user'] },
      { call: 'GET /api/assignment-targets', admitted: ['user', 'team'] },
      { call: 'POST /api/assignments/preview', admitted: ['user', 'team'] },
      { call: `POST /api/loans/${loan.id}/payments`, admitted: ['user', 'team', 'agent'] },
      {
        call: 'GET /api/income?from=2026-06-01&to=2026-06-15',
        admitted: ['user', 'team', 'agent'],
      },
    ];
    for (const role of ['admin', 'user', 'team', 'agent'] as const) {
      const visitor = await visit(accountOf[role](portfolio, admin));
      for (const { call, admitted } of may) {
        const status = await callAs(visitor, call);
        if (admitted.includes(role)) expect(status, `${role}: ${call}`).not.toBe(403);
        else expect(status, `${role}: ${call}`).toBe(403);
      }
    }
  });

  test("finds no loan outside the caller's scope", async ({ visit, portfolio, stack }) => {
    const { team, otherTeam } = portfolio;
    const holder = { teamId: team.id, agentId: team.agent.id };
    const loan = await arrangeLoan(stack.owner, portfolio, holder);
    for (const stranger of [otherTeam.desk, otherTeam.agent, team.otherAgent]) {
      const visitor = await visit(stranger);
      for (const path of ['', '/payments', '/ledger', '/assignments']) {
        expect(await callAs(visitor, `GET /api/loans/${loan.id}${path}`)).toBe(404);
      }
    }
    const { page, expectComplaint } = await visit(otherTeam.desk);
    expectComplaint(/status of 404/);
    await page.goto(`/loan-details?id=${loan.id}`);
    await expect(page.getByText('This loan does not exist')).toBeVisible();
  });

  test('refuses a change without the XSRF token', async ({ visit, portfolio }) => {
    const { context } = await visit(portfolio.manager);
    const answer = await context.request.post('/api/assignments', { data: {} });
    expect(answer.status()).toBe(403);
    expect(await answer.json()).toMatchObject({ error: 'xsrf_token_mismatch' });
  });
});

/** Returns one page for each group of roles that is admitted; `guards.test` covers all pages. */
function onePerAccess(paths: readonly PagePath[]): PagePath[] {
  return [...new Map(paths.map((path) => [String(routes[path].access), path])).values()];
}

function isOfGallery(path: PagePath): boolean {
  return routes[path].group === 'gallery';
}

function addressIn(names: Names, path: PagePath): string {
  return addressOf(addressesOf(path)[0], names);
}

function headingOf(page: Page) {
  return page.getByRole('main').getByRole('heading', { level: 1 });
}
