import { expect, type Page } from '@playwright/test';
import type { Role } from '@bursar/contracts/roles';
import { arrangeLoan, type TestAccount, type TestPortfolio } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { callAs } from '../steps/calls.ts';
import { addressOf, walks } from '../steps/pages.ts';

const everyone: readonly Role[] = ['admin', 'user', 'team', 'agent'];

/** The guarded routes of the specification that have a page, and whom it lets in. */
const doors: readonly { path: string; roles: readonly Role[] }[] = [
  { path: '/', roles: everyone },
  { path: '/users', roles: ['admin'] },
  { path: '/create-user', roles: ['admin'] },
  { path: '/edit-user/{manager}', roles: ['admin'] },
  { path: '/allteam', roles: ['admin'] },
  { path: '/allagent', roles: ['admin'] },
  { path: '/team', roles: ['user'] },
  { path: '/teams/create', roles: ['user'] },
  { path: '/edit-team/{team}', roles: ['user'] },
  { path: '/agent', roles: ['user', 'team'] },
  { path: '/agent/add', roles: ['user', 'team'] },
  { path: '/edit-agent/{agent}', roles: ['user', 'team'] },
  { path: '/loan', roles: ['user'] },
  { path: '/assignloan', roles: ['user'] },
  { path: '/allloan', roles: ['user'] },
  { path: '/loan-details?id={loan}', roles: ['user', 'team', 'agent'] },
  { path: '/agentloan', roles: ['team'] },
  { path: '/assignteam', roles: ['team'] },
  { path: '/allassign', roles: ['team'] },
  { path: '/assignagent', roles: ['agent'] },
  { path: '/chart', roles: ['user'] },
  { path: '/agentgraph', roles: ['team'] },
  { path: '/agentchart', roles: ['agent'] },
  { path: '/roles', roles: everyone },
  { path: '/role-and-permission', roles: everyone },
  { path: '/users/profile', roles: everyone },
  { path: '/apps/mailbox', roles: everyone },
  { path: '/approvals', roles: everyone },
  { path: '/about', roles: everyone },
];

/** A door takes a moment; where the machine is busy with other things, ten times that. */
const doorTimeoutMs = 6000;

const accountOf: Record<Role, (portfolio: TestPortfolio, admin: TestAccount) => TestAccount> = {
  admin: (_portfolio, admin) => admin,
  user: ({ manager }) => manager,
  team: ({ team }) => team.desk,
  agent: ({ team }) => team.agent,
};

for (const role of ['admin', 'user', 'team', 'agent'] as const) {
  test(`the ${role} opens the pages of the ${role}, and no other`, async ({
    visit,
    portfolio,
    admin,
    stack,
  }) => {
    test.setTimeout(doors.length * doorTimeoutMs);
    const { team } = portfolio;
    const holder = { teamId: team.id, agentId: team.agent.id };
    const loan = await arrangeLoan(stack.owner, portfolio, holder);
    const ids = {
      loan: loan.id,
      team: team.id,
      agent: team.agent.id,
      manager: portfolio.manager.id,
    };
    const { page } = await visit(accountOf[role](portfolio, admin));
    const opened = doors.filter(({ path, roles }) => {
      return roles.includes(role) && !walksThrough(role, path);
    });
    for (const { path } of opened) {
      const address = addressOf(path, ids);
      await page.goto(address);
      // The error page for unknown addresses stands outside the frame.
      await expect(page.getByRole('banner'), `${role} at ${path}`).toBeVisible();
      await expect(headingOf(page)).toBeVisible();
      await expect(page).toHaveURL(address);
    }
    const closed = doors.filter(({ roles }) => !roles.includes(role));
    await page.goto(addressOf(closed[0]?.path ?? '', ids));
    await expect(page).toHaveURL('/unauthorized');
    for (const { path } of closed) {
      await expectTurnedAway(page, addressOf(path, ids), '/unauthorized');
      await expect(headingOf(page)).toHaveText('Your role does not open this page');
    }
  });
}

test('a visitor who is not signed in is sent to sign-in from every guarded page', async ({
  visit,
}) => {
  const { page } = await visit();
  await page.goto('/allloan');
  await expect(page).toHaveURL('/auth/boxed-signin');
  for (const { path } of doors) {
    await expectTurnedAway(page, path, '/auth/boxed-signin');
  }
});

test('a token without a role opens no page', async ({ visit, portfolio }) => {
  const { page, context } = await visit(portfolio.manager);
  await context.clearCookies({ name: 'role' });
  for (const path of ['/', '/loan', '/agentloan']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/unauthorized');
  }
  // Signed in again it has one: until then nothing else helps.
  await expect(headingOf(page)).toHaveText('Sign in to open this page');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/auth/boxed-signin');
});

test('a link that sets no password any more says so, and leads to sign-in', async ({ visit }) => {
  const { page, expectComplaint } = await visit();
  expectComplaint(/status of 409/);
  await page.goto('/auth/boxed-password-reset?token=used');
  await page.getByLabel('New password', { exact: true }).fill('Own#Choice9');
  await page.getByLabel('New password, once more').fill('Own#Choice9');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(headingOf(page)).toHaveText('This link no longer works');
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await expect(page).toHaveURL('/auth/boxed-signin');
});

test('an unknown address shows the error page, signed in or not', async ({ visit, portfolio }) => {
  for (const account of [undefined, portfolio.manager]) {
    const { page } = await visit(account);
    await page.goto('/no/such/page');
    await expect(headingOf(page)).toHaveText('This page does not exist');
  }
});

test('the error pages stand at their addresses', async ({ visit }) => {
  const { page } = await visit();
  const titles = {
    '/pages/error404': 'This page does not exist',
    '/pages/error500': 'The server could not do this',
    '/pages/error503': 'Bursar is out of service for a moment',
    '/pages/maintenence': 'Bursar is being worked on',
  };
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    await expect(headingOf(page)).toHaveText(title);
  }
});

test('anyone reads what the API can be asked, from this host alone', async ({ visit }) => {
  const { page } = await visit();
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'Bursar' })).toBeVisible();
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

  test('knows no loan outside the scope of who asks', async ({ visit, portfolio, stack }) => {
    const { team, otherTeam } = portfolio;
    const holder = { teamId: team.id, agentId: team.agent.id };
    const loan = await arrangeLoan(stack.owner, portfolio, holder);
    for (const stranger of [otherTeam.desk, otherTeam.agent, team.otherAgent]) {
      const visitor = await visit(stranger);
      for (const path of ['', '/payments', '/ledger', '/assignments']) {
        expect(await callAs(visitor, `GET /api/loans/${loan.id}${path}`)).toBe(404);
      }
      visitor.expectComplaint(/status of 404/);
      await visitor.page.goto(`/loan-details?id=${loan.id}`);
      await expect(visitor.page.getByText('There is no such loan')).toBeVisible();
    }
  });

  test('refuses a change that does not carry the XSRF token', async ({ visit, portfolio }) => {
    const { context } = await visit(portfolio.manager);
    const answer = await context.request.post('/api/assignments', { data: {} });
    expect(answer.status()).toBe(403);
    expect(await answer.json()).toMatchObject({ error: 'xsrf_token_mismatch' });
  });
});

/** Whether `pages.test.ts` opens the page as this role. */
function walksThrough(role: Role, path: string): boolean {
  return walks.some((walk) => walk.role === role && walk.pages.includes(path));
}

/** Turns to an address within the page that is open: the guard there is the one of a start. */
async function expectTurnedAway(page: Page, address: string, to: string): Promise<void> {
  await page.evaluate((door) => {
    history.pushState(null, '', door);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  // Asked of the page itself: word of the turn may reach Playwright later than this.
  await expect.poll(() => page.evaluate(() => location.pathname), address).toBe(to);
}

function headingOf(page: Page) {
  return page.getByRole('main').getByRole('heading', { level: 1 });
}
