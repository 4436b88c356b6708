import { expect, request } from '@playwright/test';
import { arrangeLoan } from '@bursar/api/testing/arrange';
import { test } from '../stack/journey.ts';
import { withoutLiveUpdates } from '../stack/without-live-updates.ts';
import { callAs } from '../steps/calls.ts';
import { openPayment } from '../steps/payments.ts';
import { countPayments } from '../steps/rows.ts';
import { signInAs, signInForm, signOut, trySignIn } from '../steps/sign-in.ts';

// `SignInForm.browser-test` covers the form's rules and the other answers.
test.describe('the sign-in form', () => {
  test('shows in a dialog that the password is wrong, and keeps the typed values', async ({
    visit,
    portfolio,
  }) => {
    const { page, expectComplaint } = await visit();
    expectComplaint(/status of 401/);
    await page.goto('/auth/boxed-signin');
    await trySignIn(page, { email: portfolio.manager.email, password: 'not-the-one' });
    const dialog = page.getByRole('alertdialog', { name: 'Error' });
    await expect(dialog).toContainText('The email or password is not correct.');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(dialog).toBeHidden();
    await expect(signInForm(page).email).toHaveValue(portfolio.manager.email);
  });

  test('shows in a dialog that the server cannot be reached', async ({ visit, portfolio }) => {
    const { page, context, expectComplaint } = await visit();
    expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('/auth/boxed-signin');
    // The picture next to the form is loaded last.
    await expect(page.getByRole('figure')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await trySignIn(page, portfolio.manager);
    await expect(page.getByRole('alertdialog', { name: 'Error' })).toContainText(
      'The server cannot be reached. Check your connection and try again.',
    );
  });

  test('is next to Password Reset, which leads to the start', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Password Reset' })).toBeVisible();
    await expect(page.getByText('Enter your email to recover your ID')).toBeVisible();
    const email = page.getByRole('textbox', { name: 'Email' }).last();
    const recover = page.getByRole('button', { name: 'RECOVER' });

    // Only the browser's own rule checks the email address.
    await email.fill('somebody');
    await recover.click();
    await expect(email).toBeFocused();
    await expect(page).toHaveURL('/login');

    await email.fill('somebody@bursar.example');
    const answered = page.waitForResponse('**/api/recovery/request');
    await recover.click();
    expect((await answered).status()).toBe(200);
    // A signed-out visitor to the start page is redirected to sign-in.
    await expect(page).toHaveURL('/auth/boxed-signin');
  });
});

test('signing in shows a toast, waits a second, and sets the four cookies', async ({
  visit,
  portfolio,
}) => {
  const { page, context } = await visit();
  await page.addInitScript(markDepartures);
  await page.goto('/auth/boxed-signin');
  await page.getByRole('checkbox', { name: 'Subscribe to weekly newsletter' }).check();
  const answered = page.waitForResponse('**/api/login/data-login');
  await trySignIn(page, portfolio.manager);
  const response = await answered;
  await expect(page.getByText('You are signed in')).toBeVisible();
  await expect(page).toHaveURL('/');
  const waitedMs = await page.evaluate(readWait);
  expect(waitedMs, 'milliseconds until the start').toBeGreaterThanOrEqual(950);

  // The newsletter box is decorative: its value is not sent.
  expect(Object.keys(response.request().postDataJSON() as object)).toEqual(['email', 'password']);
  const cookies = new Map((await context.cookies()).map((cookie) => [cookie.name, cookie]));
  expect(cookies.get('token')).toMatchObject({ path: '/', secure: true });
  expect(cookies.get('role')).toMatchObject({ path: '/', value: 'user' });
  expect(cookies.get('id')).toMatchObject({ path: '/', value: portfolio.manager.id });
  expect(decodeURIComponent(cookies.get('email')?.value ?? '')).toBe(portfolio.manager.email);
  expect(cookies.get('__Host-bursar-binding')).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
  });
});

test('signed-in users are redirected away from the sign-in pages', async ({ visit, portfolio }) => {
  const { page } = await visit(portfolio.manager);
  for (const path of ['/auth/boxed-signin', '/login']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
  }
});

test('signing out makes no call, and going back shows no data', async ({
  visit,
  portfolio,
  stack,
}) => {
  await arrangeLoan(stack.owner, portfolio, { borrowerName: 'Ada Byron' });
  const { page, context } = await visit();
  await withoutLiveUpdates(page);
  await signInAs(page, portfolio.manager);
  await page.getByRole('link', { name: 'Unassign Loans' }).click();
  await expect(page.getByText('Ada Byron')).toBeVisible();

  // Reload, because after a navigation within the page nothing signals that loading has finished.
  await page.reload({ waitUntil: 'commit' });
  const counted = Promise.all(
    ['chats', 'internal-mails'].map((of) => page.waitForResponse(`**/api/${of}/counts`)),
  );
  // The menu requests its unread counts a moment later.
  await page.waitForLoadState('networkidle');
  await counted;
  // The sign-in page makes these two calls itself.
  const ofSignInPage = /\/api\/(company\/logo|login\/single-sign-on)$/;
  const calls: string[] = [];
  page.on('request', (call) => call.url().includes('/api/') && calls.push(call.url()));
  await signOut(page);
  await expect(page).toHaveURL('/auth/boxed-signin');
  expect(calls.filter((url) => !ofSignInPage.test(url))).toEqual([]);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('token');

  await page.goBack();
  await expect(page).toHaveURL('/auth/boxed-signin');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Ada Byron')).toHaveCount(0);
});

test('a second sign-in in the same browser ends the first session', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { page, context } = await visit();
  await signInAs(page, portfolio.manager);
  const former = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const withFormer = await request.newContext({
    baseURL: stack.address,
    extraHTTPHeaders: { cookie: former },
  });
  expect((await withFormer.get('/api/session')).status()).toBe(200);

  await signOut(page);
  await signInAs(page, portfolio.team.desk);
  expect((await withFormer.get('/api/session')).status()).toBe(401);
  await withFormer.dispose();
  await page.getByRole('button', { name: 'Your profile' }).click();
  await expect(page.getByText(portfolio.team.desk.email)).toBeVisible();
});

test('a token stolen from one browser does not work in another', async ({ visit, portfolio }) => {
  const owner = await visit(portfolio.manager);
  const thief = await visit();
  const stolen = (await owner.context.cookies()).filter(
    ({ name }) => name !== '__Host-bursar-binding',
  );
  await thief.context.addCookies(stolen);
  thief.expectComplaint(/status of 401/);
  await thief.page.goto('/loan');
  await expect(thief.page).toHaveURL('/auth/boxed-signin');
});

test('a session ended by the server leads to sign-in, and from there back to the page', async ({
  visit,
  portfolio,
  stack,
}) => {
  const visitor = await visit(portfolio.manager);
  const { page, expectComplaint } = visitor;
  expectComplaint(/status of 401/);
  // Live updates would redirect to sign-in before the search.
  await withoutLiveUpdates(page);
  // A list without rows has no search box.
  await arrangeLoan(stack.owner, portfolio);
  await page.goto('/allloan');
  const search = page.getByRole('searchbox', { name: 'Search loans' });
  await expect(search).toBeVisible();
  await stack.owner`
    update sessions set ended_at = now() where account_id = ${portfolio.manager.id}`;
  // The server caches sessions until it is notified of the change.
  await expect.poll(() => callAs(visitor, 'GET /api/session')).toBe(401);
  // Any other call of the page may redirect to sign-in first.
  await Promise.race([search.fill('byron'), page.waitForURL('/auth/boxed-signin')]);
  await expect(page).toHaveURL('/auth/boxed-signin');
  await expect(
    page.getByRole('status').filter({ hasText: 'Your session has ended' }),
  ).toBeVisible();
  await trySignIn(page, portfolio.manager);
  await expect(page).toHaveURL(/\/allloan(\?q=byron)?$/);
});

test('a payment being typed when the session ended elsewhere is restored', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { team } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const loan = await arrangeLoan(stack.owner, portfolio, holder);
  const { page, expectComplaint } = await visit(team.agent);
  const elsewhere = await visit(team.agent);
  expectComplaint(/status of 401/);
  // Live updates would redirect to sign-in before the button is pressed.
  await withoutLiveUpdates(page);
  await page.goto(`/loan-details?id=${loan.id}`);
  const panel = await openPayment(page);
  await panel.getByRole('textbox', { name: 'Amount' }).fill('62.50');
  // Any call that the page still makes would also redirect.
  await page.waitForLoadState('networkidle');
  expect(await callAs(elsewhere, 'POST /api/profile/sessions/end-others')).toBe(200);
  await panel.getByRole('button', { name: 'Post payment' }).click();
  await expect(page).toHaveURL('/auth/boxed-signin');
  const ended = page.getByRole('status').filter({ hasText: 'from another browser or device' });
  await expect(ended).toContainText('is saved in this browser');
  await trySignIn(page, team.agent);
  await expect(panel.getByText('This is your earlier draft')).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Amount' })).toHaveValue('62.50');
  expect(await countPayments(stack.owner, portfolio.id)).toBe(0);
});

test("edits of an agent's account are restored after the session ended elsewhere, until they are discarded", async ({
  visit,
  portfolio,
}) => {
  const { page, expectComplaint } = await visit(portfolio.manager);
  const elsewhere = await visit(portfolio.manager);
  expectComplaint(/status of 401/);
  await page.goto(`/edit-agent/${portfolio.team.agent.id}`);
  const name = page.getByRole('textbox', { name: 'Name' });
  const before = await name.inputValue();
  await name.fill('Amira Nasser');
  expect(await callAs(elsewhere, 'POST /api/profile/sessions/end-others')).toBe(200);
  await expect(page).toHaveURL('/auth/boxed-signin');
  await trySignIn(page, portfolio.manager);
  await expect(page.getByText('This is your earlier draft')).toBeVisible();
  await expect(name).toHaveValue('Amira Nasser');
  await page.getByRole('main').getByRole('button', { name: 'Start over' }).click();
  await expect(name).toHaveValue(before);
});

test('a link opened before sign-in leads to the dashboard, which offers its page', async ({
  visit,
  portfolio,
}) => {
  const { page } = await visit();
  await page.goto('/allloan?q=byron');
  await expect(page).toHaveURL('/auth/boxed-signin');
  await trySignIn(page, portfolio.manager);
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'Open the linked page' }).click();
  await expect(page).toHaveURL('/allloan?q=byron');
});

test('an idle session warns before it ends, and continues on request', async ({
  visit,
  portfolio,
  stack,
}) => {
  const { page, context } = await visit(portfolio.manager);
  await page.clock.install();
  const watching = page.waitForResponse(/LateParts.*\.js/);
  await arrangeLoan(stack.owner, portfolio);
  await page.goto('/allloan');
  await watching;
  await expect(page.getByRole('searchbox', { name: 'Search loans' })).toBeVisible();
  // All calls with which the page opens have finished before the clock jumps.
  await page.clock.fastForward('10:00');
  // `ended_at` keeps its value: naming it in the update notifies the server, which reads the
  // session again.
  await stack.owner`
    update sessions set ended_at = null,
      last_seen_at = last_seen_at - interval '28 minutes 30 seconds'
    where account_id = ${portfolio.manager.id}`;
  const secondsLeft = async () => {
    const headers = { 'x-unattended': '1' };
    const answer = await context.request.get('/api/session', { headers });
    return ((await answer.json()) as { endsInSeconds: number }).endsInSeconds;
  };
  await expect.poll(secondsLeft).toBeLessThan(100);
  await page.clock.fastForward('28:05');
  const dialog = page.getByRole('dialog', { name: 'You are about to be signed out' });
  const stay = dialog.getByRole('button', { name: 'Stay signed in' });
  await expect(stay).toBeFocused();
  await stay.click();
  await expect(dialog).toBeHidden();
});

/** Runs in the page: marks the time of each navigation. */
function markDepartures(): void {
  navigation.addEventListener('navigate', () => performance.mark('leaves'));
}

/**
 * Runs in the page: returns the time from the sign-in answer to the navigation, by the browser's
 * clock.
 */
function readWait(): number {
  // Entries of type `resource` are `PerformanceResourceTiming`; the DOM types do not say so.
  const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const answer = fetched.find(({ name }) => name.endsWith('/api/login/data-login'));
  const answeredAt = answer?.responseEnd ?? Infinity;
  const departures = performance.getEntriesByName('leaves');
  const left = departures.find(({ startTime }) => startTime > answeredAt);
  return (left?.startTime ?? 0) - answeredAt;
}
